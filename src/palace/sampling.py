"""Positions and actions sampled with any `Random`: one of Hypothesis, or one with a seed.

A deal hardly ever reaches the end of a game in random play, so positions are drawn at every stage:
the deck is cut up freely among the zones, and what is left over lies aside.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias, TypeVar

from palace.actions import Action, Arrange, Chance, Choose, Flip, Pass, PickUp, Play
from palace.cards import Card, Rank
from palace.cells import caused
from palace.legality import distinct_actions, legal_actions
from palace.positions import position
from palace.rules import rules_of
from palace.state import Phase, State
from palace.variant import Variant

Seat: TypeAlias = dict[str, list[Card | str]]
T = TypeVar("T")


@lru_cache
def deck_of(variant: Variant, players: int) -> tuple[Card, ...]:
    """The cards of a variant's deck."""
    return tuple(variant.deck_cards(players))


# ---------------------------------------------------------------- positions


ANY_PHASE = (*[Phase.PLAY] * 12, *[Phase.ARRANGE] * 2, Phase.OVER)


def draw_position(random: Random, variant: Variant, phases: Sequence[Phase] = ANY_PHASE) -> State:
    """A position of a variant at any stage of a game, with any number of seats."""
    phase = random.choice(phases)
    if variant.arrange == "none" and phase is Phase.ARRANGE:
        phase = Phase.PLAY
    players = draw_players(random, variant)
    deck = _shuffled(random, variant, deck_of(variant, players))
    share = len(deck) // (players + 1)
    if variant.bundling and phase is Phase.ARRANGE:
        share = min(share, 7)  # more could be bundled in very many ways
    limit = variant.end.turn_limit
    turns = random.randrange(limit) if limit else 0
    exits = rules_of(variant).exits(players)
    out = _out(random, players, exits, phase)
    if phase is Phase.OVER and limit and random.random() < 0.5:
        turns, out = limit, out[: random.randint(0, exits - 1)]
    active = [seat for seat in range(players) if seat not in out]
    to_move: int | None = random.choice(active)
    pile, burned = _pile(random, variant, deck, share)
    seats: list[Seat] = [{} for _ in range(players)]
    # the mover's cards lie next to the pile's in the deck, so that they go well with them
    for seat in sorted(active, key=lambda seat: seat != to_move):
        seats[seat] = _seat(random, deck, share, phase)
    arranged: list[int] = []
    dealer = random.randrange(players)
    if phase is Phase.ARRANGE:
        cards, pile = pile, pile[: variant.deal.turn_up]
        burned += cards[len(pile) :]
        arranged = random.sample(range(players), random.randrange(players))
        if variant.arrange_order == "from_dealers_left":
            arranged = [(dealer + place) % players for place in range(1, len(arranged) + 1)]
        if variant.arrange == "from_hand":
            for seat in set(range(players)).difference(arranged):
                seats[seat]["hand"] += seats[seat].pop("face_up")
        if variant.start.judged == "arranged":
            to_move = None
    burned += _taken(deck, random.choice((0, 0, random.randint(0, len(deck)))))
    return position(
        variant,
        seats,
        pile=pile,
        declared=[
            random.choice(ranks) for card in pile if (ranks := variant.stands_for(card.rank))
        ],
        stock=_taken(deck, random.choice((0, 0, 1, 2, len(deck) // 2, len(deck)))),
        burned=burned,
        to_move=to_move,
        direction=random.choice((1, -1)),
        out=out,
        phase=phase,
        dealer=dealer,
        arranged=arranged,
        turns=turns,
        requirement=_lead(random, variant, phase) if not pile else None,
    )


def draw_players(random: Random, variant: Variant) -> int:
    """A number of seats, often the most, for which some variants have other cards."""
    least, most = variant.players.min, variant.players.max
    return random.choice((random.randint(least, most), most))


def _shuffled(random: Random, variant: Variant, cards: Iterable[Card]) -> list[Card]:
    """The cards in any order, or rank after rank for sets and rows of four, special ranks first."""
    deck, ranks = list(cards), list(Rank)
    random.shuffle(deck)
    if random.random() < 0.5:
        random.shuffle(ranks)
        if random.random() < 0.5:
            ranks.sort(key=lambda rank: (variant.rank(rank).sets, not variant.rank(rank).abilities))
        deck.sort(key=lambda card: ranks.index(card.rank))
    return deck


def _taken(deck: list[Card], number: int) -> list[Card]:
    """So many cards off the deck, or all that there are."""
    cards = deck[:number]
    del deck[:number]
    return cards


def _out(random: Random, players: int, exits: int, phase: Phase) -> list[int]:
    most = {Phase.ARRANGE: 0, Phase.PLAY: exits - 1, Phase.OVER: exits}[phase]
    least = most if phase is Phase.OVER else 0
    return random.sample(range(players), random.choice((least, random.randint(least, most))))


def _pile(
    random: Random, variant: Variant, deck: list[Card], share: int
) -> tuple[list[Card], list[Card]]:
    """A pile, and the cards that cannot lie in one since they burn."""
    cards = _taken(deck, random.choice((0, 1, 2, 3, random.randint(0, share))))
    not_there = {rank for rank in Rank if caused(variant, rank).burns}
    pile = [card for card in cards if card.rank not in not_there]
    return pile, [card for card in cards if card.rank in not_there]


def _seat(random: Random, deck: list[Card], share: int, phase: Phase) -> Seat:
    """One seat's cards, out of its share of the deck, at any stage that a player comes to."""
    stages = ("hand", "hand", "last cards", "face_up", "face_down")
    stage = "hand" if phase is Phase.ARRANGE else random.choice(stages)
    hand, up, down = 0, 0, random.choice((0, random.randint(0, 3)))
    if stage == "hand":
        hand, up = random.choice((1, 2, 3, random.randint(1, share))), random.randint(0, 3)
    elif stage == "last cards":
        hand, down = random.randint(1, 3), 0
    elif stage == "face_up":
        up = random.randint(1, 3)
    else:
        down = random.randint(1, 3)
    hand = min(hand, share)
    up = min(up, share - hand)
    down = min(down, share - hand - up)
    zones: Seat = {"hand": [*_taken(deck, hand)], "face_up": [*_taken(deck, up)]}
    places: list[Card | str] = [*_taken(deck, down), *["--"] * random.choice((0, 0, 1))]
    random.shuffle(places)
    return zones | {"face_down": places}


def _lead(random: Random, variant: Variant, phase: Phase) -> str | None:
    """A limit on the lead, where the variant has any."""
    kinds = {Phase.ARRANGE: ["start"], Phase.PLAY: ["lead", "start"], Phase.OVER: []}[phase]
    rows = rules_of(variant).rows
    leads = [str(row.requirement) for row in rows if row.requirement.kind in kinds]
    return random.choice([*leads, None]) if leads else None


# ---------------------------------------------------------------- actions


def draw_attempt(random: Random, state: State) -> Action:
    """Any action, legal or not: of any seat, with cards of any zone or of none, at any place."""
    seat = state.to_move
    if seat is None or random.random() < 0.25:
        seat = random.randint(-1, state.players)
    kind = random.randrange(16)
    if kind <= 2 and (actions := distinct_actions(state)):
        return _altered(random, random.choice(actions), state)
    if kind <= 8 and state.phase is not Phase.ARRANGE:
        declared = random.choice([*Rank]) if state.rules.stand_for and kind <= 5 else None
        return Play(seat, _to_play(random, state, seat), declared)
    if kind <= 10:
        return Arrange(seat, _to_arrange(random, state, seat))
    if kind <= 12:
        return PickUp(seat, _one(random, [None, *_zone(random, state, seat)]))
    chosen = Choose(seat, random.choice(_OPTIONS))
    if kind <= 13 and state.pending is None:
        return Flip(seat, random.choice((0, 1, 2, 3, -1, 10**9)))
    return random.choice((Chance(seat), Pass(seat), chosen))


_OPTIONS = (0, 1, 2, "higher", "lower")


def _one(random: Random, values: Sequence[T]) -> T:
    """A value, the first of them as often as all others."""
    return values[0] if random.random() < 0.5 else random.choice(values)


def _zone(random: Random, state: State, seat: int) -> list[Card]:
    """The cards of some zone, mostly the one that a seat has in use; of the whole deck if empty."""
    if seat in range(state.players):
        hand, up = state.hands[seat], state.face_up[seat]
        down = [card for card in state.face_down[seat] if card is not None]
        others = (hand, up, down, state.pile, state.stock, state.burned)
        cards = (hand or up or down) if random.random() < 0.5 else random.choice(others)
        if cards:
            return list(cards)
    return list(deck_of(state.variant, state.players))


def _to_play(random: Random, state: State, seat: int) -> list[Card]:
    cards = _zone(random, state, seat)
    shape = random.randrange(12)
    if shape == 0:
        return random.sample(cards, random.randint(0, min(3, len(cards))))
    rank = random.choice(cards).rank if shape < 6 else _most_common(cards)
    alike = [card for card in cards if card.rank is rank]
    if shape == 1:
        return [alike[0]] * 2
    return random.sample(alike, random.choice((1, 2, *[len(alike)] * 4)) if alike[1:] else 1)


def _most_common(cards: list[Card]) -> Rank:
    return Counter(card.rank for card in cards).most_common(1)[0][0]


def _to_arrange(random: Random, state: State, seat: int) -> list[Card]:
    if seat not in range(state.players) or random.random() < 0.2:
        return random.sample(list(deck_of(state.variant, state.players)), 3)
    cards = [*state.hands[seat], *state.face_up[seat]]
    number = len(state.face_up[seat]) or state.variant.deal.face_up
    number += random.choice((0, 0, 0, 1, -1))
    return random.sample(cards, min(max(number, 0), len(cards)))


def _altered(random: Random, action: Action, state: State) -> Action:
    """A legal action as it is, or of another seat, or with a card too many."""
    how = random.randrange(4)
    if how == 0 and isinstance(action, Play | PickUp):
        seat = random.randrange(state.players)
        if isinstance(action, PickUp):
            return PickUp(seat, action.adding)
        return Play(seat, action.cards, action.as_rank)
    if how == 1 and isinstance(action, Play):
        more = [*action.cards, *_zone(random, state, action.seat)[:1]]
        return Play(action.seat, more, action.as_rank)
    return action


def draw_legal(random: Random, state: State) -> Action:
    """A legal action: each distinct one as likely, or one with any choice of suits."""
    actions = distinct_actions(state)
    if state.phase is Phase.PLAY and random.random() < 0.3:
        actions = tuple(legal_actions(state))
    return random.choice(actions)
