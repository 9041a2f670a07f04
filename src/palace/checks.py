"""What is wrong with a variant as a whole: ranges, contradictions, ranks without a place.

Checks run on what a file says as far as it could be read, so that all that is wrong is told at
once. One that compares keys asks first whether it is `sure` of them: a key that could not be read
stands at its default, and what that contradicts is no mistake of the file.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

from palace.abilities import ABILITIES, LOOKED_THROUGH, Ability, Effects, Goes, Leaves
from palace.cards import Rank
from palace.errors import Problem, VariantError
from palace.given import listed, require
from palace.ranges import range_of
from palace.variant import (
    MOST_SEATS,
    MOST_TO_BUNDLE,
    Deal,
    DealChange,
    On,
    RankRules,
    Variant,
)
from palace.wording import PLAIN, none_of, shown, wrong_with

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
    if not isinstance(variant, Variant):
        return (Problem("", f"{shown(variant)} is no variant: {_MADE}"),)
    keys = listed(unread, "keys")
    for key in keys:
        require(key, str, "key", 'write its path, as in "ranks.7.on"')

    def sure(*asked: str) -> bool:
        return not any(_within(key, path) or _within(path, key) for key in asked for path in keys)

    found = list(_values(variant, Variant, "")) or [
        each for check in _CHECKS for each in check(variant, sure)
    ]
    return tuple(Problem(path, message) for path, message in dict.fromkeys(found))


def _within(path: str, key: str) -> bool:
    return path == key or path.startswith(f"{key}.")


_MADE = "make one with load_variant or derive"


def require_variant(value: object) -> None:
    """Refuse what is no variant.

    Raises:
        PalaceError: it is none.
    """
    require(value, Variant, "variant", _MADE)


def require_sound(variant: Variant) -> None:
    """Refuse a variant that cannot be played.

    Raises:
        VariantError: something is wrong with it; the error lists everything.
        PalaceError: it is no variant.
    """
    require_variant(variant)
    found = problems(variant)
    if found:
        raise VariantError(found)


# ---------------------------------------------------------------- types


def mistyped(value: Any, hint: Any) -> tuple[Problem, ...]:
    """The values in a value that are of the wrong type, which only one made in code can have.

    Args:
        value: the value.
        hint: its type, and of an attrs class the types of what it holds.
    """
    return tuple(Problem(path, message) for path, message in _values(value, hint, ""))


def _values(value: Any, hint: Any, path: str) -> Found:  # noqa: C901 - kinds of type
    """Values of the wrong type or out of range, which only a variant made in code can have."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        if value not in parts:
            yield path, none_of(value, parts)
    elif origin is Annotated:
        yield from _values(value, parts[0], path)
        within = range_of(hint)
        if within is not None and type(value) is int and value not in within:
            yield path, within.wrong_with(value)
    elif origin in (UnionType, Union):
        if value is not None:
            yield from _values(value, parts[0], path)
    elif origin is tuple:
        yield from _each_value(value, parts[0], path)
    elif hint in PLAIN:
        if wrong := wrong_with(value, hint):
            yield path, wrong
    elif isinstance(hint, type) and not isinstance(value, hint):
        yield path, f"{shown(value)} is no {hint.__name__}"
    elif has(type(value)):
        yield from _each_field(value, f"{path}." if path else "")


_type_hints = cache(partial(get_type_hints, include_extras=True))


def _each_field(value: Any, path: str) -> Found:
    cls: Any = type(value)
    hints = _type_hints(cls)
    for each in fields(cls):
        yield from _values(getattr(value, each.name), hints[each.name], path + each.name)


def _each_value(values: tuple[Any, ...], hint: Any, path: str) -> Found:
    """The wrong values of a list, or of a table that is kept as pairs."""
    if not isinstance(values, tuple | list):
        yield path, f"{shown(values)} is no list"
        return
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


def _twice(path: str, words: Iterable[str], kind: str = "rank") -> Found:
    seen = list(words)
    for word in dict.fromkeys(seen):
        if seen.count(word) > 1:
            yield path, f"{word} is named {seen.count(word)} times: name each {kind} once"


def _seats(variant: Variant, sure: Sure) -> Found:
    players = variant.players
    if players.min > players.max and sure("players"):
        wrong = f"{players.max} is less than players.min, {players.min}"
        yield "players.max", f"{wrong}: write {players.min} or more"


def _spans(variant: Variant, _: Sure) -> Found:
    """Numbers of players at which something is different."""
    for key in fields(Variant):
        spans = [span for span, _ in getattr(getattr(variant, key.name), "by_players", ())]
        for number, span in enumerate(spans):
            path = f"{key.name}.by_players.{span}"
            if not 2 <= span.first <= span.last <= MOST_SEATS:
                right = f"write 6 or 6-10, from 2 to {MOST_SEATS}"
                yield path, f"{span} is no span of player counts: {right}"
            for other in spans[:number]:
                if span.overlaps(other):
                    yield path, f"{span} and {other} overlap: name each player count once"


def _deals(variant: Variant) -> list[tuple[str, Deal | DealChange]]:
    """The sizes of a deal, and those at some player counts, with their paths."""
    deal = variant.deal
    changes = ((f"deal.by_players.{span}", change) for span, change in deal.by_players)
    return [("deal", deal), *changes]


def _enough_cards(variant: Variant, sure: Sure) -> Found:
    if not _can_be_dealt(variant, sure):
        return
    players = variant.players
    for seats in players.counts:
        each, (packs, jokers) = variant.deal.at(seats).each, variant.deck.at(seats)
        needed, there = seats * each, 52 * packs + jokers
        if needed > there:
            spans = [span for span, _ in variant.deal.by_players if seats in span]
            path = f"deal.by_players.{spans[0]}" if spans else "players.max"
            wrong = f"{seats} players need {needed} cards, {each} each, but the deck has {there}"
            fewer = f"lower players.max to {seats - 1}, " * (seats > players.min)
            right = f"{fewer}deal fewer cards, or more packs under [deck.by_players.{seats}]"
            yield path, f"{wrong}: {right}"
            return


def _can_be_dealt(variant: Variant, sure: Sure) -> bool:
    """Whether players, deck and deal are known, and each for itself as it may be."""
    absurd = [*_seats(variant, sure), *_spans(variant, sure)]
    return sure("players", "deck", "deal") and not absurd


def _rest(variant: Variant, sure: Sure) -> Found:
    deal = variant.deal
    if not sure("deal"):
        return
    if deal.rest == "hands":
        for path, sizes in _deals(variant):
            if sizes.stock:
                wrong = f'{sizes.stock}: rest = "hands" leaves no stock'
                yield f"{path}.stock", f'{wrong}; leave it out, or write rest = "stock"'
        if deal.turn_up:
            wrong = 'true: rest = "hands" leaves no stock to turn a card from'
            yield "deal.turn_up", f'{wrong}; write false, or rest = "stock"'
    elif deal.turn_up:
        for path, sizes in _deals(variant):
            if sizes.stock == 0:
                wrong = "0 is no stock to turn a card from: write 1 or more, or turn_up = false"
                yield f"{path}.stock", wrong


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
        if _is_wild(rules):
            continue
        if not sure("order", f"ranks.{rank}", *["deck"] * (rank is Rank.JOKER)):
            continue
        if not (variant.goes_on_anything(rank) or rules.on.only or rules.on.also):
            unplaced.append(rank)
        elif rules.leaves in _MEASURED and not any(each.effects.gives for each in rules.abilities):
            unbeaten.append(rank)
    if unplaced:
        right = f'say under [ranks.{unplaced[0]}] what it goes on, as in on = "anything"'
        yield "order", f"it lacks {', '.join(unplaced)}: name every rank, or {right}"
    if unbeaten:
        wrong = f"it lacks {', '.join(unbeaten)}, which the next card would have to beat"
        right = f'let [ranks.{unbeaten[0]}] leave something else, as in abilities = ["reset"]'
        yield "order", f"{wrong}: name every rank, or {right}"


_MEASURED = {
    Leaves.ITS_RANK,
    Leaves.AT_MOST_ITS_RANK,
    Leaves.BELOW_ITS_RANK,
    Leaves.AT_LEAST_ITS_RANK,
    Leaves.ABOVE_ITS_RANK,
    Leaves.COVER,
}
"""What is left to be beaten where a rank needs a place in the order for it."""


def _where_laid(variant: Variant, sure: Sure) -> Found:
    for rank, rules in variant.ranks:
        path, on = f"ranks.{rank}.on", rules.on
        if on.up_to is not None and sure("order", f"ranks.{rank}"):
            if on.up_to not in variant.order:
                right = "write a rank of the order, or add it there"
                yield f"{path}.up_to", f"{on.up_to} is not in the order: {right}"
            if rank not in variant.order and not variant.goes_on_anything(rank):
                right = f"add {rank} to the order, or name ranks in only"
                yield f"{path}.up_to", f"{rank} has no place below {on.up_to}: {right}"
        if on.only and (on.also or on.up_to is not None):
            wrong = f"{shown(on.only)} leaves nothing to also and up_to"
            yield f"{path}.only", f"{wrong}: name all ranks in only, and leave the others out"
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
        yield from _asking(rules, path)
        for number, ability in enumerate(rules.abilities):
            yield from _ability(ability, f"{path}[{number}]")


def _wild(variant: Variant, sure: Sure) -> Found:
    """Ranks that stand for others, and what they cannot have besides."""
    wild = [rank for rank, rules in variant.ranks if _is_wild(rules)]
    for rank in wild:
        rules, path = variant.rank(rank), f"ranks.{rank}"
        if len(rules.abilities) > 1:
            wrong = f"{rank} is laid as another rank and does what that one does"
            yield f"{path}.abilities", f"{wrong}: leave out its other abilities"
        if rules.on != On():
            wrong = f"{rank} goes where the rank goes as which it is laid"
            yield f"{path}.on", f"{wrong}: leave this out"
        for number, ability in enumerate(rules.abilities):
            for other in ability.as_ranks:
                if other in wild:
                    there = f"{path}.abilities[{number}].as_ranks"
                    yield there, f"{other} is laid as another rank itself: name other ranks"
    if wild and variant.suits != "ignored" and sure("suits"):
        wrong = f"{shown(variant.suits)} asks for a suit, but {wild[0]} only stands for a rank"
        yield "suits", f'{wrong}: write "ignored"'


def _is_wild(rules: RankRules) -> bool:
    return any(ability.goes is Goes.AS_ANOTHER for ability in rules.abilities)


def _asking(rules: RankRules, path: str) -> Found:
    """Abilities whose card asks a player for something, beside others with which it cannot."""
    choosing = [each.name for each in rules.abilities if each.effects.chooses]
    if len(choosing) > 1:
        wrong = f"{' and '.join(map(shown, choosing))} ask for different choices"
        yield path, f"{wrong}: a rank can ask for only one"
    for ability in rules.abilities:
        effects, name = ability.effects, shown(ability.name)
        if effects.chooses == "direction" and rules.leaves is not Leaves.ITS_RANK:
            wrong = f"{name} measures the next card by its own rank, not {rules.leaves.value}"
            yield path, f"{wrong}: leave out one of the abilities"
        if effects.gives and rules.leaves in LOOKED_THROUGH:
            wrong = f"{name} gives the pile away, so that no card is looked through"
            yield path, f"{wrong}: leave out one of the abilities"


def _ability(ability: Ability, path: str) -> Found:
    if ABILITIES.get(ability.name) is not type(ability):
        yield path, f'{type(ability).__name__} has no name: make it known with @register("...")'
    yield from _twice(f"{path}.binds", ability.binds)
    yield from _twice(f"{path}.ranks", ability.admits)
    yield from _twice(f"{path}.defence", ability.effects.defence)
    yield from _twice(f"{path}.as_ranks", ability.as_ranks)
    effects = ability.effects
    yield from _values(effects, Effects, f"{path}.effects")
    if effects.burns != (ability.leaves is Leaves.NO_PILE):
        yield path, f"{shown(ability.name)} burns or it leaves a pile: say so in leaves and effects"
    if effects.burns and effects.lead != "free" and not effects.again:
        yield f"{path}.lead", _given_away(effects.lead)


def _leads(variant: Variant, sure: Sure) -> Found:
    for rank, rules in variant.ranks:
        for number, ability in enumerate(rules.abilities):
            path, effects = f"ranks.{rank}.abilities[{number}].lead", ability.effects
            limited = effects.burns and effects.lead != "free"
            if limited and rank not in variant.order and sure("order"):
                wrong = f"{shown(effects.lead)} needs {rank} in the order"
                yield path, f'{wrong}: add it there, or write lead = "free"'


def _given_away(lead: str) -> str:
    wrong = f"{shown(lead)} limits a lead that again = false gives away"
    return f'{wrong}: write lead = "free", or again = true'


def _four(variant: Variant, _: Sure) -> Found:
    four = variant.four
    if four.lead != "free" and not four.again:
        yield "four.lead", _given_away(four.lead)
    if four.on_anything and not variant.sets:
        wrong = "true: four are never laid together where sets = false"
        yield "four.on_anything", f"{wrong}; write false, or sets = true"
    yield from _twice("four.through", four.through)
    if four.through and four.burns in ("one_play", "anywhere"):
        wrong = f"{shown(four.through)}: nothing lies between where burns = {shown(four.burns)}"
        yield "four.through", f'{wrong}; write [], or burns = "in_a_row"'


def _laying(variant: Variant, sure: Sure) -> Found:
    if 0 < variant.straights < 3 and sure("straights"):
        wrong = f"{variant.straights}: a straight has three cards or more"
        yield "straights", f"{wrong}; write 3 or more, or 0 for none"
    if variant.straight_limit < variant.straights and sure("straights", "straight_limit"):
        wrong = f"{variant.straight_limit}: fewer than straights = {variant.straights} asks for"
        yield "straight_limit", f"{wrong}; write {variant.straights} or more"
    if not variant.sets:
        if variant.set_limit:
            wrong = f"{variant.set_limit}: no cards are laid together where sets = false"
            yield "set_limit", f"{wrong}; write 0, or sets = true"
        if variant.match != "never":
            wrong = f"{shown(variant.match)}: no cards are laid together where sets = false"
            yield "match", f'{wrong}; write "never", or sets = true'
    if variant.chance_card == "hand" and variant.chance == "never":
        wrong = '"hand": no card is taken where chance = "never"'
        yield "chance_card", f'{wrong}; write chance = "when_unable" or "always"'


def _start(variant: Variant, sure: Sure) -> Found:
    start = variant.start
    yield from _twice("start.ranks", start.ranks)
    yield from _twice("start.suits", start.suits, "suit")
    if not sure("start.by"):
        return
    if start.by == "most" and start.suits and sure("start.suits"):
        yield "start.suits", '"most" counts a rank in all suits: leave suits out, or write "seat"'
    if start.by == "deal_order":
        yield from _dealt_first(variant, sure)
    elif (
        variant.arrange == "from_hand"
        and start.by in ("seat", "most")
        and (start.zones, start.judged) == ("face_up", "deal")
        and sure("arrange", "start.zones", "start.judged")
    ):
        wrong = '"face_up": with arrange = "from_hand" nothing lies face up as dealt'
        yield "start.zones", f'{wrong}; write "hand", or judged = "arranged"'


def _dealt_first(variant: Variant, sure: Sure) -> Found:
    start, by = variant.start, "start.by"
    if start.zones == "face_up_and_hand" and sure("start.zones"):
        asked = "asks what was dealt first face up"
        yield by, f'"deal_order" {asked}: for "face_up_and_hand" write "seat"'
    elif start.judged == "arranged" and sure("start.judged"):
        yield by, '"deal_order" means the cards as dealt, not judged = "arranged": write "seat"'
    elif variant.arrange == "from_hand" and sure("arrange"):
        yield by, '"deal_order" needs face-up cards that are dealt as such: write "seat"'


def _start_lead(variant: Variant, sure: Sure) -> Found:
    start = variant.start
    if start.lead == "free" or not sure("start.lead"):
        return
    if start.by in ("dealers_left", "dealers_right") and sure("start.by"):
        wrong = f"{shown(start.lead)} needs a card that decides, but by = {shown(start.by)} asks"
        yield "start.lead", f'{wrong} for none: write "free"'
    if variant.deal.turn_up and sure("deal.turn_up"):
        wrong = f"{shown(start.lead)} needs an empty pile, but turn_up = true starts it"
        yield "start.lead", f'{wrong}: write "free"'


def _arranging(variant: Variant, sure: Sure) -> Found:
    for path, sizes in _deals(variant) if variant.arrange == "from_hand" else ():
        if sizes.face_up == 0 and sure("arrange", "deal"):
            right = f"{path}.face_up of 1 or more"
            yield "arrange", f'"from_hand" needs {right}: write that, or arrange = "free"'
    if not variant.bundling or not sure("bundling"):
        return
    if variant.arrange == "none" and sure("arrange"):
        wrong = 'true: nobody arranges where arrange = "none"; write false, or arrange = "free"'
        yield "bundling", wrong
    elif _can_be_dealt(variant, sure):
        deals = map(variant.deal.at, variant.players.counts)
        most = max(deal.hand + deal.face_up for deal in deals)
        if most > MOST_TO_BUNDLE:
            wrong = f"{most} cards in hand and face up can be bundled in too many ways to list"
            yield "bundling", f"{wrong}: deal {MOST_TO_BUNDLE} or fewer, or write false"


def _end(variant: Variant, _: Sure) -> Found:
    yield from _twice("end.not_on", variant.end.not_on)
    if set(variant.end.not_on) >= set(Rank) - {Rank.JOKER}:
        yield "end.not_on", "it names every rank: leave out one that a player may end on"


_CHECKS = (
    _seats, _spans, _enough_cards, _order, _places, _where_laid, _abilities, _leads,
    _wild, _four, _laying, _rest, _start, _start_lead, _arranging, _end,
)  # fmt: skip
