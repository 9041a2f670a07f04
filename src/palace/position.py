"""A position from zones written as text, checked against the deck; the rest lies aside."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from palace.abilities import NO_EFFECTS
from palace.cards import CARDS, Card, Cards, Rank, card_indexes, pack
from palace.cells import caused
from palace.errors import NotationError, PalaceError, PositionError
from palace.follow import Row
from palace.rules import Rules, rules_of
from palace.settling import asking
from palace.start import from_dealers_left
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
    phase: str = "play",
    dealer: int = 0,
    arranged: Iterable[int] = (),
    turns: int = 0,
    requirement: str | None = None,
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
        phase: `arrange`, `play` or `over`.
        dealer: the seat that dealt.
        arranged: while arranging, the seats that have arranged.
        turns: turns played so far, where the variant limits them.
        requirement: what must be beaten, where the pile does not tell, as a row of the follow
            table is called: `"lead 10 or higher"`.
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
    arranging, have_arranged = phase == Phase.ARRANGE, tuple(arranged)
    hands, face_up, face_down = zip(*zones, strict=True) if zones else ((), (), ())
    done = sum(1 << seat for seat in range(len(zones)) if not arranging or seat in have_arranged)
    state = State(
        Phase(phase), None if phase == Phase.OVER else to_move, hands, ordered_stock,
        ordered_pile, pack(ordered_pile), Cards.of(burned).packed,
        _row(rules, faces, requirement, pending),
        Frame(
            rules, direction if _is_direction(direction) else 1, dealer, tuple(out), turns,
            face_up, face_down, done, laid_by=laid_by, declared=standing_for,
        ),
    )  # fmt: skip
    if pending is not None:
        state = asking(state, pending)
    wrong = [*_wrong_cards(state), *_wrong_numbers(state, have_arranged)]
    if not _is_direction(direction):
        wrong.append(f"direction is {direction!r}: it is 1 or -1")
    wrong += [*_wrong_seats(state), *_wrong_phase(state), *_wrong_pending(state)]
    if wrong:
        raise PositionError("; ".join(wrong))
    return state


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


def _wrong_cards(state: State) -> Iterator[str]:
    deck = state.variant.deck_cards(state.players)
    lying = [index for row in state._frame.face_down for index in row if index != FLIPPED]
    ordered = [*lying, *state._stock, *state._pile]
    zones = [*state._hands, *state._frame.face_up, state._burned]
    for card in CARDS:
        placed = ordered.count(card.index) + sum(Cards(zone).count(card) for zone in zones)
        if placed > deck.count(card):
            yield f"{card}: {placed} placed, but {deck.count(card) or 'none'} in the deck"


def _wrong_numbers(state: State, arranged: tuple[int, ...]) -> Iterator[str]:
    """Seats that do not exist, and other numbers out of range."""
    limit = state.variant.end.turn_limit
    for name, seats in (
        ("dealer", (state.dealer,)), ("out", state.out), ("arranged", arranged),
        ("to_move", () if state.to_move is None else (state.to_move,)),
    ):  # fmt: skip
        for seat in seats:
            if not _is_number(seat, 0, state.players - 1):
                yield f"{name}: there is no seat {seat!r}: seats are 0 to {state.players - 1}"
        if len(set(seats)) != len(seats):
            yield f"{name}: a seat is named twice: {', '.join(map(str, seats))}"
    if not _is_number(state.turns, 0, limit):
        right = f"it is a number from 0 to {limit}" if limit else "the variant does not limit them"
        yield f"turns is {state.turns!r}: {right}"


def _is_direction(value: object) -> bool:
    return _is_number(value, -1, 1) and value != 0


def _is_number(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _wrong_seats(state: State) -> Iterator[str]:
    """Seats that should have left, or should not."""
    deal = state.variant.deal
    draws = deal.replenish == "at_turn_start" and deal.at(state.players).replenish_to > 0
    may_draw = draws and bool(state._stock)
    for seat in range(state.players):
        cards = bool(
            state._hands[seat] or state._frame.face_up[seat] or state._frame.face_down[seat]
        )
        if seat in state.out and cards:
            yield f"seat {seat} is out, but it holds cards"
        if seat not in state.out and not cards and not may_draw:
            yield f"seat {seat} holds no card: name it in `out`"
    if state.to_move in state.out:
        yield f"seat {state.to_move} is to move, but it is out"


def _wrong_pending(state: State) -> Iterator[str]:
    """What is asked of a player who cannot be asked for it."""
    pending = state.pending
    if pending is None:
        return
    variant, rules, seat = state.variant, state.rules, pending.seat
    asked = rules.rows[pending.row].requirement if pending.row else state.requirement
    effects = caused(variant, asked.rank) if asked.rank else NO_EFFECTS
    possible = {
        "victim": effects.gives == "chosen",
        "mover": any(caused(variant, rank).chooses == "mover" for rank in Rank),
        "direction": effects.chooses == "direction" and asked.kind == "top",
        "defence": asked.kind == "attack",
        "add": variant.deal.add_drawn and bool(state.pile),
        "chance": variant.chance_card == "hand",
    }
    if not possible.get(pending.kind, False):
        yield f"pending: nothing asks for {pending.kind!r} where the pile stands at {asked}"
    if seat not in range(state.players) or (seat in state.out and pending.kind != "defence"):
        yield f"pending: seat {seat!r} is not there to be asked"
    elif (seat == state.to_move) == (pending.kind == "defence"):
        yield f"pending: seat {seat} is asked, but seat {state.to_move} is to move"
    if pending.kind == "add" and not Cards(pending.cards) <= state.hands[state.to_move or 0]:
        yield f"pending: {Cards(pending.cards)} are not all in the hand of seat {seat}"


def _wrong_phase(state: State) -> Iterator[str]:
    """A phase that should be another."""
    limit = state.variant.end.turn_limit
    exits = state.rules.exits(state.players)
    seat = "one seat is left" if exits == state.players - 1 else "one seat has left"
    over = len(state.out) >= exits or 0 < limit == state.turns
    if state.phase is Phase.OVER and not over:
        yield f"the game is over only when {seat}, or at the limit of turns"
    if state.phase is not Phase.OVER and over:
        yield f'{seat}, or the turns are at their limit, so phase is "over"'
    if state.phase is Phase.PLAY and state.to_move is None:
        yield "somebody is to move while the game is played"
    if state.phase is Phase.ARRANGE:
        if state.variant.arrange == "none":
            yield f'{state.variant.name} has no arranging, so phase is "play"'
        if state.to_move is None and state.variant.start.judged == "deal":
            yield "to_move is missing: the deal has fixed the starter, so name the seat"
        if state.out:
            yield "nobody has left while cards are arranged"
        if len(state.arranged) == state.players:
            yield 'all seats have arranged, so phase is "play"'
        yield from _wrong_order(state)


def _wrong_order(state: State) -> Iterator[str]:
    """Seats that have arranged before others that come first."""
    order, dealt = state.variant.arrange_order, _is_number(state.dealer, 0, state.players - 1)
    if order == "any" or not dealt:
        return
    seats = from_dealers_left(state.dealer, state.players)
    for seat in seats[: len(state.arranged)]:
        if seat not in state.arranged:
            last = max(state.arranged, key=seats.index)
            yield f"arranged: seat {seat} arranges before seat {last}: name it too"
