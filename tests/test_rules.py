"""The follow table: what may be laid on what, for presets row by row, for keys form by form."""

import pickle
from collections import Counter
from typing import Any, get_args

import pytest
from attrs import evolve

from palace import (
    Cards,
    PalaceError,
    Play,
    Rank,
    Rules,
    Suit,
    Variant,
    VariantError,
    apply,
    cells,
    derive,
    distinct_actions,
    is_legal,
    legal_actions,
    load_variant,
    parse_action,
    position,
    rules_of,
    why_illegal,
)
from palace.abilities import Effects, Leaves, Reset, Skip, Until
from palace.bundled import preset_names
from palace.cards import CARDS
from palace.errors import Reason
from palace.in_words import requirement_in_words
from palace.plays import PlayTable
from palace.requirements import CHOICE, Requirement, Row
from palace.table import follow_table

FRENCH = [rank for rank in Rank if rank is not Rank.JOKER]
ANY = [*range(1, 33)]


def rules(name: str) -> Rules:
    return rules_of(load_variant(name))


def row(rules: Rules, requirement: str) -> Row:
    return rules.row(requirement)


def goes(rules: Rules, requirement: str, suit: Suit = Suit.CLUBS) -> str:
    """The ranks that may be laid where the pile asks for this."""
    there = row(rules, requirement)
    return "".join(rank.symbol for rank in FRENCH if there.cell(rank, suit).counts)


def laid_on(rules: Rules, rank: str) -> str:
    """The ranks on the pile that this rank may be laid on."""
    tops = [
        top for top in FRENCH if top.value in map(str, (each.requirement for each in rules.rows))
    ]
    return "".join(top.symbol for top in tops if row(rules, top.value).cell(rank).counts)


def counts(rules: Rules, requirement: str, rank: str) -> list[int]:
    """How many cards of a rank may be laid together."""
    return [
        number for number in range(40) if row(rules, requirement).cell(rank).counts >> number & 1
    ]


def then(rules: Rules, requirement: str, rank: str) -> str:
    """What the pile asks for after a rank."""
    return str(rules.rows[row(rules, requirement).cell(rank).row].requirement)


# ---------------------------------------------------------------- presets


TABLES = {
    "selected": {
        "free": "23456789TJQKA",
        "2": "23456789TJQKA",
        "3": "23456789TJQKA",
        "4": "2456789TJQKA",
        "5": "256789TJQKA",
        "6": "26789TJQKA",
        "7": "2789TJQKA",
        "8": "289TJQKA",
        "9": "29TJQKA",
        "J": "2TJQKA",
        "Q": "2TQKA",
        "K": "2TKA",
        "A": "2TA",
    },
    "rawlins": {  # 3 is looked through and 10 burns: neither is ever what must be beaten
        "free": "23456789TJQKA",
        "2": "23456789TJQKA",
        "4": "23456789TJQKA",
        "5": "2356789TJQKA",
        "6": "236789TJQKA",
        "7": "23789TJQKA",
        "8": "2389TJQKA",
        "9": "23456789T",
        "J": "23TJQKA",
        "Q": "23TQKA",
        "K": "23TKA",
        "A": "23TA",
    },
    "ten-two-slide": {
        "free": "23456789TJQKA",
        "lead 10 or higher": "2TJQKA",
        "lead higher than 2": "23456789TJQKA",
        "lead higher than 3": "2456789TJQKA",
        "lead higher than 4": "256789TJQKA",
        "lead higher than 5": "26789TJQKA",
        "lead higher than 6": "2789TJQKA",
        "lead higher than 7": "289TJQKA",
        "lead higher than 8": "29TJQKA",
        "lead higher than 9": "2TJQKA",
        "lead higher than J": "2TQKA",
        "lead higher than Q": "2TKA",
        "lead higher than K": "2TA",
        "lead higher than A": "2T",
        "2": "23456789TJQKA",
        "3": "23456789TJQKA",
        "4": "2456789TJQKA",
        "5": "256789TJQKA",
        "6": "26789TJQKA",
        "7": "2789TJQKA",
        "8": "289TJQKA",
        "9": "29TJQKA",
        "J": "2TJQKA",
        "Q": "2TQKA",
        "K": "2TKA",
        "A": "2TA",
    },
}


@pytest.mark.parametrize("name", TABLES)
def test_what_may_be_laid_where(name: str) -> None:
    table = rules(name)
    found = {
        str(each.requirement): goes(table, str(each.requirement))
        for each in table.rows
        if each.requirement.rank is not Rank.JOKER
    }
    assert found == TABLES[name]


@pytest.mark.parametrize(
    ("requirement", "red", "black"),
    [
        ("free", "23456789TJQKA", "23456789TJQKA"),
        ("2", "23456789TJQKA", "23456789TJQKA"),
        ("6C", "2T", "26789TJQKA"),
        ("6S", "2T", "26789TJQKA"),
        ("6H", "26789TJQKA", "2T"),
        ("KD", "2TKA", "2T"),
    ],
)
def test_where_colours_matter_a_card_must_match_the_top_card(
    requirement: str, red: str, black: str
) -> None:
    table = rules("palace-suits")
    for suit in (Suit.DIAMONDS, Suit.HEARTS):
        assert goes(table, requirement, suit) == red
    for suit in (Suit.CLUBS, Suit.SPADES):
        assert goes(table, requirement, suit) == black
    assert row(table, requirement).cell("2").refusal is None


def test_where_suits_matter_a_card_must_match_the_suit() -> None:
    table = rules_of(derive("palace-suits", suits="suit"))
    assert [goes(table, "6C", suit) for suit in list(Suit)[:4]] == ["26789TJQKA", "2T", "2T", "2T"]
    assert row(table, "6C").cell("7", "D").refusal is Reason.WRONG_SUIT
    assert row(table, "6C").cell("5", "C").refusal is Reason.DOES_NOT_BEAT
    assert then(table, "6C", "2") == "2", "nothing need match a reset"
    assert len(table.rows) == 2 + 11 * 4 + 2


def test_a_card_that_is_looked_through_keeps_the_suit_beneath() -> None:
    table = rules_of(derive("rawlins", suits="suit"))
    assert then(table, "6C", "3") == "6C"
    assert then(table, "free", "3") == "free"
    assert then(table, "9H", "3") == "9H", "the limit of a lower is passed on"


@pytest.mark.parametrize(
    ("name", "requirement", "rank", "left"),
    [
        ("selected", "free", "7", "7"),
        ("selected", "7", "9", "9"),
        ("selected", "A", "2", "2"),
        ("selected", "A", "10", "free"),
        ("rawlins", "free", "3", "free"),
        ("rawlins", "2", "3", "2"),
        ("rawlins", "9", "3", "9"),
        ("rawlins", "8", "8", "8"),
        ("ten-two-slide", "free", "10", "lead 10 or higher"),
        ("ten-two-slide", "lead 10 or higher", "joker", "free"),
        ("ten-two-slide", "lead higher than 7", "8", "8"),
        ("common", "K", "joker", "K"),
    ],
)
def test_what_a_card_leaves_to_be_beaten(name: str, requirement: str, rank: str, left: str) -> None:
    assert then(rules(name), requirement, rank) == left


def test_four_of_a_kind_leave_their_own_limit_on_the_lead() -> None:
    table = rules("ten-two-slide")
    left = {rank: str(table.rows[table.after_four[rank.index]].requirement) for rank in Rank}
    assert left[Rank.SEVEN] == "lead higher than 7"
    assert left[Rank.TEN] == "lead 10 or higher", "ruling 19: a burning rank's own limit wins"
    assert left[Rank.JOKER] == "free", "a rank without a place limits nothing"
    assert {table.rows[number].otherwise for number in table.after_four[:13]} == {0}
    assert set(rules("selected").after_four) == {0}


def test_only_a_limit_on_the_lead_gives_way() -> None:
    table = rules("ten-two-slide")
    for each in table.rows:
        assert each.otherwise == (0 if each.requirement.kind == "lead" else None)


@pytest.mark.parametrize(
    ("name", "rank", "effects"),
    [
        ("selected", "7", Effects()),
        ("selected", "2", Effects()),
        ("selected", "10", Effects(burns=True)),
        ("rawlins", "8", Effects(skips="each")),
        ("common", "joker", Effects(reverses="each")),
        ("ten-two-slide", "10", Effects(burns=True, lead="equal_or_higher")),
    ],
)
def test_what_a_card_causes(name: str, rank: str, effects: Effects) -> None:
    for each in rules(name).rows:
        assert each.cell(rank).effects == effects


def test_several_abilities_cause_what_each_of_them_causes() -> None:
    both = [{"name": "skip", "count": "once"}, {"name": "reverse", "two_players": "skip"}, "reset"]
    table = rules_of(derive("plain", ranks={"7": {"abilities": both}}))
    expected = Effects(skips="once", reverses="each", two_players="skip")
    assert row(table, "K").cell("7").effects == expected
    assert laid_on(table, "7") == "23456789TJQKA", "it goes wherever any of its abilities goes"
    assert goes(table, "7") == "23456789TJQKA"
    assert Effects(burns=True) | Effects(skips="once") == Effects(burns=True, skips="once")


# ---------------------------------------------------------------- how many


@pytest.mark.parametrize(
    ("changes", "requirement", "rank", "expected"),
    [
        ({}, "free", "7", ANY),
        ({}, "6", "7", ANY),
        ({}, "8", "7", []),
        ({"sets": False}, "6", "7", [1]),
        ({"sets": False}, "8", "7", []),
        ({"ranks": {"7": {"sets": False}}}, "6", "7", [1]),
        ({"ranks": {"7": {"sets": False}}}, "6", "8", ANY),
        ({"four": {"on_anything": True}}, "8", "7", ANY[3:]),
        ({"four": {"on_anything": True}}, "6", "7", ANY),
        ({"four": {"on_anything": True}, "ranks": {"7": {"sets": False}}}, "8", "7", []),
    ],
)
def test_how_many_cards_of_a_rank_may_be_laid_together(
    changes: dict[str, Any], requirement: str, rank: str, expected: list[int]
) -> None:
    table = rules_of(derive("plain", **changes))
    assert counts(table, requirement, rank) == expected
    refused = row(table, requirement).cell(rank).refusal
    assert (refused is None) == (1 in expected), "what fewer cards are refused for is kept"


# ---------------------------------------------------------------- where a rank goes


EVERYWHERE = "23456789TJQKA"


@pytest.mark.parametrize(
    ("abilities", "on", "expected"),
    [
        ([], "by_ability", "234567"),
        ([], "in_order", "234567"),
        ([], "anything", EVERYWHERE),
        (["skip"], "by_ability", "234567"),
        (["skip"], "anything", EVERYWHERE),
        (["reset"], "by_ability", EVERYWHERE),
        (["reset"], "in_order", "234567"),
        (["skip", "reverse"], "by_ability", "234567"),
        (["skip", "reset"], "by_ability", EVERYWHERE),
        (["lower", "skip"], "anything", EVERYWHERE),
        ([], {"up_to": "5"}, "2345"),
        ([], {"up_to": "9"}, "234567"),
        ([], {"rule": "anything", "up_to": "9"}, "23456789"),
        (["reset"], {"up_to": "9"}, "23456789"),
        (["reset"], {"rule": "in_order", "up_to": "9"}, "234567"),
        ([], {"only": ["8", "9"]}, "89"),
        ([], {"only": ["8", "3"]}, "38"),
        (["reset"], {"only": ["8"]}, "8"),
        ([], {"also": ["J", "K"]}, "234567JK"),
        ([], {"up_to": "4", "also": ["J"]}, "234J"),
        (["reset"], {"up_to": "4", "also": ["J"]}, "234J"),
        ([], {"never": ["3", "J"]}, "24567"),
        (["reset"], {"never": ["3", "J"]}, "2456789TQKA"),
        ([], {"rule": "anything", "never": ["2"]}, "3456789TJQKA"),
        (["reset", "skip"], {"up_to": "10", "also": ["K"], "never": ["3"]}, "2456789TK"),
        ([], {"only": ["8", "9"], "never": ["2"]}, "89"),
    ],
)
def test_on_says_what_a_rank_may_be_laid_on(abilities: list[str], on: Any, expected: str) -> None:
    table = rules_of(derive("plain", ranks={"7": {"abilities": abilities, "on": on}}))
    if "reset" in abilities:
        expected = expected.replace("7", "")  # a reset lets anything follow, itself too
        assert laid_on(table, "7").replace("7", "") == expected
    else:
        assert laid_on(table, "7") == expected
    assert row(table, "free").cell("7").counts, "an empty pile takes any card"


@pytest.mark.parametrize(
    ("on", "top", "reason"),
    [
        ("in_order", "9", Reason.DOES_NOT_BEAT),
        ({"up_to": "5"}, "6", Reason.BARRED),
        ({"only": ["8"]}, "6", Reason.BARRED),
        ({"never": ["6"]}, "6", Reason.BARRED),
        ({"also": ["8"]}, "9", Reason.DOES_NOT_BEAT),
        ("anything", "9", None),
        ({"only": ["9"]}, "9", None),
    ],
)
def test_a_cell_says_why_a_rank_does_not_go(on: Any, top: str, reason: Reason | None) -> None:
    table = rules_of(derive("plain", ranks={"7": {"on": on}}))
    assert row(table, top).cell("7").refusal is reason


def test_on_a_reset_everything_goes_but_what_is_kept_off_it() -> None:
    def on_two(on: Any) -> bool:
        table = rules_of(derive("reset", ranks={"7": {"on": on}}))
        return bool(row(table, "2").cell("7").counts)

    assert on_two({"up_to": "3"})
    assert on_two("in_order")
    assert not on_two({"never": ["2"]})
    assert not on_two({"only": ["8"]})
    assert on_two({"only": ["2"]})


def test_a_rank_outside_the_order_goes_where_it_is_told_and_neither_beats_nor_is_beaten() -> None:
    table = rules_of(derive("selected", ranks={"2": {"on": {"only": ["3", "A"]}}}))
    assert laid_on(table, "2") == "3A"
    assert goes(table, "2") == EVERYWHERE.replace("2", ""), (
        "its reset lets anything follow but itself"
    )
    assert row(table, "4").cell("2").refusal is Reason.BARRED


def test_suits_bind_a_rank_that_goes_somewhere_besides() -> None:
    table = rules_of(derive("palace", suits="suit", ranks={"7": {"on": {"also": ["K"]}}}))
    assert row(table, "KC").cell("7", "C").counts
    assert row(table, "KC").cell("7", "D").refusal is Reason.WRONG_SUIT


# ---------------------------------------------------------------- lower


@pytest.mark.parametrize(
    ("binds", "expected"),
    [
        ([], "23456789T"),
        (["10"], "23456789"),
        (["2"], "23456789T"),
        (["10", "A"], "23456789"),
        (["T"], "23456789"),
    ],
)
def test_a_lower_binds_the_ranks_that_it_names(binds: list[str], expected: str) -> None:
    """Ruling 12: what goes on anything is exempt; elsewhere some of it is not."""
    ability = {"name": "lower", "binds": binds}
    table = rules_of(derive("rawlins", ranks={"9": {"abilities": [ability]}}))
    assert goes(table, "9") == expected
    assert goes(table, "8") == "2389TJQKA", "elsewhere it still goes on anything"
    refused = row(table, "9").cell("10").refusal
    assert refused is (Reason.ABOVE_LIMIT if "T" not in expected else None)


def test_a_rank_without_a_place_cannot_keep_to_a_limit_that_binds_it() -> None:
    ability = {"name": "lower", "binds": ["2", "10"]}
    table = rules_of(derive("selected", ranks={"9": {"abilities": [ability]}}))
    assert goes(table, "9") == "3456789"


def test_a_limit_that_is_cancelled_binds_nobody() -> None:
    """The ten was refused on a seven that had cancelled the nine's limit beneath it."""
    clearing = {"name": "invisible", "keeps_limit": False}
    lower = {"name": "lower", "binds": ["10"]}
    special = {"7": {"abilities": [clearing]}, "9": {"abilities": [lower]}}
    rules = rules_of(derive("selected", ranks=special))
    assert "T" not in goes(rules, "9")
    assert then(rules, "9", "7") == "9, its rank, bound: none"
    assert goes(rules, "9, its rank, bound: none") == "279TJQKA"


@pytest.mark.parametrize(("binds", "expected"), [([], "234567T"), (["10"], "234567")])
def test_a_limit_by_the_card_beneath_binds_what_its_own_card_says(
    binds: list[str], expected: str
) -> None:
    """The ranks that bound it were those of the card beneath."""
    nine = {"name": "lower", "than": "card_before", "binds": binds}
    ranks = {"9": {"abilities": [nine]}, "7": {"abilities": ["reset"]}, "10": {"on": "anything"}}
    rules = rules_of(derive("plain", ranks=ranks, order=[rank.value for rank in FRENCH]))
    assert goes(rules, then(rules, "6", "9")) == expected


def test_a_limit_by_a_reset_beneath_is_none() -> None:
    """Nothing went on a joker over a two, which has no place in the order."""
    joker = {"abilities": [{"name": "lower", "than": "card_before"}], "on": "anything"}
    rules = rules_of(derive("selected", deck={"jokers": 2}, ranks={"joker": joker}))
    assert then(rules, "2", "joker") == "2"


def test_a_rank_that_burns_turns_no_order_round() -> None:
    """A play that burns has no other effect (ruling 7)."""
    rules = rules_of(derive("plain", ranks={"9": {"abilities": ["flip", "burn"]}}))
    assert then(rules, "6", "9") == "free"


def test_a_lower_of_a_rank_that_is_laid_under_it_sets_the_limit_anew() -> None:
    table = rules_of(derive("plain", ranks={rank: {"abilities": ["lower"]} for rank in ("9", "5")}))
    assert then(table, "9", "5") == "5"
    assert goes(table, "5") == "2345"
    assert row(table, "9").cell("J").refusal is Reason.ABOVE_LIMIT


# ---------------------------------------------------------------- the table as a whole


@pytest.mark.parametrize("name", preset_names())
def test_every_row_is_reached_and_stands_once(name: str) -> None:
    table = rules(name)
    assert len({each.requirement for each in table.rows}) == len(table.rows)
    assert str(table.rows[0].requirement) == "free"
    reached, fresh = set(table.after_four), {0, *table.after_four}
    while fresh:
        reached |= fresh
        fresh = {cell.row for number in fresh for cell in table.rows[number].cells} - reached
    assert reached == set(range(len(table.rows)))
    assert all(cell.counts for cell in table.rows[0].cells), "on an empty pile anything is led"


@pytest.mark.parametrize("name", preset_names())
def test_the_cells_of_a_rank_are_alike_unless_suits_matter(name: str) -> None:
    table = rules(name)
    for each in table.rows:
        for rank in FRENCH:
            alike = len({each.cell(rank, suit) for suit in "CDHS"}) == 1
            assert alike or table.variant.suits != "ignored"
        jokers = len({each.cell("joker", "R"), each.cell("joker", "B")})
        assert jokers == 1 or table.variant.suits != "ignored"


LARGE = derive(
    "rawlins",
    suits="colour",
    match="at_least",
    equal_lock=1,
    four={"on_anything": True},
    ranks={
        "3": {"abilities": [{"name": "invisible", "keeps_limit": False}]},
        "5": {"abilities": [{"name": "flip", "until": "reset"}]},
        "7": {"abilities": [{"name": "lower", "binds": ["2"]}]},
        "K": {"abilities": [{"name": "lower", "than": "card_before", "binds": ["10"]}]},
    },
)


@pytest.mark.untraced
@pytest.mark.parametrize("variant", [*map(load_variant, preset_names()), LARGE], ids=str)
def test_a_table_says_of_each_row_and_card_what_the_cells_say(variant: Variant) -> None:
    """Protects against an answer that is kept for a row where another holds."""
    table = rules_of(variant)
    for there in table.rows:
        for card, cell in zip(CARDS, there.cells, strict=True):
            why = cells.refusal(variant, there.requirement, card)
            counts = cells.counts(variant, there.requirement, card.rank)
            if why is not None:
                counts = cells.counts_all_the_same(variant, there.requirement, card.rank)
            assert cell.refusal is (why or (None if counts else Reason.WRONG_COUNT))
            assert cell.counts == counts
            assert cell.effects == cells.caused_on(variant, there.requirement, card.rank)
            for number in range(1, 5):
                left = cells.left(variant, there.requirement, card, number)
                assert table.rows[cell.row_after(number)].requirement == left


def test_rows_have_the_same_numbers_in_every_process() -> None:
    """Protects against the fault that pickled numbers of rows held in the process alone."""
    abilities = {"J": [{"name": "give", "defence": ["J"]}], "5": ["flip"]}
    ranks = {rank: {"abilities": there} for rank, there in abilities.items()}
    attacked = [row for row in rules_of(derive("plain", ranks=ranks)).rows if row.number in (1, 2)]
    assert [row.requirement.kind for row in attacked] == ["attack", "attack"]
    assert [row.requirement.flipped for row in attacked] == [None, "flipped_back"]


def test_a_large_table_asks_the_cells_far_less_often_than_it_has_cells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Protects against the fault that tables of some thousand rows took most of a minute."""
    asked = Counter[str]()

    def counting(name: str, ask: Any) -> Any:
        def counted(*args: Any) -> Any:
            asked[name] += 1
            return ask(*args)

        return counted

    for name in ("refusal", "left", "counts"):
        monkeypatch.setattr(cells, name, counting(name, getattr(cells, name)))
    table = rules_of(evolve(LARGE, name="compiled anew"))
    assert len(table.rows) > 300
    assert max(asked.values()) < len(CARDS) * len(table.rows) / 5


def test_special_ranks_are_those_with_an_ability() -> None:
    assert rules("rawlins").special == {Rank(rank) for rank in ("2", "3", "8", "9", "10")}
    assert rules("plain").special == frozenset()
    assert rules_of(derive("plain", ranks={"7": {"on": "anything"}})).special == frozenset()


@pytest.mark.parametrize(
    ("name", "pile", "requirement"),
    [
        ("selected", "", "free"),
        ("selected", "7C KC 2C", "2"),
        ("rawlins", "3C", "free"),
        ("rawlins", "7C 3C 3D", "7"),
        ("rawlins", "9C 3C", "9"),
        ("rawlins", "9C 4D 3C", "4"),
        ("palace-suits", "7C 8S 2H", "2"),
        ("palace-suits", "7C 8S", "8S"),
        ("ten-two-slide", "KC *R", "K"),
    ],
)
def test_a_pile_stands_at_a_row(name: str, pile: str, requirement: str) -> None:
    variant = load_variant(name)
    others = ["4H", "5H", "6H", "6D", "5D", "4S"][: 6 if "*" in pile else 2]
    state = position(variant, [{"hand": card} for card in others], pile=pile)
    assert str(state.requirement) == requirement


def test_equal_variants_share_their_rules() -> None:
    assert rules("rawlins") is rules("rawlins")
    assert rules_of(Variant()) is rules("selected")
    assert rules("rawlins") != rules("selected")
    assert hash(rules("rawlins")) == hash(rules("rawlins"))


def test_rules_print_their_variant_and_not_their_table() -> None:
    assert "rawlins" in repr(rules("rawlins"))
    assert "Cell(" not in repr(rules("rawlins"))


# ---------------------------------------------------------------- changing one cell


def test_one_cell_is_changed_and_no_other() -> None:
    table = rules("selected")
    changed = table.with_cell("K", "T", counts=0, refusal=Reason.BARRED)
    assert goes(changed, "K") == "2KA"
    assert [goes(changed, top) for top in ("free", "Q", "A")] == [
        goes(table, top) for top in ("free", "Q", "A")
    ]
    assert [row(changed, "K").cell("10", suit).counts for suit in "CDHS"] == [0] * 4
    assert (
        row(changed, "K").playable == row(table, "K").playable - Cards.of("TC TD TH TS").packed * 15
    )
    assert goes(table, "K") == "2TKA", "the rules that others use stay as they were"
    assert changed != table
    assert changed.variant == table.variant
    assert rules_of(table.variant) is table


def test_a_cell_leads_to_any_row() -> None:
    changed = rules("selected").with_cell("7", "8", row=0, effects=Skip().effects)
    assert then(changed, "7", "8") == "free"
    assert row(changed, "7").cell("8").effects == Effects(skips="each")


@pytest.mark.parametrize("adding", ["never", "when_able", "when_unable", "always"])
@pytest.mark.parametrize(("chance", "takes"), [("never", False), ("when_unable", True)])
def test_who_sees_that_no_face_down_card_goes_may_do_what_is_listed(
    adding: str, chance: str, *, takes: bool
) -> None:
    """It counted as able, so that the pile and the chance were listed, and then refused."""
    table = derive(
        "plain",
        table_cards={"face_down": "looked_at"},
        pick_up={"when_able": False, "adding": adding},
        chance=chance,
    )
    seats = [{"face_down": "3D"}, {"hand": "2H"}]
    state = position(table, seats, pile="4C", stock="5H", to_move=0)
    texts = ["0: chance"] * takes + ["0: pickup"]
    assert list(map(str, legal_actions(state))) == texts
    assert list(map(str, distinct_actions(state))) == texts
    for action in map(parse_action, texts):
        assert is_legal(state, action)
        assert why_illegal(state, action) is None
        assert apply(state, action) != state


@pytest.mark.parametrize("zone", ["hand", "face_up"])
def test_who_can_lead_nothing_passes_however_often_it_is_asked(zone: str) -> None:
    """Asked again, what was kept of the row once left out the pass, and no action was left."""
    changed = rules("plain").with_cell("free", "7", counts=0)
    state = position(load_variant("plain"), [{zone: "7D"}, {"hand": "8D"}]).under(changed)
    asked = [distinct_actions(state) for _ in range(3)]
    assert asked == [(parse_action("pass", 0),)] * 3 == [tuple(legal_actions(state))] * 3


@pytest.mark.parametrize("requirement", ["", "10", "T", "Free", "lead 10 or higher", "7C", "1"])
def test_a_row_that_the_table_lacks_is_refused_with_those_it_has(requirement: str) -> None:
    """Two of `selected` burn or reset, so no row is called after ten."""
    known = "free, 2, 3, 4, 5, 6, 7, 8, 9, J, Q, K, A, joker"
    for ask in (rules("selected").row, lambda text: rules("selected").with_cell(text, "7")):
        with pytest.raises(PalaceError) as refused:
            ask(requirement)
        assert str(refused.value) == f"{requirement!r} is no requirement of selected: {known}"


@pytest.mark.parametrize(("rank", "suit"), [("1", "C"), ("7", "R"), ("7", "X"), (7, "C")])
def test_a_cell_of_what_is_no_card_is_refused(rank: Any, suit: str) -> None:
    with pytest.raises(PalaceError, match="is no "):
        rules("selected").rows[0].cell(rank, suit)


def test_a_variant_that_cannot_be_played_has_no_rules() -> None:
    with pytest.raises(VariantError, match="order: it is empty"):
        rules_of(Variant(order=()))


def test_what_is_kept_of_plays_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full table forgets what it knows, in the same dictionary, and lists it anew when asked."""
    monkeypatch.setattr("palace.plays.MOST_KEPT", 2)
    table = PlayTable(lambda cards: [Play(0, Cards(cards))])
    known = table.known
    for hand in ["7C", "7D", "7C 7D", "8C", "7C"] * 2:
        assert table.plays(Cards.of(hand).packed) == (Play(0, hand),)
        assert 1 <= len(known) <= 2


# ---------------------------------------------------------------- pickling


@pytest.mark.parametrize("name", preset_names())
def test_pickled_rules_are_their_variant(name: str) -> None:
    """A table with each saved state would make it some hundred times as big."""
    table = rules(name)
    assert pickle.loads(pickle.dumps(table)) is table  # noqa: S301
    assert len(pickle.dumps(table)) < len(pickle.dumps(table.variant)) + 100


def test_changed_rules_are_pickled_as_they_are() -> None:
    """Also when rows of theirs have been played by: what these keep to be quick stays behind."""
    assert distinct_actions(position(Variant(), [{"hand": "7C"}, {"hand": "8C"}], pile="6C"))
    table = rules("selected").with_cell("7", "8", counts=0)
    copy = pickle.loads(pickle.dumps(table))  # noqa: S301
    assert copy == table
    assert copy != rules("selected")
    assert goes(copy, "7") == "279TJQKA"


def test_what_a_requirement_asks_its_text_tells() -> None:
    """Each attribute is told, each value differently: the text is the name of a row."""
    seven, other = Requirement("top", Rank.SEVEN), Requirement("lead", Rank.SEVEN, lead="higher")
    asked = [
        Requirement(),
        CHOICE,
        *(evolve(seven, kind=kind) for kind in ("top", "start", "attack")),
        *(evolve(seven, suit=suit) for suit in Suit),
        *(evolve(seven, leaves=leaves) for leaves in Leaves),
        *(evolve(seven, flipped=until) for until in get_args(Until)),
        *(evolve(seven, number=number) for number in (1, 2)),
        *(evolve(seven, run=run) for run in (1, 2)),
        *(evolve(seven, binds=binds) for binds in ((), (Rank.SIX,), (Rank.SIX, Rank.ACE))),
        other,
        *(evolve(other, lead="equal_or_higher", flipped=until) for until in get_args(Until)),
        *(evolve(Requirement(), flipped=until) for until in get_args(Until)),
    ]
    assert len(set(asked)) == len(asked)
    for told in (str, requirement_in_words):
        assert len({told(requirement) for requirement in asked}) == len(asked)


def test_an_ability_is_a_value() -> None:
    assert Reset() == Reset()
    assert len({Skip(), Skip("once"), Skip()}) == 2


def test_the_matrix_shows_what_each_suit_may_do() -> None:
    """The cell of the first suit once stood for all, and the red joker for both."""
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    suits = derive("plain", name="x", suits="suit", four={"on_anything": True})
    lines = follow_table(rules_of(suits)).splitlines()
    assert next(line for line in lines if line.startswith("7D")).split()[-1] == "D4"
    jokers = derive("plain", name="x", suits="colour", deck={"jokers": 2}, order=[*order, "joker"])
    lines = follow_table(rules_of(jokers)).splitlines()
    assert next(line for line in lines if line.startswith("7S")).split()[-1] == "*B"


def test_who_cannot_play_is_told_alike_by_listing_and_asking() -> None:
    """With suits and four on anything the two once disagreed: two of three eights go nowhere."""
    table = derive("palace-suits", name="x", sets=True, four={"on_anything": True})
    state = position(table, [{"hand": "8C 8D 4S"}, {"hand": "KC"}], pile="7H")
    listed = set(legal_actions(state))
    for text in ("pickup", "play 8D", "play 8C", "play 8C 8D"):
        action = parse_action(text, 0)
        assert is_legal(state, action) == (action in listed) == (why_illegal(state, action) is None)
    assert len(listed) == len(legal_actions(state))
