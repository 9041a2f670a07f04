"""Known faults of engines of this game, in play: what may follow what, burning, turns, zones.

Each test has the number of its entry and plays the entry's own position; `test_known_faults` holds
the table of all of them.
"""

from collections import Counter
from random import Random

import pytest

import palace
from palace import Cards, NotationError, Phase, PositionError, State, VariantError
from palace.bundled import preset_names
from palace.errors import Reason
from positions import (
    BURN,
    CLEAR,
    PLAIN,
    RESET,
    after,
    arranged,
    at,
    may,
    moves,
    pickled,
    problem,
    rank,
    refusal,
    table,
    text,
)

# ---------------------------------------------------------------- what may go on the pile


def test_fault_1_the_card_under_a_see_through_card_must_be_beaten() -> None:
    """Transparent card judged by its own rank."""
    start = at(
        table(rank("8", "invisible")),
        "9H KC 4S | 5C 6C 7C | AC JC TC",
        "4D 5D 6D | 5H 6H 7H | 3C 3D 3S",
        pile="QS 8D",
    )
    assert refusal(start, "play 9H") == Reason.DOES_NOT_BEAT
    end = after(start, "play KC")
    assert text(end.pile) == "QS 8D KC"
    assert end.to_move == 1


def test_fault_2_a_limit_is_gone_once_its_card_is_covered() -> None:
    """The duty to go low stays on after the 7 has been covered."""
    start = at(
        table(rank("7", "lower"), RESET, BURN, CLEAR),
        "5D JC | 9C 9D 9S | 4C 4S 4H",
        "9H QC | 8C 8D 8H | 6C 6D 6S",
        pile="7S",
    )
    end = after(start, "play 5D", "play 9H")
    assert text(end.pile) == "7S 5D 9H"
    assert end.to_move == 0


def test_fault_5_a_pile_of_see_through_cards_alone_is_like_no_pile() -> None:
    """Pile made only of see-through cards crashes or blocks."""
    start = at(
        table(CLEAR, RESET, BURN),
        "4H 9D 9S | 5C 5D 5H | 6C 6D 6H",
        "4C KD KS | JC JD JH | QC QD QH",
        pile="3D 3H",
    )
    assert text(after(start, "play 4H").pile) == "3D 3H 4H"


def test_fault_7_a_flipped_see_through_card_stays_on_a_high_card() -> None:
    """Blind see-through card refused on a high top."""
    start = at(table(CLEAR), " |  | 3S 5H", "8C 8D | QC QD QH | 4C 4D 4H", pile="KH")
    end = after(start, "flip 0")
    assert text(end.pile) == "KH 3S"
    assert end.to_move == 1
    assert moves(end) == ["pickup"]


def test_fault_8_what_goes_on_anything_goes_on_a_limit_too() -> None:
    """Always-playable test placed after the low-limit test."""
    start = at(
        table(rank("7", "lower"), rank("8", "invisible"), RESET),
        "8C JC JD | 4C 4D 4H | 5C 5D 5H",
        "9D 6C KS | QC QD QH | AC AD AH",
        pile="7H",
    )
    end = after(start, "play 8C")
    assert refusal(end, "play 9D") == Reason.ABOVE_LIMIT
    assert may(end, "play 6C")


def test_fault_10_the_ace_is_high() -> None:
    """Ace treated as one."""
    start = at(
        table(RESET, BURN),
        "AH 4C 4D | 5C 5D 5H | 6C 6D 6H",
        "QC 3S 9D | 8C 8D 8H | 7C 7D 7H",
        pile="KD",
    )
    end = after(start, "play AH")
    assert refusal(end, "play QC") == Reason.DOES_NOT_BEAT
    assert may(end, "pickup")


def test_fault_11_a_burning_ten_goes_on_an_ace() -> None:
    """10 ranked as an ordinary card."""
    start = at(
        table(BURN, RESET),
        "TH 4C 4D | 5C 5D 5H | 6C 6D 6H",
        "QC 3S 9D | 8C 8D 8H | 7C 7D 7H",
        pile="JD AD",
    )
    end = after(start, "play 10H")
    assert end.burned == Cards.of("JD AD TH")
    assert end.to_move == 0


def test_fault_13_the_order_of_the_house_is_the_order_everywhere() -> None:
    """House order with king below queen."""
    start = at(
        table(order=["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "K", "Q", "A"]),
        "QH 4C 4D | 5C 5D 5H | 6C 6D 6H",
        "KH 3S 9D | 8C 8D 8H | 7C 7D 7H",
        pile="KD",
    )
    assert "play QH" in moves(start)
    end = after(start, "play QH")
    assert refusal(end, "play KH") == Reason.DOES_NOT_BEAT


def test_fault_14_a_card_goes_on_its_own_rank_and_on_a_lower_one() -> None:
    """A rank with no row in the "what may follow" table."""
    start = at(PLAIN, "8H 9C 9D | 5C 5D 5H | 6C 6D 6H", "KH 3S 4D | QC QD QH | 7C 7D 7H", pile="8D")
    assert may(start, "play 8H")
    assert may(start, "play 9C")
    for variant in map(palace.load_variant, preset_names()):
        rules = palace.rules_of(variant)
        for card in variant.deck_cards(variant.players.max):
            laid = rules.rows[0].cells[card.index]
            assert rules.rows[laid.row].cells[card.index].counts, (
                f"{card} on {card}, {variant.name}"
            )


def test_fault_15_a_reset_may_be_led() -> None:
    """legal list and apply disagree about leading a wildcard."""
    start = at(
        table(RESET, BURN), "2H 4C 4D | 5C 5D 5H | 6C 6D 6H", "KH 3S 9D | 8C 8D 8H | 7C 7D 7H"
    )
    assert "play 2H" in moves(start)
    end = after(start, "play 2H")
    assert text(end.pile) == "2H"
    assert may(end, "play 3S")


def test_fault_17_an_ability_that_the_library_lacks_is_refused() -> None:
    """A wild that must accompany another card was playable alone."""
    for word in ("mirror", "target", "shoot", "choose"):
        assert f'unknown ability "{word}"' in problem(f'ranks.9.abilities = ["{word}"]').message


def test_fault_18_in_a_reversed_order_nothing_but_equal_or_lower_goes() -> None:
    """Several picture cards of a reversed-order phase."""
    start = at(
        table(order=["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]),
        "9C 9D 9H 9S | 5C 6D 5H | 6C 6S 6H",
        "KH 3S 4D | 8C 8D 8H | 7C 7D 7H",
        pile="5S",
    )
    assert refusal(start, "play 9C 9D 9H 9S") == Reason.DOES_NOT_BEAT
    assert may(start, "pickup")


def test_fault_18_nor_where_the_order_was_turned_round_in_play() -> None:
    """Several picture cards of a reversed-order phase."""
    start = at(
        table(rank("J", "flip")),
        "9C 9D 9H 9S | 5C 6D 5H | 6C 6S 6H",
        "KH 3S 4D | 8C 8D 8H | 7C 7D 7H",
        pile="JD 5S",
        requirement="5, order turned round",
    )
    assert refusal(start, "play 9C 9D 9H 9S") == Reason.DOES_NOT_BEAT
    assert moves(start) == ["pickup"]
    assert may(after(start, "pickup"), "play 3S")


def test_fault_19_the_lowest_rank_is_beaten_by_none_but_its_own() -> None:
    """Rank order text with a hole."""
    start = at(PLAIN, "2H 4C 4D | 5C 5D 5H | 6C 6D 6H", "KH 3S 9D | 8C 8D 8H | 7C 7D 7H", pile="3D")
    assert refusal(start, "play 2H") == Reason.DOES_NOT_BEAT
    with pytest.raises(VariantError, match=r"^order: .*\b2\b"):
        table(order=["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])


# ---------------------------------------------------------------- burning


def test_fault_20_a_burned_card_need_not_be_beaten() -> None:
    """Ghost of the burner."""
    start = at(
        table(BURN, RESET),
        "TH 5C 4D | 6C 6D 6H | 7C 7D 7H",
        "KH 3S 9D | 8C 8D 8H | JC JD JH",
        pile="9S",
    )
    burnt = after(start, "play 10H")
    assert len(burnt.burned) == 2
    assert burnt.to_move == 0
    assert after(burnt, "play 4D").to_move == 1


def test_fault_22_four_of_a_kind_burn_whoever_laid_them() -> None:
    """Four of a kind built by several players not noticed."""
    start = at(
        PLAIN, "6H 6S KC | 9C 9D 9H | 7C 7D 7H", "KH 3S 9S | 8C 8D 8H | JC JD JH", pile="4S 6C 6D"
    )
    end = after(start, "play 6H 6S")
    assert end.burned == Cards.of("4S 6C 6D 6H 6S")
    assert end.to_move == 0


def test_fault_24_see_through_cards_count_in_no_other_rank_s_row() -> None:
    """False burn: see-through cards counted into another rank's run."""
    start = at(
        table(CLEAR),
        "9D KC 4D | 6C 6D 6H | 7C 7D 7H",
        "KH 5S 9S | 8C 8D 8H | JC JD JH",
        pile="9C 3D 3H 3S",
    )
    end = after(start, "play 9D")
    assert text(end.pile) == "9C 3D 3H 3S 9D"
    assert end.to_move == 1


def test_fault_26_whether_other_cards_between_four_matter_is_a_setting() -> None:
    """Do see-through cards interrupt a run? Two schools."""
    seats = ("9S KC 4D | 6C 6D 6H | 7C 7D 7H", "KH 5S QS | 8C 8D 8H | JC JD JH")
    start = at(table(CLEAR), *seats, pile="9C 3D 9D 9H")
    end = after(start, "play 9S")
    assert not end.burned
    assert end.to_move == 1
    for four in ({"burns": "anywhere"}, {"through": ["3"]}):
        end = after(at(table(CLEAR, four=four), *seats, pile="9C 3D 9D 9H"), "play 9S")
        assert len(end.burned) == 5
        assert end.to_move == 0


def test_fault_27_whether_four_together_must_beat_the_pile_is_a_setting() -> None:
    """Set of four low cards refused on a high top."""
    seats = ("5C 5D 5H 5S KC | 6C 6D 6H | 7C 7D 7H", "KH 3S 9S | 8C 8D 8H | JC JD JH")
    start = at(PLAIN, *seats, pile="QD")
    assert refusal(start, "play 5C 5D 5H 5S") == Reason.DOES_NOT_BEAT
    assert refusal(start, "play 5C 5D 5H") == Reason.DOES_NOT_BEAT
    exempt = at(table(four={"on_anything": True}), *seats, pile="QD")
    assert refusal(exempt, "play 5C 5D 5H") == Reason.DOES_NOT_BEAT
    end = after(exempt, "play 5C 5D 5H 5S")
    assert len(end.burned) == 5
    assert end.to_move == 0


def test_fault_29_five_in_a_row_burn_as_four_do() -> None:
    """Exactly four instead of at least four."""
    start = at(
        table(deck={"packs": 2}),
        "5S 5C KC | 6C 6D 6H | 7C 7D 7H",
        "KH 3S 9S | 8C 8D 8H | JC JD JH",
        pile="5C 5D 5H",
    )
    end = after(start, "play 5C 5S")
    assert end.burned == Cards.of("5C 5C 5D 5H 5S")
    assert end.to_move == 0


def test_fault_30_three_that_are_the_whole_pile_are_no_four() -> None:
    """Counter walks past the bottom of the pile."""
    start = at(
        PLAIN, "5H KC KS | 6C 6D 6H | 7C 7D 7H", "KH 3S 9S | 8C 8D 8H | JC JD JH", pile="5C 5D"
    )
    end = after(start, "play 5H")
    assert text(end.pile) == "5C 5D 5H"
    assert not end.burned
    assert end.to_move == 1


def test_fault_32_burned_cards_are_kept_account_of() -> None:
    """Burned cards vanish from the books."""
    start = at(
        table(BURN),
        "TH 5C 4D | 6C 6D 6H | 7C 7D 7H",
        "KH 3S 9D | 8C 8D 8H | JC JD JH",
        pile="4C 4S 9S",
        stock="AC AD AS",
    )
    end = after(start, "play 10H")
    assert end.burned == Cards.of("4C 4S 9S TH")
    assert end.hands[0] == Cards.of("5C 4D AC")
    assert end.aside == start.aside
    assert moves(end) == ["play 4D", "play 5C", "play AC"]


def test_fault_33_whether_four_of_a_kind_give_another_turn_is_a_setting() -> None:
    """Does a four-burn give another turn?."""
    seats = (
        "6S KC 4D | 9C 9D 9H | 7C 7D 7H",
        "KH 3S 9S | 8C 8D 8H | JC JD JH",
        "4C 4H 4S | QC QD QH | AC AD AH",
    )
    start = at(PLAIN, *seats, pile="6C 6D 6H")
    assert after(start, "play 6S").to_move == 0
    passing = at(table(four={"again": False}), *seats, pile="6C 6D 6H")
    end = after(passing, "play 6S")
    assert end.to_move == 1
    assert end.pile == ()


def test_fault_34_a_burn_may_pass_the_turn() -> None:
    """Vändtia style burn that passes the turn."""
    start = at(
        table(rank("10", {"name": "burn", "again": False}), RESET),
        "TH KC 4D | 9C 9D 9H | 7C 7D 7H",
        "KH 3S 9S | 8C 8D 8H | JC JD JH",
        pile="6C QD",
    )
    end = after(start, "play 10H")
    assert len(end.burned) == 3
    assert end.to_move == 1
    assert may(end, "play 3S")


def test_fault_36_a_burner_led_burns_itself() -> None:
    """Burner led onto an empty pile."""
    start = at(table(BURN), "TH 5D 4D | 9C 9D 9H | 7C 7D 7H", "KH 3S 9S | 8C 8D 8H | JC JD JH")
    end = after(start, "play 10H")
    assert end.burned == Cards.of("TH")
    assert end.pile == ()
    assert end.to_move == 0


# ---------------------------------------------------------------- turn order, skip, direction


def test_fault_37_a_joker_counts_as_the_rank_that_it_is_laid_as() -> None:
    """Joker declared as a rank completes the four."""
    wild = table(
        rank(
            "joker",
            {"name": "wild", "as_ranks": ["3", "4", "6", "7", "8", "9", "J", "Q", "K", "A"]},
        ),
        deck={"jokers": 2},
    )
    seats = ("6H *R 4D | 9C 9D 9H | 7C 7D 7H", "KH 3S 9S | 8C 8D 8H | JC JD JH")
    start = at(wild, *seats, pile="6C 6D")
    burned = after(start, "play 6H *R as 6")
    assert (text(burned.burned), burned.to_move) == ("6C 6D 6H *R", 0)
    assert refusal(start, "play *R as T") == Reason.NOT_WILD
    with pytest.raises(palace.IllegalAction, match="3, 4, 6"):
        after(start, "play *R as T")


def test_fault_38_whoever_burns_with_the_last_card_is_out_and_the_next_leads() -> None:
    """Burning with the last card strands the turn."""
    start = at(
        table(BURN), "TH", "KH 3S | 8C 8D 8H | JC JD JH", "4C 4H | QC QD QH | AC AD AH", pile="9C"
    )
    end = after(start, "play 10H")
    assert len(end.burned) == 2
    assert end.out == (0,)
    assert end.to_move == 1
    assert end.pile == ()
    assert end.phase is Phase.PLAY


def test_fault_40_the_turn_moves_on_once_when_somebody_leaves() -> None:
    """Two advances when someone goes out."""
    start = at(PLAIN, "9C", "KH 3S | 8C 8D 8H | JC JD JH", "4C 4H | QC QD QH | AC AD AH", pile="6C")
    end = after(start, "play 9C")
    assert end.out == (0,)
    assert end.to_move == 1


def test_fault_42_finished_seats_are_stepped_over_past_the_last_seat() -> None:
    """Finished player in the last seat: search does not wrap."""
    start = at(
        PLAIN,
        "KC KS | 5C 5D 5H | 6C 6D 6H",
        "KH 3S | 8C 8D 8H | JC JD JH",
        "9C 4S | 7D 7H 7S | 2C 2D 2H",
        "",
        pile="7C",
        to_move=2,
        out=(3,),
    )
    assert after(start, "play 9C").to_move == 0


def test_fault_43_a_reverse_turns_the_direction_and_not_the_seats() -> None:
    """Reversal done by reversing the seat list."""
    start = at(
        table(rank("9", "reverse")),
        "9C 4S | 7D 7H 7S | 2C 2D 2H",
        "KH 3S | 8C 8D 8H | JC JD JH",
        "KC KS | 5C 5D 5H | 6C 6D 6H",
        pile="7C",
    )
    end = after(start, "play 9C")
    assert end.direction == -1
    assert end.to_move == 2
    assert after(end, "play KC").to_move == 1


def test_fault_45_what_a_reverse_does_with_two_players_is_a_setting() -> None:
    """Reversal with two players left."""
    seats = ("JC 4S | 7D 7H 7S | 2C 2D 2H", "KH 3S | 8C 8D 8H | JS JD JH")
    start = at(table(rank("J", "reverse")), *seats, pile="7C")
    end = after(start, "play JC")
    assert end.direction == -1
    assert end.to_move == 1
    skipping = at(table(rank("J", {"name": "reverse", "two_players": "skip"})), *seats, pile="7C")
    assert after(skipping, "play JC").to_move == 0


def test_fault_47_each_skip_card_skips_one() -> None:
    """Skip cards do not stack."""
    start = at(
        table(rank("8", "skip")),
        "8C 8D 4S | 7D 7H 7S | 2C 2D 2H",
        "KH 3S | 9C 9D 9H | JC JD JH",
        "KC KS | 5C 5D 5H | 6C 6D 6H",
        "AH 4C | QC QD QH | AC AD AS",
        pile="7C",
    )
    assert after(start, "play 8C 8D").to_move == 3


def test_fault_48_no_skip_is_spent_on_a_finished_seat() -> None:
    """Finished seats are counted as skipped."""
    start = at(
        table(rank("8", "skip")),
        "8C 4S 3D | 7D 7H 7S | 2C 2D 2H",
        "",
        "KC KS | 5C 5D 5H | 6C 6D 6H",
        "AH 4C | QC QD QH | AC AD AS",
        pile="7C",
        out=(1,),
    )
    assert after(start, "play 8C").to_move == 3


def test_fault_49_with_two_players_nobody_skips_himself_unless_the_file_says() -> None:
    """Skip with two players."""
    seats = ("8C 8D 4S | 7D 7H 7S | 2C 2D 2H", "KH 3S | 9C 9D 9H | JC JD JH")
    start = at(table(rank("8", "skip")), *seats, pile="7C")
    assert after(start, "play 8C").to_move == 0
    assert after(start, "play 8C 8D").to_move == 0
    counted = at(table(rank("8", {"name": "skip", "wrap": "with_self"})), *seats, pile="7C")
    assert after(counted, "play 8C").to_move == 0
    assert after(counted, "play 8C 8D").to_move == 1


def test_fault_51_a_pick_up_ends_the_turn_of_the_one_who_picks_up() -> None:
    """Who moves after a pick-up; where the variant says so, whoever has picked up leads."""
    seats = (
        "4C 5D | 7D 7H 7S | 2C 2D 2H",
        "KH 3S | 9C 9D 9H | JC JD JH",
        "KC KS | 5C 5S 5H | 6C 6D 6H",
    )
    for rules, mover in ((PLAIN, 1), (table(pick_up={"then": "same"}), 0)):
        end = after(at(rules, *seats, pile="9S AD"), "pickup")
        assert end.to_move == mover
        assert end.pile == ()


def test_fault_52_a_card_that_failed_has_no_effect() -> None:
    """A failed blind card still fires its effect."""
    start = at(
        table(rank("8", "skip")),
        " |  | 8C 4S",
        "QD 3S | 9C 9D 9H | JC JD JH",
        "QC QS | 5C 5S 5H | 6C 6D 6H",
        pile="KD",
    )
    end = after(start, "flip 0")
    assert end.hands[0] == Cards.of("KD 8C")
    assert end.to_move == 1


def test_fault_55_whoever_has_left_is_asked_for_no_choice() -> None:
    """A choice demanded from a player who has just gone out."""
    rules = table(rank("A", "choose_next"))
    others = ("KH 3S | 9C 9D 9H | JC JD JH", "KC KS | 5C 5S 5H | 6C 6S 6H")
    end = after(at(rules, "AH", *others, pile="QC"), "play AH")
    assert end.out == (0,)
    assert end.pending is None
    assert end.to_move == 1
    last = after(at(rules, "AH", "KH 3S", "", pile="QC", out=[2]), "play AH")
    assert last.phase is Phase.OVER
    assert last.pending is None


def test_fault_56_the_pile_is_given_to_no_finished_player() -> None:
    """Effect aimed at a finished player."""
    start = at(
        table(rank("joker", {"name": "give", "to": "chosen"}), deck={"jokers": 2}),
        "4C 4S *R | 5D 5H 5S | 2C 2D 2H",
        "",
        "KC KS | 5C 6S 7S | 6C 6D 6H",
        "JC JS",
        pile="9C QC",
        out=[1],
    )
    asked = after(start, "play *R")
    assert moves(asked) == ["choose 2", "choose 3"]
    for seat in (0, 1):
        assert refusal(asked, f"choose {seat}") == Reason.WRONG_CHOICE
    end = after(asked, "choose 2")
    assert end.hands[2] == Cards.of("KC KS 9C QC *R")
    assert not end.pile


def test_fault_56_a_finished_player_never_holds_cards_again() -> None:
    """Effect aimed at a finished player."""
    for rules in map(palace.load_variant, preset_names()):
        choose, left = Random(2), Counter[int]()
        for _ in range(20):
            state = at(rules, "4C KC", "5D QD", "8H 9H", "7S | AS", pile="3C")
            while state.phase is Phase.PLAY:
                state = palace.apply(state, choose.choice(palace.distinct_actions(state)))
                left.update(state.out)
                assert not any(state.hands[seat] or state.face_up[seat] for seat in state.out)
        assert set(left) == {0, 1, 2, 3}


JUMPING = ("4C 4S | 5D 5H 5S | 2C 2D 2H", "KH 3S | 9C 9D 9H | JC JD JH")


def test_fault_57_four_may_be_completed_out_of_turn() -> None:
    """Out-of-turn completion of four."""
    rules, last = table(out_of_turn="four"), "7H 7S AC | 8C 8D 8H | 6C 6D 6H"
    start = at(rules, *JUMPING, last, pile="5C 7C 7D")
    end = after(start, "2: play 7H 7S")
    assert end.burned == Cards.of("5C 7C 7D 7H 7S")
    assert end.to_move == 2
    assert after(end, "play AC").to_move == 0
    assert refusal(start, "2: play 7H") == Reason.NOT_YOUR_TURN
    assert refusal(at(rules, *JUMPING, last), "2: play 7H 7S") == Reason.NOT_YOUR_TURN
    blind = at(rules, *JUMPING, " | | 7H 7S AC", pile="5C 7C 7D")
    assert refusal(blind, "2: flip 0") == Reason.NOT_YOUR_TURN
    swapping = at(rules, *JUMPING, last, phase="arrange", to_move=0)
    assert refusal(swapping, "2: play 7H 7S") == Reason.STILL_ARRANGING


def test_fault_58_nothing_is_laid_out_of_turn_on_a_pile_that_has_gone() -> None:
    """Second jump-in arrives after the pile has gone."""
    start = at(
        table(out_of_turn="four", deck={"packs": 2}),
        JUMPING[0],
        "7H 7S KH | 9C 9D 9H | JC JD JH",
        "7H 7S AC | 8C 8D 8H | 6C 6D 6H",
        pile="7C 7D",
    )
    assert may(start, "1: play 7H 7S")
    end = after(start, "2: play 7H 7S")
    assert end.burned == Cards.of("7C 7D 7H 7S")
    assert end.to_move == 2
    assert refusal(end, "1: play 7H 7S") == Reason.NOT_YOUR_TURN


def test_fault_59_the_same_player_covers_a_card_that_must_be_covered() -> None:
    """A card that the same player must cover."""
    rules = table(rank("Q", "cover"), CLEAR)
    other = "JH KD | 8C 8D 8H | JC JD 9H"
    start = at(rules, "QC 4D | 5S 5D 5H | 6C 6D 6H", other, pile="9D")
    laid = after(start, "play QC")
    assert laid.to_move == 0
    assert refusal(laid, "1: play KD") == Reason.NOT_YOUR_TURN
    covered = after(laid, "play 4D")
    assert covered.to_move == 1
    assert may(covered, "play JH")
    uncovered = after(at(rules, "QC", other, "2C", pile="9D"), "play QC")
    assert uncovered.out == (0,)
    assert refusal(uncovered, "play JH") == Reason.DOES_NOT_BEAT
    assert may(uncovered, "play KD")


# ---------------------------------------------------------------- zones and face-down cards


def test_fault_60_the_face_up_cards_are_locked_while_the_hand_lasts() -> None:
    """Face-up cards playable with cards in hand."""
    start = at(
        PLAIN,
        "4C 5D 6S | 9H QC KS | 2C 2D 2H",
        "KH 3S 8D | 9C 9D 8H | JC JD JH",
        pile="8S",
        stock="AS AD",
    )
    assert refusal(start, "play 9H") == Reason.ZONE_LOCKED
    assert moves(start) == ["pickup"]


def test_fault_62_the_moves_of_the_face_up_stage_are_made_of_face_up_cards() -> None:
    """Move list for the face-up stage built from the hand."""
    start = at(PLAIN, " | 9H 9S 4C | 2C 2D 2H", "KH 3S 8D | 9C 9D 8H | JC JD JH", pile="8S")
    assert moves(start) == ["play 9H", "play 9S", "play 9H 9S", "pickup"]


def test_fault_63_a_flip_that_fails_is_the_turn() -> None:
    """Failed flip lets you flip again."""
    start = at(PLAIN, " |  | 5H KC 4D", "QH 3S 8D | 9C 9D 8H | JC JD JH", pile="6S QD")
    end = after(start, "flip 0")
    assert end.hands[0] == Cards.of("6S QD 5H")
    assert end.pile == ()
    assert end.to_move == 1
    assert refusal(end, "0: flip 1") == Reason.NOT_YOUR_TURN
    assert refusal(after(end, "play QH"), "flip 1") == Reason.ZONE_LOCKED


def test_fault_65_one_card_is_flipped_at_a_time() -> None:
    """Several face-down cards in one action."""
    start = at(PLAIN, " |  | 5H 5C 4D", "QH 3S 8D | 9C 9D 8H | JC JD JH")
    with pytest.raises(NotationError):
        palace.parse_action("flip 0 1", 0)
    assert refusal(start, "play 5C 5H") == Reason.MUST_FLIP
    assert moves(start) == ["flip 0", "flip 1", "flip 2"]


def test_fault_67_a_flip_names_a_place_and_no_card() -> None:
    """Blind action cannot be expressed from the player's own view."""
    start = at(PLAIN, " |  | 5H 9C", "QH 3S 8D | 7C 9D 8H | JC JD JH", pile="4S")
    places = range(len(start.face_down[0]))
    assert [after(start, f"flip {place}").to_move for place in places] == [1, 1]


def test_fault_68_a_flip_on_an_empty_pile_always_stays() -> None:
    """Blind card on an empty pile."""
    start = at(PLAIN, " |  | 3H 9C", "QH 3S 8D | 7C 9D 8H | JC JD JH")
    end = after(start, "flip 0")
    assert text(end.pile) == "3H"
    assert end.to_move == 1


def test_fault_70_hand_and_face_up_cards_are_not_laid_together() -> None:
    """Hand and face-up cards of one rank in a single play."""
    start = at(PLAIN, "KC | KS 4D 5D | 2C 2D 2H", "QH 3S 8D | 9C 9D 8H | JC JD JH", pile="9S")
    assert refusal(start, "play KC KS") == Reason.ZONE_LOCKED


def test_fault_70_where_the_variant_says_so_they_are() -> None:
    """Hand and face-up cards of one rank in a single play."""
    rules, other = table(table_cards={"with_hand": True}), "QH 3S 8D | 9C 9D 8H | JC JD JH"
    start = at(rules, "KC | KS 4D 5D | 2C 2D 2H", other, pile="9S")
    end = after(start, "play KC KS")
    assert not end.hands[0]
    assert end.face_up[0] == Cards.of("4D 5D")
    assert end.to_move == 1
    more = at(rules, "KC 3D | KS 4D 5D | 2C 2D 2H", other, pile="9S")
    assert refusal(more, "play KC KS") == Reason.ZONE_LOCKED


def test_fault_72_the_face_up_card_that_a_pick_up_takes_along_is_part_of_it() -> None:
    """Picking up from the face-up stage must also take a face-up card."""
    start = at(
        table(pick_up={"adding": "always"}),
        " | 4C 4D 9H | 2C 2D 2H",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        pile="KD",
    )
    assert refusal(start, "pickup") == Reason.MUST_ADD
    with pytest.raises(NotationError):
        palace.parse_action("pickup 4C 9H", 0)
    end = after(start, "pickup 4C")
    assert end.hands[0] == Cards.of("KD 4C")
    assert end.face_up[0] == Cards.of("4D 9H")
    assert end.to_move == 1


@pytest.mark.parametrize(
    ("adding", "able", "unable"),
    [
        ("never", ["pickup"], ["pickup"]),
        ("always", ["pickup 4C", "pickup 9H"], ["pickup 4C"]),
        ("when_able", ["pickup 4C", "pickup 9H"], ["pickup"]),
        ("when_unable", ["pickup"], ["pickup 4C"]),
    ],
)
def test_pick_ups_of_the_face_up_stage_are_alike_when_listed_again(
    adding: str, able: list[str], unable: list[str]
) -> None:
    """The second list is read off what the first has kept, and for other cards at the same row."""
    rules = table(pick_up={"adding": adding})
    for _ in range(2):
        for cards, plays, pick_ups in (("4C 4D 9H", ["play 9H"], able), ("4C 4D", [], unable)):
            state = at(rules, f" | {cards} | 2C", "QH 3S", pile="8D")
            listed = [str(action) for action in palace.distinct_actions(state)]
            assert listed == [f"0: {each}" for each in (*plays, *pick_ups)]


def test_who_leaves_with_another_turn_still_passes_over_whom_the_cards_skip() -> None:
    """A player that goes on needs no next one; when it is out instead, the skips count."""
    rules = table(rank("8", "skip", "again"), rank("9", "again"), rank("10", "burn"))
    others = ("KH QH", "KS QS", "KD QD")
    for cards, stays, leaves in (("8C", 0, 2), ("8C 8D", 0, 3), ("9C", 0, 1), ("10C", 0, 1)):
        play = f"play {cards}"
        assert after(at(rules, f"{cards} 4C", *others, pile="7C"), play).to_move == stays
        assert after(at(rules, cards, *others, pile="7C"), play).to_move == leaves
    assert after(at(rules, "8C", "KH QH", pile="7C"), "play 8C").to_move is None


def test_fault_73_after_a_pick_up_the_table_is_locked_again() -> None:
    """After a late pick-up the table is locked again."""
    start = at(PLAIN, " | 4C 9H | 2C 2D 2H", "QH 3S 8D | 9C 9D 8H | JC JD JH", pile="KD AS")
    end = after(start, "pickup", "play QH")
    assert refusal(end, "play 9H") == Reason.ZONE_LOCKED
    assert may(end, "play KD")


def test_fault_74_a_flipped_card_asks_for_its_choice_only_where_it_stays() -> None:
    """Revealed 7 needs a choice, but only if it is playable."""
    rules = table(rank("7", "call"))
    seats = (" | | 7H 9C", "QH 3S 8D | 9S 9D 8H | JC JD JH")
    failed = after(at(rules, *seats, pile="KD"), "flip 0")
    assert failed.pending is None
    assert failed.hands[0] == Cards.of("KD 7H")
    assert failed.to_move == 1
    asked = after(at(rules, *seats), "flip 0")
    assert text(asked.pile) == "7H"
    assert moves(asked) == ["choose higher", "choose lower"]
    assert refusal(asked, "flip 1") == Reason.MUST_CHOOSE
    assert refusal(asked, "1: play QH") == Reason.NOT_YOUR_TURN
    assert after(asked, "choose lower").to_move == 1


# ---------------------------------------------------------------- drawing from the stock


def test_fault_75_nobody_draws_beyond_the_size_of_a_hand() -> None:
    """Draws although the hand already has three."""
    start = at(
        PLAIN,
        "6C KD KS AS | 7D 7H 7S | 2C 2D 2H",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        pile="5S",
        stock="4C 4D 4H",
    )
    end = after(start, "play 6C")
    assert end.hands[0] == Cards.of("KD KS AS")
    assert text(end.stock) == "4C 4D 4H"


def test_fault_76_nobody_draws_after_a_play_from_the_table() -> None:
    """Refill after a table play keeps a finished player in the game."""
    start = at(
        PLAIN,
        " | 9H |",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        "KH 4S | 5C 5D 5H | 6C 6D 6H",
        pile="5S",
        stock="4C 4D",
    )
    end = after(start, "play 9H")
    assert end.out == (0,)
    assert text(end.stock) == "4C 4D"
    assert end.to_move == 1


def test_fault_78_a_short_stock_is_drawn_to_its_end() -> None:
    """Stock shorter than the refill."""
    start = at(
        PLAIN,
        "5C 5D KH | 7D 7H 7S | 2C 2D 2H",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        pile="5S",
        stock="9S",
    )
    end = after(start, "play 5C 5D")
    assert end.hands[0] == Cards.of("KH 9S")
    assert end.stock == ()
    assert end.to_move == 1


def test_fault_80_a_pick_up_draws_nothing() -> None:
    """Picking up the pile also draws from the stock."""
    start = at(
        PLAIN,
        "4C | 7D 7H 7S | 2C 2D 2H",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        pile="9S",
        stock="4H KD AS",
    )
    end = after(start, "pickup")
    assert end.hands[0] == Cards.of("4C 9S")
    assert text(end.stock) == "4H KD AS"


def test_fault_81_drawing_comes_before_leaving() -> None:
    """Going out is tested before the refill."""
    start = at(PLAIN, "9H", "QH 3S 8D | 9C 9D 8H | JC JD JH", pile="5S", stock="4C 4D")
    end = after(start, "play 9H")
    assert end.out == ()
    assert end.hands[0] == Cards.of("4C 4D")
    assert end.to_move == 1


def test_fault_82_a_chance_is_one_card_for_a_player_who_cannot_play() -> None:
    """Chance draw (Vändtia)."""
    start = at(
        table(chance="when_unable"),
        "3C 4C | 7D 7H 7S | 2C 2D 2H",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        pile="KD",
        stock="AS 5D",
    )
    end = after(start, "chance")
    assert text(end.pile) == "KD AS"
    assert end.hands[0] == Cards.of("3C 4C")
    assert text(end.stock) == "5D"
    assert refusal(end, "0: chance") == Reason.NOT_YOUR_TURN
    able = at(table(chance="when_unable"), "AC 4C", "QH", pile="KD", stock="AS")
    assert refusal(able, "chance") == Reason.MUST_PLAY


def test_fault_82_a_chance_that_is_drawn_is_one_card_with_which_the_player_goes_on() -> None:
    """Chance draw (Vändtia)."""
    rules = table(chance="when_unable", chance_card="hand")
    seats = ("3C 4C | 7D 7H 7S | 2C 2D 2H", "QH 3S 8D | 9C 9D 8H | JC JD JH")
    drawn = after(at(rules, *seats, pile="KD", stock="AS 5D"), "chance")
    assert drawn.hands[0] == Cards.of("3C 4C AS")
    assert text(drawn.stock) == "5D"
    assert drawn.to_move == 0
    assert refusal(drawn, "chance") == Reason.NO_CHANCE
    end = after(drawn, "play AS")
    assert end.hands[0] == Cards.of("3C 4C 5D")
    assert end.to_move == 1
    in_vain = after(at(rules, *seats, pile="KD", stock="3D 5D"), "chance")
    assert moves(in_vain) == ["pickup"]
    assert refusal(in_vain, "chance") == Reason.NO_CHANCE


def test_fault_85_a_card_just_drawn_is_not_added_to_the_play() -> None:
    """Drawn card of the same rank added at once."""
    start = at(
        PLAIN,
        "6C KD KS | 7D 7H 7S | 2C 2D 2H",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        pile="5S",
        stock="6H 4C",
    )
    end = after(start, "play 6C")
    assert "6H" in end.hands[0]
    assert refusal(end, "0: play 6H") == Reason.NOT_YOUR_TURN


def test_fault_85_where_the_variant_says_so_it_is_until_the_next_player_acts() -> None:
    """Drawn card of the same rank added at once."""
    start = at(
        table(deal={"add_drawn": True}),
        "6C KD KS | 7D 7H 7S | 2C 2D 2H",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        pile="5S",
        stock="6H 4C",
    )
    drawn = after(start, "play 6C")
    assert moves(drawn) == ["play 6H", "pass"]
    end = after(drawn, "play 6H")
    assert text(end.pile) == "5S 6C 6H"
    assert end.hands[0] == Cards.of("4C KD KS")
    assert end.to_move == 1
    kept = after(drawn, "pass", "play QH")
    assert refusal(kept, "play 6H") == Reason.DOES_NOT_BEAT


# ---------------------------------------------------------------- picking up


def test_fault_86_an_empty_pile_is_not_picked_up() -> None:
    """Picking up an empty pile as a free pass."""
    start = at(PLAIN, "3C 4C | 7D 7H 7S | 2C 2D 2H", "QH 3S 8D | 9C 9D 8H | JC JD JH")
    assert refusal(start, "pickup") == Reason.NOTHING_TO_PICK_UP


def test_fault_88_whether_the_pile_is_taken_at_will_is_a_setting() -> None:
    """Voluntary pick-up."""
    seats = ("9C 4C | 7D 7H 7S | 2C 2D 2H", "QH 3S 8D | 5C 9D 8H | JC JD JH")
    start = at(PLAIN, *seats, pile="8S")
    assert may(start, "pickup")
    stuck = at(table(pick_up={"when_able": False}), *seats, pile="8S")
    assert refusal(stuck, "pickup") == Reason.MUST_PLAY


def test_fault_90_a_pick_up_can_be_applied_twice_to_one_state() -> None:
    """Pile cards doubled on pick-up."""
    start = at(PLAIN, "3C 4C | 7D 7H 7S | 2C 2D 2H", "QH 3S 8D | 9C 9D 8H | JC JD JH", pile="9S KD")
    once, twice = after(start, "pickup"), after(start, "pickup")
    assert once == twice
    assert once.hands[0] == Cards.of("3C 4C 9S KD")
    assert text(start.pile) == "9S KD"


def test_fault_91_a_limit_goes_with_the_pile() -> None:
    """Constraint survives the pick-up."""
    start = at(
        table(rank("7", "lower")),
        "9C JC | 8D 8H 8S | 2C 2D 2H",
        "QH 3S KD | 9H 9D 5H | AC JD JH",
        pile="4S 7H",
    )
    assert text(after(start, "pickup", "play KD").pile) == "KD"


# ---------------------------------------------------------------- the deal, arranging, who starts


def test_fault_93_a_deal_for_too_many_players_is_refused() -> None:
    """More players than the deck can serve."""
    with pytest.raises(VariantError, match=r"6 players need 54 cards.* 52\b"):
        table(players={"max": 6})
    with pytest.raises(PositionError, match="6 players"):
        palace.new_game(PLAIN, 6, seed=1)
    assert len(palace.new_game(PLAIN, 5, seed=1).stock) == 7


def test_fault_95_two_players_are_dealt_eighteen_cards_and_no_more() -> None:
    """One hand too many dealt."""
    state = palace.new_game(PLAIN, 2, seed=1)
    assert state.players == 2
    assert len(state.stock) == 34
    down = [card for row in state.face_down for card in row]
    seen = [card for zone in (*state.hands, *state.face_up) for card in zone]
    every = [*down, *seen, *state.stock]
    assert len(set(every)) == len(every) == 52


def test_fault_96_whoever_has_arranged_arranges_no_more() -> None:
    """Swapping after saying ready."""
    start = at(
        PLAIN, "3C 4C 9H | 7D 7H 7S | 2C 2D 2H", "QH 3S 8D | 9C 9D 8H | JC JD JH", phase="arrange"
    )
    ready = after(start, "0: arrange 7D 7H 7S")
    assert refusal(ready, "0: arrange 9H 7H 7S") == Reason.ALREADY_ARRANGED
    assert ready.arranged == (0,)


def test_fault_98_a_card_is_chosen_once() -> None:
    """Same card named twice in the choice."""
    start = at(
        table(arrange="from_hand", start={"by": "seat", "judged": "arranged"}),
        "3C 4C 9H 7D 7H 7S |  | 2C 2D 2H",
        "QH 3S 8D 9C 9D 8H |  | JC JD JH",
        phase="arrange",
        to_move=None,
    )
    assert refusal(start, "0: arrange 9H 9H 7D") == Reason.DUPLICATE_CARD


def test_fault_99_as_many_cards_are_chosen_as_shall_lie_face_up() -> None:
    """Wrong number of face-up cards chosen."""
    start = at(
        table(arrange="from_hand", start={"by": "seat", "judged": "arranged"}),
        "3C 4C 9H 7D 7H 7S |  | 2C 2D 2H",
        "QH 3S 8D 9C 9D 8H |  | JC JD JH",
        phase="arrange",
        to_move=None,
    )
    assert refusal(start, "0: arrange 9H 7D") == Reason.WRONG_NUMBER
    assert refusal(start, "0: arrange 9H 7D 7H 7S") == Reason.WRONG_NUMBER
    why = palace.why_illegal(start, palace.parse_action("0: arrange 9H 7D"))
    assert why is not None
    assert why.message.startswith("3 face-up cards are asked for")
    chosen = after(start, "0: arrange 9H 7D 7H")
    assert refusal(chosen, "0: arrange 9H 7D 7H") == Reason.ALREADY_ARRANGED


def test_fault_100_play_begins_when_everybody_has_arranged() -> None:
    """Playing before everybody is ready."""
    start = at(
        PLAIN,
        "3C 4C 9H | 7D 7H 7S | 2C 2D 2H",
        "QH 3S 8D | 9C 9D 8H | JC JD JH",
        "AC 5D 6S | KC KD KH | 4D 4H 4S",
        phase="arrange",
    )
    waiting = after(start, "2: arrange KC KD KH", "0: arrange 7D 7H 7S")
    assert refusal(waiting, "0: play 3C") == Reason.STILL_ARRANGING
    assert waiting.phase is Phase.ARRANGE
    assert may(after(waiting, "1: arrange 9C 9D 8H"), "0: play 3C")


LOWEST_OF_THE_HANDS = table(
    start={
        "by": "seat",
        "zones": "hand",
        "judged": "arranged",
        "ranks": ["4", "5", "6", "7", "8", "9", "J", "Q", "K", "A"],
    }
)
"""Who starts is told by the hands as they are arranged; twos, threes and tens do not count."""


def test_fault_102_neither_aces_nor_special_ranks_are_low() -> None:
    """Ace or special card taken as the lowest."""
    start = at(
        LOWEST_OF_THE_HANDS,
        "2C 3D AH | 8C 7H 7S | QC QD QH",
        "5H 5S KD | 9C 9D 8H | JC JD JH",
        "4H TD TC | 9S 6D 6H | KC KS KH",
        phase="arrange",
        to_move=None,
        dealer=2,
    )
    assert arranged(start).to_move == 2


def test_fault_104_a_tie_for_the_lowest_card_goes_round_from_the_dealers_left() -> None:
    """Tie for the lowest card."""
    start = at(
        LOWEST_OF_THE_HANDS,
        "KC 9D 9H | 8C 7H 7S | 2C 2D 2H",
        "4H QS 8D | 9C KD 8H | JC JD JH",
        "4D AS 6D | 9S 6H 5H | KH KS 5S",
        phase="arrange",
        to_move=None,
        dealer=2,
    )
    assert arranged(start).to_move == 1
    assert arranged(pickled(start)).to_move == 1


# ---------------------------------------------------------------- leaving and the end


def test_fault_105_the_game_goes_on_after_the_first_is_out() -> None:
    """Game stops at the first player out."""
    start = at(PLAIN, "9H", "QH 3S | 9C 9D 8H | JC JD JH", "KH 4S | 5C 5D 5H | 6C 6D 6H", pile="5S")
    end = after(start, "play 9H")
    assert end.out == (0,)
    assert end.phase is Phase.PLAY
    assert end.loser is None
    assert end.active == (1, 2)


def test_fault_106_the_loser_is_the_one_left_with_cards() -> None:
    """Loser is the wrong player."""
    start = at(PLAIN, "9H", "QH 3S | 9C 9D 8H | JC JD JH", pile="5S")
    end = after(start, "play 9H")
    assert end.phase is Phase.OVER
    assert end.out == (0,)
    assert end.loser == 1
    assert moves(end) == []


def test_fault_108_the_last_burn_ends_the_game() -> None:
    """Final burn with two players."""
    start = at(table(BURN), "TH", "QH 3S | 9C 9D 8H | JC JD JH", pile="5S")
    end = after(start, "play 10H")
    assert end.phase is Phase.OVER
    assert end.loser == 1
    assert end.to_move is None
    assert not palace.legal_actions(end)


def test_fault_110_a_game_that_never_ends_ends_at_its_limit_of_turns() -> None:
    """Games that never end."""
    seats = ("4C 9D", "4D 9H", "4H 9S")
    start = at(PLAIN, *seats)

    def rounds(state: State, most: int) -> list[State]:
        """Whoever can picks up, else the lowest card is led."""
        states = [state]
        while state.phase is Phase.PLAY and len(states) <= most:
            state = after(state, "pickup" if state.pile else moves(state)[0])
            states.append(state)
        return states

    def held(state: State) -> tuple[int | None, list[list[str]]]:
        return state.to_move, [[card.rank for card in hand] for hand in state.hands]

    states = rounds(start, 6)
    assert held(states[6]) == held(start)
    limited = at(table(end={"turn_limit": 1000}), *seats)
    states = rounds(limited, 5000)
    assert len(states) == 1001
    assert states[-1].unfinished
    assert states[-1].loser is None


def test_fault_112_the_first_out_stays_first() -> None:
    """First finisher overwritten by later ones."""
    start = at(
        table(end={"result": "places"}), "9H", "QH", "KH 4S | 5C 5D 5H | 6C 6D 6H", pile="5S"
    )
    end = after(start, "play 9H", "play QH")
    assert end.out == (0, 1)
    assert end.loser == 2
    assert palace.places(end) == (1, 2, 3)
