"""Worked examples: positions, moves and outcomes in a file, and the check that they hold."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from os import PathLike
from typing import Any, TypeAlias

from attrs import evolve, frozen

from palace.actions import Action, parse_action
from palace.bundled import EXAMPLES_SUFFIX
from palace.cards import CARDS, Card, Cards, Rank, card_indexes, unpack
from palace.checks import mistyped
from palace.deal import deal
from palace.documents import Document, Source, lies_at, read_document
from palace.errors import (
    NotationError,
    PalaceError,
    PositionError,
    Problem,
    Reason,
    VariantError,
)
from palace.files import find, folder_of, load_source, variant_of
from palace.given import require
from palace.legality import is_legal, legal_actions
from palace.outcome import next_dealer, next_starter, places
from palace.positions import position
from palace.reading import Raw, Unread, readable, structure
from palace.refusals import why_illegal
from palace.rules import rules_of
from palace.state import Awaits, Pending, Phase, State
from palace.turn import apply
from palace.variant import Variant
from palace.wording import PLAIN, printable, quoted, shown

__all__ = [
    "Awaited",
    "Example",
    "Examples",
    "Failure",
    "SeatZones",
    "Then",
    "check_examples",
    "load_examples",
]


@frozen
class SeatZones:
    """A seat's zones as text; one left out is empty, or in `then` not compared.

    Attributes:
        hand: the hand.
        face_up: the face-up cards.
        face_down: the face-down cards, `--` a place already flipped.
    """

    hand: str | None = None
    face_up: str | None = None
    face_down: str | None = None

    def zones(self) -> dict[str, str]:
        """The zones that are named."""
        named = {"hand": self.hand, "face_up": self.face_up, "face_down": self.face_down}
        return {name: cards for name, cards in named.items() if cards is not None}


@frozen
class Awaited:
    """What a player has still to say or to do before the turn is over.

    Attributes:
        kind: `victim`, `mover` and `direction` are choices; `defence`: the pile may be sent back;
            `add`: drawn cards may be laid; `chance`: the chance's card was taken into the hand.
        seat: who laid the card that asks for it.
        cards: the drawn cards that may be laid.
        next: the seat to move when they are not.
    """

    kind: Awaits
    seat: int
    cards: str = ""
    next: int | None = None

    @classmethod
    def of(cls, pending: Pending | None) -> "Awaited | None":
        """What is pending in a state.

        Args:
            pending: what is pending.

        Returns:
            The same as a file says it; None where nothing is.

        Raises:
            PalaceError: it is something else.
        """
        if pending is None:
            return None
        require(pending, Pending, "pending choice", "state.pending is one")
        return cls(pending.kind, pending.seat, str(Cards(pending.cards)), pending.next)

    @property
    def pending(self) -> Pending:
        """The same for a position."""
        return Pending(self.kind, self.seat, cards=Cards.of(self.cards).packed, next=self.next)

    def __str__(self) -> str:
        cards = f", {self.cards}" if self.cards else ""
        after = "" if self.next is None else f", then seat {self.next}"
        return f"{self.kind} for seat {self.seat}{cards}{after}"


@frozen
class Then:
    """What must hold after the moves; what is left out is not compared.

    Attributes:
        pile: the pile, the bottom card first.
        declared: the ranks of the cards in the pile that stand for others, the lowest card first.
        burned: what the moves burned.
        stock: the stock, the next card first.
        to_move: the seat to move.
        direction: 1 clockwise, -1 the other way.
        seats: the first seats' zones.
        out: the seats that have left, in order.
        resigned: the seats that have resigned, in order.
        loser: the seat that lost.
        phase: `arrange`, `play` or `over`.
        starter: the seat that starts, in an example with a deck.
        legal: false: the last move is refused and changes nothing.
        reason: the code of that refusal, as in `does_not_beat`.
        may: moves that are legal.
        may_not: moves that are not.
        legal_moves: all the moves that are legal, every choice of suits written out.
        requirement: what must be beaten, as the row of the follow table is called.
        pending: what a player has still to say or to do.
        unfinished: whether the game ended at its limit of turns.
        places: each seat's place.
        next_dealer: the seat that deals the next game.
        next_starter: the seat that starts the next game, as in `[1]`; `[]` where the rule decides.
    """

    pile: str | None = None
    declared: tuple[Rank, ...] | None = None
    burned: str | None = None
    stock: str | None = None
    to_move: int | None = None
    direction: int | None = None
    seats: tuple[SeatZones, ...] | None = None
    out: tuple[int, ...] | None = None
    resigned: tuple[int, ...] | None = None
    loser: int | None = None
    phase: Phase | None = None
    starter: int | None = None
    legal: bool | None = None
    reason: Reason | None = None
    may: tuple[str, ...] | None = None
    may_not: tuple[str, ...] | None = None
    legal_moves: tuple[str, ...] | None = None
    requirement: str | None = None
    pending: Awaited | None = None
    unfinished: bool | None = None
    places: tuple[int, ...] | None = None
    next_dealer: int | None = None
    next_starter: tuple[int, ...] | None = None


@frozen
class Example:
    """A position or a deal, moves, and what must hold then.

    Attributes:
        name: what the example shows.
        then: what must hold after the moves.
        moves: actions as text, each of the seat then to move unless it names one; left out: none.
        seats: the zones of each seat.
        pile: the pile, the bottom card first; left out: empty.
        declared: the ranks of the cards in the pile that stand for others, the lowest card first;
            left out: none.
        stock: the stock, the next card first; left out: empty.
        to_move: the seat to move; left out: 0.
        direction: 1 clockwise, -1 the other way; left out: 1.
        out: the seats that have left; left out: nobody.
        resigned: the seats that have resigned; left out: nobody.
        phase: `arrange`, `play` or `over`; left out: `play`.
        dealer: the seat that dealt, or deals; left out: 0.
        turns: turns played so far, where the variant limits them; left out: 0.
        requirement: what must be beaten, where the pile does not tell.
        pending: what a player has still to say or to do; `requirement` holds when it is said.
        deck: instead of zones, cards in dealing order.
        players: with a deck, the number of seats.
    """

    name: str
    then: Then
    moves: tuple[str, ...] = ()
    seats: tuple[SeatZones, ...] | None = None
    pile: str | None = None
    declared: tuple[Rank, ...] | None = None
    stock: str | None = None
    to_move: int | None = None
    direction: int | None = None
    out: tuple[int, ...] | None = None
    resigned: tuple[int, ...] | None = None
    phase: Phase | None = None
    dealer: int | None = None
    turns: int | None = None
    requirement: str | None = None
    pending: Awaited | None = None
    deck: str | None = None
    players: int | None = None


@frozen
class Examples:
    """A variant and its worked examples.

    Attributes:
        variant: the variant that they are played by.
        examples: the examples, in the order of the file.
    """

    variant: Variant
    examples: tuple[Example, ...]


@frozen
class Failure:
    """An example that does not hold.

    Attributes:
        example: the example.
        differences: what was expected and what came, a line for each zone or question.
    """

    example: Example
    differences: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(
            (printable(self.example.name), *(f"  {line}" for line in self.differences))
        )


@frozen
class _File:
    variant: str | None = None
    examples: tuple[Any, ...] = ()


# ---------------------------------------------------------------- loading


def load_examples(name_or_path: "str | PathLike[str]") -> Examples:
    """Load the examples of a file, or of a preset; a variant's are in its file and beside it.

    Args:
        name_or_path: a variant file, with examples inside or in a file beside it whose name ends
            in `.examples.toml`; a file of examples that names its `variant`; or a preset's name.

    Returns:
        The variant, and its examples in the order of the files; there may be none.

    Raises:
        VariantError: a file cannot be read, or something is wrong in it: an unknown key, an empty
            `then`, a card placed twice, a move that cannot be read, ...; with paths.
    """
    source = find(name_or_path)
    return examples_of(read_document(source), source)


def examples_of(read: Document, source: Source) -> Examples:
    """The examples of a file that was read; see `load_examples`."""
    if "variant" in read.raw:
        return _load(read, source)
    variant, wrong = None, tuple[Problem, ...]()
    try:
        variant = variant_of(read, source)
    except VariantError as error:
        wrong = error.problems
    inside = evolve(read, raw={"examples": read.raw.get("examples", [])})
    found = _examples(variant, inside, wrong)
    beside = folder_of(source).joinpath(source.name.removesuffix(".toml") + EXAMPLES_SUFFIX)
    if lies_at(beside) == "file":
        others = _load(read_document(beside), beside)
        if others.variant != variant:
            message = f"it is not {source.name}, beside which this file lies"
            raise VariantError((Problem("variant", message, str(beside)),))
        found += others.examples
    return Examples(variant, found)  # type: ignore[arg-type] # without one it was refused


def _load(read: Document, source: Source) -> Examples:
    """The examples of a file that names its variant."""
    raw, variant, wrong = read.raw, None, list[Problem]()
    named = raw.get("variant")
    if named is None:
        wrong.append(Problem("variant", "it is missing: write a preset's name, or a file's path"))
    elif isinstance(named, str):
        try:
            variant = load_source(find(named, folder_of(source)))
        except VariantError as error:
            unusable = f"{shown(named)} cannot be loaded"
            wrong += [Problem("variant", f"{unusable}: {each}") for each in error.problems]
    if raw.get("examples", []) == []:
        wrong.append(Problem("examples", "there are none: write [[examples]]"))
    examples = _examples(variant, read, tuple(wrong))
    return Examples(variant, examples)  # type: ignore[arg-type] # without one nothing was read


def _examples(
    variant: Variant | None, read: Document, wrong: tuple[Problem, ...] = ()
) -> tuple[Example, ...]:
    """The examples of a file, or one error that lists what is wrong in all of them, and before."""
    file, problems, _ = readable(read.raw, _File)
    found = [*wrong, *problems]
    examples = []
    for number, table in enumerate(file.examples):
        example, path = structure(table, Example), f"examples[{number}]"
        if isinstance(example, Unread):
            mistakes = [(f".{each.path}".rstrip("."), _of_cards(each)) for each in example.problems]
            mistakes += _unreadable_rest(example.rest)
        else:
            examples.append(example)
            mistakes = list(_mistakes(variant, example))
        found += [Problem(path + below, message) for below, message in mistakes]
    if found:
        raise VariantError(read.placed(tuple(found)))
    return tuple(examples)


# ---------------------------------------------------------------- mistakes


Mistakes: TypeAlias = Iterator[tuple[str, str]]
_OF_CARDS = ("pile", "stock", "burned", "deck", "hand", "face_up", "face_down", "cards")
"""The keys that list cards; who writes a number there means how many there are."""


def _of_cards(problem: Problem) -> str:
    """The message of a problem; of a number where cards stand it says that they are named."""
    number, _, wrong = problem.message.partition(" ")
    key = problem.path.rpartition(".")[2]
    if key not in _OF_CARDS or wrong != PLAIN[str] or not number.isdigit():
        return problem.message
    return f'{number} is no text: name each card, in quotes, as in "7D 7S"'


def _mistakes(variant: Variant | None, example: Example) -> Mistakes:
    """What makes an example unusable, whatever the rules say about it; they may be unknown."""
    yield from _mistakes_of_then(example, example.then)
    unreadable = list(_unreadable_texts(example))
    yield from unreadable
    if example.deck is not None:
        yield from _mistakes_of_deal(variant, example, dealable=not unreadable)
    elif example.seats is None:
        yield "", "it has neither `seats` nor a `deck`: say what the position is"
    else:
        yield from _mistakes_of_position(None if unreadable else variant, example)


def _mistakes_of_then(example: Example, then: Then) -> Mistakes:
    if then == Then():
        yield ".then", "it is empty: say what must hold"
    if then.seats is not None and not any(seat.zones() for seat in then.seats):
        yield ".then.seats", "it names no zone: say which cards lie where"
    for key in ("may", "may_not"):
        if getattr(then, key) == ():
            yield f".then.{key}", "it is empty: name a move"
    if then.reason is not None and then.legal is not False:
        yield ".then.reason", "only a refusal has a reason: write legal = false beside it"
    if then.legal is None or example.moves:
        return
    if example.deck is None:
        yield ".then.legal", "there is no move that it could be about"
    elif then.legal is False and then != Then(legal=False):
        yield ".then", "a deal that is refused leaves nothing to compare: write legal = false alone"


def _unreadable_rest(rest: Raw) -> Mistakes:
    """The unreadable texts of an example in which something else could not be read."""
    example = structure({"name": "", "then": {}} | rest, Example)
    if isinstance(example, Example):
        yield from _unreadable_texts(example)


def _unreadable_texts(example: Example) -> Mistakes:
    then = example.then
    moves = {
        ".moves": example.moves, ".then.may": then.may, ".then.may_not": then.may_not,
        ".then.legal_moves": then.legal_moves,
    }  # fmt: skip
    for path, texts in moves.items():
        for number, move in enumerate(texts or ()):
            yield from _unreadable(f"{path}[{number}]", parse_action, move, 0)
    zones = {
        ".pile": example.pile, ".stock": example.stock, ".deck": example.deck,
        ".pending.cards": example.pending and example.pending.cards,
        ".then.pending.cards": then.pending and then.pending.cards,
        ".then.pile": then.pile, ".then.burned": then.burned, ".then.stock": then.stock,
    }  # fmt: skip
    for path, seats in ((".seats", example.seats), (".then.seats", then.seats)):
        for number, seat in enumerate(seats or ()):
            for name, cards in seat.zones().items():
                there = _still_there(cards) if name == "face_down" else cards
                zones[f"{path}[{number}].{name}"] = there
    for path, text in zones.items():
        yield from _unreadable(path, Cards.of, text or "")


def _mistakes_of_position(variant: Variant | None, example: Example) -> Mistakes:
    then, seats = example.then, example.seats or ()
    if example.players is not None:
        yield ".players", "it goes with a deck: the seats are counted"
    if then.starter is not None:
        yield ".then.starter", "it goes with a deck: a position has no starter"
    if then.seats is not None and len(then.seats) > len(seats):
        yield ".then.seats", f"there are {len(seats)} seats, not {len(then.seats)}"
    if variant is not None:
        yield from _unreadable("", _position, variant, example)


def _mistakes_of_deal(variant: Variant | None, example: Example, *, dealable: bool) -> Mistakes:
    for key in _OF_A_POSITION:
        if getattr(example, key) is not None:
            yield f".{key}", "the deck decides it: give a deck or zones, not both"
    then, players = example.then, example.players
    if players is None:
        yield ".players", "it is missing: say for how many players the deck is dealt"
        return
    if then.seats is not None and len(then.seats) > players:
        yield ".then.seats", f"there are {players} seats, not {len(then.seats)}"
    if variant is None or (then.legal is False and not example.moves):
        return
    impossible = list(_unreadable(".players", variant.deck_cards, players))
    if not 0 <= (example.dealer or 0) < players:
        impossible.append((".dealer", f"there is no seat {example.dealer} to deal"))
    yield from impossible
    if dealable and not impossible:
        yield from _unreadable(".deck", _deals, variant, example)


_OF_A_POSITION = (
    "seats", "pile", "stock", "to_move", "direction", "out", "resigned", "phase", "turns",
    "requirement", "declared", "pending",
)  # fmt: skip


def _unreadable(path: str, read: Callable[..., object], *values: object) -> Mistakes:
    try:
        read(*values)
    except PalaceError as error:
        yield path, str(error)


# ---------------------------------------------------------------- starting positions


def _position(variant: Variant, example: Example) -> State:
    given: dict[str, Any] = {
        key: value
        for key in (*_OF_A_POSITION[1:], "dealer")
        if (value := getattr(example, key)) is not None
    }
    if example.pending is not None:
        given["pending"] = example.pending.pending
    if example.phase is Phase.ARRANGE and variant.start.judged == "arranged":
        given.setdefault("to_move", None)
    return position(variant, [seat.zones() for seat in example.seats or ()], **given)


def _deals(variant: Variant, example: Example) -> list[State]:
    """The deals of a deck that may name only some cards: two that differ in all the others."""
    named = card_indexes(example.deck or "")
    players, dealer = example.players or 0, example.dealer or 0
    others = variant.deck_cards(players)
    for index in named:
        card = Cards.of([CARDS[index]])
        if not card <= others:
            raise PositionError(f"{card} is not in the deck of {players} players, or not so often")
        others -= card
    needed = players * variant.deal.at(players).each + variant.deal.turn_up
    fill = unpack(others.packed) if len(named) < needed else b""
    return [deal(rules_of(variant), players, named + rest, dealer) for rest in (fill, fill[::-1])]


def positions(variant: Variant, example: Example) -> tuple[State, ...]:
    """The positions that an example goes through.

    Args:
        variant: the variant that it is played by.
        example: an example that holds. Of a deck that names only some cards the others are dealt
            in the order of the ranks.

    Returns:
        The one that it starts from, and that after each move; a last move that is to be refused is
        not among them.

    Raises:
        PalaceError: it cannot be dealt, or a move is refused.
    """
    deals = _deals(variant, example) if example.deck is not None else []
    states = [deals[0] if deals else _position(variant, example)]
    for move in example.moves[: len(example.moves) - (example.then.legal is False)]:
        states.append(apply(states[-1], _action(states[-1], move)))
    return tuple(states)


# ---------------------------------------------------------------- checking


def check_examples(examples: Examples) -> tuple[Failure, ...]:
    """Play every example, and tell which do not hold.

    Args:
        examples: a variant and its examples, as `load_examples` gives them.

    Returns:
        The failures; empty when every example holds.

    Raises:
        PalaceError: these are no examples.
        VariantError: they were made in code, and something is wrong in them.
    """
    if not isinstance(examples, Examples):
        raise PalaceError(f"{quoted(examples)} are no examples: load_examples gives them")
    if wrong := mistyped(examples, Examples):
        raise VariantError(wrong)
    return tuple(
        Failure(example, tuple(differences))
        for example in examples.examples
        if (differences := _differences(examples.variant, example))
    )


def _differences(variant: Variant, example: Example) -> list[str]:
    if example.deck is None:
        return _played(_position(variant, example), example)
    try:
        deals = _deals(variant, example)
    except PositionError as error:
        return [] if example.then.legal is False and not example.moves else [f"deal: {error}"]
    if example.then.legal is False and not example.moves:
        return ["deal: expected a refusal, but the cards were dealt"]
    return next(filter(None, (_played(state, example) for state in deals)), [])


def _played(start: State, example: Example) -> list[str]:
    """Play the moves, and compare; the differences, if any."""
    state, starter = start, start.to_move
    played = len(example.moves) - (example.then.legal is False)
    for move in example.moves[:played]:
        try:
            state = apply(state, _action(state, move))
        except PalaceError as error:
            return [f"move {quoted(move)}: expected to be legal, but refused: {error}"]
        starter = state.to_move if starter is None else starter
    differences = list(_compared(start, state, starter, example.then))
    for move in example.moves[played:]:
        differences[:0] = _refused(state, move, example.then)
    return differences


def _action(state: State, move: str) -> Action:
    if state.phase is Phase.OVER and ":" not in move:
        raise NotationError("the game is over: nobody is to move")
    return parse_action(move, state.to_move)


def _refused(state: State, move: str, then: Then) -> Iterator[str]:
    try:
        refusal = why_illegal(state, _action(state, move))
    except NotationError as error:
        yield f"move {quoted(move)}: expected a refusal, but nobody is to move: {error}"
        return
    if refusal is None:
        yield f"move {quoted(move)}: expected a refusal, but it is legal"
    elif then.reason not in {None, refusal.reason}:
        yield f"reason: expected {then.reason}, came {refusal.reason}: {refusal}"


def _compared(start: State, state: State, starter: int | None, then: Then) -> Iterator[str]:
    burned = state.burned - start.burned
    answers: list[tuple[str, Any, Any]] = [
        ("pile", _in_plays(then.pile), _in_plays(_text(state.pile))),
        ("declared", then.declared, tuple(state.declared.values())),
        ("burned", _sorted(then.burned), str(burned)),
        ("stock", _in_order(then.stock), _text(state.stock)),
        ("to_move", then.to_move, state.to_move),
        ("direction", then.direction, state.direction),
        ("out", then.out, state.out),
        ("resigned", then.resigned, state.resigned),
        ("loser", then.loser, state.loser),
        ("phase", then.phase, state.phase),
        ("starter", then.starter, starter),
        ("requirement", then.requirement, str(state.requirement)),
        ("pending", _in_form(then.pending), Awaited.of(state.pending)),
        ("unfinished", then.unfinished, state.unfinished),
        ("places", then.places, places(state)),
        ("next_dealer", then.next_dealer, _next_dealer(state)),
        ("next_starter", then.next_starter, _next_starter(state)),
    ]
    for number, seat in enumerate(then.seats or ()):
        if number >= state.players:
            yield f"seats[{number}]: there are {state.players} seats"
            continue
        came = {
            "hand": state.hands[number],
            "face_up": state.face_up[number],
            "face_down": Cards.of([card for card in state.face_down[number] if card]),
        }
        for name, cards in seat.zones().items():
            expected = _sorted(_still_there(cards))
            answers.append((f"seats[{number}].{name}", expected, str(came[name])))
    for name, expected, got in answers:
        if expected is not None and expected != got:
            yield f"{name}: expected {_shown(expected)}, came {_shown(got)}"
    yield from _compared_moves(state, then)


def _compared_moves(state: State, then: Then) -> Iterator[str]:
    for move in then.may or ():
        if refusal := _why_not(state, move):
            yield f"may: {quoted(move)} is refused: {refusal}"
    for move in then.may_not or ():
        if not _why_not(state, move):
            yield f"may_not: {quoted(move)} is legal"
    if then.legal_moves is not None:
        try:
            expected = {_action(state, move) for move in then.legal_moves}
        except NotationError as error:
            yield f"legal_moves: nobody is to move: {error}"
            return
        came = set(legal_actions(state))
        for name, actions in (("missing", expected - came), ("not expected", came - expected)):
            if actions:
                listed = ", ".join(sorted(map(str, actions)))
                yield f"legal_moves: {name}: {listed}"


def _why_not(state: State, move: str) -> str | None:
    """Why a move is refused; a move of nobody, after the end, is refused too."""
    try:
        action = _action(state, move)
    except PalaceError as error:
        return str(error)
    return None if is_legal(state, action) else str(why_illegal(state, action))


def _next_dealer(state: State) -> int | None:
    return next_dealer(state) if state.phase is Phase.OVER else None


def _next_starter(state: State) -> tuple[int, ...] | None:
    if state.phase is not Phase.OVER:
        return None
    seat = next_starter(state)
    return () if seat is None else (seat,)


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _still_there(face_down: str) -> str:
    """Face-down cards without the places already flipped."""
    return " ".join(card for card in face_down.split() if card != "--")


def _in_order(text: str | None) -> str | None:
    return None if text is None else _text(CARDS[index] for index in card_indexes(text))


def _sorted(text: str | None) -> str | None:
    return None if text is None else str(Cards.of(text))


def _in_form(awaited: Awaited | None) -> Awaited | None:
    return None if awaited is None else Awaited.of(awaited.pending)


def _in_plays(text: str | None) -> str | None:
    """A pile as text, neighbours of one rank in the order C D H S: laid together they have none."""
    if text is None:
        return None
    runs = groupby(card_indexes(text), key=lambda index: index >> 2)
    return _text(CARDS[index] for _, run in runs for index in sorted(run))


def _shown(value: object) -> str:
    if value in ("", None, ()):
        return "nothing"
    if isinstance(value, bool | int):
        return shown(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
