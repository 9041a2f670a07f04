"""Which worked example shows which ruling, sentence by sentence.

The rulings are what the presets mean where their texts are silent. The examples lie beside the
presets and in `keys/`, where `test_keys` plays them; "elsewhere" marks what other tables do.
"""

import pytest

import palace
from palace import Cards, position
from test_keys import FILES, examples_of

RULINGS: dict[int, dict[str, str]] = {
    1: {
        "one card at a time, clockwise from the dealer's left: down, up, hand": "selected: "
        "with a given deck seat 0 deals unless another is named, one card at a time from its left",
        "another dealer is named": "selected: "
        "no face-up three: a three in hand qualifies, first clockwise from the dealer's left",
        "elsewhere: other sizes": "deal: "
        "rounds are dealt face down, then face up, then to the hand",
    },
    2: {
        "the start is fixed by the deal": "selected: "
        "the starter is fixed by the deal, whatever the arranging moves, and may lead any card",
        "except where the rule says after arranging": "rawlins: "
        "the lowest face-up card starts, judged after the arranging",
        "calls are settled from the dealer's left": "common: "
        "two face-up threes: the seat nearest the dealer's left starts, whenever it was dealt",
        "specials without a place never start": "selected: "
        "a two is no ordinary rank: it never makes its holder start",
        "where no rank decides, the dealer's left": "start-in-hand: "
        "where no rank decides, the dealer's left starts",
    },
    3: {
        "the starter may lead any card or set": "common: "
        "any card may be led, not only the qualifying one",
    },
    4: {
        "picking up needs a pile, and nobody passes": "selected: "
        "an empty pile cannot be picked up: the leader leads",
    },
    5: {
        "the hand before the face-up cards": "selected: "
        "hand cards bar the face-up cards for the whole turn",
        "these before the face-down ones": "selected: face-up cards come before face-down ones",
        "exactly one card is flipped": "selected: one card is flipped at a time",
    },
    6: {
        "a burn begins a new turn, after replenishing": "selected: "
        "a ten goes on an ace, burns the pile and its player leads again after replenishing",
        "with hand and stock gone the table cards are open": "common: "
        "after a ten with the hand empty and the stock gone the face-up cards are led",
        "elsewhere: the next leads after four of a kind": "four-and-on: "
        "again = false: after four of a kind the next player leads, on an empty pile",
        "elsewhere: the next leads after a burn": "burn-and-on: "
        "again = false: after a burn the next player leads, on an empty pile",
    },
    7: {
        "a burn skips nobody": "rawlins: "
        "the fourth eight burns: its player leads, nobody is skipped",
        "a burn turns nothing": "reverse: "
        "the fourth jack burns: its player leads and the direction stays",
        "four that burn turn no order round": "flip: four of them burn, and turn nothing",
        "four or more": "players-and-deck: "
        "packs = 2: five of a kind can lie on the pile, and four or more burn",
    },
    8: {
        "leaving on a burn": "selected: "
        "a last card that burns: the next active player opens on an empty pile",
        "leaving on a skip": "rawlins: leaving on an eight still skips the next player",
        "leaving on a reverse": "reverse: leaving on a jack still turns the direction",
        "with as many skips as players left": "rawlins: "
        "leaving on as many eights as players left: the next of them moves",
    },
    9: {
        "a card added has no effect": "common: "
        "the card added to a pile that is picked up has no effect, not even as a ten",
    },
    10: {
        "after every play from the hand": "selected: "
        "replenish to three after a play, from the top of the stock",
        "before leaving is judged": "selected: "
        "emptying the hand with stock left is no exit: the hand refills",
        "before an extra turn": "selected: "
        "a ten goes on an ace, burns the pile and its player leads again after replenishing",
        "none after a pick-up": "selected: nothing is drawn after a pick-up",
        "none after a flip": "selected: "
        "nothing is drawn after a play from the face-up cards or a flip",
        "none after a chance": "cardgames: nothing is drawn after a chance",
    },
    11: {
        "looked through": "rawlins: "
        "a three goes on anything and the card beneath must still be beaten",
        "over a reset anything goes": "rawlins: a three on a two: the reset beneath still counts",
        "over a lower the limit is passed on": "rawlins: a three on a nine passes the limit on",
        "on an empty pile nothing need be beaten": "rawlins: "
        "a three led on an empty pile leaves nothing to beat",
        "it repeats no skip": "rawlins: a three on an eight does not skip again",
        "it breaks a row of four": "rawlins: a three between equal cards breaks the row: no burn",
        "four of them burn": "rawlins: four threes on top burn",
    },
    12: {
        "equal or lower": "rawlins: after a nine the next play is equal or lower",
        "for that play only": "rawlins: the nine binds one play only",
        "it waits past a player who has left": "rawlins: the limit of a nine waits for whoever "
        "really plays next, past a player who has left",
        "it waits past a player who is skipped": "several: "
        "lower and skip: the limit waits for whoever really plays next",
        "it dies with the pile": "rawlins: the limit dies with a pile that is picked up",
        "what goes on anything is exempt": "cardgames: "
        "a five goes on anything and the next play is five or lower",
        "elsewhere: some of it is not": "lower-binds: "
        "binds: a ten does not go on a nine, a three does, for it is lower",
    },
    13: {
        "one player for each card": "rawlins: two eights skip two players",
        "finished players use up none": "rawlins: skipping steps over players who have left",
        "nobody skips himself": "rawlins: more eights than opponents never skip their own player",
        "elsewhere: counting oneself": "skip-with-self: "
        "wrap = with_self: with two players two eights pass over both",
        "elsewhere: round and round without oneself": "skip-without-self: "
        "wrap = without_self: the third eight passes over the next player a second time",
        "elsewhere: one however many": "skip-once: count = once: two eights pass over one player",
    },
    14: {
        "each card turns": "reverse: two jacks together turn it twice",
        "with two players the order of turns stays": "reverse: "
        "with two players a jack changes nothing in the order of turns",
        "elsewhere: once however many": "reverse-once: "
        "count = once: two jacks together turn the direction once",
        "elsewhere: a skip with two players": "reverse-once: "
        "two_players = skip: with two players left a jack gives its player another turn",
    },
    15: {
        "a reset goes on anything": "reset: the two goes on anything and anything goes on it",
        "an invisible card goes on anything": "invisible: "
        "the three goes on anything; the card beneath must be beaten",
        "a burn goes on anything": "burn: the ten goes on anything and burns the pile",
        "unless the file says otherwise": "on: "
        "rule = in_order: a two goes on nothing but a two, and on an empty pile",
        "a skip must meet the pile": "rawlins: an eight is no wild card: it must beat the pile",
        "a lower must meet the pile": "rawlins: a nine must itself beat the pile",
        "a reverse must meet the pile": "reverse: "
        "a jack must beat the pile like any card, and be beaten",
        "unless it says otherwise": "several: a skip goes on anything where the file says so",
        "four are not exempt": "selected: "
        "a set is not exempt from beating the pile because it makes four",
        "elsewhere: they are": "four-and-on: "
        "on_anything = true: four together need not beat the pile; three must",
    },
    16: {
        "one at a time": "ten-two-slide: no two jokers together",
        "never with other cards": "ten-two-slide: no joker with another card",
        "elsewhere: together": "undo-common: "
        "sets = true for a rank: two jokers go together, and turn the direction twice",
    },
    17: {
        "twins": "palace: with two packs equal cards are twins, and four of eight burn",
        "it makes no difference which is laid": "players-and-deck: "
        "packs = 2: of twins it makes no difference which is laid",
    },
    18: {
        "the game ends when one player holds cards": "selected: "
        "the last player holding cards loses and nothing more can be played",
        "a limit of turns: no loser, no loss": "turn-limit: "
        "turn_limit = 3: after three turns the game is over without a loser",
    },
    19: {
        "cards that go on anything qualify": "ten-two-slide: "
        "after a ten its player leads a ten or higher (or a two)",
        "a burn rank's own limit wins": "four-lead: four tens: the burning rank's own limit, "
        "here none, wins over that of four of a kind",
        "where no card qualifies any may be led": "ten-two-slide: "
        "after a ten with nothing that high, any card may be led",
        "a flip is never limited": "ten-two-slide: "
        "a flip is never limited: after a flipped ten the next face-down card is simply turned",
        "gone once a card lies on the pile": "ten-two-slide: "
        "the limit on the lead is gone once a card is led",
        "gone once its player has left": "ten-two-slide: "
        "a player who leaves by burning leaves no limit behind",
    },
    20: {
        "a special goes under the stock": "palace: "
        "a turned-up ten or two goes under the stock and the next card is turned",
        "where all are special": "palace: "
        "when every card left is special the pile starts empty and the stock keeps its order",
        "where none is left": "turn-up-none: none is left to turn up: the pile starts empty",
    },
}


def test_every_ruling_is_shown() -> None:
    assert list(RULINGS) == list(range(1, 21))


@pytest.mark.parametrize("number", RULINGS)
def test_the_examples_that_show_a_ruling_are_there(number: int) -> None:
    there = {f"{file}: {each.name}" for file in FILES for each in examples_of(file).examples}
    assert set(RULINGS[number].values()) <= there


# ---------------------------------------------------------------- what no example can show


def test_the_first_dealer_is_drawn_from_the_seed() -> None:
    """Ruling 1: every seat deals first under some seed, the same under the same."""
    selected = palace.load_variant("selected")
    dealers = [palace.new_game(selected, 3, seed=seed).dealer for seed in range(20)]
    assert set(dealers) == {0, 1, 2}
    assert dealers == [palace.new_game(selected, 3, seed=seed).dealer for seed in range(20)]


def test_positions_that_differ_only_in_which_twin_lies_where_are_equal() -> None:
    """Ruling 17: of two sevens of clubs one is laid, and it makes no difference which."""
    two_packs = palace.derive("plain", deck={"packs": 2})
    seats = [{"hand": "7C 7C 9D"}, {"hand": "KD"}]
    start = position(two_packs, seats, pile="4C")
    laid = palace.apply(start, palace.parse_action("0: play 7C"))
    assert laid == position(two_packs, [{"hand": "9D 7C"}, {"hand": "KD"}], pile="4C 7C", to_move=1)
    assert hash(laid) == hash(palace.apply(start, palace.Play(0, Cards.of("7C"))))
