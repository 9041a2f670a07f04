"""The laws of the engine that no rules may break: each a sentence, and what breaks it.

A law looks at a variant, at a position, at a legal move or at any attempt, and tells how it is
broken there; nothing where it holds. They are asked of the library, and of what its users write.
"""

import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, TypeAlias

from palace.actions import Action
from palace.cards import CARDS, Card, Cards
from palace.checks import problems
from palace.errors import IllegalAction, VariantError
from palace.explanation import explain
from palace.files import dumps_variant, loads_variant
from palace.legality import distinct_actions, is_legal, legal_actions
from palace.notation import dumps_state
from palace.refusals import why_illegal
from palace.rules import rules_of
from palace.soundness import may_wait
from palace.state import Phase, State
from palace.traits import copies
from palace.turn import apply
from palace.variant import Variant

Breaches: TypeAlias = Iterator[str]
"""How a law is broken, a line each."""
Laws: TypeAlias = Mapping[str, Callable[..., Breaches]]
"""Laws by what they say; of each the check, which is given what the law is about."""


class BrokenLaw(AssertionError):  # noqa: N818 - it is told as what it is
    """A law that does not hold; the message names it, the position and the variant.

    Attributes:
        law: what it says.
        breaches: how it is broken, a line each.
        variant: the rules.
        state: the position; None for a law of the variant itself.
        action: what was done there, or attempted; None for a law of positions.
    """

    def __init__(
        self,
        law: str,
        breaches: tuple[str, ...],
        variant: Variant,
        state: State | None = None,
        action: Action | None = None,
    ) -> None:
        super().__init__(law)
        self.law, self.breaches = law, breaches
        self.variant, self.state, self.action = variant, state, action

    def __str__(self) -> str:
        where = [] if self.state is None else [f"in: {dumps_state(self.state)}"]
        what = [] if self.action is None else [f"action: {self.action}"]
        told = (f"a law is broken: {self.law}", *(f"  {each}" for each in self.breaches))
        return "\n".join([*told, *where, *what, f"rules:\n{_text(self.variant)}"])


def _text(variant: Variant) -> str:
    try:
        return dumps_variant(variant)
    except VariantError:  # that it cannot be written is what is wrong
        return repr(variant)


def uphold(laws: Laws, subject: Variant | State, action: Action | None = None) -> None:
    """Ask whether laws hold.

    Args:
        laws: `OF_VARIANTS`, `OF_POSITIONS`, `OF_MOVES` or `OF_ATTEMPTS`.
        subject: the variant for the first of them, else the position.
        action: the move, or the attempt, for the last two.

    Raises:
        BrokenLaw: one of them does not.
    """
    given: tuple[Any, ...] = (subject,) if action is None else (subject, action)
    state = subject if isinstance(subject, State) else None
    variant = subject.variant if isinstance(subject, State) else subject
    for law, breaches in laws.items():
        try:
            found = tuple(breaches(*given))
        except Exception as error:
            raised = f"{type(error).__name__} was raised: {error}"
            raise BrokenLaw(law, (raised,), variant, state, action) from error
        if found:
            raise BrokenLaw(law, found, variant, state, action)


# ---------------------------------------------------------------- of a variant


def _sound(variant: Variant) -> Breaches:
    yield from map(str, problems(variant))


def _reloads(variant: Variant) -> Breaches:
    if loads_variant(dumps_variant(variant)) != variant:
        yield "what was read back is another variant"


def _copied(value: Variant | State) -> Breaches:
    for copy in (pickle.loads(pickle.dumps(value)), deepcopy(value)):  # noqa: S301
        if copy != value or hash(copy) != hash(value):
            yield f"the copy is another: {copy}"


def _explained(variant: Variant) -> Breaches:
    sentences = explain(variant).sentences
    if not sentences:
        yield "nothing is said"
    for sentence in sentences:
        if key := re.search(r"\w+_\w+|[{}]", sentence):
            yield f"{key[0]!r} is no word: {sentence}"


def _complete(variant: Variant) -> Breaches:
    rules, most = rules_of(variant), copies(variant)
    for row in rules.rows:
        asked = str(row.requirement)
        if rules.row(asked) is not row:
            yield f"two rows are called {asked}"
        for card in CARDS:
            cell = row.cells[card.index]
            for number in range(1, most.get(card.rank, 0) + 1):
                if cell.counts >> number & 1 and cell.row_after(number) >= len(rules.rows):
                    yield f"{number} of {card} on {asked} lead to no row"


OF_VARIANTS: Laws = {
    "nothing is wrong with the variant": _sound,
    "its file loads as an equal variant": _reloads,
    "its copies are equal, with an equal hash": _copied,
    "it is explained in words": _explained,
    "its follow table is complete": _complete,
}

# ---------------------------------------------------------------- of a position


def _never_stuck(state: State) -> Breaches:
    over = state.phase is Phase.OVER
    if bool(distinct_actions(state)) is over:
        yield "the game is over, but something is legal" if over else "nothing is legal"
    if bool(legal_actions(state)) is over:
        yield "whether something is legal is answered otherwise than by listing"


def _listed(state: State) -> Breaches:
    legal = legal_actions(state)
    listed = list(legal)
    if not len(legal) == len(listed) == len(set(listed)):
        yield f"{len(legal)} actions are legal, {len(listed)} listed, {len(set(listed))} different"
    yield from (f"{each} is listed, but not in it" for each in listed if each not in legal)
    for each in distinct_actions(state):
        if each not in legal:
            yield f"{each} is distinct, but not legal"


def _resting(state: State) -> Breaches:
    moving = {each.seat for each in legal_actions(state)} | {state.to_move}
    for seat in moving & {*state.out, *state.resigned}:
        yield f"seat {seat} has left, and moves"


OF_POSITIONS: Laws = {
    "something is legal until the game is over": _never_stuck,
    "each legal action is listed once": _listed,
    "who has left never moves": _resting,
    "a state's copies are equal, with an equal hash": _copied,
}

# ---------------------------------------------------------------- of a legal move


def everything(state: State) -> Counter[Card]:
    """All cards of a state's zones, each counted, told by its public zones alone."""
    cards: Counter[Card] = Counter(state.stock)
    cards.update(state.pile)
    cards.update(state.burned)
    for seat in range(state.players):
        cards.update(state.hands[seat])
        cards.update(state.face_up[seat])
        cards.update(card for card in state.face_down[seat] if card is not None)
    return cards


def _conserved(state: State, action: Action) -> Breaches:
    after = apply(state, action)
    before, there = everything(state), everything(after)
    if before != there:
        lost, new = (Cards.of(cards.elements()) for cards in (before - there, there - before))
        yield f"lost: {lost or 'none'}; new: {new or 'none'}"
    if after.aside != state.aside:
        yield f"aside lay {state.aside}, and lie {after.aside}"


def _leaving(state: State, action: Action) -> Breaches:
    after = apply(state, action)
    if after.out[: len(state.out)] != state.out:
        yield f"{state.out} had left, now {after.out} have"
    waits = may_wait(after)
    for seat in range(after.players):
        if seat in after.out and after.card_counts[seat]:
            yield f"seat {seat} has left, and holds cards"
        if seat not in (*after.out, *after.resigned) and not after.card_counts[seat] and not waits:
            yield f"seat {seat} holds no card, and has not left"


def _pure(state: State, action: Action) -> Breaches:
    before = deepcopy(state)
    first, second = apply(state, action), apply(before, action)
    if state != before or hash(state) != hash(before):
        yield f"it was {before}, and is {state}"
    if first != second:
        yield f"the same move leads to {first}, and to {second}"
    if first == state:
        yield "nothing happened"


OF_MOVES: Laws = {
    "no card is lost, none is new": _conserved,
    "who holds no card has left, and stays out": _leaving,
    "a move changes nothing that it is given, and always does the same": _pure,
}

# ---------------------------------------------------------------- of any attempt


def _agreed(state: State, action: Action) -> Breaches:
    before, refusal = deepcopy(state), why_illegal(state, action)
    listed, legal = action in legal_actions(state), is_legal(state, action)
    try:
        apply(state, action)
        raised = None
    except IllegalAction as error:
        raised = error
    answers = {"listed": listed, "legal": legal, "applied": raised is None}
    if set(answers.values()) != {refusal is None}:
        yield f"{answers}, but why it is illegal: {refusal}"
    if raised and refusal and (raised.reason, str(raised)) != (refusal.reason, str(refusal)):
        yield f"refused as {raised}, but why it is illegal: {refusal}"
    if raised and not str(raised):
        yield "it is refused without a word"
    if state != before:
        yield f"it was {before}, and is {state}"


OF_ATTEMPTS: Laws = {"apply, the list of actions and their refusals agree": _agreed}
