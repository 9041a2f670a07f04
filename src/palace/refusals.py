"""Why an action is refused: the reason code, and a sentence that names cards and requirement."""

from collections.abc import Iterator
from functools import singledispatch
from typing import TypeAlias

from palace.actions import Action, Arrange, Chance, Choose, Flip, Pass, PickUp, Play, Resign
from palace.arranging import ranks_in, waiting, wanted
from palace.cards import CARDS, RANK_MASK, RANKS, Cards
from palace.combining import in_sequence, joining, stands
from palace.errors import IllegalAction, Reason
from palace.legality import (
    adds_a_card,
    barred_as_last,
    distinct_actions,
    holding_row,
    is_legal,
    legal_actions,
)
from palace.requirements import Row
from palace.state import Phase, State
from palace.wording import counted, printable, quoted


def why_illegal(state: State, action: Action) -> IllegalAction | None:
    """Why an action is refused in a state, or None where it is legal.

    Args:
        state: the state.
        action: any action, of any seat.

    Returns:
        The error that `apply` would raise, with its `reason` and a sentence; not raised.

    Raises:
        PalaceError: it is no action, or no state.
    """
    if is_legal(state, action):
        return None
    return IllegalAction(*next(_refusals(state, action)))


Refusals: TypeAlias = Iterator[tuple[Reason, str]]


def _refusals(state: State, action: Action) -> Refusals:
    """Everything that speaks against an illegal action, the most telling first."""
    seat = action.seat
    if seat not in range(state.players):
        yield (
            Reason.UNKNOWN_SEAT,
            f"there is no seat {quoted(seat)}: seats are 0 to {state.players - 1}",
        )
    elif state.phase is Phase.OVER:
        yield Reason.GAME_OVER, "the game is over"
    elif seat in state.resigned or isinstance(action, Resign):
        how = "resigned" if seat in state.resigned else "left"
        yield Reason.ALREADY_LEFT, f"seat {seat} has {how}, and takes no part any more"
    elif isinstance(action, Arrange):
        yield from _against_arranging(state, action)
    elif state.phase is Phase.ARRANGE:
        seats = ", ".join(str(each) for each in range(state.players) if each not in state.arranged)
        yield Reason.STILL_ARRANGING, f"play begins when all have arranged; still to do so: {seats}"
    elif seat != state.to_move:
        yield Reason.NOT_YOUR_TURN, f"seat {state.to_move} is to move, not seat {seat}"
    else:
        yield from _unanswered(state, action)
        yield from _against(action, state)


def _unanswered(state: State, action: Action) -> Refusals:
    """What must be said or answered before anything else is done."""
    asked, seat = state.requirement.kind, action.seat
    if asked == "choice" and not isinstance(action, Choose | Pass):
        options = ", ".join(str(each) for each in legal_actions(state))
        yield Reason.MUST_CHOOSE, f"seat {seat} has something to say first: {options}"
    if asked == "attack" and not isinstance(action, Play | PickUp):
        yield Reason.MUST_DEFEND, f"seat {seat} was given the pile: send it back, or take it"


def _against_arranging(state: State, action: Arrange) -> Refusals:
    seat = action.seat
    if state.phase is Phase.PLAY:
        yield Reason.NOT_ARRANGING, "the arranging is over"
    elif seat in state.arranged:
        yield Reason.ALREADY_ARRANGED, f"seat {seat} has arranged already"
    elif seat not in waiting(state):
        first = ", ".join(map(str, waiting(state)))
        yield Reason.NOT_YOUR_TURN, f"seat {first} arranges before seat {seat}"
    held = state.hands[seat] + state.face_up[seat]
    yield from _not_held(state, action.face_up, held, f"seat {seat} holds {held}")
    right, number = wanted(state, seat), len(action.face_up)
    if right.least <= number <= right.most:
        ranks = f"{action.face_up} are cards of {ranks_in(action.face_up.packed)} ranks"
        yield (
            Reason.WRONG_NUMBER,
            f"{ranks}, but each of the {right.ranks} places holds cards of one rank",
        )
    or_more = " or more" if right.most > right.least else ""
    yield (
        Reason.WRONG_NUMBER,
        f"{right.least}{or_more} face-up cards are asked for, not {number}",
    )


def _not_held(state: State, cards: Cards, zone: Cards, instead: str) -> Refusals:
    deck = state.variant.deck_cards(state.players)
    for card in dict.fromkeys(cards):
        if cards.count(card) > max(1, deck.count(card)):
            yield Reason.DUPLICATE_CARD, f"{card} is named {cards.count(card)} times"
    for card in dict.fromkeys(cards):
        if cards.count(card) > zone.count(card):
            yield Reason.NOT_HELD, f"{card} is not there to be used: {instead}"


@singledispatch
def _against(action: Action, state: State) -> Refusals:
    raise NotImplementedError


@_against.register
def _play(action: Play, state: State) -> Refusals:
    seat, cards = action.seat, action.cards
    hand, up = state.hands[seat], state.face_up[seat]
    zone, name = (hand, "hand") if hand else (up, "face-up cards")
    joined = Cards(hand.packed + joining(state, seat))
    if not cards:
        yield Reason.NO_CARDS, "a play needs at least one card"
    if not zone:
        yield Reason.MUST_FLIP, "only face-down cards are left: flip one"
    if not cards <= zone and not hand <= cards <= joined:
        deck = state.variant.deck_cards(state.players)
        if hand and cards <= hand + up and cards <= deck:
            yield Reason.ZONE_LOCKED, f"cards come from the hand alone while it lasts: {hand}"
        yield from _not_held(state, cards, zone, f"the {name} of seat {seat}: {zone}")
    row = holding_row(state, seat)
    if action.as_rank is None:
        yield from _undeclared(action, row, state)
    elif not stands(state.rules, action):
        yield Reason.NOT_WILD, _not_wild(action, state)
    yield from _against_laying(action, row, state)


def _against_laying(action: Play, row: Row, state: State) -> Refusals:
    """What speaks against cards that may be laid together, where the pile stands."""
    cards, straight = action.cards, in_sequence(state.rules, row, action)
    first = straight[0] if straight else action.top
    laid = action.laid if action.number else bytes((first,))
    cells = [row.cells[index] for index in laid]
    refused = [cell.refusal or Reason.DOES_NOT_BEAT for cell in cells if not cell.counts]
    refused += [cell.refusal for cell in cells if cell.counts and cell.refusal]
    if action.as_rank is not None and row.requirement.suit is not None:
        refused.append(Reason.MUST_LEAD)  # nothing stands for the one card that must be led
    rank = CARDS[straight[-1] if straight else action.top].rank
    if not refused and barred_as_last(state, action):
        yield Reason.MUST_NOT_END, f"{cards} may not be a player's last: the variant forbids it"
    for reason in refused:
        against = _DO_NOT.get(reason, "may not be laid on")
        yield reason, f"{cards} {against} {_asked(row)}; {_may(state, row)}"
    if straight:
        wrong = "are no straight: a card before the last causes something"
        yield Reason.MIXED_RANKS, f"{cards} {wrong}"
    yield (
        Reason.WRONG_COUNT,
        f"{counted(len(cards), 'card')} of rank {rank} cannot be laid together",
    )


def _not_wild(action: Play, state: State) -> str:
    """Why cards cannot be laid as a rank: what those that are not of it may stand for."""
    told = f"{action.cards} cannot be laid as {action.as_rank}"
    others = dict.fromkeys(card.rank for card in action.cards if card.rank is not action.as_rank)
    ranks = [(rank, ", ".join(state.variant.stands_for(rank))) for rank in others]
    stands = [f"{rank} stands for {other or 'no other rank'}" for rank, other in ranks]
    return ": ".join([told, *([", ".join(stands)] if stands else [])])


def _undeclared(action: Play, row: Row, state: State) -> Refusals:
    """Cards that are laid as they are, but are not of one rank, or stand for others."""
    cards, variant = action.cards, state.variant
    wild = [card for card in cards if variant.stands_for(card.rank)]
    natural = dict.fromkeys(card.rank for card in cards if card not in wild)
    if wild and len(natural) <= 1:
        ranks = [*natural, *variant.stands_for(wild[0].rank)]
        yield (
            Reason.MUST_DECLARE,
            f'{wild[0]} stands for another rank: name it, as in "play {cards} as {ranks[0]}"',
        )
    if not action.number and in_sequence(state.rules, row, action) is None:
        wrong = "are not of one rank"
        if variant.straights:
            wrong += f", and no straight of {variant.straights} to {variant.straight_limit} cards"
            wrong += ", in which none may stand for another" if wild else ""
        yield Reason.MIXED_RANKS, f"{cards} {wrong}"


_DO_NOT = {
    Reason.DOES_NOT_BEAT: "does not beat",
    Reason.ABOVE_LIMIT: "is above the limit,",
    Reason.BELOW_LEAD: "is below the limit on the lead,",
    Reason.BARRED: "may not be laid on",
    Reason.WRONG_SUIT: "does not match the suit or colour of",
}


def _asked(row: Row) -> str:
    return str(row.requirement).removeprefix("lead ")


def _may(state: State, row: Row) -> str:
    deck = state.variant.deck_cards(state.players).packed
    ranks = [rank for rank in RANKS if row.playable & RANK_MASK[rank.index] & deck]
    return f"what goes there: {', '.join(rank.symbol for rank in ranks) or 'nothing'}"


@_against.register
def _flip(action: Flip, state: State) -> Refusals:
    seat, place = action.seat, action.place
    for name, zone in (("hand", state.hands[seat]), ("face-up cards", state.face_up[seat])):
        if zone:
            yield Reason.ZONE_LOCKED, f"seat {seat} still has its {name}: {zone}"
    places = [number for number, card in enumerate(state.face_down[seat]) if card is not None]
    if place in places:
        row = holding_row(state, seat)
        yield Reason.DOES_NOT_BEAT, f"that card does not go on {_asked(row)}: {_may(state, row)}"
    there = ", ".join(map(str, places))
    yield (
        Reason.NO_SUCH_PLACE,
        f"no card lies at place {quoted(place)}: the places with cards are {there}",
    )


@_against.register
def _pick_up(action: PickUp, state: State) -> Refusals:
    seat, adding = action.seat, action.adding
    if not state.pile:
        yield Reason.NOTHING_TO_PICK_UP, "there is no pile to pick up: lead a card"
    hand, up = state.hands[seat], state.face_up[seat]
    if not any(isinstance(each, PickUp) for each in distinct_actions(state)):
        if not (hand or up or state.variant.table_cards.face_down == "looked_at"):
            yield Reason.MUST_FLIP, "the pile is not taken instead of flipping: flip a card"
        yield Reason.MUST_PLAY, "the pile is only picked up by a player who cannot play"
    if adding is None:
        yield Reason.MUST_ADD, f"name one of the face-up cards to add to the pile: {up}"
    if adds_a_card(state, seat):
        yield Reason.NOT_HELD, f"{adding} is not among the face-up cards: {up}"
    yield Reason.MUST_NOT_ADD, f"nothing is added to the pile here: pick up without {adding}"


@_against.register
def _chance(_: Chance, state: State) -> Refusals:
    if state.variant.chance == "never":
        yield (
            Reason.NO_CHANCE,
            f"{printable(state.variant.name)} has no chance: the stock is not played",
        )
    if state.pending is not None:
        yield Reason.NO_CHANCE, "there is one chance a turn, and it was taken"
    if not state.stock:
        yield Reason.NO_STOCK, "no stock is left"
    yield Reason.MUST_PLAY, "a chance is only for a player who cannot play"


@_against.register
def _choose(action: Choose, state: State) -> Refusals:
    options = [str(each.option) for each in legal_actions(state) if isinstance(each, Choose)]
    if not options:
        yield Reason.NOTHING_TO_CHOOSE, f"nothing asks seat {action.seat} for a choice"
    yield (
        Reason.WRONG_CHOICE,
        f"{action.option} is none of the choices: {', '.join(options)}",
    )


@_against.register
def _pass(action: Pass, _: State) -> Refusals:
    yield Reason.MUST_PLAY, f"seat {action.seat} may not pass: lay cards, or take the pile"
