"""Keys that have no effect beside others, where what they say is read outside the follow table."""

from collections.abc import Iterator
from functools import reduce
from typing import Any, TypeAlias

from attrs import fields

from palace.cards import Rank
from palace.errors import Doubt
from palace.traits import copies, most_together
from palace.variant import Variant
from palace.wording import shown


def idle_keys(variant: Variant) -> Iterator[Doubt]:
    """The keys that have no effect, each with what makes it idle.

    Args:
        variant: a variant with which nothing is wrong.
    """
    for find in (_burning, _laying, _dealing, _starting_and_ending):
        for keys, why in find(variant):
            for key in keys.split():
                value = _at(variant, key)
                if value != _at(_USUAL, key) and value not in NOTHING:
                    yield Doubt(key, f"{_as_written(value)} has no effect: {why}", idle=True)
    yield from _by_players(variant)
    yield from _ranks_not_there(variant)


NOTHING = (False, "never", "none")
"""Values that claim no effect: it is true that there is none."""
_USUAL = Variant()


def _at(variant: Variant, key: str) -> Any:
    return reduce(getattr, key.split("."), variant)


def _as_written(value: Any) -> str:
    """A value as a file has it; a table is named by its keys."""
    pairs = isinstance(value, tuple) and any(isinstance(each, tuple) for each in value)
    return ", ".join(str(key) for key, _ in value) if pairs else shown(value)


def stock(variant: Variant, players: int) -> int:
    """How many cards are left as stock after the deal at a player count."""
    sizes = variant.deal.at(players)
    left = len(variant.deck_cards(players)) - players * sizes.each
    if sizes.rest == "hands":
        return 0
    return left if sizes.stock is None else min(left, sizes.stock)


Idle: TypeAlias = Iterator[tuple[str, str]]
"""Keys, and what makes them idle."""


def _burning(variant: Variant) -> Idle:
    four = variant.four
    if four.burns == "never":
        size = "" if four.on_anything else "four.size"
        yield f"{size} four.by_players four.through four.again four.lead", 'four.burns = "never"'
    elif not any(_burns(variant, players) for players in variant.players.counts):
        yield "four.size four.by_players", "no deck has so many cards of a rank"


def _burns(variant: Variant, players: int) -> bool:
    """Whether so many equal cards can come together at a player count."""
    return most_together(variant, players) >= variant.four.at(players).size


def _laying(variant: Variant) -> Idle:
    if not variant.straights:
        yield "straight_limit", "straights = 0"
    if variant.table_cards.with_hand and not variant.sets:
        yield "table_cards.with_hand", "sets = false"


def _dealing(variant: Variant) -> Idle:
    sizes = [variant.deal.at(players) for players in variant.players.counts]
    if not any(stock(variant, players) for players in variant.players.counts):
        drawn = "deal.replenish deal.add_drawn chance bundling"
        comes_to_be = variant.end.resigned == "under_stock"
        yield f"deal.turn_up {'' if comes_to_be else drawn}", "there is no stock"
    if not any(each.draws for each in sizes):
        yield "deal.replenish deal.add_drawn", "deal.replenish_to = 0"
    if variant.deal.replenish == "as_laid":
        yield "deal.replenish_to", 'deal.replenish = "as_laid"'
    if not any(each.face_up for each in sizes):
        yield (
            "pick_up.adding table_cards.face_up table_cards.with_hand arrange",
            "no cards are dealt face up",
        )
    elif variant.table_cards.face_up == "into_hand" and not _stock_stays(variant):
        yield "pick_up.adding", 'table_cards.face_up = "into_hand"'
    if not any(each.face_down for each in sizes):
        yield "pick_up.instead_of_flip table_cards.face_down", "no cards are dealt face down"


def _stock_stays(variant: Variant) -> bool:
    """Whether there is a stock at some player count from which nobody draws."""
    seats = variant.players.counts
    return any(stock(variant, each) and not variant.deal.at(each).draws for each in seats)


def _starting_and_ending(variant: Variant) -> Idle:
    start, end = variant.start, variant.end
    if start.by in ("dealers_left", "dealers_right"):
        keys = "start.zones start.judged start.ranks start.suits start.ties"
        yield keys, f"start.by = {shown(start.by)}"
    if variant.arrange == "none":
        yield "start.judged arrange_order", 'arrange = "none"'
    if end.result == "winner":
        nobody = 'with end.result = "winner" there is no loser'
        yield "end.next_dealer" * (end.next_dealer == "loser"), nobody
        yield "start.later" * (start.later == "loser"), nobody


def _by_players(variant: Variant) -> Iterator[Doubt]:
    """What is different at numbers of players that the variant is not for."""
    seats = variant.players.counts
    for key in fields(Variant):
        name, table = key.name, getattr(variant, key.name)
        for span, _ in getattr(table, "by_players", ()):
            path = f"{name}.by_players.{span}"
            if span.last < seats[0] or span.first > seats[-1]:
                played = f"players are {seats[0]} to {seats[-1]}"
                yield Doubt(path, f"{span} has no effect: {played}", idle=True)


def _ranks_not_there(variant: Variant) -> Iterator[Doubt]:
    """Rules for a rank of which the deck has no card."""
    there = copies(variant)
    for rank, _ in variant.ranks:
        if rank not in there:
            yield _not_there(f"ranks.{rank}", rank)
    for key in ("order", "start.ranks", "four.through", "end.not_on"):
        for number, rank in enumerate(_at(variant, key)):
            if rank not in there:
                yield _not_there(f"{key}[{number}]", rank)


def _not_there(path: str, rank: Rank) -> Doubt:
    right = "write deck.jokers = 2" if rank is Rank.JOKER else "put it into the deck"
    message = f"{shown(rank)} has no effect: the deck has none; {right}, or take it away"
    return Doubt(path, message, idle=True)
