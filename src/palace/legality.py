"""What may be done in a state, read off the follow table.

Orders, stable from release to release: plays by rank, then number of cards, then suits, after them
those with face-up cards, those as another rank, and straights; flips by place; then the chance;
then pick-ups by the card added; then what others may lay out of turn, by seat; arrangements by
seat, then by number and cards laid face up.
"""

from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Any

from attrs import evolve, frozen

from palace.actions import Action, Arrange, Chance, Choose, Flip, Pass, PickUp, Play, Resign
from palace.arranging import (
    arrangements,
    distinct_arrangements,
    may_lie,
    number_of_arrangements,
    waiting,
)
from palace.cards import CARDS, RANK_MASK, UNIT, Rank, holds, unpack
from palace.combining import (
    declared_cell,
    declared_plays,
    faces,
    in_sequence,
    joined_plays,
    joins,
    straight_cell,
    straights,
    will_draw,
    zone_in_use,
)
from palace.errors import PalaceError
from palace.plays import MOST_KEPT, allows, has_plays, lookups, number_of_plays, plays
from palace.requirements import ONE_CARD, Cell, Row
from palace.rules import Rules
from palace.state import FLIPPED, Pending, Phase, State, lying, no_state
from palace.variant import MOST_SEATS
from palace.wording import quoted

MOST_SHOWN = 20
"""The most legal actions that their repr names."""
_PLAYING = Phase.PLAY  # looked up in every turn
_TAKES = [(PickUp(seat),) for seat in range(MOST_SEATS)]
_CHANCES = [Chance(seat) for seat in range(MOST_SEATS)]
_PASSES = [Pass(seat) for seat in range(MOST_SEATS)]


@cache
def _flip(seat: int, place: int) -> Flip:
    return Flip(seat, place)


@lru_cache(maxsize=MOST_KEPT)
def _adding(seat: int, face_up: int, *, distinct: bool) -> tuple[PickUp, ...]:
    """The pick-ups that add one of the face-up cards; where suits are alike one of each rank."""
    added = sorted(set(unpack(face_up)))
    if distinct:
        added = sorted({index >> 2: index for index in reversed(added)}.values())
    return tuple(PickUp(seat, CARDS[index]) for index in added)


# ---------------------------------------------------------------- the seat to move


def holding_row(state: State, seat: int) -> Row:
    """The row that holds: a limit on a lead only where a card keeps to it (ruling 19)."""
    row = state._row
    if row.otherwise is None or _goes(state, seat, row):
        return row
    return state._frame.rules.rows[row.otherwise]


def _goes(state: State, seat: int, row: Row) -> bool:
    """Whether a seat can lay a card that it sees where the pile stands at a row."""
    if row.in_full:
        alike = state._frame.rules.variant.suits == "ignored"
        return any(_plays_in_full(state, seat, row, distinct=alike))
    return has_plays(row, zone_in_use(state, seat))


def is_able(state: State, seat: int) -> bool:
    """Whether a seat can play a card it sees, or flip one where it sees none."""
    if not zone_in_use(state, seat):
        return bool(_places(state, seat))
    return _goes(state, seat, holding_row(state, seat))


def _listed(state: State, seat: int, *, distinct: bool) -> tuple[Action, ...]:
    """Everything that the seat to move may do, and out of turn the others."""
    row, pending = state._row, state._frame.pending
    if row.requirement.kind == "choice" and pending is not None:
        return _choices(state, pending, distinct=distinct)
    actions: tuple[Action, ...] = _plays(state, seat, distinct=distinct)
    if row.quick[seat] is None and row.plain and state._frame.rules.usual:
        found = lookups(row, seat, distinct=True)
        row.quick[seat] = tuple((mask, table.known) for mask, table in found)
    flips = _flips(state, seat)
    rest = _rest(state, seat, able=bool(actions or flips), distinct=distinct)
    return (*actions, *flips, *rest, *_out_of_turn(state, distinct=distinct))


def _plays(state: State, seat: int, *, distinct: bool) -> tuple[Action, ...]:
    """What the seat to move may lay."""
    zone = zone_in_use(state, seat)
    if not zone:
        return ()
    row = holding_row(state, seat)
    if row.in_full:
        return tuple(_plays_in_full(state, seat, row, distinct=distinct))
    return plays(lookups(row, seat, distinct=distinct), zone)


def _plays_in_full(state: State, seat: int, row: Row, *, distinct: bool) -> Iterator[Action]:
    """What a seat may lay on a row where the variant has rules that no cell can say."""
    zone = zone_in_use(state, seat)
    found = chain(
        plays(lookups(row, seat, distinct=distinct), zone),
        joined_plays(state, seat, row, distinct=distinct),
        declared_plays(state, seat, row, distinct=distinct),
        straights(state._frame.rules, row, zone, seat, distinct=distinct),
    )
    return (each for each in found if _lets(state, each))  # type: ignore[arg-type]


def _flips(state: State, seat: int) -> list[Action]:
    """The cards that the seat to move may flip."""
    return [_flip(seat, place) for place in _places(state, seat)]


def _places(state: State, seat: int) -> list[int]:
    """The places of the cards that the seat to move may flip; one that is looked at must go."""
    if zone_in_use(state, seat) or state._row.requirement.kind == "attack":
        return []
    row = state._frame.face_down[seat]
    places = [place for place, index in enumerate(row) if index != FLIPPED]
    if state._frame.rules.variant.table_cards.face_down == "looked_at":
        return [place for place in places if cell_of_flip(state, seat, row[place]) is not None]
    return places


def _choices(state: State, pending: Pending, *, distinct: bool) -> tuple[Action, ...]:
    """What the seat to move may say, or add to what it has laid."""
    seat = pending.seat
    if pending.kind == "add":
        kept = lookups(state._frame.rules.rows[0], seat, distinct=distinct)
        added = (each for each in plays(kept, pending.cards) if is_legal(state, each))
        return (*added, _PASSES[seat])
    return tuple(Choose(seat, option) for option in _options(state, pending))


def _options(state: State, pending: Pending) -> tuple[int | str, ...]:
    """The answers that there are to a choice."""
    if pending.kind == "direction":
        return ("higher", "lower")
    return tuple(seat for seat in state.active if seat != pending.seat)


def _out_of_turn(state: State, *, distinct: bool) -> list[Action]:
    """What the other seats may lay out of their turn."""
    if state._frame.rules.variant.out_of_turn == "never" or not state._pile:
        return []
    mask = RANK_MASK[state._pile_as_declared[-1] >> 2]
    return [
        play
        for seat in state.active
        if seat != state.to_move and (equal := zone_in_use(state, seat) & mask)
        for play in plays(lookups(state._frame.rules.rows[0], seat, distinct=distinct), equal)
        if _cell_out_of_turn(state, play) is not None  # type: ignore[arg-type]
    ]


def _rest(state: State, seat: int, *, able: bool, distinct: bool) -> list[Action]:
    """What the seat to move may do besides laying cards."""
    actions: list[Action] = []
    if state._stock and _chance_allowed(state, able=able):
        actions.append(_CHANCES[seat])
    if state._pile and _pick_up_allowed(state, seat, able=able):
        actions += _taking(state, seat, able=able, distinct=distinct)
    if _pass_allowed(state, able=able):
        actions.append(_PASSES[seat])
    return actions


def _taking(state: State, seat: int, *, able: bool, distinct: bool) -> tuple[PickUp, ...]:
    """The ways in which a seat may take the pile."""
    if _adds_a_card(state, seat, able=able):
        return _adding(seat, state._frame.face_up[seat], distinct=distinct)
    return _TAKES[seat]


def _chance_allowed(state: State, *, able: bool) -> bool:
    if state._frame.pending is not None:  # once a turn, and not while the pile is sent round
        return False
    chance = state._frame.rules.variant.chance
    return chance == "always" or (chance == "when_unable" and not able)


def _pick_up_allowed(state: State, seat: int, *, able: bool) -> bool:
    """Whether a seat may take a pile, if there is one."""
    variant = state._frame.rules.variant
    pick_up, looked_at = variant.pick_up, variant.table_cards.face_down == "looked_at"
    if state._row.requirement.kind == "attack":
        return True
    if zone_in_use(state, seat) or looked_at:
        return pick_up.when_able or not able
    return pick_up.instead_of_flip


def _pass_allowed(state: State, *, able: bool) -> bool:
    """Whether the seat to move can neither lay a card nor take a pile."""
    return not able and not state._pile


def _adds_a_card(state: State, seat: int, *, able: bool) -> bool:
    """Whether a seat that takes the pile must add a face-up card to it first."""
    adding = state._frame.rules.variant.pick_up.adding
    at_face_up = not state._hands[seat] and state._frame.face_up[seat] != 0
    attacked = state._row.requirement.kind == "attack"
    added = adding in ("always", "when_able" if able else "when_unable")
    return at_face_up and not attacked and added


def adds_a_card(state: State, seat: int) -> bool:
    """Whether a seat that picks up must add a face-up card to the pile first."""
    return _adds_a_card(state, seat, able=is_able(state, seat))


# ---------------------------------------------------------------- listing


@frozen
class LegalActions(Collection[Action]):
    """Every legal action of a state, every choice of suits its own; nothing is listed unless asked.

    It iterates in the documented order, and answers `in`, `len` and `bool` without listing; `len`
    lists only flips and choices, which are few, and of a variant with rules of laying that no cell
    can say. A `Resign` is no move in the game: it is `in` where it is legal, but never listed or
    counted.

    Attributes:
        state: the state whose actions they are.
    """

    state: State

    def __iter__(self) -> Iterator[Action]:
        state = self.state
        if state.phase is Phase.ARRANGE:
            return (action for seat in waiting(state) for action in arrangements(state, seat))
        return iter(() if state.to_move is None else _listed(state, state.to_move, distinct=False))

    def __len__(self) -> int:
        state = self.state
        if state.phase is Phase.ARRANGE:
            return sum(number_of_arrangements(state, seat) for seat in waiting(state))
        if state.to_move is None:
            return 0
        seat, zone = state.to_move, zone_in_use(state, state.to_move)
        if state._row.in_full or state._frame.pending is not None or not zone:
            return len(_listed(state, seat, distinct=False))
        number = number_of_plays(holding_row(state, seat), zone)
        return number + len(_rest(state, seat, able=number > 0, distinct=False))

    def __bool__(self) -> bool:
        return self.state.phase is not Phase.OVER

    def __contains__(self, action: object) -> bool:
        return type(action) in _CHECKS and is_legal(self.state, action)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        told = list(map(str, islice(self, MOST_SHOWN)))
        more = [f"and {len(self) - MOST_SHOWN} more"] if len(self) > MOST_SHOWN else []
        return f"<LegalActions: {', '.join(told + more)}>"


def legal_actions(state: State) -> LegalActions:
    """Every legal action of a state: sized, iterable in a stable order, and asked with `in`.

    Args:
        state: the state; while arranging every seat that has not arranged may act.

    Returns:
        A view that lists only when iterated. Plays come by rank, number of cards and suits: those
        of equal cards, then those laid as another rank, by that rank, then straights; after them
        flips by place, the chance, pick-ups, and what others may lay out of turn. `Resign` is in it
        for every active seat, but it is neither listed nor counted: to leave the table is no move,
        and a player that takes any of the moves listed would leave at once.

    Raises:
        PalaceError: it is no state.
    """
    if not isinstance(state, State):
        raise no_state(state)
    return LegalActions(state)


def distinct_actions(state: State) -> tuple[Action, ...]:
    """The legal actions, one for each rank and number of cards where suits do not matter.

    Args:
        state: the state.

    Returns:
        Actions in the order of `legal_actions`; of those alike the one with the lowest suits.
        Where the variant has a suit rule, all of them.

    Raises:
        PalaceError: it is no state.
    """
    try:  # costs nothing where nothing is wrong
        phase, hands = state.phase, state._hands
    except AttributeError:
        raise no_state(state) from None
    if phase is not _PLAYING:
        return _before_play(state)
    seat: int = state.to_move  # type: ignore[assignment] # somebody is to move while playing
    hand, quick = hands[seat], state._row.quick[seat]
    zone = hand or state._frame.face_up[seat]
    if not zone or quick is None:
        return _listed(state, seat, distinct=state._frame.rules.variant.suits == "ignored")
    actions: tuple[Action, ...] = ()
    try:  # as in `plays`: most moves pass here, and are spared a call
        for mask, plays_of in quick:
            if cards := zone & mask:
                actions += plays_of[cards]
    except KeyError:  # not asked for before
        actions = plays(lookups(state._row, seat, distinct=True), zone)
    if not state._pile:  # that nothing goes there only `Rules.with_cell` can say
        return actions or (_PASSES[seat],)
    if hand:
        return actions + _TAKES[seat]
    return actions + _taking(state, seat, able=bool(actions), distinct=True)


def _before_play(state: State) -> tuple[Action, ...]:
    """The distinct actions while arranging; none after the end."""
    if state._frame.rules.variant.suits != "ignored":
        return tuple(LegalActions(state))
    by_seat = (distinct_arrangements(state, seat) for seat in waiting(state))
    return tuple(chain.from_iterable(by_seat))


# ---------------------------------------------------------------- asking


def cell_of_play(state: State, action: Play) -> Cell | None:
    """The cell of the follow table that a play meets, or None where it is not legal."""
    row = state._row
    if not row.plain:
        return _cell_in_full(state, action)
    seat, cards = action.seat, action.packed
    if seat != state.to_move or state.phase is not _PLAYING:
        return None
    zone = state._hands[seat] or state._frame.face_up[seat]
    if zone & cards != cards and not holds(zone, cards):
        return None
    cell = row.cells[action.top]
    return cell if cell.counts & action.number else None


def _cell_in_full(state: State, action: Play) -> Cell | None:
    """As `cell_of_play`, where a cell alone does not say it."""
    seat, pending, rules = action.seat, state._frame.pending, state._frame.rules
    if state.phase is not _PLAYING:
        return None
    if seat != state.to_move:
        return _cell_out_of_turn(state, action)
    if pending is not None and pending.kind == "add":
        row, zone, limits = rules.rows[pending.row], pending.cards, rules.rows[0]
        held = holds(zone, action.packed)
    else:
        row = limits = holding_row(state, seat)
        held = holds(zone_in_use(state, seat), action.packed) or joins(state, action)
    if not held or not _lets(state, action):
        return None
    if action.as_rank is not None:
        cell = declared_cell(rules, row, action)
    elif not action.number:
        cell = straight_cell(rules, row, action)
    else:
        allowed = allows(limits.counts[action.top >> 2], action.laid)
        cell = row.cells[action.top] if allowed else None
    return None if cell is None else _for_so_many(cell, len(action.laid))


def _for_so_many(cell: Cell, cards: int) -> Cell:
    """The cell with the row that so many cards leave."""
    return evolve(cell, row=cell.row_after(cards), rows=()) if cell.rows else cell


def _cell_out_of_turn(state: State, action: Play) -> Cell | None:
    """The cell of a play out of turn, or None where it is not legal."""
    seat, frame = action.seat, state._frame
    rules, pile = frame.rules, state._pile_as_declared
    allowed = rules.variant.out_of_turn
    if allowed == "never" or frame.pending is not None or not pile or not action.number:
        return None
    if seat not in range(state.players) or seat in frame.out or pile[-1] >> 2 != action.top >> 2:
        return None
    if not holds(zone_in_use(state, seat), action.packed) or not _lets(state, action):
        return None
    if not allows(rules.rows[0].counts[action.top >> 2], action.laid):
        return None
    if allowed == "four" and equal_on_top(rules, pile) + len(action.laid) < frame.four:
        return None
    return _for_so_many(state._row.cells[action.top], len(action.laid))


def equal_on_top(rules: Rules, pile: bytes) -> int:
    """How many cards of the top card's rank lie on top of a pile in a row.

    Ranks that the variant looks through between them do not break the row, nor do they count.
    """
    rank, through = pile[-1] >> 2, rules.through
    equal = 0
    for index in reversed(pile):
        if index >> 2 == rank:
            equal += 1
        elif index >> 2 not in through:
            break
    return equal


def _lets(state: State, action: Play) -> bool:
    """Whether the rules that no cell can say let a play be."""
    variant, seat = state._frame.rules.variant, action.seat
    from_hand = state._hands[seat]
    if variant.table_cards.face_up == "singles" and not from_hand and len(action.laid) > 1:
        return False
    return not (barred_as_last(state, action) and ends(state, action))


def barred_as_last(state: State, action: Play) -> bool:
    """Whether a play has cards of ranks that may not be the last: as they are, or as they lie."""
    straight = not action.number and in_sequence(state._frame.rules, state._row, action)
    top = straight[-1] if straight else action.top
    standing = () if action.as_rank is None else action.cards
    ranks = {CARDS[top].rank, *(card.rank for card in standing)}
    return not ranks.isdisjoint(state._frame.rules.variant.end.not_on)


def ends(state: State, action: Play) -> bool:
    """Whether a play would be its player's last cards."""
    seat = action.seat
    return state.card_counts[seat] == len(action.laid) and not will_draw(state, seat)


def cell_of_unseen(state: State, index: int) -> Cell | None:
    """The cell that a card turned over unseen meets, or None where it may not stay (ruling 19)."""
    return _cell_of_face(state, face_of_unseen(state, index))


def _cell_of_face(state: State, face: int | None) -> Cell | None:
    return None if face is None else _for_so_many(_row_of_unseen(state).cells[face], 1)


def face_of_unseen(state: State, index: int, barred: tuple[Rank, ...] = ()) -> int | None:
    """As which card, by its index, a card turned over unseen stays; None where it may not."""
    cells = _row_of_unseen(state).cells
    for face in faces(state._frame.rules, index):
        if cells[face].counts & ONE_CARD and CARDS[face].rank not in barred:
            return face
    return None


def face_of_flip(state: State, seat: int, index: int) -> int | None:
    """As which card a seat's face-down card stays, which may be its last; None where it may not."""
    frame = state._frame
    barred = frame.rules.variant.end.not_on
    if not barred or len(lying(frame.face_down[seat])) > 1 or will_draw(state, seat):
        return face_of_unseen(state, index)
    return None if CARDS[index].rank in barred else face_of_unseen(state, index, barred)


def _row_of_unseen(state: State) -> Row:
    row = state._row
    return row if row.otherwise is None else state._frame.rules.rows[row.otherwise]


def cell_of_flip(state: State, seat: int, index: int) -> Cell | None:
    """The cell that a seat's face-down card meets, or None where it may not stay."""
    return _cell_of_face(state, face_of_flip(state, seat, index))


def _may_play(state: State, action: Play) -> bool:
    return cell_of_play(state, action) is not None


def may_flip(state: State, action: Flip) -> bool:
    """Whether a flip is legal."""
    seat = action.seat
    if seat != state.to_move or state.phase is not _PLAYING:
        return False
    if state._row.requirement.kind == "choice":
        return False
    return action.place in _places(state, seat)


def may_pick_up(state: State, action: PickUp) -> bool:
    """Whether a pick-up is legal."""
    seat, adding = action.seat, action.adding
    if seat != state.to_move or state.phase is not _PLAYING or not state._pile:
        return False
    if state._hands[seat] and state._frame.rules.usual:  # the usual case, quickly
        return adding is None
    if state._row.requirement.kind == "choice":
        return False
    able = is_able(state, seat)
    if not _pick_up_allowed(state, seat, able=able):
        return False
    if _adds_a_card(state, seat, able=able):
        return adding is not None and holds(state._frame.face_up[seat], UNIT[adding.index])
    return adding is None


def may_chance(state: State, action: Chance) -> bool:
    """Whether a chance is legal."""
    seat = action.seat
    if seat != state.to_move or state.phase is not _PLAYING or not state._stock:
        return False
    if state._row.requirement.kind == "choice":
        return False
    return _chance_allowed(state, able=is_able(state, seat))


def _may_choose(state: State, action: Choose) -> bool:
    """Whether a choice is legal."""
    pending = state._frame.pending
    if action.seat != state.to_move or pending is None or state._row.requirement.kind != "choice":
        return False
    return pending.kind != "add" and action.option in _options(state, pending)


def _may_pass(state: State, action: Pass) -> bool:
    """Whether a pass is legal."""
    seat, pending = action.seat, state._frame.pending
    if seat != state.to_move or state.phase is not _PLAYING:
        return False
    if state._row.requirement.kind == "choice":
        return pending is not None and pending.kind == "add"
    return not state._pile and _pass_allowed(state, able=is_able(state, seat))


def _may_arrange(state: State, action: Arrange) -> bool:
    """Whether an arrangement is legal."""
    seat = action.seat
    if state.phase is not Phase.ARRANGE or seat not in waiting(state):
        return False
    return may_lie(state, seat, action.face_up.packed)


def _may_resign(state: State, action: Resign) -> bool:
    """Whether a seat may resign: as long as it takes part, whoever is to move."""
    return state.phase is not Phase.OVER and action.seat in state.active


_CHECKS: dict[type[Any], Callable[[State, Any], bool]] = {
    Play: _may_play,
    Flip: may_flip,
    PickUp: may_pick_up,
    Chance: may_chance,
    Arrange: _may_arrange,
    Choose: _may_choose,
    Pass: _may_pass,
    Resign: _may_resign,
}


def is_legal(state: State, action: Action) -> bool:
    """Whether an action is legal in a state.

    Args:
        state: the state.
        action: any action, of any seat.

    Returns:
        True where `apply` would take it; never an error for an action that is only illegal.

    Raises:
        PalaceError: it is no action, or no state.
    """
    check = _CHECKS.get(type(action))
    if check is None:
        raise PalaceError(
            f"{quoted(action)} is no action: make one with Play, Flip, PickUp, Chance, Choose, "
            "Pass, Arrange or Resign, or read text with parse_action"
        )
    if not isinstance(state, State):
        raise no_state(state)
    return check(state, action)
