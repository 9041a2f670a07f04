"""What is laid together besides equal cards of one zone, and what no cell says by itself.

Cards that stand for others, straights, and the last cards of a hand with face-up cards.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product, takewhile

from attrs import evolve

from palace.abilities import NO_EFFECTS
from palace.actions import Play
from palace.cards import CARDS, RANK_MASK, RANKS, Cards, Rank, holds, pack, unpack
from palace.errors import PositionError
from palace.plays import MOST_KEPT, allows, parts
from palace.requirements import ONE_CARD, Cell, Row
from palace.rules import Rules
from palace.state import Declared, State

# ---------------------------------------------------------------- cards that stand for others


def declared_plays(state: State, seat: int, row: Row, *, distinct: bool) -> Iterator[Play]:
    """What a seat may lay in which cards stand for others, by rank and number of cards."""
    rules, zone = state._frame.rules, zone_in_use(state, seat)
    held = {number: cards for number in rules.stand_for if (cards := zone & RANK_MASK[number])}
    if not held:
        return
    for rank in RANKS:
        if not row.cells[4 * rank.index].counts:
            continue
        standing = sum(cards for number, cards in held.items() if rank in rules.stand_for[number])
        others = zone & RANK_MASK[rank.index]
        alone = _laid_as(seat, rank, others, standing, distinct=distinct)
        for play in (*alone, *_with_face_up(state, seat, rank, distinct=distinct)):
            if declared_cell(rules, row, play) is not None:
                yield play


@lru_cache(maxsize=MOST_KEPT)
def _laid_as(
    seat: int, rank: Rank, others: int, standing: int, *, distinct: bool
) -> tuple[Play, ...]:
    """What may be laid as a rank: any of its cards, and one at least that stands for it."""
    found = [
        Play(seat, Cards(part + stand), rank)
        for part in (0, *parts(others, distinct=distinct))
        for stand in parts(standing, distinct=distinct)
    ]
    return tuple(sorted(found, key=lambda play: (len(play.laid), play.laid)))


def declared_cell(rules: Rules, row: Row, action: Play) -> Cell | None:
    """The cell that cards laid as a rank meet, or None where they may not be laid so.

    Where a card of one suit is asked for, none stands for it.
    """
    rank = action.as_rank
    if rank is None or row.requirement.suit is not None or not stands(rules, action):
        return None
    cell = row.cells[4 * rank.index]
    return cell if cell.counts >> len(action.laid) & 1 else None


def stands(rules: Rules, action: Play) -> bool:
    """Whether the cards of a play are of the rank as which they are laid, or may stand for it."""
    others = [index >> 2 for index in action.laid if RANKS[index >> 2] is not action.as_rank]
    alone = [RANKS[number] for number in others if others.count(number) > 1]
    return (
        bool(others)
        and all(action.as_rank in rules.stand_for.get(number, ()) for number in others)
        and all(rules.variant.rank(rank).sets for rank in alone)
    )


def declared_as(rules: Rules, pile: bytes, ranks: Sequence[Rank]) -> Declared:
    """What the cards of a pile stand for that stand for others, given the ranks from the bottom.

    Raises:
        PositionError: there are not so many such cards, or one does not stand for its rank.
    """
    places = [place for place, index in enumerate(pile) if index >> 2 in rules.stand_for]
    if len(places) != len(ranks):
        there = f"cards in the pile that stand for others: {len(places)}"
        raise PositionError(f"{there}, ranks named: {len(ranks)}; name one for each")
    for place, rank in zip(places, ranks, strict=True):
        card, allowed = CARDS[pile[place]], rules.stand_for[pile[place] >> 2]
        if rank not in allowed:
            raise PositionError(f"{card} does not stand for {rank}: write {', '.join(allowed)}")
    return tuple((place, rank.index) for place, rank in zip(places, ranks, strict=True))


def faces(rules: Rules, index: int) -> list[int]:
    """As which cards a card may count, by their indexes: mostly as itself alone."""
    ranks = rules.stand_for.get(index >> 2)
    return [index] if ranks is None else [4 * rank.index for rank in ranks]


# ---------------------------------------------------------------- straights


def straights(rules: Rules, row: Row, zone: int, seat: int, *, distinct: bool) -> Iterator[Play]:
    """The straights out of a zone that may be laid, by first rank, number of cards and suits."""
    variant = rules.variant
    if not variant.straights:
        return
    held = [sorted(set(unpack(zone & mask))) for mask in RANK_MASK]
    for number in rules.stand_for:
        held[number] = []
    order = sequence(rules, row)
    for first in range(len(order)):
        in_reach = (held[rank] for rank in order[first : first + variant.straight_limit])
        run = [cards[:1] if distinct else cards for cards in takewhile(bool, in_reach)]
        for number in range(variant.straights, len(run) + 1):
            found = (Play(seat, Cards(pack(bytes(laid)))) for laid in product(*run[:number]))
            yield from (play for play in found if straight_cell(rules, row, play) is not None)


def sequence(rules: Rules, row: Row) -> list[int]:
    """The numbers of the ranks in the order in which the cards of a straight are laid."""
    order = [rank.index for rank in rules.variant.order]
    downward = rules.variant.beat in ("equal_or_lower", "lower")
    return order[::-1] if downward != bool(row.requirement.flipped) else order


def in_sequence(rules: Rules, row: Row, action: Play) -> bytes | None:
    """The cards of a straight in the order in which they are laid; None where they are none."""
    variant, order = rules.variant, sequence(rules, row)
    if not 0 < variant.straights <= len(action.laid) <= variant.straight_limit:
        return None
    natural = [index for index in action.laid if index >> 2 not in rules.stand_for]
    places = {order.index(index >> 2): index for index in natural if index >> 2 in order}
    first = min(places, default=0)
    if sorted(places) != [*range(first, first + len(action.laid))]:
        return None
    return bytes(places[place] for place in sorted(places))


def in_order(state: State, action: Play) -> bytes:
    """The cards of a legal play in the order in which they are laid."""
    return in_sequence(state._frame.rules, state._row, action) or action.laid


def straight_cell(rules: Rules, row: Row, action: Play) -> Cell | None:
    """The cell of a straight, or None where it may not be laid.

    Its first card must go where the pile stands; each lies on the one before, and all but the last
    cause nothing. No card of it stands for another.
    """
    laid = in_sequence(rules, row, action)
    if laid is None or not row.cells[laid[0]].counts & ONE_CARD:
        return None
    for index in laid[:-1]:
        if row.cells[index].effects != NO_EFFECTS:
            return None
        row = rules.rows[row.cells[index].row_after(1)]
    last = row.cells[laid[-1]]
    effects = evolve(  # only the last of the cards causes it
        last.effects,
        skips=last.effects.skips and "once",
        reverses=last.effects.reverses and "once",
    )
    return Cell(ONE_CARD, last.row_after(1), effects)


# ---------------------------------------------------------------- hand and face-up cards


def zone_in_use(state: State, seat: int) -> int:
    """The packed cards that a seat plays from; 0 with only face-down cards left (ruling 5)."""
    return state._hands[seat] or state._frame.face_up[seat]


def will_draw(state: State, seat: int) -> bool:
    """Whether a seat that lays the last cards of the zone in use has others to draw."""
    frame = state._frame
    at_once = state._hands[seat] and frame.draw_to and state._stock
    return bool(at_once) or frame.rules.may_wait(state.players, state._stock)


def joining(state: State, seat: int) -> int:
    """The face-up cards, packed, that may be laid together with a seat's whole hand; mostly 0."""
    variant, hand = state._frame.rules.variant, state._hands[seat]
    if not (variant.table_cards.with_hand and hand) or will_draw(state, seat):
        return 0
    ranks = [mask for mask in RANK_MASK if hand & mask]
    return state._frame.face_up[seat] & ranks[0] if len(ranks) == 1 else 0


def joined_plays(state: State, seat: int, row: Row, *, distinct: bool) -> Iterator[Play]:
    """What a seat may lay out of its hand and its face-up cards together."""
    found = _with_face_up(state, seat, None, distinct=distinct)
    yield from (play for play in found if allows(row.counts[play.top >> 2], play.laid))


def _with_face_up(state: State, seat: int, as_rank: Rank | None, *, distinct: bool) -> list[Play]:
    """The whole hand with each part of the face-up cards that may join it."""
    hand, joined = state._hands[seat], joining(state, seat)
    found = [Play(seat, Cards(hand + part), as_rank) for part in parts(joined, distinct=distinct)]
    return sorted(found, key=lambda play: (len(play.laid), play.laid))


def joins(state: State, action: Play) -> bool:
    """Whether a play has all of a hand, and equal face-up cards that may join it."""
    hand, joined = state._hands[action.seat], joining(state, action.seat)
    return joined > 0 and holds(action.packed, hand) and holds(joined, action.packed - hand)
