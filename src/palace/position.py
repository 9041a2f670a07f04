"""A position from zones written as text, checked against the deck; the rest lies aside."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from palace.cards import CARDS, Card, Cards, Rank, card_indexes, pack
from palace.errors import NotationError, PalaceError, PositionError
from palace.follow import Row
from palace.rules import Rules, rules_of
from palace.settling import asking
from palace.soundness import faults
from palace.state import EMPTY_PLACE, FLIPPED, Frame, Pending, Phase, State, shown
from palace.variant import Variant
from palace.wording import none_of

Zone: TypeAlias = str | Iterable[Card | str]
_ZONES = ("hand", "face_up", "face_down")


def position(  # noqa: PLR0913 - a position has that many parts
    variant: Variant,
    seats: Sequence[Mapping[str, Zone]],
    *,
    pile: Zone = "",
    stock: Zone = "",
    burned: Zone = "",
    to_move: int | None = 0,
    direction: int | None = None,
    out: Iterable[int] = (),
    resigned: Iterable[int] = (),
    phase: str = "play",
    dealer: int = 0,
    arranged: Iterable[int] = (),
    turns: int = 0,
    requirement: str | None = None,
    burned_unseen: Zone = "",
    pending: Pending | None = None,
    laid_by: int | None = None,
    declared: Mapping[int, Rank | str] | None = None,
) -> State:
    """Build a state from zones; cards of the deck that are named nowhere lie aside.

    Args:
        variant: the rules.
        seats: for each seat its zones, `hand`, `face_up` and `face_down`, each cards as text or as
            values; one left out is empty. Among face-down cards `--` is a place already flipped.
        pile: the pile, the bottom card first.
        stock: the stock, the next card to be drawn first.
        burned: the burned cards.
        to_move: the seat to move; while arranging the seat that will start, or None.
        direction: 1 clockwise, -1 the other way; left out as at the start of a game.
        out: the seats that have left, in order.
        resigned: the seats that have resigned, in order.
        phase: `arrange`, `play` or `over`.
        dealer: the seat that dealt.
        arranged: while arranging, the seats that have arranged.
        turns: turns played so far, where the variant limits them.
        requirement: what must be beaten, where the pile does not tell, as a row of the follow
            table is called: `"lead 10 or higher"`.
        burned_unseen: those of the burned cards that nobody saw, as hands of seats that resigned.
        pending: what a player has still to say or to do; its `row` is that of the requirement.
        laid_by: the seat that laid the last card, where the variant asks for it.
        declared: by their places in the pile, from 0, the ranks of cards that stand for others.

    Returns:
        The state; its `requirement` follows from the pile unless given.

    Raises:
        NotationError: a text is no card, or a zone has no such name.
        PositionError: the position contradicts itself or the deck: a card twice, a seat without
            cards that is not out, a game that should be over, ...
        VariantError: something is wrong with the variant.
    """
    rules = rules_of(variant)
    if direction is None:
        direction = variant.start.first_direction
    zones = [_zones(number, seat) for number, seat in enumerate(seats)]
    ordered_pile, ordered_stock = card_indexes(pile), card_indexes(stock)
    if phase not in list(Phase):
        raise PositionError(f"phase: {none_of(phase, Phase)}")
    standing_for = _declared(rules, ordered_pile, declared or {})
    faces = shown(ordered_pile, standing_for)
    arranging, have_arranged, gone = phase == Phase.ARRANGE, tuple(arranged), tuple(resigned)
    hands, face_up, face_down = zip(*zones, strict=True) if zones else ((), (), ())
    ready = (*have_arranged, *gone) if arranging else range(len(zones))
    done = sum(1 << seat for seat in range(len(zones)) if seat in ready)
    state = State(
        Phase(phase), None if phase == Phase.OVER else to_move, hands, ordered_stock,
        ordered_pile, pack(ordered_pile), Cards.of(burned).packed,
        _row(rules, faces, requirement, pending),
        Frame(
            rules, direction if _is_direction(direction) else 1, dealer, tuple(out), turns,
            face_up, face_down, done, laid_by=laid_by, declared=standing_for,
            resigned=gone, burned_unseen=Cards.of(burned_unseen).packed,
        ),
    )  # fmt: skip
    if pending is not None:
        state = asking(state, pending)
    wrong = [message for _, message in faults(state, have_arranged)]
    if not _is_direction(direction):
        wrong.append(f"direction is {direction!r}: it is 1 or -1")
    if wrong:
        raise PositionError("; ".join(wrong))
    return state


def _is_direction(value: object) -> bool:
    return type(value) is int and value in (1, -1)


def _declared(
    rules: Rules, pile: bytes, declared: Mapping[int, Rank | str]
) -> tuple[tuple[int, int], ...]:
    """The places and the numbers of the ranks of cards in the pile that stand for others."""
    ranks = {place: Rank.parse(rank) for place, rank in declared.items()}
    for place, index in enumerate(pile):
        allowed, rank = rules.stand_for.get(index >> 2, ()), ranks.get(place)
        if allowed and rank not in allowed:
            right = f"write one of {', '.join(allowed)} for place {place}"
            raise PositionError(f"declared: {CARDS[index]} stands for {rank or 'no rank'}: {right}")
    for place in ranks:
        if place not in range(len(pile)) or pile[place] >> 2 not in rules.stand_for:
            raise PositionError(f"declared: no card that stands for others lies at place {place!r}")
    return tuple((place, ranks[place].index) for place in sorted(ranks))


def _row(rules: Rules, pile: bytes, requirement: str | None, pending: Pending | None) -> Row:
    """The row at which the pile stands, as far as the pile tells it."""
    standing = rules.standing(pile)
    if requirement is None:
        return standing
    try:
        row = rules.row(requirement)
    except PalaceError as error:
        raise PositionError(f"requirement: {error}") from None
    asked, told = row.requirement, standing.requirement
    alike = (asked.kind, asked.rank, asked.suit) == (told.kind, told.rank, told.suit)
    led = not pile and asked.kind in ("lead", "start")
    given = pending is not None and asked.rank is not None and asked.kind in ("top", "attack")
    if alike or led or given:
        return row
    raise PositionError(f"requirement is {requirement!r}, but the pile asks for {told}")


def _zones(number: int, seat: Mapping[str, Zone]) -> tuple[int, int, bytes]:
    if not isinstance(seat, Mapping):
        raise NotationError(
            f'seat {number} is {seat!r}: write its zones, as in {{"hand": "7H 7C"}}'
        )
    for name in seat:
        if name not in _ZONES:
            raise NotationError(f"seat {number}: {name!r} is no zone: write {', '.join(_ZONES)}")
    down = seat.get("face_down", "")
    places = [
        FLIPPED if card in ("--", None) else card_indexes([card])[0]
        for card in (down.split() if isinstance(down, str) else down)
    ]
    row = bytes(places)
    return (
        Cards.of(seat.get("hand", "")).packed,
        Cards.of(seat.get("face_up", "")).packed,
        row if row.strip(EMPTY_PLACE) else b"",
    )
