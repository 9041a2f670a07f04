"""Variant files that are read and written: by name, by path, extending others, and made in code."""

import os
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from attrs import evolve
from hypothesis import given, strategies as st

import palace.bundled
from palace import (
    PalaceError,
    Rank,
    Variant,
    VariantError,
    derive,
    dump_variant,
    dumps_variant,
    load_examples,
    load_record,
    load_session,
    load_variant,
    loads_variant,
    new_game,
    rules_of,
)
from palace.abilities import Burn, Invisible, Lower, Reset, Reverse, Skip
from palace.bundled import atlas_names, bundled_variants, preset_names
from palace.documents import LARGEST_FILE
from palace.variant import Deck, DeckChange, End, On, PickUps, Players, RankRules, Span, Start
from telling import MANY, attempt, in_file, problems_of

PRESETS = preset_names()
ODD = Variant(
    name='a "name"\\',
    summary="one line\nand another \u2660",
    players=Players(3, 9),
    deck=Deck(2, 1, {Span(3, 3): DeckChange(jokers=0), Span(6, 9): DeckChange(packs=3)}),
    end=End(turn_limit=500),
    ranks={
        "3": RankRules((Invisible(), Reverse(count="once", two_players="skip"))),
        "7": RankRules((Lower(binds=("2", "10")), Skip("once", "with_self")), "anything"),
        "8": RankRules(on=On("in_order", up_to="J", also=("A",), never=("3", "4"))),
        "10": RankRules((Burn(again=False),), On(only=("K",)), sets=False),
        "2": RankRules((Reset(),)),
        "joker": RankRules((Invisible(),), sets=False),
    },
)
"""A variant with something of everything."""


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a variant file below a folder of its own."""

    def written(name: str, text: str | bytes, *, bare: bool = False) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, str):
            text = (text if bare else in_file(text)).encode()
        path.write_bytes(text)
        return path

    return written


Write: TypeAlias = Callable[..., Path]

# ---------------------------------------------------------------- what is dumped loads equal


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_dumped_loads_equal(name: str, tmp_path: Path) -> None:
    preset = load_variant(name)
    text = dumps_variant(preset)
    assert loads_variant(text) == preset
    assert text.startswith("format = 1\n")
    assert "extends" not in text
    dump_variant(preset, tmp_path / "saved.toml")
    assert (tmp_path / "saved.toml").read_text(encoding="utf-8") == text
    assert load_variant(tmp_path / "saved.toml") == preset
    assert load_variant(str(tmp_path / "saved.toml")) == preset


def test_a_variant_with_something_of_everything_is_dumped_and_loads_equal() -> None:
    assert loads_variant(dumps_variant(ODD)) == ODD


@given(st.text(), st.text())
def test_any_name_and_summary_is_dumped_and_loads_equal(name: str, summary: str) -> None:
    variant = Variant(name=name, summary=summary)
    assert loads_variant(dumps_variant(variant)) == variant


def test_short_forms_are_dumped_short() -> None:
    seven = RankRules((Skip(), Lower(binds=("2",))), "anything")
    text = dumps_variant(Variant(order=tuple(Rank), ranks={"7": seven}))
    assert 'on = "anything"' in text
    assert '"skip"' in text
    assert '{ name = "lower", binds = [' in text
    assert "[ranks.10]\nabilities = []" in text, "left out, the default's ability would be read"


def test_dumping_replaces_a_file_and_says_when_it_cannot(tmp_path: Path) -> None:
    (tmp_path / "saved.toml").write_text("something that is longer than nothing")
    dump_variant(Variant(), tmp_path / "saved.toml")
    assert load_variant(tmp_path / "saved.toml") == Variant()
    with pytest.raises(OSError, match="saved"):
        dump_variant(Variant(), tmp_path / "nowhere" / "saved.toml")


UNSOUND, UNWRITABLE = Variant(order=()), Variant(name="\ud800")


@pytest.mark.parametrize("broken", [UNSOUND, UNWRITABLE], ids=["order", "name"])
def test_what_cannot_be_dumped_leaves_the_file_as_it_was(broken: Variant, tmp_path: Path) -> None:
    """A saved table of rules must not be lost by an attempt to save another."""
    (tmp_path / "saved.toml").write_text("as it was")
    with pytest.raises((VariantError, UnicodeError)):
        dump_variant(broken, tmp_path / "saved.toml")
    assert (tmp_path / "saved.toml").read_text() == "as it was"


# ---------------------------------------------------------------- loading


def test_the_default_is_selected() -> None:
    assert Variant() == load_variant("selected")
    assert PRESETS[0] == "selected"


def test_a_key_left_out_has_the_value_of_selected() -> None:
    assert loads_variant("format = 1") == Variant(name="custom", summary="")
    assert loads_variant(in_file("[players]\nmax = 3")).players == Players(2, 3)


def test_a_variant_is_called_as_its_file_says_or_as_its_file_is(write: Write) -> None:
    assert load_variant(write("ours.toml", 'name = "Our table"')).name == "Our table"
    assert load_variant(write("ours.toml", "")).name == "ours"
    assert load_variant(write("ours.toml", 'extends = "rawlins"')).name == "ours"
    assert load_variant(write("ours.toml", 'extends = "rawlins"')).summary == ""


def seven(rules: RankRules) -> dict[str, Any]:
    """The ranks of the default with these rules for seven."""
    return {"ranks": [*Variant().ranks, (Rank.SEVEN, rules)]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {}),
        ("sets = false", {"sets": False}),
        ("players.max = 4", {"players": Players(2, 4)}),
        ("players = { min = 3 }", {"players": Players(3, 5)}),
        ('start.ranks = ["T"]', {"start": Start(ranks=("10",))}),
        ("deck.by_players.2.packs = 2", {"deck": Deck(by_players={Span(2, 2): DeckChange(2)})}),
        ("deck.by_players.4-5 = {}", {"deck": Deck(by_players={Span(4, 5): DeckChange()})}),
        ('[ranks.7]\nabilities = ["burn"]', seven(RankRules((Burn(),)))),
        ('[ranks.7]\non = "anything"', seven(RankRules(on="anything"))),
        ('[ranks.7.on]\nnever = ["j"]', seven(RankRules(on=On(never=("J",))))),
        ('[[ranks.7.abilities]]\nname = "skip"\ncount = "once"', seven(RankRules((Skip("once"),)))),
        ("[ranks.7]", {}),
    ],
)
def test_keys_are_read_into_values(text: str, expected: dict[str, Any]) -> None:
    assert loads_variant(in_file(text)) == Variant(**{"name": "custom", "summary": "", **expected})


def test_examples_are_no_rules() -> None:
    assert loads_variant(in_file("[[examples]]\nanything = 1")) == loads_variant("format = 1")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_of_any_editor_are_read(write: Write, newline: str, mark: str) -> None:
    text = f'{mark}format = 1{newline}name = "K\u00f6nig"{newline}'
    assert load_variant(write("ours.toml", text, bare=True)).name == "K\u00f6nig"


def test_every_spelling_of_a_rank_names_the_same_table() -> None:
    by_word = [loads_variant(in_file(f"ranks.{word}.sets = false")) for word in ("10", "T", "t")]
    assert by_word[0] == by_word[1] == by_word[2]
    assert by_word[0].rank("10") == RankRules((Burn(),), sets=False)
    assert loads_variant(in_file('ranks."*".sets = false')).rank("joker").sets is False


# ---------------------------------------------------------------- extending


def test_a_table_is_merged_key_by_key_and_anything_else_replaced(write: Write) -> None:
    write(
        "base.toml",
        """
        order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
        players = { min = 3, max = 4 }
        start.ranks = ["3", "4"]
        [ranks.7]
        abilities = ["skip", "reverse"]
        on = { up_to = "J", never = ["3"] }
        [ranks.8]
        on = "anything"
        """,
    )
    child = load_variant(
        write(
            "child.toml",
            """
            extends = "base.toml"
            players.max = 5
            start.ranks = ["5"]
            [ranks.T]
            sets = false
            [ranks.7]
            abilities = ["lower"]
            on.never = ["4"]
            [ranks.8]
            on = { never = ["J"] }
            """,
        )
    )
    assert child.players == Players(3, 5)
    assert child.start.ranks == (Rank.FIVE,)
    assert child.order[0] is Rank.TWO
    assert child.rank("2") == RankRules((Reset(),)), "the base has it from selected"
    assert child.rank("10") == RankRules((Burn(),), sets=False), "T and 10 are one table"
    assert child.rank("7") == RankRules((Lower(),), On(up_to="J", never=("4",)))
    assert child.rank("8") == RankRules(on=On("anything", never=("J",))), "a word is on.rule"


def test_a_word_for_on_replaces_the_whole_of_it(write: Write) -> None:
    write("base.toml", '[ranks.8]\non = { never = ["J"] }')
    child = load_variant(write("child.toml", 'extends = "base.toml"\nranks.8.on = "anything"'))
    assert child.rank("8").on == On("anything")


def test_no_abilities_take_the_parents_away(write: Write) -> None:
    child = load_variant(write("child.toml", 'extends = "rawlins"\nranks.3.abilities = []'))
    assert child.rank("3") == RankRules()
    assert [rank for rank, _ in child.ranks] == [Rank.TWO, Rank.EIGHT, Rank.NINE, Rank.TEN]


def test_the_nearest_of_a_chain_decides(write: Write) -> None:
    write("a.toml", 'extends = "rawlins"\nsuits = "suit"\nchance = "always"\nsets = false')
    write("b.toml", 'extends = "a.toml"\nsuits = "colour"\nchance = "when_unable"')
    child = load_variant(write("c.toml", 'extends = "b.toml"\nsuits = "ignored"'))
    assert (child.suits, child.chance, child.sets) == ("ignored", "when_unable", False)
    assert child.rank("9") == load_variant("rawlins").rank("9")
    assert child.name == "c"


def test_a_path_is_relative_to_the_file_that_says_it(
    write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From another folder the same file would extend another file, or none."""
    write("tables/base.toml", "sets = false")
    write("base.toml", "sets = true")
    child = write("tables/house/child.toml", 'extends = "../base.toml"')
    beside = write("tables/beside.toml", 'extends = "./base.toml"')
    for folder in (tmp_path, tmp_path / "tables", Path("/")):
        monkeypatch.chdir(folder)
        assert not load_variant(child).sets
        assert not load_variant(str(beside)).sets
    monkeypatch.chdir(tmp_path / "tables")
    assert not load_variant("house/child.toml").sets
    assert not load_variant("beside.toml").sets


def test_the_path_of_a_text_is_relative_to_the_folder_given(
    write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It was once relative to the folder above."""
    write("tables/base.toml", "sets = false")
    text = in_file('extends = "base.toml"')
    assert not loads_variant(text, folder=tmp_path / "tables").sets
    assert not loads_variant(text, folder=str(tmp_path / "tables")).sets
    monkeypatch.chdir(tmp_path / "tables")
    assert not loads_variant(text).sets


def test_an_absolute_path_is_extended_too(write: Write) -> None:
    base = write("base.toml", "sets = false")
    assert not loads_variant(in_file(f"extends = '{base}'")).sets


def test_a_preset_is_extended_by_its_name_even_where_a_file_is_called_so(write: Write) -> None:
    write("palace", "sets = true")
    assert not load_variant(write("child.toml", 'extends = "palace"')).sets


def test_extending_and_changing_nothing_changes_nothing() -> None:
    for name in PRESETS:
        preset = load_variant(name)
        child = loads_variant(in_file(f'extends = "{name}"'))
        assert evolve(child, name=name, summary=preset.summary) == preset


def test_presets_are_read_out_of_a_zip(
    write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as packed:
        for folder, inside in ((bundled_variants(), ""), (bundled_variants() / "atlas", "atlas/")):
            for entry in folder.iterdir():
                if entry.is_file():
                    packed.writestr(f"palace/_variants/{inside}{entry.name}", entry.read_bytes())
    tables = atlas_names()
    expected = {name: load_variant(name) for name in PRESETS + tables}
    zipped = zipfile.Path(tmp_path / "packed.zip", "palace/")
    monkeypatch.setattr(palace.bundled, "__file__", str(tmp_path / "packed.zip/palace/bundled.py"))
    monkeypatch.setattr("importlib.resources.files", lambda _: zipped)
    assert isinstance(bundled_variants(), zipfile.Path)
    assert (preset_names(), atlas_names()) == (PRESETS, tables)
    assert {name: load_variant(name) for name in expected} == expected
    assert load_variant(write("child.toml", 'extends = "palace-suits"')).suits == "colour"
    assert load_examples("skip").variant == expected["skip"]
    assert load_examples("skip").examples != ()
    assert load_examples(tables[0]).examples != ()


# ---------------------------------------------------------------- files that cannot be read


def test_an_unknown_preset_is_refused_with_the_nearest_one() -> None:
    ((path, message),) = problems_of(load_variant, "selectd")
    assert path == ""
    assert message.startswith('there is no preset named "selectd"; did you mean "selected"?')
    ((_, message),) = problems_of(load_variant, "bridge")
    assert message == (
        'there is no preset named "bridge"; `palace variants` lists the '
        f"{len(PRESETS) + len(atlas_names())} that there are (a file's path ends in .toml)"
    )


UNREADABLE: dict[str, tuple[Any, str]] = {
    "missing": (None, "the file cannot be read: No such file or directory"),
    "a folder": (Path.mkdir, "the file cannot be read: Is a directory"),
    "a loop of links": (
        lambda path: path.symlink_to(path),
        "the file cannot be read: Too many levels of symbolic links",
    ),
    "not UTF-8": (b'name = "\xff"', "this is not UTF-8 text: invalid start byte at byte 8"),
    "not TOML": ("format = ", "this is not TOML: Invalid value (at end of document)"),
    "the same key twice": ("format = 1\nformat = 1", "this is not TOML: Cannot overwrite a value"),
    "a long number": ("format = " + "9" * 5000, "this is not TOML: Exceeds the limit"),
    "nested deep": ("format = " + "[" * 5000, "its lists or tables lie too deep in one another"),
}


def unreadable(path: Path, content: Any) -> None:
    if callable(content):
        content(path)
    elif content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize(
    ("content", "right"),
    [
        (b"name = \xe2\x80\x9cx\xe2\x80\x9d", 'write straight quotes, "..."'),
        ("format = 1".encode("utf-16"), "save it as UTF-8"),
    ],
)
def test_what_an_editor_makes_of_a_file_is_told(tmp_path: Path, content: bytes, right: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(content)
    with pytest.raises(VariantError) as refused:
        load_variant(path)
    assert str(refused.value).endswith(f"; {right}")


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_cannot_be_read_is_one_problem(tmp_path: Path, name: str) -> None:
    path, (content, message) = tmp_path / "ours.toml", UNREADABLE[name]
    unreadable(path, content)
    with pytest.raises(VariantError) as refused:
        load_variant(path)
    (problem,) = refused.value.problems
    assert (problem.file, problem.path) == (str(path), "")
    assert problem.message.startswith(message)
    assert str(refused.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_parent_that_cannot_be_read_is_a_problem_of_the_child(
    write: Write, tmp_path: Path, name: str
) -> None:
    base, (content, message) = tmp_path / "base.toml", UNREADABLE[name]
    unreadable(base, content)
    child = write("child.toml", 'extends = "base.toml"')
    with pytest.raises(VariantError) as refused:
        load_variant(child)
    (problem,) = refused.value.problems
    assert (problem.file, problem.path) == (str(child), "extends")
    assert problem.message.startswith(f'"base.toml" cannot be extended: {base}: {message}')


@pytest.mark.parametrize("path", ["\0.toml", "a/\ud800", "x" * 5000 + ".toml", "\\", "/", "./"])
def test_a_path_that_no_file_can_have_is_refused_like_one_that_is_missing(path: str) -> None:
    (problem,) = problems_of(load_variant, path)
    assert problem[1].startswith("the file cannot be read: ")


def test_a_name_that_no_file_can_have_is_no_presets_name() -> None:
    """A file of that name is looked for, to be hinted at."""
    ((_, message),) = problems_of(load_variant, "x" * 5000)
    assert message.startswith('there is no preset named "xxx')
    ((path, message),) = problems_of(loads_variant, in_file(f'extends = "{"x" * 5000}"'))
    assert path == "extends"
    assert "there is no preset named" in message


@pytest.mark.parametrize("value", ["3", "true", '["selected"]', '{ name = "selected" }'])
def test_what_is_extended_is_named_by_a_text(value: str) -> None:
    assert problems_of(loads_variant, in_file(f"extends = {value}")) == [
        ("extends", f"{value} cannot be extended: write a preset's name, or a file's path")
    ]


@MANY
@given(st.text())
def test_any_text_is_a_name_or_a_path_or_is_refused(text: str) -> None:
    if text not in PRESETS:
        (problem,) = problems_of(load_variant, text)
        assert problem[1].startswith(("there is no preset named ", "the file cannot be read: "))


@MANY
@given(st.text() | st.text(alphabet='format=1\n"[]{}.ranksplyer7 '))
def test_any_text_is_a_variant_or_is_refused(text: str) -> None:
    for each in (text, in_file(text)):
        variant, refused = attempt(loads_variant, each)
        assert (variant is None) == bool(refused)


def test_an_unknown_parent_is_refused_with_the_nearest_preset() -> None:
    ((path, message),) = problems_of(loads_variant, in_file('extends = "rawlin"'))
    assert path == "extends"
    assert message.startswith('"rawlin" cannot be extended: there is no preset named "rawlin"; ')
    assert 'did you mean "rawlins"?' in message


@pytest.mark.parametrize("chain", [["a"], ["a", "b"], ["a", "b", "c"], ["x", "a", "b"]])
def test_a_chain_that_goes_round_in_a_circle_is_refused(
    write: Write, tmp_path: Path, chain: list[str]
) -> None:
    for name, parent in zip(chain, [*chain[1:], "a"], strict=True):
        write(f"{name}.toml", f'extends = "{parent}.toml"')
    with pytest.raises(VariantError) as refused:
        load_variant(tmp_path / f"{chain[0]}.toml")
    (problem,) = refused.value.problems
    circle = " -> ".join(
        str(tmp_path / f"{name}.toml") for name in [*chain[chain.index("a") :], "a"]
    )
    assert (problem.file, problem.path) == (str(tmp_path / f"{chain[-1]}.toml"), "extends")
    wrong = f'"a.toml" cannot be extended: it goes round in a circle: {circle}'
    assert problem.message == f"{wrong}; let one of them extend something else"


def test_a_circle_is_seen_however_its_paths_are_written(write: Write, tmp_path: Path) -> None:
    write("a.toml", 'extends = "./sub/../b.toml"')
    write("sub/unused.toml", "")
    write("b.toml", f"extends = '{tmp_path}/a.toml'")
    assert "it goes round in a circle" in problems_of(load_variant, tmp_path / "a.toml")[0][1]


def test_a_parent_with_problems_tells_them_as_its_own_beside_the_childs(write: Write) -> None:
    """What is only wrong because the parent is not known is not told."""
    base = write("base.toml", 'sets = 1\norder = ["3", "x"]')
    child = write(
        "child.toml", 'extends = "base.toml"\nplayers.max = 99\nchance = 3\ndeck.jokers = 2'
    )
    with pytest.raises(VariantError) as refused:
        load_variant(child)
    assert [(problem.file, problem.path) for problem in refused.value.problems] == [
        (str(base), "sets"),
        (str(base), "order[1]"),
        (str(child), "players.max"),
        (str(child), "chance"),
    ]


# ---------------------------------------------------------------- made in code


def test_a_variant_is_made_from_a_preset_saved_and_loaded(tmp_path: Path) -> None:
    ours = derive(
        "selected",
        name="ours",
        pick_up={"when_able": False},
        ranks={
            "7": {"abilities": ["burn"]},
            "A": {"abilities": [{"name": "skip", "count": "once"}]},
        },
    )
    assert ours == Variant(
        name="ours",
        pick_up=PickUps(when_able=False),
        ranks={
            "2": RankRules((Reset(),)),
            "7": RankRules((Burn(),)),
            "10": RankRules((Burn(),)),
            "A": RankRules((Skip("once"),)),
        },
    )
    dump_variant(ours, tmp_path / "ours.toml")
    assert load_variant(tmp_path / "ours.toml") == ours


@pytest.mark.parametrize("name", PRESETS)
def test_deriving_without_a_change_is_the_same_variant(name: str) -> None:
    assert derive(name) == derive(load_variant(name)) == load_variant(name)


@pytest.mark.parametrize("rank", ["10", "T", "t", Rank.TEN])
def test_every_spelling_of_a_rank_changes_the_same_table(rank: str) -> None:
    once = derive("rawlins", ranks={rank: {"sets": False}})
    assert once.rank("10") == RankRules((Burn(),), sets=False)
    assert derive(once, ranks={rank: {"abilities": []}}).rank("10") == RankRules(sets=False)


def test_an_order_may_be_given_in_code_as_any_sequence_of_ranks() -> None:
    order = load_variant("plain").order
    assert derive("selected", order=order).order == order
    assert derive("selected", order=list(order)).order == order


def test_a_change_is_refused_with_all_that_is_wrong() -> None:
    ranks: dict[Any, Any] = {7: {"sets": True}, "8": {"on": 3}}
    found = problems_of(derive, "selected", sets=1, extends="plain", format=1, ranks=ranks)
    assert [path for path, _ in found] == ["sets", "ranks.7", "ranks.8.on", "extends", "format"]
    assert problems_of(derive, "selected", format=1) == [
        ("format", 'unknown key "format"; it stands in files alone')
    ]


def test_a_base_must_be_sound() -> None:
    assert problems_of(derive, Variant(players=Players(9, 2)), name="ours") == [
        ("players.max", "2 is less than players.min, 9: write 9 or more")
    ]
    assert problems_of(derive, "selectd")[0][0] == ""


def test_a_table_of_two_spellings_is_refused_and_none_is_lost() -> None:
    """The second spelling once took the place of the first in silence."""
    for first, second in (("10", "T"), ("T", "10"), ("T", "t"), ("t", "T")):
        found = problems_of(derive, "plain", ranks={first: {"sets": False}, second: {"on": 3}})
        assert (
            f"ranks.{second}.on",
            '3 is no table: write "anything", or { never = ["J"] }',
        ) in found
        assert [path for path, message in found if "once more" in message] != []


def test_variants_that_are_equal_share_their_rules() -> None:
    assert rules_of(load_variant("rawlins")) is rules_of(
        loads_variant(dumps_variant(load_variant("rawlins")))
    )
    assert new_game(ODD, 3, seed=1) == new_game(loads_variant(dumps_variant(ODD)), 3, seed=1)


@pytest.mark.skipif(sys.platform != "linux", reason="names of other bytes are of Linux")
def test_a_file_s_name_that_is_no_text_names_a_variant_all_the_same(tmp_path: Path) -> None:
    """A variant without a name is called as its file is, as far as that can be shown."""
    path = tmp_path / os.fsdecode(b"caf\xe9.toml")
    path.write_text("format = 1\n")
    assert load_variant(path).name == "caf?"
    path.write_text("format = 2\n")
    with pytest.raises(VariantError, match=r"caf\?\.toml:1: format: 2 is not known"):
        load_variant(path)


def test_no_more_is_read_of_a_file_than_one_can_have(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("format = 1\n#" + "x" * LARGEST_FILE)
    with pytest.raises(VariantError) as told:
        load_variant(path)
    right = f"at most {LARGEST_FILE} bytes are read"
    assert str(told.value) == f"{path}: the file is too large: {right}"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of Unix")
def test_a_device_that_never_ends_is_no_file_of_a_variant() -> None:
    for load in (load_variant, load_examples, load_record, load_session):
        with pytest.raises(PalaceError, match="the file is too large"):
            load(Path("/dev/zero"))


def test_what_is_meant_is_looked_for_a_few_times_only() -> None:
    """Of a file with thousands of unknown keys all are told, and soon."""
    text = "format = 1\n" + "\n".join(f"fours{number} = 1" for number in range(500))
    with pytest.raises(VariantError) as told:
        loads_variant(text)
    hinted = [each for each in told.value.problems if "did you mean" in each.message]
    assert (len(told.value.problems), len(hinted)) == (500, 50)
