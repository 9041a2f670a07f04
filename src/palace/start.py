"""Who starts (ruling 2): ranks are tried one after another until one decides."""

from functools import lru_cache
from typing import TypeAlias

from palace.cards import CARD_MASK, RANK_MASK, Rank, count, unpack
from palace.requirements import Row
from palace.rules import Rules
from palace.variant import Start, StartSuit, Variant

Zone: TypeAlias = tuple[int, ...]
"""Each seat's cards, packed."""
_SUITS: dict[StartSuit, int] = {"clubs": 0, "diamonds": 1, "hearts": 2, "spades": 3}


def from_dealers_left(dealer: int, players: int) -> list[int]:
    """Every seat once, clockwise from the dealer's left, the dealer last."""
    return [(dealer + place) % players for place in range(1, players + 1)]


def who_starts(
    variant: Variant,
    dealer: int,
    hands: Zone,
    face_up: Zone,
    dealt: list[tuple[int, int]] | None = None,
) -> tuple[int, int | None]:
    """The seat that starts, and the card that decided; the dealer's left where none did.

    Args:
        variant: its `start` says how.
        dealer: the seat that dealt.
        hands: each seat's hand, packed.
        face_up: each seat's face-up cards, packed.
        dealt: the face-up cards as (seat, card index) in the order of dealing, where known.
    """
    start, seats = variant.start, from_dealers_left(dealer, len(hands))
    if start.by == "dealers_right":
        return seats[-2], None
    tried = _tried(start.ranks or variant.order, start.suits) if start.by != "dealers_left" else ()
    for mask in tried:
        for zone in _zones(start, hands, face_up):
            holders = [seat for seat in seats if zone[seat] & mask]
            if not holders:
                continue
            if start.by == "deal_order" and zone is face_up:
                for seat, index in dealt or ():
                    if mask & CARD_MASK[index]:
                        return seat, index
            seat = _first(holders, zone, mask, tried, start)
            return seat, unpack(zone[seat] & mask)[0]
    return seats[0], None


def starting_row(rules: Rules, card: int | None, standing: Row) -> Row:
    """The row in which a game starts: as the pile stands, or the card that decided must be led."""
    if card is None or rules.variant.start.lead == "free":
        return standing
    return rules.start_row(card)


def row_of_hand(rules: Rules, row: Row, hand: int) -> Row:
    """The row for the starter's hand: what must be led holds only where the hand has it."""
    if row.otherwise is None or row.playable & hand:
        return row
    return rules.rows[row.otherwise]


def _zones(start: Start, hands: Zone, face_up: Zone) -> list[Zone]:
    """The zones that are looked through, one after another."""
    if start.zones == "face_up_and_hand":
        return [tuple(up + hand for up, hand in zip(face_up, hands, strict=True))]
    return [face_up] * (start.zones != "hand") + [hands] * (start.zones != "face_up")


@lru_cache(maxsize=256)
def _tried(ranks: tuple[Rank, ...], suits: tuple[StartSuit, ...]) -> tuple[int, ...]:
    """The cards that are tried, one mask after another: a rank, or one suit of it."""
    masks = []
    for rank in ranks:
        rest = RANK_MASK[rank.index]
        for suit in suits:
            index = 4 * rank.index + _SUITS[suit]
            if index < 52:  # jokers have no suit
                masks.append(CARD_MASK[index])
                rest -= CARD_MASK[index]
        masks += [rest] if rest else []
    return tuple(masks)


def _first(holders: list[int], zone: Zone, mask: int, tried: tuple[int, ...], start: Start) -> int:
    """Who starts among several holders of a card, given in the order of their seats."""
    if start.by == "most":
        most = max(count(zone[seat] & mask) for seat in holders)
        holders = [seat for seat in holders if count(zone[seat] & mask) == most]
    if start.ties == "seat":
        return holders[0]
    return min(holders, key=lambda seat: _in_turn(zone[seat], tried))


def _in_turn(cards: int, tried: tuple[int, ...]) -> list[int]:
    """When each of the cards is tried; a card comes before none at all."""
    turns = [turn for turn, mask in enumerate(tried) for _ in range(count(cards & mask))]
    return [*turns, len(tried)]
