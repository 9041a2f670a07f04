"""The environment: who is asked next, what it may do, and what becomes of it."""

from operator import index
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from palace.actions import Action, Arrange
from palace.bots import MOST_ACTIONS, offers
from palace.deal import new_game
from palace.errors import PalaceError
from palace.outcome import score
from palace.rl.codes import Code
from palace.rl.encoding import Encoding
from palace.rl.observing import Observer
from palace.rules import rules_of
from palace.state import Phase
from palace.turn import apply
from palace.variant import Variant
from palace.views import view


def env(variant: Variant | None = None, players: int = 4, *, longest: int = MOST_ACTIONS) -> AECEnv:
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
        self, variant: Variant, players: int, *, longest: int = MOST_ACTIONS,
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.variant = rules_of(variant).variant
        self.players, self.longest = players, longest
        self.render_mode = render_mode
        self.encoding = Encoding.of(variant, players)
        self._numbers = {code: number for number, code in enumerate(self.encoding.codes)}
        self._observer = Observer.of(variant, players, self.encoding)
        self.layout = self._observer.layout
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, most = self.layout.size, len(variant.deck_cards(players))
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
        """The space of what an agent observes: the same object every time.

        Args:
            agent: the agent.

        Returns:
            A `Dict` of `observation` and `action_mask`.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent does: the same object every time.

        Args:
            agent: the agent.

        Returns:
            A `Discrete`, as long as `encoding.codes`.
        """
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
        """What an agent sees, and what it may do, which is nothing out of its turn.

        Args:
            agent: the agent.

        Returns:
            The vector, and the mask.
        """
        seat = self._seats[agent]
        seen, mask = view(self.state, seat), np.zeros(len(self._numbers), dtype=np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[[self._numbers[code] for code in self._legal]] = 1
        laid = self._laid if agent == self.agent_selection else ()
        return {"observation": self._observer.vector(seen, laid), "action_mask": mask}

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
        try:
            number = index(action)  # type: ignore[arg-type] # of an array, too
        except TypeError:
            number = -1
        code = known[number] if 0 <= number < len(known) else None
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
