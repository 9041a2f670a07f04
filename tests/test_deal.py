"""The deal: from a seed the same everywhere, from a deck card by card, and what is refused."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, strategies as st

from palace import (
    Card,
    Cards,
    NotationError,
    Phase,
    PositionError,
    State,
    Variant,
    VariantError,
    derive,
    load_variant,
    new_game,
)
from palace.bundled import preset_names
from palace.variant import Deal, Deck, Players
from processes import python
from telling import MANY

SELECTED = load_variant("selected")
PALACE = load_variant("palace")
GOLDEN = [
    "hands 4D 7H 9S / 2D QC QD / 8C JH QS",
    "face up TS AC AH / 9D TH KD / 2C 8S JS",
    "face down KC AS 8H / TC 6C 4S / JC KS 5H",
    "stock TD 3S 2H KH AD 6S 8D 7S 3H 4H 5S 6H 5D 9H 6D 5C QH 4C 3C 9C 7D 2S 3D JD 7C",
    "dealer 2, starter 0",
]
"""A deal of `selected` to three players by the seed 1."""


def order(state: State) -> list[Card | None]:
    """The deck of a deal in the order of dealing, as the zones tell it."""
    rounds = [
        [state.face_down[seat][number] for seat in clockwise(state)] for number in range(3)
    ]  # fmt: skip
    return [card for each in rounds for card in each] + list(state.stock)


def clockwise(state: State) -> Iterator[int]:
    """The seats from the dealer's left."""
    return ((state.dealer + step) % state.players for step in range(1, state.players + 1))


def deck(variant: Variant, players: int, first: str = "") -> list[Card]:
    """The whole deck, with these cards first."""
    cards = list(variant.deck_cards(players))
    for card in reversed(list(map(Card.parse, first.split()))):
        cards.remove(card)
        cards.insert(0, card)
    return cards


# ---------------------------------------------------------------- seeds


def test_a_seed_deals_these_cards_in_every_release() -> None:
    """A seed in a bug report, or in a test of an application, must not lose its meaning."""
    state = new_game(SELECTED, 3, seed=1)
    assert [
        f"hands {' / '.join(map(str, state.hands))}",
        f"face up {' / '.join(map(str, state.face_up))}",
        f"face down {' / '.join(' '.join(map(str, row)) for row in state.face_down)}",
        f"stock {' '.join(map(str, state.stock))}",
        f"dealer {state.dealer}, starter {state.to_move}",
    ] == GOLDEN


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_a_seed_deals_the_same_cards_in_every_process(
    hash_seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sets, and the hashes of texts, differ from process to process."""
    monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
    code = (
        "import palace; print(palace.new_game(palace.load_variant('selected'), 3, seed=1), end='')"
    )
    assert python(code).decode() == str(new_game(SELECTED, 3, seed=1))


def test_nought_is_a_seed_and_none_is_not() -> None:
    assert new_game(SELECTED, 4, seed=0) == new_game(SELECTED, 4, seed=0)
    assert len({new_game(SELECTED, 4) for _ in range(10)}) == 10
    assert len({new_game(SELECTED, 4, seed=None) for _ in range(10)}) == 10


@given(st.integers(), st.integers())
def test_different_seeds_deal_different_cards(one: int, other: int) -> None:
    """A generator may take no notice of the sign of a seed."""
    assert (new_game(SELECTED, 4, seed=one) == new_game(SELECTED, 4, seed=other)) == (one == other)
    assert new_game(SELECTED, 4, seed=one) != new_game(SELECTED, 4, seed=-one) or one == 0


def test_a_deal_leaves_the_random_numbers_of_others_alone() -> None:
    random.seed(5)
    expected = random.random()
    random.seed(5)
    new_game(SELECTED, 4, seed=1)
    new_game(SELECTED, 4)
    assert random.random() == expected


@pytest.mark.parametrize("name", [name for name in preset_names() if not name.startswith("palace")])
@pytest.mark.parametrize("players", [2, 5])
def test_a_seed_deals_the_same_cards_under_variants_with_the_same_deck(
    name: str, players: int
) -> None:
    """Else two tables of rules could not be compared on the same deals."""
    one, other = new_game(SELECTED, players, seed=7), new_game(load_variant(name), players, seed=7)
    assert order(one) == order(other)
    assert one.dealer == other.dealer
    assert [one.hands[seat] + one.face_up[seat] for seat in range(players)] == [
        other.hands[seat] + other.face_up[seat] for seat in range(players)
    ]


def test_the_seed_shuffles_the_same_way_whoever_deals() -> None:
    deals = [new_game(SELECTED, 3, seed=3, dealer=dealer) for dealer in range(3)]
    assert [state.dealer for state in deals] == [0, 1, 2]
    assert order(deals[0]) == order(deals[1]) == order(deals[2])
    assert order(deals[0]) == order(new_game(SELECTED, 3, seed=3))
    assert {new_game(SELECTED, 3, seed=seed).dealer for seed in range(20)} == {0, 1, 2}


# ---------------------------------------------------------------- a given deck


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_are_dealt_one_at_a_time_clockwise_from_the_dealers_left(
    players: int, dealer: int
) -> None:
    """Ruling 1: three rounds face down, three face up, three to the hand."""
    cards = deck(SELECTED, players)
    random.Random(1).shuffle(cards)
    state = new_game(SELECTED, players, deck=cards, dealer=dealer)
    left = iter(cards)
    rounds = [{seat: next(left) for seat in clockwise(state)} for _ in range(9)]
    for seat in range(players):
        assert state.face_down[seat] == tuple(each[seat] for each in rounds[:3])
        assert state.face_up[seat] == Cards.of(each[seat] for each in rounds[3:6])
        assert state.hands[seat] == Cards.of(each[seat] for each in rounds[6:])
    assert state.stock == tuple(left)
    assert (state.dealer, state.pile, state.burned, state.aside) == (dealer, (), Cards(), Cards())


def test_a_deck_is_text_or_cards_and_seat_0_deals_it() -> None:
    cards = deck(SELECTED, 2)
    text = " ".join(map(str, cards))
    assert new_game(SELECTED, 2, deck=text) == new_game(SELECTED, 2, deck=cards)
    assert new_game(SELECTED, 2, deck=iter(cards)) == new_game(SELECTED, 2, deck=text.split())
    assert new_game(SELECTED, 2, deck=text) == new_game(SELECTED, 2, deck=text, dealer=0)
    assert new_game(SELECTED, 2, deck=text) != new_game(SELECTED, 2, deck=text, dealer=1)


@MANY
@given(st.integers(2, 5), st.randoms(use_true_random=False))
def test_no_card_is_lost_in_a_deal(players: int, shuffling: random.Random) -> None:
    cards = deck(SELECTED, players)
    shuffling.shuffle(cards)
    state = new_game(SELECTED, players, deck=cards)
    lying = [*state.stock, *(card for row in state.face_down for card in row if card)]
    assert Cards.of(lying) + sum((*state.hands, *state.face_up), Cards()) == SELECTED.deck_cards(
        players
    )


def test_other_sizes_are_dealt_as_the_variant_says() -> None:
    odd = Variant(deal=Deal(face_down=1, face_up=2, hand=5), players=Players(2, 6))
    state = new_game(odd, 6, seed=1)
    assert [len(hand) for hand in state.hands] == [5] * 6
    assert [len(up) for up in state.face_up] == [2] * 6
    assert [len(down) for down in state.face_down] == [1] * 6
    assert len(state.stock) == 4
    bare = new_game(
        Variant(deal=Deal(face_down=0, face_up=0, hand=26), players=Players(2, 2)), 2, seed=1
    )
    assert (bare.phase, bare.stock, bare.face_down) == (Phase.PLAY, (), ((), ()))


@pytest.mark.parametrize(
    ("name", "players", "cards"),
    [
        ("selected", 5, 52),
        ("common", 5, 52),
        ("common", 6, 54),
        ("palace", 5, 52),
        ("palace", 6, 104),
        ("palace", 10, 104),
    ],
)
def test_the_deck_depends_on_the_number_of_players(name: str, players: int, cards: int) -> None:
    state = new_game(load_variant(name), players, seed=1)
    dealt = 9 * players + len(state.stock) + len(state.pile)
    assert dealt == cards == len(load_variant(name).deck_cards(players))


def test_jokers_are_red_and_black_in_turn() -> None:
    cards = Variant(deck=Deck(2, 5)).deck_cards(2)
    assert (len(cards), cards.count("*R"), cards.count("*B"), cards.count("7D")) == (109, 3, 2, 2)


def test_the_starter_is_known_at_once_unless_arranging_decides() -> None:
    assert new_game(load_variant("rawlins"), 3, seed=1).to_move is None
    assert new_game(load_variant("cardgames"), 3, seed=1, dealer=1).to_move == 2
    decided = new_game(derive("rawlins", arrange="none"), 3, seed=1)
    assert (decided.phase, decided.to_move) == (Phase.PLAY, 2), "seat 2 has the lowest face-up card"


# ---------------------------------------------------------------- the card that is turned up

DEALT = "4C 5C 4D 5D 4H 5H 9C 8C 9D 8D 9H 8H JC QC JD QD JH QH"


@pytest.mark.parametrize(
    ("stock", "pile", "left"),
    [
        ("7C KC", "7C", ""),
        ("TC 7C KC", "7C", "TC"),
        ("TC 2C 7C KC", "7C", "TC 2C"),
        ("2S 2H TD TH 3C", "3C", "2S 2H TD TH"),
        ("7C TC 2C KC", "7C", ""),
    ],
)
def test_a_special_rank_that_is_turned_up_goes_under_the_stock(
    stock: str, pile: str, left: str
) -> None:
    """Ruling 20: and the next card is turned."""
    state = new_game(PALACE, 2, deck=deck(PALACE, 2, f"{DEALT} {stock}"), dealer=1)
    assert " ".join(map(str, state.pile)) == pile
    after = stock.split()[stock.split().index(pile) + 1 :]
    assert [str(card) for card in state.stock[: len(after)]] == after
    assert [
        str(card) for card in state.stock[len(state.stock) - len(left.split()) :]
    ] == left.split()
    assert str(state.requirement) == pile[0]


def test_where_every_card_is_special_or_none_is_left_the_pile_starts_empty() -> None:
    """Ruling 20: each is turned at most once, and the stock keeps its order."""
    special = derive("palace", ranks={rank: {"abilities": ["skip"]} for rank in "3456789JQKA"})
    state = new_game(special, 2, seed=1)
    assert state.pile == ()
    plain = derive(special, deal={"turn_up": False})
    assert state.stock == new_game(plain, 2, seed=1).stock
    bare = derive("palace", players={"max": 2}, deal={"hand": 20})
    assert (new_game(bare, 2, seed=1).pile, new_game(bare, 2, seed=1).stock) == ((), ())


# ---------------------------------------------------------------- what is refused


WHOLE = deck(SELECTED, 2)
BOTH = "a deal takes a seed or a deck, not both"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 1}, "1 player: selected is for 2 to 5"),
        ({"players": 0}, "0 players: selected is for 2 to 5"),
        ({"players": 6}, "6 players: selected is for 2 to 5"),
        ({"seed": 1, "deck": WHOLE}, BOTH),
        ({"seed": 0, "deck": WHOLE}, BOTH),
        ({"seed": 1, "dealer": 2}, "there is no seat 2 to deal: seats are 0 to 1"),
        ({"seed": 1, "dealer": -1}, "there is no seat -1 to deal: seats are 0 to 1"),
        ({"deck": WHOLE, "dealer": 5}, "there is no seat 5 to deal: seats are 0 to 1"),
    ],
)
def test_a_deal_that_the_variant_does_not_allow_is_refused(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(PositionError) as refused:
        new_game(SELECTED, **{"players": 2, **given})
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (WHOLE[1:], "51 cards, the variant's 52; missing: 2C"),
        ([*WHOLE, "7D"], "53 cards, the variant's 52; not in it: 7D"),
        ([*WHOLE, "*R"], "53 cards, the variant's 52; not in it: *R"),
        ([*WHOLE[2:], "7D", "*B"], "52 cards, the variant's 52; missing: 2C 2D; not in it: 7D *B"),
        (WHOLE[:1], f"1 card, the variant's 52; missing: {' '.join(map(str, WHOLE[1:]))}"),
    ],
)
def test_a_deck_is_whole_or_what_is_missing_and_what_is_not_in_it_is_told(
    cards: list[Any], message: str
) -> None:
    with pytest.raises(PositionError) as refused:
        new_game(SELECTED, 2, deck=cards)
    assert str(refused.value) == f"the deck given has {message}"


def test_a_deck_has_the_right_number_of_every_twin() -> None:
    cards = deck(PALACE, 6, "7D 7D 7H")
    assert new_game(PALACE, 6, deck=cards).aside == Cards()
    with pytest.raises(
        PositionError, match="has 104 cards, the variant's 104; missing: 7D; not in it: 7H"
    ):
        new_game(PALACE, 6, deck=[*cards[1:], "7H"])
    with pytest.raises(PositionError, match="has 52 cards, the variant's 104; missing: 2C 2D"):
        new_game(PALACE, 6, deck=deck(PALACE, 2))


@pytest.mark.parametrize("cards", ["4C 4X", ["10hx"], [7], 7, "7D " * 8])
def test_a_deck_of_what_is_no_card_is_refused(cards: Any) -> None:
    with pytest.raises(NotationError):
        new_game(SELECTED, 2, deck=cards)


def test_a_variant_that_cannot_be_played_is_not_dealt() -> None:
    with pytest.raises(VariantError, match="order: it is empty"):
        new_game(Variant(order=()), 2, seed=1)
