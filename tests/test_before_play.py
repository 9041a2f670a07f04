"""What comes before the first turn: sizes by player counts, what is left, arranging, the start.

The rules of each key are shown in `keys/`; here stand the borders, and what holds for all values.
"""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

from palace import (
    Arrange,
    Cards,
    IllegalAction,
    PalaceError,
    Phase,
    Play,
    PositionError,
    State,
    Variant,
    VariantError,
    apply,
    derive,
    distinct_actions,
    dumps_state,
    dumps_variant,
    legal_actions,
    load_variant,
    loads_state,
    loads_variant,
    new_game,
    parse_action,
    places,
    position,
    problems,
    why_illegal,
)
from palace.errors import Reason
from palace.laws import OF_MOVES, uphold
from palace.outcome import next_dealer, next_starter
from palace.variant import Deal, DealChange, Deck, Players, Span, Start
from telling import MANY, cases, in_file, pairs, problems_of

PLAIN = load_variant("plain")
TEN = derive(
    "palace",
    deal={
        "turn_up": False,
        "by_players": {
            "2": {"hand": 6, "face_up": 6, "replenish_to": 6, "face_down": 6},
            "6-9": {"stock": 0},
            "10": {"face_down": 4, "stock": 4},
        },
    },
    start={"by": "dealers_right"},
)


def lying(state: State) -> Cards:
    """All cards in the zones of a state."""
    ordered = [
        *state.stock,
        *state.pile,
        *(card for row in state.face_down for card in row if card),
    ]
    return Cards.of(ordered) + sum((*state.hands, *state.face_up), state.burned)


def sizes(state: State) -> set[tuple[int, int, int]]:
    """How many cards the seats have face down, face up and in the hand."""
    zones = zip(state.face_down, state.face_up, state.hands, strict=True)
    return {(len(down), len(up), len(hand)) for down, up, hand in zones}


# ---------------------------------------------------------------- sizes, and what is left over


@pytest.mark.parametrize(
    ("players", "each", "stock", "aside"),
    [
        (2, (6, 6, 6), 16, 0),
        (3, (3, 3, 3), 25, 0),
        (5, (3, 3, 3), 7, 0),
        (6, (3, 3, 3), 0, 50),
        (9, (3, 3, 3), 0, 23),
        (10, (4, 3, 3), 4, 0),
    ],
)
def test_the_sizes_depend_on_the_number_of_players(
    players: int, each: tuple[int, int, int], stock: int, aside: int
) -> None:
    state = new_game(TEN, players, seed=1)
    assert sizes(state) == {each}
    assert (len(state.stock), len(state.aside)) == (stock, aside)


def test_the_sizes_of_a_player_count_are_told() -> None:
    two, seven = TEN.deal.at(2), TEN.deal.at(7)
    assert (two.face_down, two.face_up, two.hand, two.replenish_to, two.stock) == (6, 6, 6, 6, None)
    assert (seven.hand, seven.replenish_to, seven.stock) == (3, 3, 0)
    assert Deal().at(4) == Deal()


@pytest.mark.parametrize("players", [2, 6])
def test_a_player_draws_up_to_the_size_of_the_player_count(players: int) -> None:
    others = [{"hand": f"{rank}S"} for rank in "6789T"[: players - 1]]
    state = position(TEN, [{"hand": "4C 5C"}, *others], stock="6C 7C 8C 9C TC JC")
    assert len(apply(state, Play(0, "4C")).hands[0]) == TEN.deal.at(players).replenish_to


@pytest.mark.parametrize(
    ("players", "cards", "aside"), [(2, 26, 0), (3, 17, 1), (4, 13, 0), (5, 10, 2)]
)
def test_all_cards_are_dealt_out_that_can_be_shared_evenly(
    players: int, cards: int, aside: int
) -> None:
    state = new_game(derive("plain", deal={"rest": "hands"}), players, seed=1)
    assert sizes(state) == {(3, 3, cards - 6)}
    assert (len(state.aside), state.stock) == (aside, ())


def test_cards_that_are_dealt_on_go_round_as_all_others() -> None:
    cards = " ".join(map(str, PLAIN.deck_cards(3)))
    state = new_game(derive("plain", deal={"rest": "hands"}), 3, deck=cards, dealer=1)
    for place, seat in enumerate((2, 0, 1)):
        assert state.hands[seat] == Cards.of(cards.split()[18 + place : 51 : 3])
    assert state.aside == Cards.of("AS")


TWO_SEATS = "4C 5C 4D 5D 4H 5H 9C 8C 9D 8D 9H 8H JC QC JD QD JH QH"


@pytest.mark.parametrize(("stock", "pile"), [(1, "7C"), (2, "7C"), (None, "7C")])
def test_the_card_that_is_turned_up_is_one_of_the_stock(stock: int | None, pile: str) -> None:
    limited = derive("palace", deal={"stock": stock} if stock else {})
    cards = f"{TWO_SEATS} 7C TC".split()
    rest = [str(card) for card in PLAIN.deck_cards(2) if str(card) not in cards]
    state = new_game(limited, 2, deck=[*cards, *rest])
    assert " ".join(map(str, state.pile)) == pile
    assert len(state.stock) == (33 if stock is None else stock - 1)
    assert lying(state) + state.aside == PLAIN.deck_cards(2)


def test_a_special_card_that_is_turned_up_goes_under_a_short_stock() -> None:
    limited = derive("palace", deal={"stock": 2})
    cards = f"{TWO_SEATS} TC 7C 7D".split()
    rest = [str(card) for card in PLAIN.deck_cards(2) if str(card) not in cards]
    state = new_game(limited, 2, deck=[*cards, *rest])
    assert ([*map(str, state.pile)], [*map(str, state.stock)]) == (["7C"], ["TC"])
    twos = [card for card in rest if card[0] == "2"]
    others = [card for card in (*cards[19:], *rest) if card not in twos]
    state = new_game(limited, 2, deck=[*cards[:19], *twos, *others])
    assert (state.pile, [*map(str, state.stock)]) == ((), ["TC", twos[0]])


SIZES = st.integers(0, 4)
CHANGES = st.builds(
    DealChange,
    face_down=st.none() | SIZES,
    face_up=st.none() | SIZES,
    hand=st.none() | st.integers(1, 6),
    replenish_to=st.none() | SIZES,
    stock=st.none() | st.integers(0, 60),
)
DEALS = st.builds(
    Deal,
    face_down=SIZES,
    face_up=SIZES,
    hand=st.integers(1, 6),
    stock=st.none() | st.integers(0, 60),
    rest=st.sampled_from(["stock", "hands"]),
    by_players=st.dictionaries(st.sampled_from([Span(2, 4), Span(5, 9), Span(10, 10)]), CHANGES),
)


@MANY
@given(DEALS, st.integers(2, 10), st.integers(1, 3), st.sampled_from(["none", "free", "from_hand"]))
def test_no_card_is_lost_in_any_deal(deal: Deal, players: int, packs: int, arrange: Any) -> None:
    """Every card lies in one zone, or aside; nobody has more or less than the sizes say."""
    here = deal.at(players)
    start = Start(by="seat", zones="hand")
    variant = Variant(
        deck=Deck(packs), deal=deal, players=Players(players, players), arrange=arrange, start=start
    )
    if problems(variant):
        with pytest.raises(VariantError):
            new_game(variant, players, seed=1)
        return
    state = new_game(variant, players, seed=1)
    assert lying(state) + state.aside == variant.deck_cards(players)
    left = 52 * packs - players * here.each
    more = left // players if here.rest == "hands" else 0
    chosen = here.face_up if arrange == "from_hand" else 0
    assert sizes(state) == {(here.face_down, here.face_up - chosen, here.hand + more + chosen)}
    stock = 0 if here.rest == "hands" else left if here.stock is None else min(left, here.stock)
    assert len(state.stock) == stock
    assert (state.phase is Phase.PLAY) == (arrange == "none" or here.face_up == 0)


@pytest.mark.parametrize("arrange", ["none", "free"])
def test_where_a_turn_begins_with_drawing_so_does_the_first(arrange: str) -> None:
    """Five players have four cards, and each has five when it lays."""
    sizes = {"hand": 5, "replenish_to": 5, "by_players": {"5": {"hand": 4}}}
    rule = derive("plain", arrange=arrange, deal={"replenish": "at_turn_start", **sizes})
    state = new_game(rule, 5, seed=1, dealer=4)
    while state.phase is Phase.ARRANGE:
        assert {len(hand) for hand in state.hands} == {4}
        state = apply(state, distinct_actions(state)[0])
    assert [len(hand) for hand in state.hands] == [5, 4, 4, 4, 4]
    state = apply(state, distinct_actions(state)[0])
    assert [len(hand) for hand in state.hands] == [4, 5, 4, 4, 4]


@pytest.mark.parametrize(
    ("deal", "waiting"),
    [
        ({"replenish_to": 3}, {2: True, 3: True}),
        ({"replenish_to": 0}, {2: False, 3: False}),
        ({"replenish_to": 0, "by_players": {"2": {"replenish_to": 3}}}, {2: True, 3: False}),
        ({"replenish_to": 3, "by_players": {"2": {"replenish_to": 0}}}, {2: False, 3: True}),
    ],
)
def test_who_has_laid_the_last_card_waits_where_so_many_players_draw_at_the_turn_s_start(
    deal: dict[str, Any], waiting: dict[int, bool]
) -> None:
    """Protects against the fault that playing, checking and judging a position asked apart."""
    rule = derive("plain", deal={"replenish": "at_turn_start", **deal})
    for players, waits in waiting.items():
        hands = ["7H", "8C 9C JC KC", "8D 9D JD KD"][:players]
        state = position(rule, [{"hand": hand} for hand in hands], pile="5C", stock="4D 5D 6D")
        laying = parse_action("0: play 7H")
        after = apply(state, laying)
        assert after.out == (() if waits else (0,))
        assert loads_state(dumps_state(after), rule) == after
        uphold(OF_MOVES, state, laying)


# ---------------------------------------------------------------- a child's player counts

PARENT = derive(
    "plain", players={"max": 3}, deal={"by_players": {"2": {"hand": 6}, "3": {"hand": 4}}}
)


@pytest.mark.parametrize(
    ("child", "hands"),
    [
        ({"2": {"face_up": 2}}, (6, 4)),
        ({"2-3": {"hand": 5}}, (5, 5)),
        ({"2": False}, (3, 4)),
        ({"2": False, "3": False}, (3, 3)),
        ({"2": {"hand": False, "face_up": 2}}, (3, 4)),
        ({"3-4": {"face_up": 2}}, (6, 3)),
    ],
)
def test_a_child_changes_widens_or_takes_away_a_parents_player_counts(
    child: dict[str, Any], hands: tuple[int, int]
) -> None:
    """A span that overlaps one of the parent's stands in for it; `false` takes one away."""
    ours = derive(PARENT, deal={"by_players": child})
    assert tuple(ours.deal.at(players).hand for players in (2, 3)) == hands
    assert loads_variant(dumps_variant(ours)) == ours


def test_a_span_of_packs_is_widened_in_the_same_way() -> None:
    wider = derive("palace", deck={"by_players": {"4-10": {"packs": 2}}})
    assert [wider.deck.at(players) for players in (3, 4, 10)] == [(1, 0), (2, 0), (2, 0)]


# ---------------------------------------------------------------- what is refused

WRONG = """
deal.stock = -1
    deal.stock: -1 is out of range: it must be 0 or more

deal.stock = "all"
    deal.stock: "all" is no whole number: write digits, without quotes or a point

deal.rest = "hand"
    deal.rest: "hand" is none of "stock", "hands"; did you mean "hands"?

deal.by_players.2.hand = 0
deal.by_players.3.face_up = 9
    deal.by_players.2.hand: 0 is out of range: it must be 1 or more
    deal.by_players.3.face_up: 9 is out of range: it must be from 0 to 8

deal.by_players.2.hands = 6
    deal.by_players.2.hands: unknown key "hands"; did you mean "hand"?

deal.by_players.two.hand = 6
    deal.by_players.two: "two" is no number of players: write 6 or 6-10

deal.by_players = { 2-4.hand = 6, 3.hand = 5 }
    deal.by_players.3: 3 and 2-4 overlap: name each player count once

deal.by_players.1-4.hand = 4
    deal.by_players.1-4: 1-4 is no span of player counts: write 6 or 6-10, from 2 to 10

deal.by_players.4-5.hand = 6
    deal.by_players.4-5: 5 players need 60 cards, 12 each, but the deck has 52:
        lower players.max to 4, deal fewer cards, or more packs under [deck.by_players.5]

deal = { rest = "hands", stock = 10 }
    deal.stock: 10: rest = "hands" leaves no stock;
        leave it out, or write rest = "stock"

deal = { rest = "hands", turn_up = true, by_players.2.stock = 3 }
    deal.by_players.2.stock: 3: rest = "hands" leaves no stock;
        leave it out, or write rest = "stock"
    deal.turn_up: true: rest = "hands" leaves no stock to turn a card from;
        write false, or rest = "stock"

deal = { turn_up = true, by_players.5.stock = 0 }
    deal.by_players.5.stock: 0 is no stock to turn a card from: write 1 or more, or turn_up = false

arrange = "from_hand"
deal.by_players.2.face_up = 0
start.by = "seat"
    arrange: "from_hand" needs deal.by_players.2.face_up of 1 or more:
        write that, or arrange = "free"

arrange = "none"
bundling = true
    bundling: true: nobody arranges where arrange = "none"; write false, or arrange = "free"

bundling = true
deal.by_players.2 = { hand = 12, face_up = 5 }
    bundling: 17 cards in hand and face up can be bundled in too many ways to list:
        deal 16 or fewer, or write false

bundling = 1
    bundling: 1 is neither true nor false: write true or false, without quotes

arrange_order = "from_dealer"
    arrange_order: "from_dealer" is none of "any", "from_dealers_left";
        did you mean "from_dealers_left"?

start.by = "dealers_rihgt"
    start.by: "dealers_rihgt" is none of "deal_order", "seat", "most", "dealers_left",
        "dealers_right"; did you mean "dealers_right"?

start.zones = "face_up_and_hand"
    start.by: "deal_order" asks what was dealt first face up:
        for "face_up_and_hand" write "seat"

start.suits = ["diamonds", "heart"]
    start.suits[1]: "heart" is none of "clubs", "diamonds", "hearts", "spades";
        did you mean "hearts"?

start.suits = ["diamonds", "diamonds"]
    start.suits: diamonds is named 2 times: name each suit once

start = { by = "most", suits = ["hearts"] }
    start.suits: "most" counts a rank in all suits: leave suits out, or write "seat"

start.ties = "seats"
    start.ties: "seats" is none of "seat", "next_card"; did you mean "seat"?

start.later = "losers"
    start.later: "losers" is none of "rule", "loser", "winner"; did you mean "loser"?

start.lead = "cards"
    start.lead: "cards" is none of "free", "rank", "card"; did you mean "card"?

start = { by = "dealers_left", lead = "card" }
    start.lead: "card" needs a card that decides, but by = "dealers_left" asks for none:
        write "free"

start.lead = "rank"
deal.turn_up = true
    start.lead: "rank" needs an empty pile, but turn_up = true starts it: write "free"

end.next_dealer = "right"
    end.next_dealer: "right" is none of "left", "loser", "winner"
"""


@pytest.mark.parametrize(("text", "lines"), cases(WRONG))
def test_what_cannot_be_meant_is_told_with_what_is_right(text: str, lines: list[str]) -> None:
    assert problems_of(loads_variant, in_file(text)) == pairs(lines)


# ---------------------------------------------------------------- arranging

BUNDLING = derive("plain", bundling=True)


def arranging(hand: str, face_up: str, stock: str = "", variant: Variant = BUNDLING) -> State:
    """A position in which seat 0 is to arrange; seat 1 has arranged."""
    seats = [{"hand": hand, "face_up": face_up}, {"hand": "AC AD AH", "face_up": "KC KD KH"}]
    return position(variant, seats, stock=stock, phase="arrange", arranged=[1])


RANKS = "2345"
CARDS = st.lists(
    st.sampled_from([f"{rank}{suit}" for rank in RANKS for suit in "CDHS"]), unique=True
)


@MANY
@given(CARDS.filter(lambda cards: 4 <= len(cards) <= 8), st.integers(1, 4), st.data())
def test_bundled_arrangements_are_listed_counted_and_asked_alike(
    cards: list[str], up: int, data: DataObject
) -> None:
    """No fewer cards than lay there, and no more ranks than places, or than lay there."""
    state = arranging(" ".join(cards[up:]), " ".join(cards[:up]))
    places = max(min(3, up), len({card[0] for card in cards[:up]}))
    chosen = {
        Cards.of(part)
        for number in range(up, len(cards) + 1)
        for part in combinations(cards, number)
        if len({card[0] for card in part}) <= places
    }
    actions = legal_actions(state)
    assert {action.face_up for action in actions if isinstance(action, Arrange)} == chosen
    assert len(actions) == len(list(actions)) == len(chosen)
    some = Cards.of(data.draw(st.lists(st.sampled_from(cards), unique=True)))
    assert (Arrange(0, some) in actions) == (some in chosen)
    assert (why_illegal(state, Arrange(0, some)) is None) == (some in chosen)
    by_rank = {tuple(card.rank for card in each) for each in chosen}
    assert len(distinct_actions(state)) == len(by_rank)


@pytest.mark.untraced
@MANY
@given(st.integers(0, 10**6), st.integers(2, 10), st.sampled_from(["free", "from_hand"]), st.data())
def test_arranging_with_bundles_ends_and_loses_no_card(
    seed: int, players: int, arrange: str, data: DataObject
) -> None:
    """After each arrangement the hand has its dealt size, while there is stock."""
    state = new_game(
        derive(
            "palace-no-swap", arrange=arrange, bundling=True, arrange_order="from_dealers_left",
            deal={"by_players": {"10": {"stock": 3}}},
        ),
        players,
        seed=seed,
    )  # fmt: skip
    while state.phase is Phase.ARRANGE:
        before, action = state, data.draw(st.sampled_from(distinct_actions(state)))
        assert isinstance(action, Arrange)
        seat = action.seat
        state = apply(state, action)
        assert lying(state) == lying(before)
        assert state.face_up[seat] == action.face_up
        assert len({card.rank for card in action.face_up}) <= 3 <= len(action.face_up)
        drawn = len(before.stock) - len(state.stock)
        kept = len(before.hands[seat] + before.face_up[seat]) - len(action.face_up)
        assert drawn == min(len(before.stock), 3 - kept)
        assert len(state.hands[seat]) == 3 or not state.stock
        assert (seat in state.arranged) == (drawn == 0 or not state.stock)
        done = sorted(state.arranged, key=lambda each: (each - state.dealer - 1) % players)
        assert done == [(state.dealer + place) % players for place in range(1, len(done) + 1)]


def test_without_stock_equal_cards_may_be_bundled_all_the_same() -> None:
    state = apply(arranging("7C 7D 8C", "7H 8D 9C"), Arrange(0, "7C 7D 7H 8C 8D 9C"))
    assert (state.phase, len(state.hands[0])) == (Phase.PLAY, 0)
    assert Play(0, "7C 7D 7H") in legal_actions(state)


@pytest.mark.parametrize(
    ("action", "reason", "message"),
    [
        ("0: arrange 7H 8D", Reason.WRONG_NUMBER, "3 or more face-up cards are asked for, not 2"),
        (
            "0: arrange 7H 8D 9C TC",
            Reason.WRONG_NUMBER,
            "7H 8D 9C TC are cards of 4 ranks, but each of the 3 places holds cards of one rank",
        ),
        ("0: arrange 7H 8D 2C", Reason.NOT_HELD, "2C is not there to be used"),
        ("1: arrange KC KD KH", Reason.ALREADY_ARRANGED, "seat 1 has arranged already"),
    ],
)
def test_why_an_arrangement_with_bundles_is_refused(
    action: str, reason: Reason, message: str
) -> None:
    state = arranging("7C TC 8C", "7H 8D 9C")
    with pytest.raises(IllegalAction) as refused:
        apply(state, parse_action(action))
    assert refused.value.reason is reason
    assert str(refused.value).startswith(message)


def test_one_after_another_from_the_dealers_left() -> None:
    state = new_game(derive("plain", arrange_order="from_dealers_left"), 3, seed=1, dealer=1)
    for seat in (2, 0, 1):
        assert {action.seat for action in legal_actions(state)} == {seat}
        assert len(legal_actions(state)) == 20
        for other in {0, 1, 2} - {seat, *state.arranged}:
            refusal = why_illegal(state, Arrange(other, state.face_up[other]))
            assert refusal is not None
            assert refusal.reason is Reason.NOT_YOUR_TURN
            assert str(refusal) == f"seat {seat} arranges before seat {other}"
        state = apply(state, Arrange(seat, state.face_up[seat]))
    assert state.phase is Phase.PLAY


def test_a_position_keeps_to_the_order_of_arranging() -> None:
    seats = [{"hand": "7C", "face_up": "8C"}, {"hand": "7D"}, {"hand": "7H"}]
    ordered = derive("plain", arrange_order="from_dealers_left")
    state = position(ordered, seats, phase="arrange", arranged=[1], dealer=0)
    assert state.arranged == (1,)
    with pytest.raises(PositionError) as refused:
        position(ordered, seats, phase="arrange", arranged=[2], dealer=0)
    assert str(refused.value) == "arranged: seat 1 arranges before seat 2: name it too"


# ---------------------------------------------------------------- who starts


def dealt(variant: Variant, *seats: str, dealer: int = 0) -> State:
    """A deal without table cards, in which the seats from the dealer's left have these hands."""
    hands = [seat.split() for seat in seats]
    first = [hand[number] for number in range(len(hands[0])) for hand in hands]
    rest = list(variant.deck_cards(len(seats)) - Cards.of(first))
    return new_game(variant, len(seats), deck=[*first, *rest], dealer=dealer)


def table(**start: Any) -> Variant:
    """The plain game, where each player is dealt three cards to the hand and no others."""
    deal = {"face_down": 0, "face_up": 0}
    return derive("plain", deal=deal, deck={"packs": 2}, start={"by": "seat", **start})


@pytest.mark.parametrize(
    ("start", "seats", "starter"),
    [
        ({}, ("3C 9C 9D", "3D 4C 4D"), 1),
        ({"ties": "next_card"}, ("3C 9C 9D", "3D 4C 4D"), 0),
        ({"ties": "next_card"}, ("3C 5C 9D", "3D 5D 4D"), 0),
        ({"ties": "next_card"}, ("3C 5C 9D", "3D 5D 9C"), 1),
        ({"ties": "next_card", "ranks": ["3", "5"]}, ("3C 9D TC", "3D 5C KC"), 0),
        ({"ties": "next_card", "ranks": ["3"]}, ("3C 9D TC", "3D 4C KC"), 1),
        ({"suits": ["hearts"]}, ("3C 9C 9D", "3H 4C 4D"), 0),
        ({"suits": ["hearts"]}, ("3C 9C 9D", "3S 4C 4D"), 1),
        ({"suits": ["hearts"]}, ("4H 9C 9D", "3S 4C 4D"), 0),
        (
            {"suits": ["diamonds", "hearts", "spades", "clubs"], "ties": "next_card"},
            ("3D 5S 9D", "3D 5H 9D"),
            0,
        ),
        ({"by": "most"}, ("3C 9C 9D", "3H 3S 4D"), 0),
        ({"by": "most"}, ("3C 3D 9D", "3H 3S 4D"), 1),
        ({"by": "most", "ties": "next_card"}, ("3C 3D 9D", "3H 3S 4D"), 0),
        ({"by": "most"}, ("3C 9C 9D", "3H 3H 4D"), 0),
        ({"by": "dealers_right"}, ("3C 9C 9D", "3H 3S 4D"), 1),
        ({"by": "dealers_left"}, ("3C 9C 9D", "3H 3S 4D"), 1),
    ],
)
def test_who_starts(start: dict[str, Any], seats: tuple[str, ...], starter: int) -> None:
    """Two players; seat 1 is on the dealer's left and so is named first."""
    assert dealt(table(**start), *seats).to_move == starter


def test_the_dealers_right_is_the_seat_before_the_dealer() -> None:
    for dealer, players in ((0, 4), (2, 4), (1, 3)):
        state = new_game(table(by="dealers_right"), players, seed=1, dealer=dealer)
        assert state.to_move == (dealer - 1) % players


def test_the_first_to_be_dealt_a_suit_face_up_decides_before_other_suits() -> None:
    """The suits of a rank are tried one after another, each face up and then in the hands."""
    suits = derive("selected", start={"suits": ["spades"]})
    up, hand = "3C 9C 4C 9D 4D 9H", "TC 3S TD JC TH JD"
    down = "5C 5D 6C 6D 7C 7D"
    rest = PLAIN.deck_cards(2) - Cards.of(f"{up} {hand} {down}")
    deck = f"{down} {up} {hand} {rest}"
    assert new_game(suits, 2, deck=deck).to_move == 0
    assert new_game(load_variant("selected"), 2, deck=deck).to_move == 1


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("judged", ["deal", "arranged"])
def test_a_seat_may_be_told_to_start_whatever_the_rule(seat: int, judged: str) -> None:
    """As the loser does in the later games of a session; what it leads is free."""
    rule = derive("plain", start={"by": "seat", "judged": judged, "lead": "card"})
    state = new_game(rule, 3, seed=1, starter=seat)
    assert state.to_move == seat
    while state.phase is Phase.ARRANGE:
        state = apply(state, distinct_actions(state)[0])
    assert (state.to_move, str(state.requirement)) == (seat, "free")
    assert set(state.hands[seat]) == {
        card for action in legal_actions(state) if isinstance(action, Play) for card in action.cards
    }


@pytest.mark.parametrize(
    ("starter", "message"),
    [
        (3, "there is no seat 3 to start: seats are 0 to 2"),
        (-1, "there is no seat -1 to start: seats are 0 to 2"),
        (True, "starter is True: it is a whole number"),
        ("1", "starter is '1': it is a whole number"),
    ],
)
def test_only_a_seat_can_be_told_to_start(starter: Any, message: str) -> None:
    with pytest.raises(PositionError) as refused:
        new_game(PLAIN, 3, seed=1, starter=starter)
    assert str(refused.value) == message


# ---------------------------------------------------------------- what must be led


def test_the_card_that_decided_is_led_and_then_play_is_free_of_it() -> None:
    state = dealt(table(lead="card", suits=["diamonds"]), "3D 3C 9D", "3S 4C 4D")
    assert (state.to_move, str(state.requirement)) == (1, "start 3D")
    assert list(legal_actions(state)) == [Play(1, "3D")]
    refusal = why_illegal(state, Play(1, "3C"))
    assert refusal is not None
    assert refusal.reason is Reason.MUST_LEAD
    after = apply(state, Play(1, "3D"))
    assert (str(after.requirement), after.to_move) == ("3", 0)
    assert Play(0, "4C") in legal_actions(after)


def test_a_rank_that_decided_is_led_with_as_many_cards_as_you_like() -> None:
    state = dealt(table(lead="rank"), "3D 3C 9D", "4S 4C 4D")
    assert list(legal_actions(state)) == [Play(1, "3C"), Play(1, "3D"), Play(1, "3C 3D")]
    assert distinct_actions(state) == (Play(1, "3C"), Play(1, "3C 3D"))


def test_of_several_cards_without_an_order_of_suits_the_first_is_led() -> None:
    state = dealt(table(lead="card"), "3H 3D 9D", "4S 4C 4D")
    assert list(legal_actions(state)) == [Play(1, "3D")]


@pytest.mark.parametrize(
    ("lead", "face_up", "requirement"),
    [
        ("card", "9C 9D 9H", "start 3D"),
        ("card", "3D 9D 9H", "free"),
        ("rank", "3D 9D 9H", "start 3"),
        ("rank", "3D 3H 9H", "free"),
    ],
)
def test_it_must_be_led_only_where_the_hand_holds_it_when_play_begins(
    lead: str, face_up: str, requirement: str
) -> None:
    start = {"by": "seat", "zones": "face_up_and_hand", "suits": ["diamonds"], "lead": lead}
    rule = derive("plain", start=start)
    seats = [{"hand": "3D 3H 9D", "face_up": "9C 9H KC"}, {"hand": "4C", "face_up": "4D"}]
    named = "start 3D" if lead == "card" else "start 3"
    state = position(rule, seats, phase="arrange", requirement=named)
    assert str(state.requirement) == named
    state = apply(apply(state, Arrange(0, face_up)), Arrange(1, "4D"))
    assert str(state.requirement) == requirement


def test_after_arranging_the_lead_is_judged_with_the_start() -> None:
    start = {"by": "seat", "zones": "hand", "judged": "arranged", "lead": "rank"}
    seats = [{"hand": "5D 5H 9D", "face_up": "3C 9H KC"}, {"hand": "4C", "face_up": "2D"}]
    state = position(derive("plain", start=start), seats, phase="arrange", to_move=None)
    state = apply(apply(state, Arrange(0, "5D 9H KC")), Arrange(1, "2D"))
    assert (state.to_move, str(state.requirement)) == (0, "start 3")
    assert list(legal_actions(state)) == [Play(0, "3C")]


def test_a_position_takes_a_lead_only_on_an_empty_pile() -> None:
    rule = derive("plain", start={"by": "seat", "lead": "rank"})
    with pytest.raises(PositionError, match="it is start 3, but the pile asks for 7"):
        position(rule, [{"hand": "3C"}, {"hand": "4C"}], pile="7C", requirement="start 3")
    with pytest.raises(PositionError, match="no requirement of plain"):
        position(PLAIN, [{"hand": "3C"}, {"hand": "4C"}], requirement="start 3")


# ---------------------------------------------------------------- what a game comes to


def over(variant: Variant, *moves: str, players: int = 3) -> State:
    """A game at its end, in which each seat has one card, the last two."""
    seats = [{"hand": hand} for hand in ("5C", "6C", "7C 8C")[3 - players :]]
    state = position(variant, seats, dealer=0)
    for move in moves:
        state = apply(state, parse_action(move, state.to_move))
    return state


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("loser", (1, 1, 3)),
        ("places", (1, 2, 3)),
        ("winner_and_loser", (1, 2, 3)),
    ],
)
def test_the_places_of_a_game_that_is_played_to_its_end(
    result: str, expected: tuple[int, ...]
) -> None:
    ended = over(derive("plain", end={"result": result}), "play 5C", "play 6C")
    assert places(ended) == expected


def test_with_a_winner_alone_all_others_share_the_second_place() -> None:
    winner = derive("plain", end={"result": "winner"})
    ended = over(winner, "play 5C")
    assert (ended.phase, ended.winner, ended.loser) == (Phase.OVER, 0, None)
    assert places(ended) == (1, 2, 2)
    assert places(over(winner, "play 6C", players=2)) == (1, 2)
    assert not ended.unfinished


@pytest.mark.parametrize(
    ("later", "result", "seat"),
    [
        ("rule", "loser", None), ("loser", "loser", 2), ("winner", "loser", 0),
        ("rule", "winner", None), ("loser", "winner", None), ("winner", "winner", 0),
    ],
)  # fmt: skip
def test_who_deals_and_starts_the_next_game(later: Any, result: str, seat: int | None) -> None:
    end = {"result": result, "next_dealer": "left" if later == "rule" else later}
    rule = derive("plain", end=end, start={"later": later})
    ended = over(rule, *("play 5C", "play 6C")[: 1 if result == "winner" else 2])
    assert next_starter(ended) == seat
    found = 0 if seat is None else seat  # where there is none the same seat deals again
    assert next_dealer(ended) == (1 if later == "rule" else found)


def test_an_unfinished_game_has_no_winner_who_deals_or_starts() -> None:
    """Ruling 18: it counts for nobody, even where somebody was out before."""
    end = {"turn_limit": 1, "next_dealer": "winner", "result": "places"}
    ended = over(derive("plain", end=end, start={"later": "winner"}), "play 5C")
    assert (ended.unfinished, ended.winner) == (True, 0)
    assert (places(ended), next_dealer(ended), next_starter(ended)) == ((), 0, None)


def test_the_next_starter_is_known_only_at_the_end() -> None:
    with pytest.raises(PalaceError, match="its next starter is not known yet"):
        next_starter(new_game(PLAIN, 2, seed=1))


def test_a_game_with_one_winner_is_over_when_one_seat_has_left() -> None:
    winner = derive("plain", end={"result": "winner"})
    seats = [{}, {"hand": "6C"}, {"hand": "7C"}]
    assert position(winner, seats, out=[0], phase="over").winner == 0
    with pytest.raises(PositionError) as refused:
        position(winner, seats, out=[0], to_move=1)
    message = 'one seat has left, or the turns are at their limit, so phase is "over"'
    assert str(refused.value) == message
