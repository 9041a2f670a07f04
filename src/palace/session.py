"""Several games in a row at one table: who deals next, who has lost how often, who leads."""

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any

from attrs import evolve, field, frozen

from palace.cards import Card
from palace.deal import new_game
from palace.errors import PalaceError, Problem, RecordError
from palace.outcome import next_dealer, next_starter, places
from palace.reading import Raw, unstructure
from palace.saved import (
    FORMAT,
    Form,
    require_format,
    structured,
    variant_of,
)
from palace.state import Phase, State, require_state
from palace.variant import Variant
from palace.wording import printable, ranging

__all__ = [
    "GameResult",
    "Session",
    "dump_session",
    "dumps_session",
    "load_session",
    "loads_session",
]


@frozen
class GameResult:
    """What a game of a session came to.

    Attributes:
        dealer: the seat that dealt.
        places: each seat's place, 1 the best; empty for an unfinished game.
        loser: the seat that lost; None where nobody did.
        resigned: the seats that resigned, in order.
        next_dealer: the seat that deals the next game.
        next_starter: the seat that starts it, or None where the variant's rule decides.
    """

    dealer: int
    places: tuple[int, ...] = ()
    loser: int | None = None
    resigned: tuple[int, ...] = ()
    next_dealer: int = 0
    next_starter: int | None = None

    @classmethod
    def of(cls, state: State) -> "GameResult":
        """What a game came to.

        Args:
            state: the state at the end of the game.

        Returns:
            The places, the loser, and who deals and starts next.

        Raises:
            PalaceError: it is no state, or the game is not over.
        """
        require_state(state)
        return cls(
            state.dealer, places(state), state.loser, state.resigned, next_dealer(state),
            next_starter(state),
        )  # fmt: skip


@frozen
class Session:
    """Games in a row with the same seats; a finished one makes another session of it.

    Attributes:
        variant: the rules of every game.
        players: the number of seats.
        dealer: the seat that deals the first game; None: it is drawn.
        games: what each game came to, in order.
    """

    variant: Variant
    players: int
    dealer: int | None = None
    games: tuple[GameResult, ...] = ()

    @property
    def next_dealer(self) -> int | None:
        """The seat that deals the next game; None where it is drawn, before the first."""
        return self.games[-1].next_dealer if self.games else self.dealer

    @property
    def next_starter(self) -> int | None:
        """The seat that starts the next game; None where the variant's rule decides."""
        return self.games[-1].next_starter if self.games else None

    def new_game(
        self, *, seed: int | None = None, deck: str | Iterable[Card | str] | None = None
    ) -> State:
        """Deal the next game; `new_record` is given `next_dealer` and `next_starter` as well.

        Args:
            seed: as for `new_game`.
            deck: as for `new_game`.

        Returns:
            The state after the deal.

        Raises:
            PositionError: the variant is not for so many players, or the deck is not its own.
            VariantError: something is wrong with the variant.
        """
        return new_game(
            self.variant, self.players, seed=seed, deck=deck, dealer=self.next_dealer,
            starter=self.next_starter,
        )  # fmt: skip

    def after(self, state: State) -> "Session":
        """The session with one more game.

        Args:
            state: the state at the end of that game.

        Returns:
            The longer session; this one stays as it is.

        Raises:
            PalaceError: the game is not over, or it is none of this session: of another variant,
                with other seats or another dealer.
        """
        require_state(state)
        if state.phase is not Phase.OVER:
            raise PalaceError("the game is not over: it counts when it is")
        for what, came, right in (
            ("variant", printable(state.variant.name), printable(self.variant.name)),
            ("number of players", state.players, self.players),
            ("dealer", state.dealer, self.next_dealer),
        ):
            if right is not None and came != right:
                raise PalaceError(
                    f"the game is none of this session: its {what} is {came}, not {right}"
                )
        if state.variant != self.variant:
            its = printable(state.variant.name)
            raise PalaceError(f"the game is none of this session: its {its} has other rules")
        return evolve(self, games=(*self.games, GameResult.of(state)))

    @property
    def counted(self) -> tuple[GameResult, ...]:
        """The games that count: an unfinished one counts for nobody (ruling 18)."""
        return tuple(game for game in self.games if game.places)

    @property
    def losses(self) -> tuple[int, ...]:
        """By seat how many games it lost, or resigned."""
        return self._totals(lambda game, seat: seat == game.loser or seat in game.resigned)

    @property
    def wins(self) -> tuple[int, ...]:
        """By seat how many games it was alone the first in."""
        return self._totals(lambda game, seat: game.places[seat] == 1 and game.places.count(1) == 1)

    @property
    def points(self) -> tuple[int, ...]:
        """By seat the sum of its places."""
        return self._totals(lambda game, seat: game.places[seat])

    def _totals(self, value: Callable[[GameResult, int], int]) -> tuple[int, ...]:
        counted = self.counted
        return tuple(sum(value(game, seat) for game in counted) for seat in range(self.players))

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place over all games, 1 the best; equals share a place, as in 1, 2, 2, 4.

        What counts is what `end.result` says of each game: with `loser` the fewest losses, with
        `winner` the most wins, else the lowest sum of places.
        """
        totals = {
            "loser": self.losses,
            "winner": tuple(-wins for wins in self.wins),
        }.get(self.variant.end.result, self.points)
        return tuple(1 + sum(other < mine for other in totals) for mine in totals)


# ---------------------------------------------------------------- files


def load_session(path: "str | PathLike[str]") -> Session:
    """Load a session from a file.

    Args:
        path: a TOML file, or a JSON file whose name ends in `.json`.

    Returns:
        The session.

    Raises:
        RecordError: something is wrong in it; every problem is listed with its place.
    """
    return _FORM.load(path)


def loads_session(text: str) -> Session:
    """Load a session from text.

    Args:
        text: TOML, or JSON.

    Returns:
        The session.

    Raises:
        RecordError: something is wrong in it; every problem is listed with its place.
    """
    return _FORM.loads(text)


def dumps_session(session: Session) -> str:
    """The text of a file, in TOML, that loads as an equal session.

    Args:
        session: the session.

    Returns:
        TOML.

    Raises:
        PalaceError: it is no session.
    """
    return _FORM.dumps(session)


def dump_session(session: Session, path: "str | PathLike[str]") -> None:
    """Write a session to a file: JSON where its name ends in `.json`, TOML otherwise.

    Args:
        session: the session.
        path: where; a file that is there is replaced.

    Raises:
        PalaceError: it is no session; nothing is written.
        OSError: the file cannot be written.
    """
    _FORM.dump(session, path)


@frozen
class _File:
    """The keys of a session."""

    format: int
    players: int
    variant: Any
    dealer: int | None = None
    games: tuple[GameResult, ...] = field(default=())


def session_out(session: Session) -> Raw:
    """A session as plain data, in the shape of its file."""
    raw: Raw = {"format": FORMAT, "players": session.players}
    if session.dealer is not None:
        raw["dealer"] = session.dealer
    games = [unstructure(game) for game in session.games]  # type: ignore[arg-type] # any class
    return raw | {"games": games, "variant": unstructure(session.variant)}


def session_in(raw: Any) -> Session:
    """A session of plain data in the shape of its file.

    Raises:
        RecordError: something is wrong in it; every problem is listed with its path.
    """
    file = structured(raw, _File)
    variant, wrong = variant_of(file.variant)
    found = [*require_format(file.format), *wrong]
    if not wrong and file.players not in variant.players.counts:
        right = ranging(variant.players.min, variant.players.max)
        message = f"{file.players}: {printable(variant.name)} is for {right}"
        found.append(Problem("players", message))
    for number, game in enumerate(file.games):
        found += _wrong_game(game, file.players, f"games[{number}]")
    if file.dealer is not None and file.dealer not in range(file.players):
        found.append(Problem("dealer", f"there is no seat {file.dealer}"))
    if found:
        raise RecordError(tuple(found))
    return Session(variant, file.players, file.dealer, file.games)


def _wrong_game(game: GameResult, players: int, path: str) -> Iterable[Problem]:
    """Seats and places that there are not."""
    if game.places and len(game.places) != players:
        told = f"there are {len(game.places)}, but {players} seats"
        yield Problem(f"{path}.places", told)
    if not all(1 <= place <= players for place in game.places):
        yield Problem(f"{path}.places", f"{game.places}: places are 1 to {players}")
    numbers = {key: getattr(game, key) for key in _SEATS} | {
        f"resigned[{number}]": seat for number, seat in enumerate(game.resigned)
    }
    for key, seat in numbers.items():
        if seat is not None and seat not in range(players):
            yield Problem(f"{path}.{key}", f"there is no seat {seat}")


_SEATS = ("dealer", "loser", "next_dealer", "next_starter")


_FORM = Form(Session, session_in, session_out)
