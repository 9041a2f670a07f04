"""What is wrong with a variant as a whole: ranges, contradictions, ranks without a place.

Each check names the top-level keys that it reads, so that a file in which one of them could not
even be read is still told everything else that is wrong with it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from attrs import fields, frozen, has

from palace.abilities import Leaves
from palace.cards import Rank
from palace.errors import Problem, VariantError
from palace.variant import MOST_JOKERS, MOST_PACKS, MOST_SEATS, Span, Variant

Found = Iterator[tuple[str, str]]


@frozen
class _Check:
    reads: frozenset[str]
    find: Callable[[Variant], Found]


_CHECKS: list[_Check] = []


def _reads(*keys: str) -> Callable[[Callable[[Variant], Found]], Callable[[Variant], Found]]:
    def add(find: Callable[[Variant], Found]) -> Callable[[Variant], Found]:
        _CHECKS.append(_Check(frozenset(keys), find))
        return find

    return add


def problems(variant: Variant, unread: Collection[str] = ()) -> tuple[Problem, ...]:
    """Everything that is wrong with a variant; empty when it can be played.

    Args:
        variant: the variant.
        unread: top-level keys that could not be read; checks that need them are left out.
    """
    closed = tuple(Problem(path, message) for path, message in _values(variant, ""))
    unread = {*unread, *(problem.path.split(".")[0] for problem in closed)}
    found = (
        Problem(path, message)
        for check in _CHECKS
        if check.reads.isdisjoint(unread)
        for path, message in check.find(variant)
    )
    return closed + tuple(dict.fromkeys(found))


def require_sound(variant: Variant) -> None:
    """Refuse a variant that cannot be played.

    Raises:
        VariantError: something is wrong with it; the error lists everything.
    """
    found = problems(variant)
    if found:
        raise VariantError(found)


def _values(value: Any, path: str) -> Found:
    """Values of the wrong type, which only a variant made in code can have."""
    hints = get_type_hints(type(value))
    for each in fields(type(value)):
        here, hint = getattr(value, each.name), hints[each.name]
        where = f"{path}.{each.name}" if path else each.name
        if get_origin(hint) is Literal:
            if here not in get_args(hint):
                choices = ", ".join(repr(choice) for choice in get_args(hint))
                yield where, f"{here!r} is none of {choices}"
        elif isinstance(hint, type) and hint in (int, bool, str):
            if type(here) is not hint:
                yield where, f"{here!r} is no {hint.__name__}"
        elif has(type(here)):
            yield from _values(here, where)
        elif each.name == "ranks" and isinstance(value, Variant):
            for rank, rules in value.ranks:
                yield from _values(rules, f"ranks.{rank}")
        elif each.name == "abilities":
            for number, ability in enumerate(here):
                yield from _values(ability, f"{where}[{number}]")


def _outside(path: str, value: int, low: int, high: int | None = None) -> Found:
    if value < low or (high is not None and value > high):
        right = f"{low} or more" if high is None else f"from {low} to {high}"
        yield path, f"{value} is out of range: it must be {right}"


def _twice(path: str, ranks: Iterable[Rank]) -> Found:
    seen = list(ranks)
    for rank in dict.fromkeys(seen):
        if seen.count(rank) > 1:
            yield path, f"{rank} is named {seen.count(rank)} times: name each rank once"


@_reads("players")
def _seats(variant: Variant) -> Found:
    players = variant.players
    yield from _outside("players.min", players.min, 2, MOST_SEATS)
    yield from _outside("players.max", players.max, 2, MOST_SEATS)
    if players.min > players.max:
        yield "players.max", f"{players.max} is less than players.min, {players.min}"


@_reads("deck")
def _packs(variant: Variant) -> Found:
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


@_reads("deal")
def _sizes(variant: Variant) -> Found:
    deal = variant.deal
    yield from _outside("deal.face_down", deal.face_down, 0)
    yield from _outside("deal.face_up", deal.face_up, 0)
    yield from _outside("deal.hand", deal.hand, 1)
    yield from _outside("deal.replenish_to", deal.replenish_to, 0)


@_reads("deal", "deck", "players")
def _enough_cards(variant: Variant) -> Found:
    players = variant.players
    if not 2 <= players.min <= players.max <= MOST_SEATS:
        return
    for seats in range(players.min, players.max + 1):
        packs, jokers = variant.deck.at(seats)
        needed, there = seats * variant.deal.each, 52 * packs + jokers
        if needed > there:
            yield (
                "players.max",
                f"{seats} players need {needed} cards, {variant.deal.each} each, but the deck has "
                f"{there}: lower players.max to {there // variant.deal.each}, or give more packs "
                f"under [deck.by_players.{seats}]",
            )
            return


@_reads("order")
def _order(variant: Variant) -> Found:
    if not variant.order:
        yield "order", "it is empty: name the ranks in ascending order"
    yield from _twice("order", variant.order)


@_reads("order", "ranks", "deck")
def _places(variant: Variant) -> Found:
    jokers = any(variant.deck.at(seats)[1] for seats in range(2, MOST_SEATS + 1))
    for rank in Rank:
        if rank in variant.order or (rank is Rank.JOKER and not jokers):
            continue
        rules = variant.rank(rank)
        placed = variant.goes_on_anything(rank) or rules.on.only or rules.on.also
        leaves_rank = rules.leaves in (Leaves.ITS_RANK, Leaves.AT_MOST_ITS_RANK)
        if not placed:
            yield (
                "order",
                f"{rank} is not in it and goes on nothing: put it in the order, or say "
                f'under [ranks.{rank}] what it goes on, for example on = "anything"',
            )
        elif leaves_rank:
            yield (
                "order",
                f"{rank} is not in it and leaves its rank to be beaten: put it in the order, or "
                f'give it an ability that leaves something else, for example "reset"',
            )


@_reads("order", "ranks")
def _where_laid(variant: Variant) -> Found:
    for rank, rules in variant.ranks:
        path, on = f"ranks.{rank}.on", rules.on
        if on.up_to is not None and on.up_to not in variant.order:
            yield f"{path}.up_to", f"{on.up_to} is not in the order"
        if on.up_to is not None and rank not in variant.order and not on.rule == "anything":
            if not variant.goes_on_anything(rank):
                yield f"{path}.up_to", f"{rank} is not in the order, so it has no place below a rank"
        if on.only and (on.also or on.up_to is not None):
            yield f"{path}.only", "it contradicts `also` and `up_to`: leave the others out"
        for name in ("only", "also", "never"):
            yield from _twice(f"{path}.{name}", getattr(on, name))
        for other in on.never:
            if other in on.only or other in on.also:
                yield f"{path}.never", f"{other} is named as allowed too: name it once"


@_reads("ranks")
def _abilities(variant: Variant) -> Found:
    for rank, rules in variant.ranks:
        path = f"ranks.{rank}.abilities"
        names = [ability.name for ability in rules.abilities]
        for name in dict.fromkeys(names):
            if names.count(name) > 1:
                yield path, f"{name!r} stands there {names.count(name)} times: once is enough"
        leaving = {
            ability.name: ability.leaves
            for ability in rules.abilities
            if ability.leaves is not Leaves.ITS_RANK
        }
        if len(set(leaving.values())) > 1:
            each = " and ".join(f"{name!r} ({leaves.value})" for name, leaves in leaving.items())
            yield path, f"{each} leave different requirements: a rank can leave only one"


@_reads("ranks", "order")
def _leads(variant: Variant) -> Found:
    for rank, rules in variant.ranks:
        for number, ability in enumerate(rules.abilities):
            path = f"ranks.{rank}.abilities[{number}].lead"
            effects = ability.effects
            if not effects.burns or effects.lead == "free":
                continue
            if not effects.again:
                yield path, f"{effects.lead!r} limits a lead that again = false gives away"
            if rank not in variant.order:
                yield path, f"{effects.lead!r} needs {rank} in the order"


@_reads("four", "sets")
def _four(variant: Variant) -> Found:
    four = variant.four
    if four.lead != "free" and not four.again:
        yield "four.lead", f"{four.lead!r} limits a lead that again = false gives away"
    if four.on_anything and not variant.sets:
        yield "four.on_anything", "four are never laid together where sets = false"


@_reads("start", "arrange")
def _start(variant: Variant) -> Found:
    start = variant.start
    yield from _twice("start.ranks", start.ranks)
    if start.by == "deal_order" and start.judged == "arranged":
        yield "start.by", '"deal_order" means the cards as dealt: judged = "arranged" contradicts it'
    if variant.arrange == "from_hand" and start.judged == "deal":
        if start.by == "deal_order":
            yield "start.by", '"deal_order" needs face-up cards that are dealt as such: write "seat"'
        elif start.by == "seat" and start.zones == "face_up":
            yield "start.zones", 'nothing lies face up as dealt: write judged = "arranged"'


@_reads("arrange", "deal")
def _arranging(variant: Variant) -> Found:
    if variant.arrange == "from_hand" and variant.deal.face_up == 0:
        yield "arrange", '"from_hand" needs deal.face_up of 1 or more'


@_reads("end")
def _end(variant: Variant) -> Found:
    yield from _outside("end.turn_limit", variant.end.turn_limit, 0)
