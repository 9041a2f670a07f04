"""What is wrong with a variant as a whole: ranges, contradictions, ranks without a place.

Checks run on what a file says as far as it could be read, so that all that is wrong is told at
once. One that compares keys asks first whether it is `sure` of them: a key that could not be read
stands at its default, and what that contradicts is no mistake of the file.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from json import dumps
from types import UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

from palace.abilities import ABILITIES, Ability, Effects, Leaves
from palace.cards import Rank
from palace.errors import Problem, VariantError
from palace.variant import MOST_FACE_UP, MOST_JOKERS, MOST_PACKS, MOST_SEATS, Span, Variant

Found: TypeAlias = Iterator[tuple[str, str]]
Sure: TypeAlias = Callable[..., bool]


def problems(variant: Variant, unread: Collection[str] = ()) -> tuple[Problem, ...]:
    """Everything that is wrong with a variant; empty when it can be played.

    Args:
        variant: the variant.
        unread: keys, as in `ranks.7.on`, whose values are not known; nothing is said about them.

    Returns:
        The problems, each with its path in the words of a file.
    """

    def sure(*keys: str) -> bool:
        return not any(_within(key, path) or _within(path, key) for key in keys for path in unread)

    found = list(_values(variant, Variant, "")) or [
        each for check in _CHECKS for each in check(variant, sure)
    ]
    return tuple(Problem(path, message) for path, message in dict.fromkeys(found))


def _within(path: str, key: str) -> bool:
    return path == key or path.startswith(f"{key}.")


def require_sound(variant: Variant) -> None:
    """Refuse a variant that cannot be played.

    Raises:
        VariantError: something is wrong with it; the error lists everything.
    """
    found = problems(variant)
    if found:
        raise VariantError(found)


# ---------------------------------------------------------------- wording


def shown(value: Any) -> str:
    """A value as a TOML file would show it, cut where it is long."""
    text = _in_toml(value, 9)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _in_toml(value: Any, depth: int) -> str:
    if depth == 0:
        return "..."
    if isinstance(value, bool | str):
        return dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_in_toml(each, depth - 1) for each in value)}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{key} = {_in_toml(below, depth - 1)}" for key, below in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, int) and value.bit_length() > 64:
        return f"a number of {value.bit_length()} bits"  # Python refuses to print the longest
    return str(value)


def suggestion(word: str, known: Iterable[str]) -> str:
    """A hint at the closest known word, or at all of them."""
    words = sorted(known)
    close = get_close_matches(word.lower(), words, n=1)
    return f"did you mean {shown(close[0])}?" if close else f"known: {', '.join(words)}"


def none_of(value: Any, choices: Iterable[Any]) -> str:
    """What is wrong with a value that is none of a closed set of words."""
    words = [str(choice) for choice in choices]
    hint = suggestion(value, words) if isinstance(value, str) else ""
    hinted = f"; {hint}" if hint.startswith("did") else ""
    return f"{shown(value)} is none of {', '.join(map(shown, words))}{hinted}"


PLAIN: dict[Any, str] = {
    str: 'is no text: write it in quotes, as in "..."',
    int: "is no whole number: write digits without quotes",
    bool: "is no boolean: write true or false",
}
"""What is wrong with a value that is not exactly of a plain type."""


# ---------------------------------------------------------------- types


def _values(value: Any, hint: Any, path: str) -> Found:
    """Values of the wrong type, which only a variant made in code can have."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        if value not in parts:
            yield path, none_of(value, parts)
    elif origin in (UnionType, Union):
        if value is not None:
            yield from _values(value, parts[0], path)
    elif origin is tuple:
        yield from _each_value(value, parts[0], path)
    elif hint in PLAIN:
        if type(value) is not hint:
            yield path, f"{shown(value)} {PLAIN[hint]}"
    elif isinstance(hint, type) and not isinstance(value, hint):
        yield path, f"{shown(value)} is no {hint.__name__}"
    elif has(type(value)):
        yield from _each_field(value, f"{path}." if path else "")


_type_hints = cache(get_type_hints)


def _each_field(value: Any, path: str) -> Found:
    cls: Any = type(value)
    hints = _type_hints(cls)
    for each in fields(cls):
        yield from _values(getattr(value, each.name), hints[each.name], path + each.name)


def _each_value(values: tuple[Any, ...], hint: Any, path: str) -> Found:
    """The wrong values of a list, or of a table that is kept as pairs."""
    for number, value in enumerate(values):
        if get_origin(hint) is not tuple:
            yield from _values(value, hint, f"{path}[{number}]")
        elif isinstance(value, tuple) and len(value) == len(get_args(hint)):
            key, below = get_args(hint)
            yield from _values(value[0], key, path)
            yield from _values(value[1], below, f"{path}.{value[0]}")
        else:
            yield path, f"{shown(value)} is no pair of a key and what stands below it"


# ---------------------------------------------------------------- checks


def _outside(path: str, value: int, low: int, high: int | None = None) -> Found:
    if value < low or (high is not None and value > high):
        right = f"{low} or more" if high is None else f"from {low} to {high}"
        yield path, f"{shown(value)} is out of range: it must be {right}"


def _twice(path: str, ranks: Iterable[Rank]) -> Found:
    seen = list(ranks)
    for rank in dict.fromkeys(seen):
        if seen.count(rank) > 1:
            yield path, f"{rank} is named {seen.count(rank)} times: name each rank once"


def _seats(variant: Variant, sure: Sure) -> Found:
    players = variant.players
    yield from _outside("players.min", players.min, 2, MOST_SEATS)
    yield from _outside("players.max", players.max, 2, MOST_SEATS)
    if players.min > players.max and sure("players"):
        yield "players.max", f"{players.max} is less than players.min, {players.min}"


def _packs(variant: Variant, _: Sure) -> Found:
    deck = variant.deck
    yield from _outside("deck.packs", deck.packs, 1, MOST_PACKS)
    yield from _outside("deck.jokers", deck.jokers, 0, MOST_JOKERS)
    named: list[Span] = []
    for span, change in deck.by_players:
        path = f"deck.by_players.{span}"
        if not 2 <= span.first <= span.last <= MOST_SEATS:
            yield path, f"{span} is no span of player counts: write 6 or 6-10, from 2 to 10"
        for other in named:
            if span.first <= other.last and other.first <= span.last:
                yield path, f"{span} and {other} overlap: name each player count once"
        named.append(span)
        if change.packs is not None:
            yield from _outside(f"{path}.packs", change.packs, 1, MOST_PACKS)
        if change.jokers is not None:
            yield from _outside(f"{path}.jokers", change.jokers, 0, MOST_JOKERS)


def _sizes(variant: Variant, _: Sure) -> Found:
    deal = variant.deal
    yield from _outside("deal.face_down", deal.face_down, 0)
    yield from _outside("deal.face_up", deal.face_up, 0, MOST_FACE_UP)
    yield from _outside("deal.hand", deal.hand, 1)
    yield from _outside("deal.replenish_to", deal.replenish_to, 0)


def _enough_cards(variant: Variant, sure: Sure) -> Found:
    players, each = variant.players, variant.deal.each
    absurd = [find(variant, sure) for find in (_seats, _packs, _sizes)]
    if not sure("players", "deck", "deal") or any(map(list, absurd)):
        return
    for seats in range(players.min, players.max + 1):
        packs, jokers = variant.deck.at(seats)
        needed, there = seats * each, 52 * packs + jokers
        if needed > there:
            wrong = f"{seats} players need {needed} cards, {each} each, but the deck has {there}"
            fewer = f"lower players.max to {there // each}, " * (there // each >= players.min)
            right = f"{fewer}deal fewer cards, or more packs under [deck.by_players.{seats}]"
            yield "players.max", f"{wrong}: {right}"
            return


def _order(variant: Variant, _: Sure) -> Found:
    if not variant.order:
        yield "order", "it is empty: name the ranks in ascending order"
    yield from _twice("order", variant.order)


def _places(variant: Variant, sure: Sure) -> Found:
    """Ranks that the order lacks, though nothing else says what they go on or what beats them."""
    jokers = any(variant.deck.at(seats)[1] > 0 for seats in range(2, MOST_SEATS + 1))
    unplaced, unbeaten = [], []
    for rank in Rank:
        rules = variant.rank(rank)
        if rank in variant.order or (rank is Rank.JOKER and not jokers):
            continue
        if not sure("order", "deck", f"ranks.{rank}"):
            continue
        if not (variant.goes_on_anything(rank) or rules.on.only or rules.on.also):
            unplaced.append(rank)
        elif rules.leaves in {Leaves.ITS_RANK, Leaves.AT_MOST_ITS_RANK}:
            unbeaten.append(rank)
    if unplaced:
        right = f'say under [ranks.{unplaced[0]}] what it goes on, as in on = "anything"'
        yield "order", f"it lacks {', '.join(unplaced)}: name every rank, or {right}"
    if unbeaten:
        wrong = f"it lacks {', '.join(unbeaten)}, which the next card would have to beat"
        right = f'let [ranks.{unbeaten[0]}] leave something else, as in abilities = ["reset"]'
        yield "order", f"{wrong}: name every rank, or {right}"


def _where_laid(variant: Variant, sure: Sure) -> Found:
    for rank, rules in variant.ranks:
        path, on = f"ranks.{rank}.on", rules.on
        if on.up_to is not None and sure("order", f"ranks.{rank}"):
            if on.up_to not in variant.order:
                yield f"{path}.up_to", f"{on.up_to} is not in the order"
            if rank not in variant.order and not variant.goes_on_anything(rank):
                yield f"{path}.up_to", f"{rank} is not in the order: it has no place below a rank"
        if on.only and (on.also or on.up_to is not None):
            yield f"{path}.only", "it contradicts `also` and `up_to`: leave the others out"
        for name in ("only", "also", "never"):
            yield from _twice(f"{path}.{name}", getattr(on, name))
        for other in on.never:
            if other in on.only or other in on.also:
                yield f"{path}.never", f"{other} is named as allowed too: name it once"


def _abilities(variant: Variant, _: Sure) -> Found:
    for rank, rules in variant.ranks:
        path = f"ranks.{rank}.abilities"
        names = [ability.name for ability in rules.abilities]
        for name in dict.fromkeys(names):
            if names.count(name) > 1:
                yield path, f"{shown(name)} stands there {names.count(name)} times: once is enough"
        leaving = {
            ability.name: ability.leaves
            for ability in rules.abilities
            if ability.leaves is not Leaves.ITS_RANK
        }
        if len(set(leaving.values())) > 1:
            each = " and ".join(f"{shown(name)} ({left.value})" for name, left in leaving.items())
            yield path, f"{each} leave different requirements: a rank can leave only one"
        for number, ability in enumerate(rules.abilities):
            yield from _ability(ability, f"{path}[{number}]")


def _ability(ability: Ability, path: str) -> Found:
    if ABILITIES.get(ability.name) is not type(ability):
        yield path, f'{type(ability).__name__} has no name: make it known with @register("...")'
    yield from _twice(f"{path}.binds", ability.binds)
    effects = ability.effects
    yield from _values(effects, Effects, f"{path}.effects")
    if effects.burns != (ability.leaves is Leaves.NO_PILE):
        yield path, f"{shown(ability.name)} burns or it leaves a pile: say so in leaves and effects"
    if effects.burns and effects.lead != "free" and not effects.again:
        yield f"{path}.lead", f"{shown(effects.lead)} limits a lead that again = false gives away"


def _leads(variant: Variant, sure: Sure) -> Found:
    for rank, rules in variant.ranks:
        for number, ability in enumerate(rules.abilities):
            path, effects = f"ranks.{rank}.abilities[{number}].lead", ability.effects
            limited = effects.burns and effects.lead != "free"
            if limited and rank not in variant.order and sure("order"):
                yield path, f"{shown(effects.lead)} needs {rank} in the order"


def _four(variant: Variant, _: Sure) -> Found:
    four = variant.four
    if four.lead != "free" and not four.again:
        yield "four.lead", f"{shown(four.lead)} limits a lead that again = false gives away"
    if four.on_anything and not variant.sets:
        yield "four.on_anything", "four are never laid together where sets = false"


def _start(variant: Variant, sure: Sure) -> Found:
    start, by_deal_order = variant.start, variant.start.by == "deal_order"
    unseen = (start.by, start.zones, start.judged)
    yield from _twice("start.ranks", start.ranks)
    if not sure("start.by", "start.zones", "start.judged", "arrange"):
        return
    if by_deal_order and start.judged == "arranged":
        yield (
            "start.by",
            '"deal_order" means the cards as dealt: judged = "arranged" contradicts it',
        )
    elif by_deal_order and variant.arrange == "from_hand":
        yield (
            "start.by",
            '"deal_order" needs face-up cards that are dealt as such: write "seat"',
        )
    elif variant.arrange == "from_hand" and unseen == ("seat", "face_up", "deal"):
        yield "start.zones", 'nothing lies face up as dealt: write judged = "arranged"'


def _arranging(variant: Variant, _: Sure) -> Found:
    if variant.arrange == "from_hand" and variant.deal.face_up == 0:
        yield "arrange", '"from_hand" needs deal.face_up of 1 or more'


def _end(variant: Variant, _: Sure) -> Found:
    yield from _outside("end.turn_limit", variant.end.turn_limit, 0)


_CHECKS = (
    _seats, _packs, _sizes, _enough_cards, _order, _places, _where_laid, _abilities, _leads,
    _four, _start, _arranging, _end,
)  # fmt: skip
