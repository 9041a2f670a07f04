"""The known faults of other engines, each with the tests that keep it out.

A fault's own tests are in `test_faults_in_play` and `test_faults_in_values`, named by its number.
"""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LIST = TESTS.parents[1] / "shared" / "known-faults.md"
NUMBERS = [
    int(number)
    for number in re.findall(
        r"\d+",
        """
        1 2 5 7 8 10 11 13 14 15 17 18 19 20 22 24 26 27 29 30 32 33 34 36 37 38 40 42 43 45 47 48
        49 51 52 55 56 57 58 59 60 62 63 65 67 68 70 72 73 74 75 76 78 80 81 82 85 86 88 90 91 93 95
        96 98 99 100 102 104 105 106 108 110 112 113 114 116 118 120 122 124 125 126 127 128 129 131
        133 135 137 138 139 141 143 144 145 146 147 149 151 153 154 155 157 159 161 162 164 165 166
        168 170 171 172 174 175
        """,
    )
]
COVERED: dict[int, tuple[str, ...]] = {
    1: ("test_fault_1_the_card_under_a_see_through_card_must_be_beaten",),
    2: ("test_fault_2_a_limit_is_gone_once_its_card_is_covered",),
    5: ("test_fault_5_a_pile_of_see_through_cards_alone_is_like_no_pile",),
    7: ("test_fault_7_a_flipped_see_through_card_stays_on_a_high_card",),
    8: ("test_fault_8_what_goes_on_anything_goes_on_a_limit_too",),
    10: ("test_fault_10_the_ace_is_high",),
    11: ("test_fault_11_a_burning_ten_goes_on_an_ace",),
    13: ("test_fault_13_the_order_of_the_house_is_the_order_everywhere",),
    14: ("test_fault_14_a_card_goes_on_its_own_rank_and_on_a_lower_one",),
    15: ("test_fault_15_a_reset_may_be_led",),
    17: ("test_fault_17_an_ability_that_the_library_lacks_is_refused",),
    18: (
        "test_fault_18_in_a_reversed_order_nothing_but_equal_or_lower_goes",
        "test_fault_18_nor_where_the_order_was_turned_round_in_play",
    ),
    19: ("test_fault_19_the_lowest_rank_is_beaten_by_none_but_its_own",),
    20: ("test_fault_20_a_burned_card_need_not_be_beaten",),
    22: ("test_fault_22_four_of_a_kind_burn_whoever_laid_them",),
    24: ("test_fault_24_see_through_cards_count_in_no_other_rank_s_row",),
    26: ("test_fault_26_whether_other_cards_between_four_matter_is_a_setting",),
    27: ("test_fault_27_whether_four_together_must_beat_the_pile_is_a_setting",),
    29: ("test_fault_29_five_in_a_row_burn_as_four_do",),
    30: ("test_fault_30_three_that_are_the_whole_pile_are_no_four",),
    32: ("test_fault_32_burned_cards_are_kept_account_of",),
    33: ("test_fault_33_whether_four_of_a_kind_give_another_turn_is_a_setting",),
    34: ("test_fault_34_a_burn_may_pass_the_turn",),
    36: ("test_fault_36_a_burner_led_burns_itself",),
    37: ("test_fault_37_a_joker_counts_as_the_rank_that_it_is_laid_as",),
    38: ("test_fault_38_whoever_burns_with_the_last_card_is_out_and_the_next_leads",),
    40: ("test_fault_40_the_turn_moves_on_once_when_somebody_leaves",),
    42: ("test_fault_42_finished_seats_are_stepped_over_past_the_last_seat",),
    43: ("test_fault_43_a_reverse_turns_the_direction_and_not_the_seats",),
    45: ("test_fault_45_what_a_reverse_does_with_two_players_is_a_setting",),
    47: ("test_fault_47_each_skip_card_skips_one",),
    48: ("test_fault_48_no_skip_is_spent_on_a_finished_seat",),
    49: ("test_fault_49_with_two_players_nobody_skips_himself_unless_the_file_says",),
    51: ("test_fault_51_a_pick_up_ends_the_turn_of_the_one_who_picks_up",),
    52: ("test_fault_52_a_card_that_failed_has_no_effect",),
    55: ("test_fault_55_whoever_has_left_is_asked_for_no_choice",),
    56: (
        "test_fault_56_the_pile_is_given_to_no_finished_player",
        "test_fault_56_a_finished_player_never_holds_cards_again",
    ),
    57: ("test_fault_57_four_may_be_completed_out_of_turn",),
    58: ("test_fault_58_nothing_is_laid_out_of_turn_on_a_pile_that_has_gone",),
    59: ("test_fault_59_the_same_player_covers_a_card_that_must_be_covered",),
    60: ("test_fault_60_the_face_up_cards_are_locked_while_the_hand_lasts",),
    62: ("test_fault_62_the_moves_of_the_face_up_stage_are_made_of_face_up_cards",),
    63: ("test_fault_63_a_flip_that_fails_is_the_turn",),
    65: ("test_fault_65_one_card_is_flipped_at_a_time",),
    67: (
        "test_fault_67_a_flip_names_a_place_and_no_card",
        "test_a_view_allows_what_the_state_allows_its_seat",
    ),
    68: ("test_fault_68_a_flip_on_an_empty_pile_always_stays",),
    70: (
        "test_fault_70_hand_and_face_up_cards_are_not_laid_together",
        "test_fault_70_where_the_variant_says_so_they_are",
    ),
    72: ("test_fault_72_the_face_up_card_that_a_pick_up_takes_along_is_part_of_it",),
    73: ("test_fault_73_after_a_pick_up_the_table_is_locked_again",),
    74: ("test_fault_74_a_flipped_card_asks_for_its_choice_only_where_it_stays",),
    75: ("test_fault_75_nobody_draws_beyond_the_size_of_a_hand",),
    76: ("test_fault_76_nobody_draws_after_a_play_from_the_table",),
    78: ("test_fault_78_a_short_stock_is_drawn_to_its_end",),
    80: ("test_fault_80_a_pick_up_draws_nothing",),
    81: ("test_fault_81_drawing_comes_before_leaving",),
    82: (
        "test_fault_82_a_chance_is_one_card_for_a_player_who_cannot_play",
        "test_fault_82_a_chance_that_is_drawn_is_one_card_with_which_the_player_goes_on",
    ),
    85: (
        "test_fault_85_a_card_just_drawn_is_not_added_to_the_play",
        "test_fault_85_where_the_variant_says_so_it_is_until_the_next_player_acts",
    ),
    86: ("test_fault_86_an_empty_pile_is_not_picked_up",),
    88: ("test_fault_88_whether_the_pile_is_taken_at_will_is_a_setting",),
    90: ("test_fault_90_a_pick_up_can_be_applied_twice_to_one_state",),
    91: ("test_fault_91_a_limit_goes_with_the_pile",),
    93: ("test_fault_93_a_deal_for_too_many_players_is_refused",),
    95: ("test_fault_95_two_players_are_dealt_eighteen_cards_and_no_more",),
    96: ("test_fault_96_whoever_has_arranged_arranges_no_more",),
    98: ("test_fault_98_a_card_is_chosen_once",),
    99: ("test_fault_99_as_many_cards_are_chosen_as_shall_lie_face_up",),
    100: ("test_fault_100_play_begins_when_everybody_has_arranged",),
    102: ("test_fault_102_neither_aces_nor_special_ranks_are_low",),
    104: ("test_fault_104_a_tie_for_the_lowest_card_goes_round_from_the_dealers_left",),
    105: ("test_fault_105_the_game_goes_on_after_the_first_is_out",),
    106: ("test_fault_106_the_loser_is_the_one_left_with_cards",),
    108: ("test_fault_108_the_last_burn_ends_the_game",),
    110: ("test_fault_110_a_game_that_never_ends_ends_at_its_limit_of_turns",),
    112: ("test_fault_112_the_first_out_stays_first",),
    113: ("test_fault_113_a_resignation_out_of_turn_leaves_the_turn_as_it_is",),
    114: ("test_fault_114_one_card_is_not_laid_twice",),
    116: ("test_fault_116_cards_of_two_ranks_are_not_laid_together",),
    118: ("test_fault_118_a_play_has_cards",),
    120: ("test_fault_120_a_refused_action_changes_nothing",),
    122: ("test_fault_122_nobody_acts_out_of_turn",),
    124: ("test_fault_124_what_is_listed_can_be_applied_and_nothing_else",),
    125: ("test_fault_125_a_failed_flip_is_a_move_and_a_card_that_is_too_low_a_refusal",),
    126: (
        "test_fault_126_each_refusal_has_its_reason",
        "test_fault_126_every_reason_is_given",
        "test_fault_126_a_pick_up_is_refused_for_what_speaks_against_it",
    ),
    127: ("test_fault_127_cards_are_laid_on_top",),
    128: ("test_no_view_tells_of_a_hidden_card",),
    129: (
        "test_face_down_cards_are_seen_by_nobody_and_the_stock_is_a_number",
        "test_no_view_tells_of_a_hidden_card",
    ),
    131: ("test_fault_131_the_moves_of_the_face_down_stage_do_not_tell_the_cards",),
    133: ("test_a_drawn_card_is_told_to_its_player_alone",),
    135: (
        "test_a_spectator_sees_what_lies_open_and_may_do_nothing",
        "test_there_is_no_view_of_a_seat_that_is_not_there",
    ),
    137: (
        "test_known_cards_stay_where_they_are_in_every_state",
        "test_every_state_is_as_likely",
        "test_the_same_random_numbers_draw_the_same_state_and_others_another",
        "test_a_state_is_drawn_from_the_view_alone",
    ),
    138: (
        "test_fault_138_cards_of_who_leaves_stay_unseen",
        "test_no_view_shows_what_burned_unseen",
    ),
    139: ("test_fault_139_seed_nought_is_a_seed",),
    141: ("test_fault_141_a_deal_depends_on_its_seed_alone",),
    143: ("test_fault_143_nothing_random_is_left_after_the_deal",),
    144: ("test_fault_144_the_order_of_the_legal_moves_is_fixed",),
    145: ("test_fault_145_any_deal_and_any_position_can_be_set_up",),
    146: ("test_fault_146_games_share_nothing_that_changes",),
    147: ("test_fault_147_a_state_stays_as_it_was_whatever_is_applied_to_it",),
    149: (
        "test_fault_149_every_state_of_a_game_survives_pickling_and_is_played_on_alike",
        "test_every_position_comes_back_from_its_text",
    ),
    151: ("test_every_value_of_a_game_comes_back",),
    153: (
        "test_fault_153_any_state_is_pickled_and_copied",
        "test_fault_153_a_state_goes_to_another_process_and_back",
    ),
    154: ("test_fault_154_a_copy_forgets_nothing",),
    155: ("test_fault_155_an_impossible_position_is_refused",),
    157: ("test_fault_157_a_misspelt_key_is_an_error_with_a_hint",),
    159: ("test_fault_159_a_value_out_of_its_range_is_an_error_that_tells_the_range",),
    161: ("test_fault_161_abilities_that_contradict_are_refused_and_others_work_together",),
    162: ("test_fault_162_ranks_and_cards_are_spelt_in_few_ways",),
    164: ("test_fault_164_a_key_is_in_force_however_the_variant_was_made",),
    165: ("test_fault_165_every_key_is_documented_where_it_is_defined",),
    166: (
        "test_the_presets_load_from_any_folder",
        "test_the_wheel_is_told_to_hold_the_package_and_the_variants",
    ),
    168: ("test_fault_168_the_lowest_python_version_has_a_toml_reader",),
    170: (
        "test_the_presets_load_from_any_folder",
        "test_the_presets_load_from_a_zip",
    ),
    171: (
        "test_the_version_is_written_in_one_place",
        "test_the_version_is_the_installed_one",
    ),
    172: ("test_fault_172_the_moves_of_a_big_hand_are_few_and_found_fast",),
    174: ("test_fault_174_a_state_holds_no_history",),
    175: ("test_fault_175_a_state_does_not_grow_with_the_game",),
}
LEFT_OUT = {
    72: "a second step after the pick-up is no key: the card added is part of the pick-up",
    82: "that the pile may not be taken while a chance is open, the strict form, is no key",
    154: "a limit on exchanges is no key: arranging is one action",
}
"""What an entry asks beyond its tests."""


def test_every_fault_is_covered() -> None:
    assert len(NUMBERS) == 116
    assert sorted(COVERED) == NUMBERS
    assert LEFT_OUT.keys() <= COVERED.keys()


def test_the_tests_that_are_named_exist() -> None:
    """And every test of a fault is named."""
    written = {
        name
        for path in TESTS.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named = {name for names in COVERED.values() for name in names}
    assert named - written == set()
    assert {name for name in written if name.startswith("test_fault_")} - named == set()


@pytest.mark.skipif(not LIST.exists(), reason="the list of known faults is not beside the project")
def test_the_numbers_are_those_of_the_list() -> None:
    headings = re.findall(r"^### (\d+)\. ", LIST.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number in headings] == NUMBERS
