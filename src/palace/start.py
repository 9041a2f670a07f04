"""Who starts (ruling 2): ranks are tried one after another until one decides."""

from palace.cards import CARDS, RANK_MASK
from palace.variant import Variant


def from_dealers_left(dealer: int, players: int) -> list[int]:
    """Every seat once, clockwise from the dealer's left, the dealer last."""
    return [(dealer + place) % players for place in range(1, players + 1)]


def starter(
    variant: Variant,
    dealer: int,
    hands: tuple[int, ...],
    face_up: tuple[int, ...],
    dealt: list[tuple[int, int]] | None = None,
) -> int:
    """The seat that starts; the dealer's left where no rank decides.

    Args:
        variant: its `start` says how.
        dealer: the seat that dealt.
        hands: each seat's hand, packed.
        face_up: each seat's face-up cards, packed.
        dealt: the face-up cards as (seat, card index) in the order of dealing, where known.
    """
    start, seats = variant.start, from_dealers_left(dealer, len(hands))
    if start.by == "dealers_left":
        return seats[0]
    for rank in start.ranks or variant.order:
        mask = RANK_MASK[rank.index]
        if start.zones != "hand":
            if start.by == "deal_order":
                holders = [seat for seat, index in dealt or () if CARDS[index].rank is rank]
            else:
                holders = [seat for seat in seats if face_up[seat] & mask]
            if holders:
                return holders[0]
        if start.zones != "face_up":
            holders = [seat for seat in seats if hands[seat] & mask]
            if holders:
                return holders[0]
    return seats[0]
