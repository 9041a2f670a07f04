"""A test of a user's bot: that it plays as a bot should, in every preset and at every stage."""

import pickle
from collections.abc import Iterable, Iterator
from random import Random, getstate

from palace.actions import Action
from palace.bots import Bot, CarefulBot, RandomBot, is_out_of_turn, name_of, offers
from palace.bots.asking import require_bot
from palace.bundled import preset_names
from palace.deal import new_game, require_seed
from palace.files import load_variant
from palace.given import listed, require_number
from palace.knowledge import determinize
from palace.legality import distinct_actions
from palace.rules import rules_of
from palace.state import Phase, State
from palace.turn import apply
from palace.variant import Variant
from palace.views import View, view
from palace.wording import failure, quoted, shortened

ALONG_THE_WAY = 0.02
"""The share of positions in which a bot is asked besides those that are new in kind."""
SURPRISE = 0.1
"""The share of random actions between those positions."""
MOST_ACTIONS_TESTED = 400
"""Actions after which a game is left."""


def check_bot(
    bot: Bot, *, variants: Iterable[Variant] | None = None, games: int = 1, seed: int = 0
) -> None:
    """Test a bot in games of every preset, with the fewest and the most players.

    Games are played with some surprise, and the bot is asked in positions of every kind: arranging,
    at each stage, out of turn, with a choice. It must choose an action that is legal for its seat,
    leave what it is given as it was, draw random numbers from `rng` alone, and choose the same when
    all that it may know is the same.

    Args:
        bot: the bot.
        variants: the variants to test it in; left out, every preset.
        games: how many games at each number of players.
        seed: another seed asks in other positions.

    Raises:
        AssertionError: the bot failed; the message says how, in which variant and position.
        PalaceError: it is no bot, or something else is not what it should be.
    """
    require_bot(bot)
    require_number("games", games, 1)
    require_seed(seed)
    presets = map(load_variant, preset_names())
    tables = listed(presets if variants is None else variants, "variants")
    for variant in tables:
        rules_of(variant)  # refuses what is none
    for variant in tables:
        for players in sorted({variant.players.min, variant.players.max}):
            for number in range(games):
                rng = Random(f"check {seed} {number} {players} {variant.name}")
                for state, seat, actions in _positions(variant, players, rng):
                    _check(bot, state, seat, actions, rng)


def _positions(
    variant: Variant, players: int, rng: Random
) -> Iterator[tuple[State, int, tuple[Action, ...]]]:
    """Positions of one game, a few of each kind, with who is asked there and for what."""
    state = new_game(variant, players, seed=rng.getrandbits(32))
    kinds: set[object] = set()
    for _ in range(MOST_ACTIONS_TESTED):
        if state.phase is Phase.OVER:
            return
        asked = offers(state)
        for seat, actions in asked:
            kind = _kind(state, seat, actions)
            if kind not in kinds or rng.random() < ALONG_THE_WAY:
                kinds.add(kind)
                yield state, seat, actions
        player = RandomBot() if rng.random() < SURPRISE else CarefulBot()
        seat, actions = asked[-1] if rng.random() < 0.5 else asked[0]
        state = apply(state, player.choose(view(state, seat), actions, rng) or actions[0])


def _kind(state: State, seat: int, actions: tuple[Action, ...]) -> object:
    """What is new about a position: the kinds of actions, the stage, whose turn it is."""
    zones = (bool(state._hands[seat]), bool(state._frame.face_up[seat]))
    return (
        state.phase,
        frozenset(map(type, actions)),
        zones,
        state.to_move == seat,
        bool(state._pile),
    )


def _check(bot: Bot, state: State, seat: int, actions: tuple[Action, ...], rng: Random) -> None:
    """Ask a bot in one position, several times."""
    seen, number = view(state, seat), rng.getrandbits(32)
    where = f"{shortened(name_of(bot))}, asked in {seen!r}, "
    before, world = (seen, actions), getstate()
    kept = pickle.dumps(before)
    chosen = _ask(bot, seen, actions, number, where)
    _hold(pickle.dumps(before) == kept, f"{where}changed what it was given")
    _hold(getstate() == world, f"{where}drew from the module `random`: draw from `rng`")
    if chosen is None:
        _hold(is_out_of_turn(seen), f"{where}chose nothing: only out of turn it may")
    else:
        is_action = isinstance(chosen, Action)
        _hold(is_action, f"{where}chose {quoted(chosen)}: it takes one of the actions it is given")
        _hold(chosen.seat == seat, f"{where}chose {chosen}, of another seat")
        _hold(seen.is_legal(chosen), f"{where}chose {chosen}: {seen.why_illegal(chosen)}")
    again = _ask(bot, seen, actions, number, where)
    _hold(again == chosen, f"{where}chose {chosen}, and with the same `rng` {again}")
    other = determinize(seen, rng)
    elsewhere = tuple(each for each in distinct_actions(other) if each.seat == seat)
    again = _ask(bot, view(other, seat), elsewhere, number, where)
    _hold(again == chosen, f"{where}chose {chosen}, and where hidden cards differ {again}")


def _hold(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - as `assert`, which -O leaves out
    if not holds:
        raise AssertionError(otherwise)


def _ask(
    bot: Bot, seen: View, actions: tuple[Action, ...], number: int, where: str
) -> Action | None:
    try:
        return bot.choose(seen, actions, Random(number))
    except Exception as error:
        raise AssertionError(f"{where}raised {failure(error)}") from error
