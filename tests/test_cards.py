"""Ranks, suits, cards and multisets of cards: what text is read, what is refused, what they do."""

import copy
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, strategies as st

from palace import Card, Cards, NotationError, PalaceError, Rank, Suit
from palace.wording import quoted
from telling import MANY, attempt, refusal

SPELLINGS = {
    **{rank: (rank.value,) for rank in Rank if rank.value in "23456789"},
    Rank.TEN: ("10", "T", "t"),
    Rank.JACK: ("J", "j"),
    Rank.QUEEN: ("Q", "q"),
    Rank.KING: ("K", "k"),
    Rank.ACE: ("A", "a"),
    Rank.JOKER: ("joker", "Joker", "JOKER", "*"),
}
MARKS = {
    Suit.CLUBS: "Cc♣",
    Suit.DIAMONDS: "Dd♦",
    Suit.HEARTS: "Hh♥",
    Suit.SPADES: "Ss♠",
    Suit.RED: "Rr",
    Suit.BLACK: "Bb",
}
DECK = [
    *(Card.of(rank, suit) for rank in Rank if rank is not Rank.JOKER for suit in "CDHS"),
    Card.parse("*R"),
    Card.parse("*B"),
]
NO_RANKS = [
    "",
    "1",
    "0",
    "11",
    "12",
    "02",
    "1O",
    "Jack",
    "ten",
    "7H",
    "-7",
    "+7",
    "7.0",
    " 7",
    "7 ",
]
NO_CARDS = [
    *["", " ", "7", "H", "10", "11", "1H", "1h", "11H", "010H", "10hx", "10 H", "♥10", "H7", "7HH"],
    *["7H 8H", "7H.", "7R", "7B", "*", "**", "*C", "joker", "jokerR", "JOKERR", "--", "TT", "XH"],
    *["7\N{WHITE HEART SUIT}", "7♥\N{VARIATION SELECTOR-16}", "\N{PLAYING CARD SEVEN OF HEARTS}"],
    *["\N{FULLWIDTH DIGIT SEVEN}H", "\N{ARABIC-INDIC DIGIT SEVEN}H"],
]
NO_TEXT: list[Any] = [None, 7, 7.0, True, b"7H", [], {}, ("7", "H")]
NEARLY_CARDS = st.text(alphabet="0123456789TJQKA*tjqka CDHSRBcdhsrb♣♦♥♠♡,-", max_size=6)
FEW = st.lists(st.sampled_from(DECK[:4]), max_size=6)


# ---------------------------------------------------------------- ranks


@pytest.mark.parametrize("rank", Rank)
def test_a_rank_is_read_in_every_documented_spelling(rank: Rank) -> None:
    for text in SPELLINGS[rank]:
        assert Rank.parse(text) is rank


@pytest.mark.parametrize("text", [*NO_RANKS, "\N{FULLWIDTH DIGIT SEVEN}", "♠"])
def test_no_other_text_is_a_rank(text: str) -> None:
    assert refusal(Rank.parse, text) == (
        f"{text!r} is no rank: write 2 to 10 (or T), J, Q, K, A or joker"
    )


@pytest.mark.parametrize("value", NO_TEXT)
def test_a_rank_is_not_taken_from_a_number(value: Any) -> None:
    assert refusal(Rank.parse, value).startswith(f"{value!r} is no rank")


def test_ranks_are_numbered_from_two_to_the_joker() -> None:
    assert [rank.index for rank in Rank] == list(range(14))
    assert "".join(rank.symbol for rank in Rank) == "23456789TJQKA*"


def test_red_suits_are_diamonds_and_hearts_and_a_joker_may_be_red() -> None:
    assert [suit for suit in Suit if suit.is_red] == [Suit.DIAMONDS, Suit.HEARTS, Suit.RED]


# ---------------------------------------------------------------- one card


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_read_in_every_documented_spelling(card: Card) -> None:
    words = [word for word in SPELLINGS[card.rank] if len(word) <= 2]
    for text in [word + mark for word in words for mark in MARKS[card.suit]]:
        assert Card.parse(text) == card
        assert Card.parse(f" {text}\n") == card


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_printed_in_its_short_form_and_that_is_read_again(card: Card) -> None:
    assert str(card) == card.rank.symbol + card.suit.value
    assert Card.parse(str(card)) == card
    assert repr(card) == f"Card.parse('{card}')"
    assert Card.of(card.rank, card.suit) == Card.of(card.rank.value, card.suit.value) == card


@pytest.mark.parametrize("text", NO_CARDS)
def test_no_other_text_is_a_card(text: str) -> None:
    assert refusal(Card.parse, text) == (
        f"{text!r} is no card: write a rank (2-9, T or 10, J, Q, K, A) and a suit (C, D, H, S), "
        "as in 7H, or a joker as *R or *B"
    )


def test_cards_stand_apart_without_commas() -> None:
    assert refusal(Cards.of, "7H, 8D") == (
        "'7H,' is no card: write blanks between cards, no commas"
    )


@pytest.mark.parametrize("value", NO_TEXT)
def test_a_card_is_not_taken_from_what_is_no_text(value: Any) -> None:
    assert refusal(Card.parse, value).startswith(f"{value!r} is no card")


@pytest.mark.parametrize(
    ("rank", "suit", "quoted"),
    [
        ("1", "H", "'1'"),
        (7, "H", "7"),
        ("7", "X", "'7X'"),
        ("7", None, "None"),
        ("joker", "H", "'*H'"),
        ("7", "R", "'7R'"),
    ],
)
def test_a_rank_and_a_suit_that_make_no_card_are_refused(rank: Any, suit: Any, quoted: str) -> None:
    assert refusal(Card.of, rank, suit).startswith(f"{quoted} is no ")


def test_cards_are_ordered_by_rank_and_then_by_suit() -> None:
    assert sorted(DECK, reverse=True)[::-1] == DECK
    assert " ".join(map(str, DECK[:6])) == "2C 2D 2H 2S 3C 3D"
    assert " ".join(map(str, DECK[-3:])) == "AS *R *B"


@pytest.mark.parametrize("index", [-1, 54, True, 1.0, "7C"])
def test_there_are_54_cards(index: Any) -> None:
    with pytest.raises(NotationError, match="is no card's number, 0 to 53"):
        Card(index)


@pytest.mark.parametrize("packed", [-1, 8, 9 << 4 * 7, 1 << 216, "7C", None])
def test_no_integer_packs_cards_that_are_none(packed: Any) -> None:
    """Nine copies of a card once overran the guard of its counter, and came out of nothing."""
    with pytest.raises(NotationError):
        Cards(packed)


# ---------------------------------------------------------------- many cards


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ("", ""),
        ("  ", ""),
        ("7S 7D", "7D 7S"),
        ("10h\t*b\nTC", "TC TH *B"),
        (["7S", Card.parse("7D")], "7D 7S"),
        (iter(["7D", "7D"]), "7D 7D"),
        (Cards.of("7S 7D"), "7D 7S"),
    ],
)
def test_cards_are_made_of_text_and_of_cards(given: Any, printed: str) -> None:
    cards = Cards.of(given)
    assert str(cards) == printed
    assert repr(cards) == f"Cards.of('{printed}')"


@pytest.mark.parametrize(
    ("given", "quoted"),
    [
        ("7D 1H", "'1H' is no card"),
        ("7D,7S", "'7D,7S' is no card"),
        (["7D 7S"], "'7D 7S' is no card"),
        ([7], "7 is no card"),
        ([None], "None is no card"),
        (7, "7 is no list of cards"),
        (None, "None is no list of cards"),
    ],
)
def test_a_list_with_what_is_no_card_is_refused(given: Any, quoted: str) -> None:
    assert refusal(Cards.of, given).startswith(f"{quoted}: write ")


@given(st.lists(st.sampled_from(DECK), max_size=12))
def test_a_multiset_counts_its_cards_and_forgets_their_order(hand: list[Card]) -> None:
    hand = [card for card in hand if hand.count(card) <= 7]
    cards = Cards.of(hand)
    assert list(cards) == sorted(hand)
    assert len(cards) == len(hand)
    assert bool(cards) == bool(hand)
    assert cards == Cards.of(reversed(hand))
    assert hash(cards) == hash(Cards.of(reversed(hand)))
    assert {card: cards.count(card) for card in cards} == Counter(hand)
    assert all(card in cards and str(card) in cards for card in hand)
    assert pickle.loads(pickle.dumps(cards)) == copy.copy(cards) == cards  # noqa: S301


@MANY
@given(FEW, FEW)
def test_multisets_are_added_taken_away_and_compared(one: list[Card], other: list[Card]) -> None:
    one = [card for card in one if one.count(card) + other.count(card) <= 7]
    both = Cards.of(one) + Cards.of(other)
    assert both == Cards.of(one + other)
    assert both - Cards.of(one) == Cards.of(other)
    assert Cards.of(one) <= both
    assert (Cards.of(one) <= Cards.of(other)) == (Counter(one) <= Counter(other))


@pytest.mark.parametrize("copies", range(1, 8))
def test_twins_are_counted(copies: int) -> None:
    cards = Cards.of(["7H"] * copies + ["8H"])
    assert (len(cards), cards.count("7H"), cards.count("8H"), cards.count("9H")) == (
        copies + 1, copies, 1, 0,
    )  # fmt: skip


def test_cards_that_are_not_there_cannot_be_taken_away() -> None:
    with pytest.raises(PalaceError, match="cannot take 7H 7H away from 7H 8H"):
        Cards.of("7H 8H") - Cards.of("7H 7H")


def test_at_most_seven_copies_of_a_card_are_counted() -> None:
    with pytest.raises(NotationError, match="7H comes 8 times: at most 7 copies"):
        Cards.of(["7H"] * 8)
    with pytest.raises(NotationError, match="7H comes 8 times: at most 7 copies"):
        Cards.of(["7H"] * 7) + Cards.of("7H")


@pytest.mark.parametrize("copies", range(1, 8))
def test_cards_are_listed_as_often_as_they_are_there(copies: int) -> None:
    """Of the first card, of one in the middle and of the last, beside others that come once."""
    texts = ["2C"] * copies + ["3D"] + ["7H"] * copies + ["AS"] + ["*B"] * copies
    assert [str(card) for card in Cards.of(texts)] == texts


def test_cards_are_compared_with_cards_alone() -> None:
    cards: Any = Cards.of("7H")
    assert cards != "7H"
    assert 5 not in cards
    with pytest.raises(TypeError):
        cards + "7H"
    with pytest.raises(TypeError):
        cards - "7H"
    with pytest.raises(TypeError):
        cards <= "7H"  # noqa: B015


def test_asking_for_what_is_no_card_is_refused() -> None:
    assert refusal(Cards.of("7H").__contains__, "1h").startswith("'1h' is no card")
    assert refusal(Cards.of("7H").count, "1h").startswith("'1h' is no card")
    assert refusal(Cards.of("7H").count, 7).startswith("7 is no card")


# ---------------------------------------------------------------- any text at all


@MANY
@given(st.text() | NEARLY_CARDS)
def test_any_text_is_read_or_refused_with_the_text_quoted(text: str) -> None:
    """Another error would stop a program that only reads what people type."""
    for read in (Rank.parse, Card.parse, lambda text: Cards.of([text])):
        found, refused = attempt(read, text)
        assert found is not None or quoted(text) in refused
    cards, refused = attempt(Cards.of, text)
    if cards is None:
        assert any(quoted(word) in refused for word in text.split()) or "comes" in refused
    else:
        assert Cards.of(str(cards)) == cards
