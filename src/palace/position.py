"""A position from zones written as text, checked against the deck; the rest lies aside."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from palace.cards import CARDS, Card, Cards, card_indexes
from palace.errors import NotationError, PositionError
from palace.rules import Rules, rules_of
from palace.state import FLIPPED, Phase, State
from palace.variant import Variant

Zone: TypeAlias = str | Iterable[Card | str]
_ZONES = ("hand", "face_up", "face_down")


def position(
    variant: Variant,
    seats: Sequence[Mapping[str, Zone]],
    *,
    pile: Zone = "",
    stock: Zone = "",
    burned: Zone = "",
    to_move: int | None = 0,
    direction: int = 1,
    out: Iterable[int] = (),
    phase: str = "play",
    dealer: int = 0,
    arranged: Iterable[int] = (),
    turns: int = 0,
    requirement: str | None = None,
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
        direction: 1 clockwise, -1 the other way.
        out: the seats that have left, in order.
        phase: `arrange`, `play` or `over`.
        dealer: the seat that dealt.
        arranged: while arranging, the seats that have arranged.
        turns: turns played so far, where the variant limits them.
        requirement: what must be beaten, where the pile does not tell, as a row of the follow
            table is called: `"lead 10 or higher"`.

    Raises:
        NotationError: a text is no card, or a zone has no such name.
        PositionError: no game of this variant comes to such a position: a card twice, a seat
            without cards that is not out, ...
        VariantError: something is wrong with the variant.
    """
    rules = rules_of(variant)
    zones = [_zones(number, seat) for number, seat in enumerate(seats)]
    ordered_pile, ordered_stock = card_indexes(pile), card_indexes(stock)
    try:
        row = rules.standing(ordered_pile) if requirement is None else rules.row_number(requirement)
        playing = Phase(phase)
    except ValueError as error:
        raise PositionError(str(error)) from None
    seen = tuple(arranged)
    state = State(
        rules, playing, None if playing is Phase.OVER else to_move, direction, dealer, tuple(out),
        turns if variant.end.turn_limit else 0,
        tuple(hand for hand, _, _ in zones), tuple(up for _, up, _ in zones),
        tuple(down for _, _, down in zones), ordered_stock, ordered_pile,
        Cards.of(burned).packed, row,
        sum(1 << seat for seat in range(len(zones)) if seat in seen) if playing is Phase.ARRANGE else (1 << len(zones)) - 1,
    )  # fmt: skip
    wrong = list(_wrong(state, rules, seen))
    if wrong:
        raise PositionError("; ".join(wrong))
    return state


def _zones(number: int, seat: Mapping[str, Zone]) -> tuple[int, int, bytes]:
    for name in seat:
        if name not in _ZONES:
            raise NotationError(f"seat {number}: {name!r} is no zone: write {', '.join(_ZONES)}")
    down = seat.get("face_down", "")
    places = [
        FLIPPED if card == "--" else card_indexes([card])[0]
        for card in (down.split() if isinstance(down, str) else down)
    ]
    row = bytes(places)
    return (
        Cards.of(seat.get("hand", "")).packed,
        Cards.of(seat.get("face_up", "")).packed,
        row if row.strip(bytes((FLIPPED,))) else b"",
    )


def _wrong(state: State, rules: Rules, arranged: tuple[int, ...]) -> Iterable[str]:
    """Everything in which a state is none that a game could come to."""
    players, seats = state.players, range(state.players)
    yield from _wrong_cards(state)
    for name, number in (("to_move", state.to_move), ("dealer", state.dealer)):
        if number is not None and (type(number) is not int or number not in seats):
            yield f"{name} is {number!r}: seats are 0 to {players - 1}"
    for seat in (*state.out, *arranged):
        if seat not in seats:
            yield f"there is no seat {seat!r}: seats are 0 to {players - 1}"
    if state.direction not in (1, -1):
        yield f"direction is {state.direction!r}: it is 1 or -1"
    if len(set(state.out)) != len(state.out):
        yield f"a seat is out twice: {', '.join(map(str, state.out))}"
    for seat in seats:
        cards = bool(state._hands[seat] or state._face_up[seat] or state._face_down[seat])
        if seat in state.out and cards:
            yield f"seat {seat} is out, but it holds cards"
        if seat not in state.out and not cards:
            yield f"seat {seat} holds no card: name it in `out`"
    if state.to_move in state.out:
        yield f"seat {state.to_move} is to move, but it is out"
    if state.phase is Phase.PLAY and state.to_move is None:
        yield "somebody is to move while the game is played"
    if state.phase is not Phase.OVER and len(state.out) >= players - 1:
        yield 'one seat is left: the game is over, so phase is "over"'
    if state.phase is Phase.OVER and len(state.out) != players - 1 and not _at_limit(state):
        yield "the game is over only when one seat is left, or at the limit of turns"


def _at_limit(state: State) -> bool:
    limit = state.variant.end.turn_limit
    return bool(limit) and state.turns >= limit


def _wrong_cards(state: State) -> Iterable[str]:
    deck = state.variant.deck_cards(state.players)
    lying = [index for row in state._face_down for index in row if index != FLIPPED]
    ordered = [*lying, *state._stock, *state._pile]
    zones = [*state._hands, *state._face_up, state._burned]
    for card in CARDS:
        placed = ordered.count(card.index) + sum(Cards(zone).count(card) for zone in zones)
        if placed > deck.count(card):
            there = deck.count(card) or "no"
            yield f"{card} is placed {placed} times: the deck has {there} such card"
