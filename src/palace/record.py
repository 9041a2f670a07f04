"""A whole game as a value and as a file: the deck in dealing order, and every action."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from os import PathLike
from typing import Any

from attrs import Factory, evolve, field, frozen

from palace.actions import Action, parse_action
from palace.cards import CARDS, Card, card_indexes
from palace.deal import new_game, shuffled
from palace.digests import digest
from palace.errors import NotationError, PalaceError, Problem, RecordError
from palace.notation import dumps_state
from palace.reading import Raw, unstructure
from palace.saved import (
    FORMAT,
    Form,
    require_format,
    structured,
    variant_of,
    wrong_data,
)
from palace.state import State
from palace.turn import apply
from palace.variant import Variant
from palace.wording import failure, printable, quoted, shortened

LONGEST_END = 400
"""The most letters of a wrong position that a message shows."""


def _cards(cards: str | Iterable[Card | str]) -> tuple[Card, ...]:
    return tuple(CARDS[index] for index in card_indexes(cards))


def _actions(actions: Iterable[Action | str]) -> tuple[Action, ...]:
    if isinstance(actions, str) or not isinstance(actions, Iterable):
        raise NotationError(f"{quoted(actions)} is no list of actions: write them in a list")
    found = tuple(parse_action(each) if isinstance(each, str) else each for each in actions)
    for each in found:
        if not isinstance(each, Action):
            raise NotationError(f"{quoted(each)} is no action: write text, or a value such as Play")
    return found


def _text(text: str) -> str:
    if not isinstance(text, str):
        raise PalaceError(f"{quoted(text)} is no text, as a digest and an end are")
    return text


def _copied(meta: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(meta, Mapping):
        raise PalaceError(f"meta is {quoted(meta)}: it is a table, as in {{'date': '2026-05-01'}}")
    try:
        return deepcopy(dict(meta))
    except Exception as error:
        raise PalaceError(
            f"meta is {quoted(meta)}, which cannot be copied: {failure(error)}"
        ) from error


@frozen
class Record:
    """A game from the deal on; iterating it plays it again, and checks every action.

    Attributes:
        variant: the rules.
        players: the number of seats.
        deck: the deck in dealing order; no seed, so that another shuffle changes no record.
        dealer: the seat that dealt.
        starter: the seat that started whatever the variant's rule says, or None.
        actions: what was done, in order, as values or as text.
        meta: anything else that shall be kept, such as names and a date: data that TOML can say.
        digest: that of the rules by which the game was played.
        end: the position that the game came to, as it was written; empty where it was not.
    """

    variant: Variant
    players: int
    deck: tuple[Card, ...] = field(converter=_cards, repr=lambda deck: f"{len(deck)} cards")
    dealer: int = 0
    starter: int | None = None
    actions: tuple[Action, ...] = field(default=(), converter=_actions)
    meta: Mapping[str, Any] = field(factory=dict, converter=_copied, hash=False)
    digest: str = field(
        default=Factory(lambda self: digest(self.variant), takes_self=True),
        converter=_text,
        repr=False,
    )
    end: str = field(default="", converter=_text, eq=False, repr=False)

    @property
    def start(self) -> State:
        """The state after the deal.

        Raises:
            PositionError: the deck, the dealer or the number of players is not right.
        """
        return new_game(
            self.variant, self.players, deck=self.deck, dealer=self.dealer, starter=self.starter
        )

    @property
    def plays_the_same(self) -> bool:
        """Whether the variant still plays as it did when the game was recorded."""
        return self.digest == digest(self.variant)

    def renewed(self) -> "Record":
        """The same record for the rules as they are now, to see how far it can still be played."""
        return evolve(self, digest=digest(self.variant), end="")

    def after(self, *actions: Action | str) -> "Record":
        """The record with more actions; whether they are legal is found when it is played.

        Args:
            *actions: values, or text that names the seat.

        Returns:
            The longer record; this one stays as it is.

        Raises:
            NotationError: a text is no action, or something else is none.
        """
        return evolve(self, actions=(*self.actions, *_actions(actions)), end="")

    def __iter__(self) -> Iterator[State]:
        """Play the game again: the state after the deal, then that after each action.

        Raises:
            RecordError: the rules are no longer those of the record, an action is not legal, or
                the game comes to another position than the record says; with the place.
        """
        if not self.plays_the_same:
            told = (
                f"{printable(self.variant.name)} no longer plays as when the game was recorded: "
                f"its rules had the digest {self.digest[:12]}..., "
                f"and now {digest(self.variant)[:12]}...; "
                "renewed() takes them as they are now"
            )
            raise RecordError((Problem("digest", told),))
        try:
            state = self.start
        except PalaceError as error:
            raise RecordError((Problem("deck", str(error)),)) from error
        yield state
        for number, action in enumerate(self.actions):
            try:
                state = apply(state, action)
            except PalaceError as error:
                told = (
                    f"{quoted(str(action))} is refused: {error}; it stood at {dumps_state(state)}"
                )
                raise RecordError((Problem(f"actions[{number}]", told),)) from error
            yield state
        if self.end and self.end != dumps_state(state):
            said = shortened(self.end, LONGEST_END)
            told = f"the game came to {dumps_state(state)}, but the record says {said}"
            raise RecordError((Problem("end", told),))

    def play(self) -> State:
        """Play the game again to its last action.

        Returns:
            The state then.

        Raises:
            RecordError: it does not play as the record says; see `__iter__`.
        """
        (last,) = deque(self, maxlen=1)
        return last


def new_record(  # noqa: PLR0913 - what a deal may be given
    variant: Variant,
    players: int,
    *,
    seed: int | None = None,
    deck: str | Iterable[Card | str] | None = None,
    dealer: int | None = None,
    starter: int | None = None,
    meta: Mapping[str, Any] | None = None,
) -> Record:
    """Deal a game that is recorded.

    Args:
        variant: the rules.
        players: the number of seats.
        seed: as for `new_game`, which deals the same.
        deck: as for `new_game`.
        dealer: as for `new_game`.
        starter: as for `new_game`.
        meta: what else the record shall keep.

    Returns:
        The record without an action; `start` is the deal.

    Raises:
        PositionError: the variant is not for so many players, the deck is not the variant's, or
            there is no such seat.
        VariantError: something is wrong with the variant.
    """
    new_game(variant, players, seed=seed, deck=deck, dealer=dealer, starter=starter)
    if deck is None:
        order, drawn = shuffled(variant, players, seed)
        deck, dealer = [CARDS[index] for index in order], drawn if dealer is None else dealer
    return Record(variant, players, deck, dealer or 0, starter, meta=meta or {})


# ---------------------------------------------------------------- files


def load_record(path: "str | PathLike[str]") -> Record:
    """Load a record from a file.

    Args:
        path: a TOML file, or a JSON file whose name ends in `.json`.

    Returns:
        The record; whether it plays as it says is found when it is played.

    Raises:
        RecordError: something is wrong in it; every problem is listed with its place.
    """
    return _FORM.load(path)


def loads_record(text: str) -> Record:
    """Load a record from text.

    Args:
        text: TOML, or JSON.

    Returns:
        The record; whether it plays as it says is found when it is played.

    Raises:
        RecordError: something is wrong in it; every problem is listed with its place.
    """
    return _FORM.loads(text)


def dumps_record(record: Record) -> str:
    """The text of a file that loads as an equal record.

    Args:
        record: the record.

    Returns:
        TOML.

    Raises:
        RecordError: it does not play as it says, or `meta` holds what TOML cannot say.
    """
    return _FORM.dumps(record)


def dump_record(record: Record, path: "str | PathLike[str]") -> None:
    """Write a record to a file: JSON where its name ends in `.json`, TOML otherwise.

    Args:
        record: the record.
        path: where; a file that is there is replaced.

    Raises:
        RecordError: it does not play as it says, or `meta` holds what TOML cannot say; nothing is
            written.
        OSError: the file cannot be written.
    """
    _FORM.dump(record, path)


def _written(record: Record) -> Raw:
    """The data of a file, with the position that the game comes to."""
    if wrong := tuple(wrong_data(record.meta, "meta")):
        raise RecordError(wrong)
    return record_out(evolve(record, end=dumps_state(record.play())))


@frozen
class _File:
    """The keys of a record."""

    format: int
    digest: str
    players: int
    deck: str
    variant: Any
    dealer: int = 0
    starter: int | None = None
    actions: tuple[str, ...] = ()
    end: str = ""
    meta: Any = field(factory=dict)


def record_out(record: Record) -> Raw:
    """A record as plain data, in the shape of its file."""
    raw: Raw = {
        "format": FORMAT,
        "digest": record.digest,
        "players": record.players,
        "dealer": record.dealer,
    }
    if record.starter is not None:
        raw["starter"] = record.starter
    raw |= {"deck": " ".join(map(str, record.deck)), "actions": [*map(str, record.actions)]}
    if record.end:
        raw["end"] = record.end
    if record.meta:
        raw["meta"] = _copied(record.meta)
    return raw | {"variant": unstructure(record.variant)}


def record_in(raw: Any) -> Record:
    """A record of plain data in the shape of its file.

    Raises:
        RecordError: something is wrong in it; every problem is listed with its path.
    """
    file = structured(raw, _File)
    variant, wrong = variant_of(file.variant)
    found = [*require_format(file.format), *wrong]
    if not isinstance(file.meta, dict):
        found.append(Problem("meta", f"{quoted(file.meta)} is no table: write keys below [meta]"))
        file = evolve(file, meta={})
    texts: list[tuple[str, Callable[[Any], object], Any]] = [("deck", _cards, file.deck)]
    texts += [(f"actions[{place}]", parse_action, each) for place, each in enumerate(file.actions)]
    texts.append(("meta", _copied, file.meta))
    for path, read, text in texts:
        try:
            read(text)
        except PalaceError as error:
            found.append(Problem(path, str(error)))
    if found:
        raise RecordError(tuple(found))
    return Record(
        variant, file.players, file.deck, file.dealer, file.starter, file.actions, file.meta,
        file.digest, file.end,
    )  # fmt: skip


_FORM = Form(Record, record_in, _written)
