"""Variants that are wrong: each mistake is told with its path, what was wrong, and what is right.

Protects against the fault that a rule which its author wrote is not in force, and nobody says so.
"""

import tomllib
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from attrs import evolve, field, fields, frozen, has

import palace
from palace import (
    PalaceError,
    Rank,
    Variant,
    VariantError,
    derive,
    dumps_variant,
    load_variant,
    loads_variant,
    new_game,
    problems,
    rules_of,
)
from palace.abilities import ABILITIES, Ability, Burn, Goes, Leaves, Lower, Reset, Skip, register
from palace.bundled import preset_names
from palace.variant import DeckChange, On, Players
from telling import cases, in_file, pairs, problems_of

code: Any = palace.variant
ability: Any = palace.abilities
"""The library to a caller who checks no types."""
ALL_RANKS = 'order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]'
NO_TEXT = 'is no text: write it in quotes, as in "..."'
NO_NUMBER = "is no whole number: write digits, without quotes or a point"
NO_START = '"left" is none of "deal_order", "seat", "most", "dealers_left", "dealers_right"'
NO_SWITCH = "is neither true nor false: write true or false, without quotes"
NO_LIST = "is no list: write "
NO_TABLE = "is no table: write its keys below a [header], or in braces"
NO_RANK = 'is no rank: write "2" to "10" (or "T"), "J", "Q", "K", "A" or "joker"'
NO_ABILITY = 'is no ability: write "skip", or { name = "skip" }'


def told(text: str) -> list[tuple[str, str]]:
    """What is wrong with a file that says this besides its format."""
    return problems_of(loads_variant, in_file(text))


# ---------------------------------------------------------------- everything at once


def test_a_file_with_many_mistakes_is_refused_with_all_of_them() -> None:
    """An author who is told one mistake at a time needs an attempt for each."""
    found = problems_of(
        loads_variant,
        """
        format = 2
        order = ["2", "3", "4", "5", "6", "7", "8", "9", "1", "J", "Q", "K", "A"]
        sets = "yes"
        chance = "allways"
        transparant = 3

        [players]
        min = "2"
        max = 99

        [deal]
        hand = 0
        hnad = 4

        [ranks.7]
        abilities = ["burn", { name = "skip", count = "twice" }]
        on = { nevr = ["J"], up_to = 8 }

        [ranks.8]
        abilities = ["reset", "burn"]

        [ranks.11]
        sets = 1
        """,
    )
    assert [(path, message.partition(";")[0].partition(":")[0]) for path, message in found] == [
        ("format", "2 is not known"),
        ("order[8]", '"1" is no rank'),
        ("sets", '"yes" is neither true nor false'),
        ("chance", '"allways" is none of "never", "when_unable", "always"'),
        ("transparant", 'unknown key "transparant"'),
        ("players.min", '"2" is no whole number'),
        ("players.max", "99 is out of range"),
        ("deal.hand", "0 is out of range"),
        ("deal.hnad", 'unknown key "hnad"'),
        ("ranks.7.abilities[1].count", '"twice" is none of "each", "once"'),
        ("ranks.7.on.up_to", "8 is no rank"),
        ("ranks.7.on.nevr", 'unknown key "nevr"'),
        (
            "ranks.8.abilities",
            '"reset" (anything goes) and "burn" (no pile) leave different requirements',
        ),
        ("ranks.11", '"11" is no rank'),
        ("ranks.11.sets", "1 is neither true nor false"),
    ]


def test_the_error_prints_a_line_for_each_problem() -> None:
    with pytest.raises(VariantError) as refused:
        loads_variant(in_file("sets = 1\nchance = 2"))
    assert str(refused.value) == (
        f"line 2: sets: 1 {NO_SWITCH}\n"
        'line 3: chance: 2 is none of "never", "when_unable", "always"'
    )


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ('players.max = 10\ndeck.packs = "2"', ["deck.packs"]),
        ('players.max = "x"\nplayers.min = 7', ["players.max"]),
        ("players.max = 9\ndeal = 3", ["deal"]),
        ('ranks.2.abilities = ["skp"]', ["ranks.2.abilities[0]"]),
        ('ranks.2 = "skip"', ["ranks.2"]),
        ('ranks = []\norder = ["3"]', ["ranks"]),
        ("order = [2]", ["order[0]"]),
        ('deck.jokers = 2\nranks.joker.on = "everywhere"', ["ranks.joker.on"]),
        ('start.judged = "arranged"\nstart.by = "sit"', ["start.by"]),
        ('arrange = "hand"\nstart = { by = "seat", zones = "face_up" }', ["arrange"]),
        ('ranks.7.on = { up_to = "2" }\norder = "34"', ["order"]),
        ('four = { lead = "higher", again = "no" }', ["four.again"]),
        ('ranks.10.abilities = [{ name = "burn", lead = "higher" }]\norder = 3', ["order"]),
    ],
)
def test_nothing_is_told_that_only_a_mistake_elsewhere_makes_wrong(
    text: str, paths: list[str]
) -> None:
    """A key that could not be read stands at its default, which contradicts what the file means."""
    assert [path for path, _ in told(text)] == paths


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ('players = { min = "2", max = 99 }', ["players.min", "players.max"]),
        ('deck = { packs = "2", jokers = 99 }', ["deck.packs", "deck.jokers"]),
        ('start = { by = 3, ranks = ["3", "3"] }', ["start.by", "start.ranks"]),
        ('order = ["3"]\nranks.7.abilities = ["skp"]', ["order", "ranks.7.abilities[0]"]),
        ('ranks = { 7 = 3, 8.on.up_to = "2" }', ["ranks.7", "ranks.8.on.up_to"]),
        ("deck.by_players = { 3 = 5, 4-2 = {} }", ["deck.by_players.3", "deck.by_players.4-2"]),
        ("end = { turn_limit = -1, x = 1 }", ["end.turn_limit", "end.x"]),
    ],
)  # fmt: skip
def test_a_mistake_does_not_hide_others_in_its_table(text: str, paths: list[str]) -> None:
    assert [path for path, _ in told(text)] == paths


# ---------------------------------------------------------------- the format


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is missing: write format = 1"),
        ('name = "x"', "it is missing: write format = 1"),
        ("format = 2", "2 is not known: write format = 1"),
        ("format = 0", "0 is not known: write format = 1"),
        ("format = 1.0", "1.0 is not known: write format = 1"),
        ("format = true", "true is not known: write format = 1"),
        ('format = "1"', '"1" is not known: write format = 1'),
        ("format = [1]", "[1] is not known: write format = 1"),
    ],
)
def test_a_file_says_its_format(text: str, message: str) -> None:
    assert problems_of(loads_variant, text) == [("format", message)]


# ---------------------------------------------------------------- unknown keys

UNKNOWN = """
chanse = 1
    chanse: unknown key "chanse"; did you mean "chance"?

Sets = true
    Sets: unknown key "Sets"; did you mean "sets"?

extend = "plain"
    extend: unknown key "extend"; did you mean "extends"?

players.mn = 2
    players.mn: unknown key "mn"; did you mean "min"?

players.x = 2
    players.x: unknown key "x"; known: max, min

deck.pack = 2
    deck.pack: unknown key "pack"; did you mean "packs"?

deck.by_players.6.joker = 2
    deck.by_players.6.joker: unknown key "joker"; did you mean "jokers"?

deal.faceup = 2
    deal.faceup: unknown key "faceup"; did you mean "face_up"?

start.zone = "hand"
    start.zone: unknown key "zone"; did you mean "zones"?

four.burn = true
    four.burn: unknown key "burn"; did you mean "burns"?

pick_up.when_abel = true
    pick_up.when_abel: unknown key "when_abel"; did you mean "when_able"?

pickup.when_able = true
    pickup: unknown key "pickup"; did you mean "pick_up"?

end.limit = 3
    end.limit: unknown key "limit"; did you mean "turn_limit"?

ranks.7.ability = ["burn"]
    ranks.7.ability: unknown key "ability"; did you mean "abilities"?

ranks.7.on.nevr = []
    ranks.7.on.nevr: unknown key "nevr"; did you mean "never"?

ranks.7.abilities = ["skip", { name = "burn", led = "free" }]
    ranks.7.abilities[1].led: unknown key "led"; did you mean "lead"?

players."a b" = 2
    players."a b": unknown key "a b"; known: max, min

players."a.b" = 2
    players."a.b": unknown key "a.b"; known: max, min

players."" = 2
    players."": unknown key ""; known: max, min
"""


@pytest.mark.parametrize(("text", "lines"), cases(UNKNOWN))
def test_an_unknown_key_is_told_with_the_nearest_known_one(text: str, lines: list[str]) -> None:
    assert told(text) == pairs(lines)


# ---------------------------------------------------------------- wrong types


def leaves(cls: Any = Variant, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every key that has a value, with its type, below a class of the variant."""
    hints = get_type_hints(cls)
    for each in fields(cls):
        key, hint = f"{path}{each.name}", hints[each.name]
        if has(hint) and hint is not On:
            yield from leaves(hint, f"{key}.")
        elif get_origin(hint) is tuple and get_origin(get_args(hint)[0]) is tuple:
            below = get_args(get_args(hint)[0])[1]
            yield from leaves(below, f"{key}.3.") if has(below) else [(f"{key}.3", below)]
        else:
            yield key, hint
            if hint is On:
                yield from leaves(On, f"{key}.")


def options() -> Iterator[tuple[str, str, Any]]:
    """Every key of every ability, with its type."""
    for name, cls in ABILITIES.items():
        for each in fields(cls):
            yield name, each.name, get_type_hints(cls)[each.name]


WRONG: dict[Any, tuple[str, list[str]]] = {
    str: (NO_TEXT, ["3", "true", "2.5", '["a"]', '{ a = "b" }', "1979-05-27"]),
    int: (NO_NUMBER, ['"3"', "true", "false", "2.0", "[3]", "{}", "nan", "07:32:00"]),
    bool: (NO_SWITCH, ["0", "1", '"true"', "1.0", "[true]", "{}"]),
    Rank: (NO_RANK, ["1", "true", '"1"', '"11"', '""', '"7H"', '["7"]', "{}"]),
    list: (NO_LIST, ["7", "true", '"7"', '"34"', '"burn"', "{ a = 1 }"]),
    Ability: (NO_ABILITY, ["3", "true", "[]", "{}"]),
    On: ('is no table: write "anything", or { never = ["J"] }', ["3", "true", '["J"]']),
}


def wrong_values(hint: Any) -> Iterator[tuple[str, str, str]]:
    """Values that a key of this type may not have: TOML, what of it is quoted, what is said."""
    if get_origin(hint) is Literal:
        words = [f'"{word}"' for word in get_args(hint)]
        for value in ('"?"', "3", "true", f"[{words[0]}]", '""'):
            yield value, value, f"is none of {', '.join(words)}"
    elif get_origin(hint) is tuple:
        message, values = WRONG[list]
        yield from ((value, value, message) for value in values)
        for value, quoted, message in wrong_values(get_args(hint)[0]):
            yield f"[{value}]", quoted, message
    else:
        cls = next(cls for cls in get_args(hint) or (hint,) if cls in WRONG)
        message, values = WRONG[cls]
        yield from ((value, value, message) for value in values)


def test_every_key_of_a_file_is_tried() -> None:
    tried = set(dict(leaves()))
    for key, value in tomllib.loads(dumps_variant(Variant())).items():
        below = {f"{key}.{each}" for each in value} if isinstance(value, dict) else {key}
        assert below <= {*tried, "format", "ranks.2", "ranks.10", *TABLES_OF_TABLES}
    assert {(name, key) for name, key, _ in options()} >= {("burn", "lead"), ("lower", "binds")}


@pytest.mark.parametrize(("key", "hint"), [pytest.param(*each, id=each[0]) for each in leaves()])
def test_no_key_takes_a_value_of_another_type(key: str, hint: Any) -> None:
    """A number is not taken from a string, nor a list from a word, nor a truth from a number."""
    for value, quoted, message in wrong_values(hint):
        ((path, said),) = told(f"{key} = {value}")
        assert path == key + "[0]" * (value != quoted)
        assert said.startswith(f"{quoted} {message}")


@pytest.mark.parametrize(("name", "key", "hint"), list(options()))
def test_no_ability_takes_a_value_of_another_type(name: str, key: str, hint: Any) -> None:
    for value, quoted, message in wrong_values(hint):
        ability = f'{{ name = "{name}", {key} = {value} }}'
        ((path, said),) = told(f'{ALL_RANKS}\nranks.7.abilities = ["reverse", {ability}]')
        assert path == f"ranks.7.abilities[1].{key}" + "[0]" * (value != quoted)
        assert said.startswith(f"{quoted} {message}")


TABLES = ["players", "deck", "deal", "start", "four", "pick_up", "end", "ranks.7"]
TABLES_OF_TABLES = {
    "ranks": "ranks, as in 7 = ...",
    "deck.by_players": "numbers of players, as in 6-10 = ...",
    "deal.by_players": "numbers of players, as in 6-10 = ...",
    "four.by_players": "numbers of players, as in 6-10 = ...",
}


@pytest.mark.parametrize("table", [*TABLES, "deck.by_players.3"])
@pytest.mark.parametrize("value", ["3", "true", '"x"', "[1]", "[{ min = 2 }]"])
def test_no_table_takes_another_value(table: str, value: str) -> None:
    assert told(f"{table} = {value}") == [(table, f"{value} {NO_TABLE}")]


@pytest.mark.parametrize("value", ["3", "true", '"x"', "[1]"])
@pytest.mark.parametrize(("table", "keys"), TABLES_OF_TABLES.items())
def test_tables_of_tables_take_no_other_value(table: str, keys: str, value: str) -> None:
    assert told(f"{table} = {value}") == [
        (table, f"{value} is no table: write one whose keys are {keys}")
    ]


@pytest.mark.parametrize(
    ("value", "hint"),
    [('"Suit"', '; did you mean "suit"?'), ('"color"', '; did you mean "colour"?'), ('"x"', "")],
)
def test_a_word_that_is_nearly_right_is_told_the_right_one(value: str, hint: str) -> None:
    assert told(f"suits = {value}") == [
        ("suits", f'{value} is none of "ignored", "colour", "suit"{hint}')
    ]


def test_on_is_a_word_or_a_table() -> None:
    words = '"by_ability", "anything", "in_order"'
    assert told('ranks.7.on = "on anything"') == [
        ("ranks.7.on", f'"on anything" is none of {words}; did you mean "anything"?')
    ]
    assert told('ranks.7.on.rule = "x"') == [("ranks.7.on.rule", f'"x" is none of {words}')]


@pytest.mark.parametrize(
    ("ability", "message"),
    [
        ('"brn"', 'unknown ability "brn"; did you mean "burn"?'),
        ('"Burn"', 'unknown ability "Burn"; did you mean "burn"?'),
        ('"x"', f'unknown ability "x"; known: {", ".join(sorted(ABILITIES))}'),
        ('""', f'unknown ability ""; known: {", ".join(sorted(ABILITIES))}'),
        ('{ name = "brn", again = 1 }', 'unknown ability "brn"; did you mean "burn"?'),
        ("{ again = true }", f"{{ again = true }} {NO_ABILITY}"),
        ("{ name = 3 }", f"{{ name = 3 }} {NO_ABILITY}"),
        ('["burn"]', f'["burn"] {NO_ABILITY}'),
    ],
)
def test_an_ability_is_a_known_name(ability: str, message: str) -> None:
    assert told(f"ranks.7.abilities = [{ability}]") == [("ranks.7.abilities[0]", message)]


@pytest.mark.parametrize("word", ["1", "11", "0", "7H"])
def test_a_table_of_ranks_has_ranks_as_its_keys(word: str) -> None:
    assert told(f"ranks.{word}.sets = false") == [(f"ranks.{word}", f'"{word}" {NO_RANK}')]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("four.through = [7]", '7 is no rank: write "7"'),
        ("four.through = [10]", '10 is no rank: write "10"'),
        ('four.through = ["Jack"]', '"Jack" is no rank: write "J"'),
        ('four.through = ["aces"]', '"aces" is no rank: write "A"'),
        ('four.through = ["jokers"]', '"jokers" is no rank: write "joker"'),
    ],
)
def test_a_rank_that_is_plain_to_see_is_told(line: str, message: str) -> None:
    assert told(line) == [("four.through[0]", message)]


@pytest.mark.parametrize(
    ("line", "path", "message"),
    [
        ("ranks.7.skip = true", "ranks.7.skip", 'unknown key "skip"; write abilities = ["skip"]'),
        (
            'ranks.7 = "skip"',
            "ranks.7",
            '"skip" is no table: write { abilities = ["skip"] }',
        ),
        (
            'ranks.7 = ["skip", "burn"]',
            "ranks.7",
            '["skip", "burn"] is no table: write { abilities = ["skip", "burn"] }',
        ),
        (
            "ranks.7 = 3",
            "ranks.7",
            "3 is no table: write its keys below a [header], or in braces",
        ),
        ('[7]\nabilities = ["skip"]', "7", 'unknown key "7"; write [ranks.7]'),
        ("[J]\nsets = false", "J", 'unknown key "J"; write [ranks.J]'),
        ("[then]\nto_move = 1", "then", 'unknown key "then"; write [examples.then]'),
    ],
)
def test_where_an_ability_or_a_table_belongs_is_told(line: str, path: str, message: str) -> None:
    assert told(line) == [(path, message)]


@pytest.mark.parametrize(
    ("first", "second", "again"),
    [
        ("J", "j", {"j": "J"}),
        ("j", "J", {"J": "j"}),
        ("10", "T", {"T": "10"}),
        ("T", "10", {"T": "10"}),
        ("T", "t", {"T": "10", "t": "10"}),
    ],
)
def test_a_rank_has_one_table(first: str, second: str, again: dict[str, str]) -> None:
    """Selected has one for ten already."""
    assert told(f"ranks.{first}.sets = false\nranks.{second}.sets = true") == [
        (f"ranks.{word}", f'it is "{other}" once more: write one for both')
        for word, other in again.items()
    ]


@pytest.mark.parametrize(
    "word", ["x", "0", "06", "6-", "-6", "6-7-8", "6 - 7", "6.0", "٦", "99999"]
)
def test_player_counts_are_a_number_or_two(word: str) -> None:
    ((path, message),) = told(f'deck.by_players."{word}".packs = 2')
    assert path.replace('"', "") == f"deck.by_players.{word}"
    assert message == f'"{word}" is no number of players: write 6 or 6-10'


def test_a_player_count_has_one_table() -> None:
    assert told("deck.by_players.6.packs = 2\ndeck.by_players.6-6.packs = 2") == [
        ("deck.by_players.6-6", 'it is "6" once more: write one for both')
    ]


def test_a_long_value_is_cut_and_a_deep_one_too() -> None:
    assert told(f'sets = "{"x" * 200}"') == [("sets", f'"{"x" * 56}... {NO_SWITCH}')]
    assert told(f"sets = {'[' * 90}{']' * 90}") == [("sets", f"[[[[[[[[[...]]]]]]]]] {NO_SWITCH}")]
    ((path, message),) = told(f"players.min.{'a.' * 900}b = 1")
    assert path == "players.min"
    assert message.startswith("{ a = { a = ")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ('end.not_on = "2"', '["2"]'),
        ('end.not_on = "23"', 'it in brackets, as in ["7", "J"]'),
        ('start.suits = "clubs"', '["clubs"]'),
        ("start.suits = 7", 'it in brackets, as in ["clubs"]'),
        ('ranks.7.abilities = "skip"', '["skip"]'),
        ('ranks.7.abilities = { name = "skip" }', '[{ name = "skip" }]'),
        ("ranks.7.abilities = 7", 'it in brackets, as in ["skip"]'),
    ],
)
def test_a_word_in_place_of_a_list_is_told_the_list_that_was_meant(text: str, right: str) -> None:
    ((_, message),) = told(text)
    assert message.endswith(f" is no list: write {right}")


# ---------------------------------------------------------------- checks

CHECKS = """
players.min = 1
    players.min: 1 is out of range: it must be from 2 to 10

players.max = 11
    players.max: 11 is out of range: it must be from 2 to 10

players.max = 1
    players.max: 1 is out of range: it must be from 2 to 10

players = { min = 4, max = 3 }
    players.max: 3 is less than players.min, 4: write 4 or more

deck.packs = 0
    deck.packs: 0 is out of range: it must be from 1 to 4

deck.packs = 9
    deck.packs: 9 is out of range: it must be from 1 to 4

deck.jokers = -1
    deck.jokers: -1 is out of range: it must be from 0 to 8

deck.jokers = 9
ranks.joker.abilities = ["reset"]
    deck.jokers: 9 is out of range: it must be from 0 to 8

deck.by_players.3 = { packs = 5, jokers = -1 }
    deck.by_players.3.packs: 5 is out of range: it must be from 1 to 4
    deck.by_players.3.jokers: -1 is out of range: it must be from 0 to 8

deck.by_players.1.packs = 2
    deck.by_players.1: 1 is no span of player counts: write 6 or 6-10, from 2 to 10

deck.by_players.9-11.packs = 2
    deck.by_players.9-11: 9-11 is no span of player counts: write 6 or 6-10, from 2 to 10

deck.by_players.5-4.packs = 2
    deck.by_players.5-4: 5-4 is no span of player counts: write 6 or 6-10, from 2 to 10

deck.by_players = { 3-5 = {}, 5-6 = {} }
    deck.by_players.5-6: 5-6 and 3-5 overlap: name each player count once

deal = { face_down = -1, face_up = -2, hand = 0, replenish_to = -3 }
    deal.face_down: -1 is out of range: it must be 0 or more
    deal.face_up: -2 is out of range: it must be from 0 to 8
    deal.hand: 0 is out of range: it must be 1 or more
    deal.replenish_to: -3 is out of range: it must be 0 or more

deal = { face_down = 0, face_up = 0, hand = 0 }
deck.packs = -1
    deal.hand: 0 is out of range: it must be 1 or more
    deck.packs: -1 is out of range: it must be from 1 to 4

players.max = 6
    players.max: 6 players need 54 cards, 9 each, but the deck has 52:
        lower players.max to 5, deal fewer cards, or more packs under [deck.by_players.6]

players = { min = 6, max = 7 }
    players.max: 6 players need 54 cards, 9 each, but the deck has 52:
        deal fewer cards, or more packs under [deck.by_players.6]

deal.hand = 21
    players.max: 2 players need 54 cards, 27 each, but the deck has 52:
        deal fewer cards, or more packs under [deck.by_players.2]

players.max = 7
deck.by_players.6.jokers = 2
ranks.joker.abilities = ["reset"]
    players.max: 7 players need 63 cards, 9 each, but the deck has 52:
        lower players.max to 6, deal fewer cards, or more packs under [deck.by_players.7]

order = []
    order: it is empty: name the ranks in ascending order
    order: it lacks 3, 4, 5, 6, 7, 8, 9, J, Q, K, A: name every rank,
        or say under [ranks.3] what it goes on, as in on = "anything"

order = ["3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "3", "3"]
    order: 3 is named 3 times: name each rank once

order = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "T"]
    order: 10 is named 2 times: name each rank once

order = ["3", "4", "5", "6", "9", "J", "Q", "K", "A"]
    order: it lacks 7, 8: name every rank,
        or say under [ranks.7] what it goes on, as in on = "anything"

deck.jokers = 1
    order: it lacks joker: name every rank,
        or say under [ranks.joker] what it goes on, as in on = "anything"

deck.by_players.3.jokers = 1
    order: it lacks joker: name every rank,
        or say under [ranks.joker] what it goes on, as in on = "anything"

ranks.2.abilities = ["skip"]
    order: it lacks 2: name every rank,
        or say under [ranks.2] what it goes on, as in on = "anything"

ranks.2 = { abilities = [], on = "anything" }
    order: it lacks 2, which the next card would have to beat: name every rank,
        or let [ranks.2] leave something else, as in abilities = ["reset"]

ranks.2 = { abilities = ["lower"], on = { only = ["3"] } }
    order: it lacks 2, which the next card would have to beat: name every rank,
        or let [ranks.2] leave something else, as in abilities = ["reset"]

ranks.7.on.up_to = "2"
    ranks.7.on.up_to: 2 is not in the order: write a rank of the order, or add it there

ranks.2.on = { rule = "in_order", up_to = "8", also = ["9"] }
    ranks.2.on.up_to: 2 has no place below 8: add 2 to the order, or name ranks in only

ranks.7.on = { only = ["J"], also = ["3"] }
    ranks.7.on.only: ["J"] leaves nothing to also and up_to:
        name all ranks in only, and leave the others out

ranks.7.on = { only = ["J"], up_to = "3" }
    ranks.7.on.only: ["J"] leaves nothing to also and up_to:
        name all ranks in only, and leave the others out

ranks.7.on.only = ["J", "j"]
    ranks.7.on.only: J is named 2 times: name each rank once

ranks.7.on.also = ["T", "10"]
    ranks.7.on.also: 10 is named 2 times: name each rank once

ranks.7.on.never = ["3", "3"]
    ranks.7.on.never: 3 is named 2 times: name each rank once

ranks.7.on = { only = ["J"], never = ["J"] }
    ranks.7.on.never: J is named as allowed too: name it once

ranks.7.on = { also = ["J"], never = ["J"] }
    ranks.7.on.never: J is named as allowed too: name it once

ranks.7.abilities = ["burn", "burn"]
    ranks.7.abilities: "burn" stands there 2 times: once is enough

ranks.7.abilities = ["skip", { name = "skip", count = "once" }]
    ranks.7.abilities: "skip" stands there 2 times: once is enough

ranks.10.abilities = ["burn", "reset"]
    ranks.10.abilities: "burn" (no pile) and "reset" (anything goes)
        leave different requirements: a rank can leave only one

ranks.7.abilities = ["lower", "skip", "invisible"]
    ranks.7.abilities: "lower" (at most its rank) and "invisible" (what was there)
        leave different requirements: a rank can leave only one

ranks.7.abilities = [{ name = "lower", binds = ["2", "2"] }]
    ranks.7.abilities[0].binds: 2 is named 2 times: name each rank once

ranks.7.abilities = ["skip", { name = "burn", lead = "higher", again = false }]
    ranks.7.abilities[1].lead: "higher" limits a lead that again = false gives away:
        write lead = "free", or again = true

ranks.10.abilities = [{ name = "burn", lead = "equal_or_higher" }]
    ranks.10.abilities[0].lead: "equal_or_higher" needs 10 in the order:
        add it there, or write lead = "free"

four = { lead = "higher", again = false }
    four.lead: "higher" limits a lead that again = false gives away:
        write lead = "free", or again = true

four.on_anything = true
sets = false
    four.on_anything: true: four are never laid together where sets = false;
        write false, or sets = true

start.ranks = ["3", "3"]
    start.ranks: 3 is named 2 times: name each rank once

start.judged = "arranged"
    start.by: "deal_order" means the cards as dealt, not judged = "arranged": write "seat"

arrange = "from_hand"
    start.by: "deal_order" needs face-up cards that are dealt as such: write "seat"

arrange = "from_hand"
start = { by = "seat", zones = "face_up" }
    start.zones: "face_up": with arrange = "from_hand" nothing lies face up as dealt;
        write "hand", or judged = "arranged"

arrange = "from_hand"
start.by = "seat"
deal.face_up = 0
    arrange: "from_hand" needs deal.face_up of 1 or more: write that, or arrange = "free"

end.turn_limit = -1
    end.turn_limit: -1 is out of range: it must be 0 or more
"""


@pytest.mark.parametrize(("text", "lines"), cases(CHECKS))
def test_what_cannot_be_played_is_told_with_what_is_right(text: str, lines: list[str]) -> None:
    assert told(text) == pairs(lines)


@pytest.mark.parametrize(
    "text",
    [
        "players = { min = 2, max = 10 }\ndeck.packs = 2",
        "players.max = 6\ndeck.by_players.6.packs = 4",
        'deck.jokers = 8\nranks.joker = { abilities = ["reset"], sets = false }',
        'deck.by_players = { 2-3.jokers = 0, 4-5.jokers = 2 }\nranks.joker.abilities = ["reset"]',
        "players.max = 2\ndeal = { face_down = 0, face_up = 0, hand = 26, replenish_to = 0 }",
        'ranks.7.abilities = ["reset", "skip", "reverse"]',
        'ranks.2 = { abilities = ["reset"], on = { only = ["3"] } }',
        'ranks.2 = { abilities = ["invisible"], on = { also = ["3"] } }',
        'ranks.7.on = { up_to = "8", also = ["A"], never = ["2"] }',
        'ranks.7.on = { only = ["8"], never = ["2"] }',
        'ranks.7.abilities = [{ name = "burn", lead = "higher" }]',
        'ranks.10.abilities = [{ name = "burn", again = false }]',
        'four.lead = "higher"',
        'arrange = "from_hand"\nstart = { by = "seat", zones = "face_up", judged = "arranged" }',
        'arrange = "from_hand"\nstart = { by = "seat", zones = "face_up_then_hand" }',
        'arrange = "from_hand"\nstart = { by = "dealers_left", zones = "face_up" }',
        'arrange = "none"\nstart = { by = "seat", judged = "arranged" }',
        "end.turn_limit = 1",
    ],
)
def test_what_is_just_within_the_rules_is_not_refused(text: str) -> None:
    variant = loads_variant(in_file(text))
    assert problems(variant) == ()
    assert loads_variant(dumps_variant(variant)) == variant


@pytest.mark.parametrize("name", preset_names())
def test_nothing_is_wrong_with_the_presets(name: str) -> None:
    assert problems(load_variant(name)) == ()


# ---------------------------------------------------------------- made in code


def with_seven(**rules: Any) -> Variant:
    """A variant with these rules for seven, whatever they are."""
    return evolve(Variant(), ranks=[*Variant().ranks, (Rank.SEVEN, code.RankRules(**rules))])


def with_change(span: Any, change: Any) -> Variant:
    """A variant with another deck at some numbers of players."""
    return Variant(deck=code.Deck(by_players={span: change}))


SPAN = code.Span(3, 4)
MADE: list[tuple[Variant, str, str]] = [
    (code.Variant(name=3), "name", f"3 {NO_TEXT}"),
    (code.Variant(chance="x"), "chance", '"x" is none of "never", "when_unable", "always"'),
    (code.Variant(chance=None), "chance", 'None is none of "never", "when_unable", "always"'),
    (code.Variant(sets=1), "sets", f"1 {NO_SWITCH}"),
    (code.Variant(sets="true"), "sets", f'"true" {NO_SWITCH}'),
    (Variant(players=Players(2, 99)), "players.max", "99 is out of range: it must be from 2 to 10"),
    (code.Variant(players=code.Players(2.0, 5)), "players.min", f"2.0 {NO_NUMBER}"),
    (code.Variant(players=code.Players(2, True)), "players.max", f"true {NO_NUMBER}"),  # noqa: FBT003
    (code.Variant(players=code.Players(2, None)), "players.max", f"None {NO_NUMBER}"),
    (code.Variant(players=5), "players", "5 is no Players"),
    (code.Variant(players=None), "players", "None is no Players"),
    (code.Variant(deck=Players()), "deck", "Players(min=2, max=5) is no Deck"),
    (code.Variant(deck=code.Deck("2")), "deck.packs", f'"2" {NO_NUMBER}'),
    (with_change(SPAN, code.DeckChange("2")), "deck.by_players.3-4.packs", f'"2" {NO_NUMBER}'),
    (with_change(SPAN, 2), "deck.by_players.3-4", "2 is no DeckChange"),
    (with_change(3, DeckChange(2)), "deck.by_players", "3 is no Span"),
    (with_change(code.Span("3", 4), DeckChange(2)), "deck.by_players.first", f'"3" {NO_NUMBER}'),
    (code.Variant(deal=code.Deal(turn_up=0)), "deal.turn_up", f"0 {NO_SWITCH}"),
    (
        code.Variant(start=code.Start(by="left")),
        "start.by",
        f'{NO_START}; did you mean "dealers_left"?',
    ),
    (
        code.Variant(four=code.Four(lead="high")),
        "four.lead",
        '"high" is none of "free", "equal_or_higher", "higher"; did you mean "higher"?',
    ),
    (code.Variant(pick_up=code.PickUps(when_able=None)), "pick_up.when_able", f"None {NO_SWITCH}"),
    (code.Variant(pick_up=None), "pick_up", "None is no PickUps"),
    (code.Variant(end=code.End(turn_limit=1.5)), "end.turn_limit", f"1.5 {NO_NUMBER}"),
    (code.Variant(ranks=[*Variant().ranks, ("7", 3)]), "ranks.7", "3 is no RankRules"),
    (with_seven(abilities=["burn"]), "ranks.7.abilities[0]", '"burn" is no Ability'),
    (with_seven(abilities=[Burn]), "ranks.7.abilities[0]", f"{Burn} is no Ability"),
    (
        with_seven(abilities=[ability.Burn("no")]),
        "ranks.7.abilities[0].again",
        f'"no" {NO_SWITCH}',
    ),
    (
        with_seven(abilities=[Reset(), ability.Skip("x")]),
        "ranks.7.abilities[1].count",
        '"x" is none of "each", "once"',
    ),
    (with_seven(sets=None), "ranks.7.sets", f"None {NO_SWITCH}"),
    (with_seven(on=3), "ranks.7.on", "3 is no On"),
    (
        with_seven(on="x"),
        "ranks.7.on.rule",
        '"x" is none of "by_ability", "anything", "in_order"',
    ),
    (with_seven(on=code.On(up_to=8)), "ranks.7.on.up_to", "8 is no Rank"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "path", "message"), MADE)
def test_a_variant_made_in_code_with_a_wrong_value_is_refused(
    variant: Variant, path: str, message: str
) -> None:
    """It would play by rules that nobody wrote, and its saved file would not load."""
    variant = evolve(variant, summary="made in code")
    assert [(problem.path, problem.message) for problem in problems(variant)] == [(path, message)]
    for use in (rules_of, dumps_variant, derive, lambda variant: new_game(variant, 2, seed=1)):
        assert problems_of(use, variant) == [(path, message)]


@pytest.mark.parametrize(
    ("variant", "path", "message"),
    [
        (code.Variant(chance=["x"]), "chance", '["x"] is none of "never", "when_unable", "always"'),
        (code.Variant(players={"min": 2}), "players", "{ min = 2 } is no Players"),
        (code.Variant(players={}), "players", "{} is no Players"),
        (
            code.Variant(deck=code.Deck(by_players=["34"])),
            "deck.by_players",
            '"34" is no pair of a key and what stands below it',
        ),
        (
            code.Variant(deck=code.Deck(by_players=[(SPAN,)])),
            "deck.by_players",
            "[3-4] is no pair of a key and what stands below it",
        ),
    ],
)
def test_a_value_of_another_shape_is_refused_too(variant: Variant, path: str, message: str) -> None:
    for use in (dumps_variant, derive):
        assert problems_of(use, variant) == [(path, message)]


def test_all_wrong_values_of_a_variant_made_in_code_are_told() -> None:
    variant = code.Variant(sets=1, deal=code.Deal("3", face_up="3"), four=code.Four("x"))
    assert [problem.path for problem in problems(variant)] == [
        "sets", "deal.face_down", "deal.face_up", "four.burns",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "make", [lambda: Variant(order=["1"]), lambda: On(up_to="x"), lambda: Lower(binds=("y",))]
)
def test_ranks_are_read_when_a_variant_is_made(make: Any) -> None:
    with pytest.raises(PalaceError, match="is no rank"):
        make()


# ---------------------------------------------------------------- abilities of one's own


@frozen
class Hold(Ability):
    """Goes on anything and must be beaten like its rank; with options."""

    hard: bool = False
    top: Rank | None = None
    goes = Goes.ON_ANYTHING


def _odd(value: int) -> int:
    if value % 2 == 0:
        error = ValueError(f"{value} is even: write an odd number")
        error.add_note("told by the ability itself")
        raise error
    return value


@frozen
class Oddly(Ability):
    """An ability that looks at its own values."""

    times: int = field(default=1, converter=_odd)


class Nameless(Ability):
    """An ability that was not registered."""

    leaves = Leaves.ANYTHING_GOES


class Quieter(Burn):
    """An ability that was not registered, of one that was."""


@pytest.fixture
def _hold() -> Iterator[None]:
    register("hold")(Hold)
    yield
    del ABILITIES["hold"]


@pytest.mark.usefixtures("_hold")
def test_an_ability_of_ones_own_is_read_checked_and_dumped() -> None:
    hold = '{ name = "hold", hard = true, top = "j" }'
    ours = loads_variant(in_file(f'ranks.7.abilities = ["skip", {hold}]'))
    assert ours.rank("7").abilities == (Skip(), Hold(hard=True, top=Rank.JACK))
    assert loads_variant(dumps_variant(ours)) == ours
    assert told('ranks.7.abilities = [{ name = "hold", hard = 1, to = "J" }]') == [
        ("ranks.7.abilities[0].hard", f"1 {NO_SWITCH}"),
        ("ranks.7.abilities[0].to", 'unknown key "to"; did you mean "top"?'),
    ]


def test_what_an_ability_says_about_its_own_values_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ABILITIES, "oddly", Oddly)
    assert told('ranks.7.abilities = ["skip", { name = "oddly", times = 4 }]') == [
        ("ranks.7.abilities[1]", "4 is even: write an odd number")
    ]


@pytest.mark.parametrize("ability", [Nameless(), Quieter(), Ability()])
def test_an_ability_that_no_file_could_name_is_refused(ability: Ability) -> None:
    """What was saved would not load, or load as another ability."""
    ((path, message),) = problems_of(dumps_variant, with_seven(abilities=[ability]))
    assert path == "ranks.7.abilities[0]"
    assert message == f'{type(ability).__name__} has no name: make it known with @register("...")'


@pytest.mark.usefixtures("_hold")
def test_a_name_is_taken_once() -> None:
    for name in ("burn", "hold"):
        with pytest.raises(PalaceError, match=f"an ability named '{name}' exists already"):
            register(name)(Nameless)
    assert register("hold")(Hold) is Hold, "a module that is loaded again is welcome"
