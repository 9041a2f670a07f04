"""A learning environment: a PettingZoo AEC environment with an action mask, built on views.

It needs the extra `rl` (pettingzoo, gymnasium, numpy). An agent sees what its seat sees.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random
from typing import Any

import numpy as np
from attrs import frozen
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from palace.actions import Action, Arrange, Chance, Choose, Flip, PickUp, Play
from palace.bots import LONGEST_GAME, offers
from palace.cards import RANKS, Card, Cards
from palace.deal import new_game
from palace.errors import PalaceError
from palace.outcome import score
from palace.rules import rules_of
from palace.state import Phase
from palace.turn import apply
from palace.variant import Variant
from palace.views import View, view
from palace.wording import counted, quoted

__all__ = ["env"]

Code = tuple[Any, ...]
"""What an action's number stands for: ("play", "7", 2), ("flip", 0), ("pass",) ..."""

MOST_CODES = 10_000
"""The most actions that a space may have."""


# ---------------------------------------------------------------- actions as numbers


@frozen
class Encoding:
    """The actions of a variant at a number of players, as numbers.

    Attributes:
        codes: what each number stands for.
        by_card: whether cards are told apart by suit, as where the variant has a suit rule; else
            by rank alone.
    """

    codes: tuple[Code, ...]
    by_card: bool

    @classmethod
    def of(cls, variant: Variant, players: int) -> "Encoding":
        """The encoding of a variant.

        Args:
            variant: the rules.
            players: the number of seats.

        Raises:
            PalaceError: there are more than `MOST_CODES`, as where cards of many packs are told
                apart by suit.
        """
        by_card = variant.suits != "ignored"
        found = _codes(variant, players, by_card=by_card)
        codes = tuple(islice(found, MOST_CODES + 1))
        if len(codes) > MOST_CODES:
            raise PalaceError(
                f"{variant.name} has more than {MOST_CODES:,} different actions with "
                f'{counted(players, "seat")}: fewer packs, a set_limit or suits = "ignored" '
                "make them fewer"
            )
        return cls(codes, by_card)

    def code(self, action: Action, players: int) -> Code:
        """What stands for an action; an arrangement has no code of its own.

        Args:
            action: one of `distinct_actions`.
            players: the number of seats.
        """
        if isinstance(action, Play):
            return self._play(action)
        if isinstance(action, Flip):
            return ("flip", action.place)
        if isinstance(action, PickUp):
            added = action.adding
            return ("pickup",) if added is None else ("pickup", self.name(added))
        if isinstance(action, Choose):
            option = action.option
            said = (option - action.seat) % players if isinstance(option, int) else option
            return ("choose", said)
        return ("chance",) if isinstance(action, Chance) else ("pass",)

    def _play(self, action: Play) -> Code:
        names = [self.name(card) for card in action.cards]
        if action.as_rank is not None:
            return ("as", action.as_rank.value, *names)
        if not action.number:
            return ("straight", *names)
        return ("play", *names) if self.by_card else ("play", names[0], len(names))

    def name(self, card: Card) -> str:
        """What a card is called here.

        Args:
            card: the card.
        """
        return _name(card, by_card=self.by_card)


def _name(card: Card, *, by_card: bool) -> str:
    return str(card) if by_card else card.rank.value


def _codes(variant: Variant, players: int, *, by_card: bool) -> Iterator[Code]:
    """What each number stands for, in order."""
    deck = variant.deck_cards(players)
    names = list(dict.fromkeys(_name(card, by_card=by_card) for card in deck))
    yield from _plays(variant, deck, by_card=by_card)
    yield from _declared(variant, deck, by_card=by_card)
    yield from _straights(variant, deck, by_card=by_card)
    yield from (("flip", place) for place in range(variant.deal.at(players).face_down))
    yield ("pickup",)
    yield from (("pickup", name) for name in names)
    yield from (("chance",), ("pass",))
    yield from (("choose", distance) for distance in range(1, players))
    yield from (("choose", "higher"), ("choose", "lower"))
    yield from (("arrange", name) for name in names)
    yield ("arrange",)


def _plays(variant: Variant, deck: Cards, *, by_card: bool) -> Iterator[Code]:
    """Every play of one rank that there may be: the rank and a number, or a set of cards."""
    for rank in RANKS:
        cards = [card for card in deck if card.rank is rank]
        most = _most(variant, cards)
        if not by_card:
            yield from (("play", rank.value, number) for number in range(1, most + 1))
            continue
        kinds = sorted(set(cards))
        for copies in product(*(range(cards.count(card) + 1) for card in kinds)):
            chosen = [
                card for card, number in zip(kinds, copies, strict=True) for _ in range(number)
            ]
            if 0 < len(chosen) <= most:
                yield ("play", *map(str, chosen))


def _declared(variant: Variant, deck: Cards, *, by_card: bool) -> Iterator[Code]:
    """Every play in which cards stand for others: the rank as which they go, and the cards."""
    stand_for = rules_of(variant).stand_for
    for rank in RANKS:
        wild = [card for card in deck if rank in stand_for.get(card.rank.index, ())]
        if wild:
            cards = sorted([*(card for card in deck if card.rank is rank), *wild])
            standing = {_name(card, by_card=by_card) for card in wild}
            named = Counter(_name(card, by_card=by_card) for card in cards)
            for chosen in _parts(tuple(named.items()), _most(variant, cards)):
                if not standing.isdisjoint(chosen):
                    yield ("as", rank.value, *chosen)


def _straights(variant: Variant, deck: Cards, *, by_card: bool) -> Iterator[Code]:
    """Every straight that there may be: its cards, by rank."""
    if not variant.straights:
        return
    row = []
    for rank in variant.order:
        cards = sorted({card for card in deck if card.rank is rank})
        row.append(cards if by_card else cards[:1])
    longest = range(variant.straights, variant.straight_limit + 1)
    for first, number in product(range(len(row)), longest):
        if first + number <= len(row):
            for chosen in product(*row[first : first + number]):
                yield ("straight", *(_name(card, by_card=by_card) for card in sorted(chosen)))


def _most(variant: Variant, cards: Sequence[Card]) -> int:
    """The most of some cards that are laid together."""
    return min(len(cards), variant.set_limit or len(cards)) if variant.sets else min(len(cards), 1)


def _parts(cards: Sequence[tuple[str, int]], most: int) -> Iterator[tuple[str, ...]]:
    """Every choice of up to so many cards, of which there are so many of each name."""
    yield ()
    for place, (name, copies) in enumerate(cards):
        for number in range(1, min(copies, most) + 1):
            for rest in _parts(cards[place + 1 :], most - number):
                yield (*[name] * number, *rest)


# ---------------------------------------------------------------- what is observed


@frozen
class Layout:
    """The parts of the observation vector, in order, each with its length.

    Seats are counted from the own one on, in the order of seat numbers.

    Attributes:
        parts: name and length of each part.
    """

    parts: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, variant: Variant, players: int, cards: int) -> "Layout":
        """The layout for a variant.

        Args:
            variant: the rules.
            players: the number of seats.
            cards: how many cards or ranks are told apart.
        """
        seats = [f"face_up_{distance}" for distance in range(players)]
        return cls(
            (
                ("hand", cards),
                *((name, cards) for name in seats),
                ("pile", cards),
                ("burned", cards),
                ("arranging", cards),
                ("hand_counts", players),
                ("face_down_counts", players),
                ("face_down_places", variant.deal.at(players).face_down),
                ("face_down_seen", cards),
                ("stock_count", 1),
                ("requirement", len(rules_of(variant).rows)),
                ("phase", len(Phase)),
                ("to_move", players),
                ("out", players),
                ("dealer", players),
                ("direction", 1),
                ("pending", 1),
            )
        )

    @property
    def size(self) -> int:
        """The length of the vector."""
        return sum(length for _, length in self.parts)

    def slice(self, name: str) -> slice:
        """Where a part lies in the vector.

        Args:
            name: the part's name.

        Raises:
            PalaceError: there is no such part.
        """
        start = 0
        for part, length in self.parts:
            if part == name:
                return slice(start, start + length)
            start += length
        raise PalaceError(
            f"{quoted(name)} is no part of an observation: {', '.join(dict(self.parts))}"
        )


# ---------------------------------------------------------------- the environment


def env(variant: Variant | None = None, players: int = 4, *, longest: int = LONGEST_GAME) -> AECEnv:
    """The environment with PettingZoo's usual guards: an illegal action ends the game, and costs.

    Args:
        variant: the rules; left out, `selected`.
        players: the number of agents, `seat_0`, `seat_1` ...
        longest: the most actions of a game, which is then truncated.

    Returns:
        A PettingZoo AEC environment; see `RawEnv` for what agents see and do.

    Raises:
        PositionError: the variant is not for so many players.
        VariantError: something is wrong with the variant.
        PalaceError: it has more different actions than can be numbered.
    """
    made: Any = RawEnv(variant or Variant(), players, longest=longest)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class RawEnv(AECEnv):  # type: ignore[misc] # PettingZoo may come without types
    """The environment without guards: an action that is not legal raises.

    An observation is a dict: `observation`, a vector of numbers whose parts `layout` tells, and
    `action_mask`, 1 for each action that may be taken. What an action's number stands for is in
    `encoding.codes`. All agents stay to the end of the game, also those that have left; they are
    then not asked again. The reward comes at the end: 1 for the first place down to -1 for the
    last; 0 for all in an unfinished game.

    Attributes:
        variant: the rules.
        encoding: the actions as numbers.
        layout: the parts of the observation vector.
        state: where the game stands.
    """

    metadata = {"render_modes": ["ansi"], "name": "palace_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, variant: Variant, players: int, *, longest: int = LONGEST_GAME,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.variant = rules_of(variant).variant
        self.players, self.longest = players, longest
        self.render_mode = render_mode
        self.encoding = Encoding.of(variant, players)
        self._numbers = {code: number for number, code in enumerate(self.encoding.codes)}
        deck = variant.deck_cards(players)
        self._columns = {
            name: column
            for column, name in enumerate(dict.fromkeys(self.encoding.name(card) for card in deck))
        }
        self.layout = Layout.of(variant, players, len(self._columns))
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, most = self.layout.size, len(deck)
        observed = spaces.Dict(
            {
                "observation": spaces.Box(-1, most, (size,), dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (len(self._numbers),), dtype=np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {
            agent: spaces.Discrete(len(self._numbers)) for agent in self.possible_agents
        }
        self._random = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: the same space every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent does: the same space every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game.

        Args:
            seed: the same seed deals the same games from here on; left out, the next one.
            options: none are known.
        """
        if seed is not None:
            self._random = Random(f"palace.rl {seed}")
        deal = self._random.getrandbits(62)
        self.state = new_game(self.variant, self.players, seed=deal)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._taken = 0
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: the vector, and what it may do, which is nothing out of its turn.

        Args:
            agent: the agent.
        """
        seat = self._seats[agent]
        seen, mask = view(self.state, seat), np.zeros(len(self._numbers), dtype=np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[[self._numbers[code] for code in self._legal]] = 1
        return {"observation": self._vector(seen), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent selected.

        Args:
            action: its number; None for an agent that is done.

        Raises:
            PalaceError: the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        code = self._code(action)
        self._clear_rewards()
        self._do(code, self._legal[code])
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text, as a spectator sees it."""
        return str(view(self.state)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    # ------------------------------------------------------------ turns

    def _code(self, action: int | None) -> Code:
        known = self.encoding.codes
        code = known[action] if action is not None and 0 <= action < len(known) else None
        if code not in self._legal:
            said = ", ".join(" ".join(map(str, each)) for each in self._legal)
            raise PalaceError(
                f"action {action} ({code}) is not legal for {self.agent_selection}: {said}"
            )
        return code

    def _ask(self) -> None:
        """Ask whoever is to be asked in a new state."""
        self._queue = [*offers(self.state)]
        self._laid: tuple[str, ...] = ()
        self._ask_next()

    def _ask_next(self) -> None:
        """Select the next agent, and work out what it may do."""
        seat, actions = self._queue[0]
        self.agent_selection = self.possible_agents[seat]
        self._legal: dict[Code, Action | None] = {}
        if self.state.phase is Phase.ARRANGE:
            self._legal = self._arranging(actions)
            return
        self._legal = {self.encoding.code(action, self.players): action for action in actions}
        if seat != self.state.to_move:
            self._legal["pass",] = None

    def _arranging(self, actions: tuple[Action, ...]) -> dict[Code, Action | None]:
        """The cards that may be laid next, lowest first, or the arrangement that is complete."""
        legal: dict[Code, Action | None] = {}
        number = len(self._laid)
        for action in actions:
            if isinstance(action, Arrange):
                names = tuple(self.encoding.name(card) for card in action.face_up)
                if names[:number] == self._laid:
                    done = len(names) == number
                    legal.setdefault(("arrange",) if done else ("arrange", names[number]), action)
        return legal

    def _do(self, code: Code, action: Action | None) -> None:
        """Take a step of an arrangement, let the turn go on, or take an action."""
        self._taken += 1
        if self.state.phase is Phase.ARRANGE and code != ("arrange",):
            self._laid = (*self._laid, code[1])
            self._ask_next()
        elif action is None:
            self._queue.pop(0)
            self._ask_next()
        else:
            self.state = apply(self.state, action)
            if self.state.phase is Phase.OVER:
                self._end()
                return
            self._ask()
        if self._taken >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)

    def _end(self) -> None:
        """Give the rewards."""
        scores = [score(self.state, seat) for seat in range(self.players)]
        for agent, found in zip(self.possible_agents, scores, strict=True):
            self.rewards[agent] = 0.0 if found is None else 2 * found - 1
        self.terminations = dict.fromkeys(self.agents, True)
        self._legal = {}

    # ------------------------------------------------------------ observing

    def _vector(self, seen: View) -> Any:
        """The observation: counts of cards, and flags."""
        vector = np.zeros(self.layout.size, dtype=np.int16)
        for name, numbers in self._observed(seen).items():
            vector[self.layout.slice(name)] = numbers
        return vector

    def _observed(self, seen: View) -> dict[str, Any]:
        seat = seen.seat or 0
        seats = [(seat + distance) % self.players for distance in range(self.players)]
        rows = [seen.face_down[each] for each in seats]
        own = [*rows[0], *[None] * (self.variant.deal.at(self.players).face_down - len(rows[0]))]
        return {
            "hand": self._counts(seen.hand),
            **{
                f"face_up_{distance}": self._counts(seen.face_up[each])
                for distance, each in enumerate(seats)
            },
            "pile": self._counts(seen.pile),
            "burned": self._counts(seen.burned),
            "arranging": self._named(self._laid if seat == self._asked_seat else ()),
            "hand_counts": [seen.hand_counts[each] for each in seats],
            "face_down_counts": [sum(place is not None for place in row) for row in rows],
            "face_down_places": [place is not None for place in own],
            "face_down_seen": self._counts(place for place in own if isinstance(place, Card)),
            "stock_count": seen.stock_count,
            "requirement": self._flag(
                len(seen.rules.rows), seen.rules.standing_at(seen.requirement).number
            ),
            "phase": self._flag(len(Phase), [*Phase].index(seen.phase)),
            "to_move": [each == seen.to_move for each in seats],
            "out": [each in seen.out for each in seats],
            "dealer": [each == seen.dealer for each in seats],
            "direction": seen.direction,
            "pending": seen.pending is not None,
        }

    @property
    def _asked_seat(self) -> int:
        return self._seats[self.agent_selection]

    def _counts(self, cards: Any) -> Any:
        return self._named(self.encoding.name(card) for card in cards)

    def _named(self, names: Any) -> Any:
        counts = np.zeros(len(self._columns), dtype=np.int16)
        for name in names:
            counts[self._columns[name]] += 1
        return counts

    @staticmethod
    def _flag(length: int, place: int) -> Any:
        flags = np.zeros(length, dtype=np.int16)
        flags[place] = 1
        return flags
