"""The line of each key of a TOML text; the line is a courtesy, but never a wrong one.

In the texts below values name their own lines, so that tomllib's reading of a text says what is
right.
"""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, strategies as st

from palace.bundled import bundled_variants, preset_names
from palace.lines import lines_of
from palace.wording import Keys, path_of
from telling import MANY


def numbered(text: str) -> str:
    """The text with its line as a value for each `@`."""
    return "\n".join(
        line.replace("@", f"'line {number}'") for number, line in enumerate(text.split("\n"), 1)
    )


def leaves(value: Any, keys: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """What is no table and no list, with the keys that lead to it."""
    below = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in below:
        if isinstance(inner, dict | list):
            yield from leaves(inner, (*keys, key))
        else:
            yield (*keys, key), inner


def everything(value: Any, keys: Keys = ()) -> Iterator[Keys]:
    """Every table, list and value, with the keys that lead to it."""
    if keys:
        yield keys
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from everything(inner, (*keys, key))


TEXTS = {
    "pairs": "a = @\n\nb=@ # c = 0\n   c   =   @\n# d = 0\n1 = @\n",
    "blank lines and Windows": "\r\na = @\r\n\r\nb = @\r\n",
    "no last newline": "a = @\nb = @",
    "headers": "[a]\nb = @\n[ c ] # [d]\nb = @\n[a.b-c]\nd = @\n[a.'x y'.z]\nd=@",
    "a table after its sub-table": "[a.b]\nc = @\n[a]\nd = @",
    "dotted keys": "a.b = @\na.c = @\n[t]\nx . y = @\nx.'z.w' = @\n3.14 = @",
    "quoted keys": '"a b" = @\n\'c"d\' = @\n"\\u0041\\t" = @\n"" = @\n"[x]" = @\n"a = 0" = @',
    "arrays of tables": "[[a]]\nb = @\n[[a]]\nb = @\n[a.c]\nd = @\n[[a.e]]\nf = @\n[[a.e]]\nf = @",
    "sub-tables of the last": "[[a]]\n[a.b]\nc = @\n[[a]]\n[a.b]\nc = @\n[[a.b.d]]\ne = @",
    "inline tables": "a = { b = @, c = { d = @ }, 'e.f' = @, g.h = @ }\ni = {}\nj = @",
    "inline arrays": "a = [@, @, [@], [], { b = @ }]\nb = []",
    "arrays over lines": "a = [ # [0]\n  @,\n\n  @, @, # 0\n  [\n@,\n  ],\n  { b = @ },\n]\nb = @",
    "strings with marks": "s = ['[x]', \"}\", \"# no\", \"\\\" ]\"]\nb = @\nt = 'a\\'\nc = @",
    "long strings": 'a = """\nb = 0\n[c]\n"""\nd = @\ne = """x"""""\nf = @\ng = """\\""""\nh = @\n',
    "literal long strings": "a = '''\n[b]\n\\'''\nc = @\nd = ''''x'''''\ne = @\nf = ''''''\ng = @",
    "a continued string": 'a = """\\\n  b = 0 \\\n  """\nc = @',
    "numbers": "a = [1.5, -2, +3e7, 0x_f, inf]\nb = @\nc = [1_000,2]\nd = @".replace("_f", "f"),
    "dates": "a = 1979-05-27 07:32:00.5Z\nb = @\nc = [07:32:00, 1979-05-27]\nd = @",
    "words": "a = true\nb = @\nfalse = @",
    "letters beyond ASCII": "a = 'é♥'\nb = @\n\"é\" = @\n[\"♥\"]\nc = @",
}  # fmt: skip


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in TEXTS.items()])
def test_every_key_is_found_on_its_line(text: str) -> None:
    text = numbered(text)
    found = lines_of(text).written
    assert set(found) == {path_of(keys) for keys in everything(tomllib.loads(text))}
    compared = [
        (f"line {found[path_of(keys)]}", value)
        for keys, value in leaves(tomllib.loads(text))
        if str(value).startswith("line")
    ]
    assert compared
    assert all(line == value for line, value in compared)


def test_tables_are_found_on_the_lines_that_open_them() -> None:
    text = "[[a]]\n\n[a.b.c]\nd = 0\n[[a]]\ne = [\n {f = 0},\n [1,\n 2]]\n[g]\nh.i.j = 0\n"
    assert lines_of(text).written == {
        "a": 1, "a[0]": 1, "a[0].b": 3, "a[0].b.c": 3, "a[0].b.c.d": 4, "a[1]": 5, "a[1].e": 6,
        "a[1].e[0]": 7, "a[1].e[0].f": 7, "a[1].e[1]": 8, "a[1].e[1][0]": 8, "a[1].e[1][1]": 9,
        "g": 10, "g.h": 11, "g.h.i": 11, "g.h.i.j": 11,
    }  # fmt: skip


def test_a_long_string_is_found_where_its_key_stands() -> None:
    assert lines_of('\na = """\n\n"""\nb = [\n\n"""\n"""]').written == {"a": 2, "b": 5, "b[0]": 7}


# ---------------------------------------------------------------- texts of all kinds

NAMES = st.sampled_from(["a", "b", "'a b'", '"x.y"', '"\\""', '"é"', "7", "10"])


def in_rows(values: list[str]) -> str:
    return "[\n" + ", # [\n".join(values) + "]"


VALUES = st.recursive(
    st.sampled_from(["@", "@", '"]"', "'''\n# @\n'''", '"""\n[a]\n\\""""', "-1.5e3"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(in_rows),
        st.lists(inner, max_size=3).map(lambda each: f"[{', '.join(each)}]"),
        st.dictionaries(NAMES, inner, max_size=3).map(
            lambda each: f"{{ {', '.join(f'{key} = {value}' for key, value in each.items())} }}"
        ),
    ),
    max_leaves=5,
)
KEYS = st.lists(NAMES, min_size=1, max_size=3).map(".".join)
STATEMENTS = st.one_of(
    st.tuples(KEYS, VALUES).map(" = ".join),
    KEYS.map("[{}]".format),
    KEYS.map("[[{}]]".format),
    st.sampled_from(["", "# [a]", "  "]),
)


@given(st.lists(STATEMENTS, max_size=8).map("\n".join).map(numbered))
@MANY
def test_no_line_is_wrong_in_any_text(text: str) -> None:
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        lines_of(text)  # whatever it finds, it is no exception
        return
    lines = lines_of(text).written
    assert set(lines) == {path_of(keys) for keys in everything(raw)}
    for keys, value in leaves(raw):
        if str(value).startswith("line"):
            assert f"line {lines[path_of(keys)]}" == value


@given(st.text(alphabet="ab.= \n\"'[]{},#\\1é", max_size=40))
@MANY
def test_what_is_no_toml_is_no_exception(text: str) -> None:
    assert all(1 <= line <= text.count("\n") + 1 for line in lines_of(text).written.values())


def test_what_lies_too_deep_is_not_found() -> None:
    assert lines_of(f"a = 1\nb = {'[' * 100_000}{']' * 100_000}").written == {}


def test_a_long_dotted_key_takes_no_time() -> None:
    """Each of its parts would have a path, and all of them together the square of its length."""
    assert lines_of(f"a = 1\n{'.'.join('b' * 20_000)} = 1").written == {}


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("suffix", [".toml", ".examples.toml"])
def test_every_key_of_the_presets_is_found(name: str, suffix: str) -> None:
    text = bundled_variants().joinpath(name + suffix).read_text(encoding="utf-8")
    lines, rows = lines_of(text), text.splitlines()
    assert set(lines.written) == {path_of(keys) for keys in everything(tomllib.loads(text))}
    for keys, value in leaves(tomllib.loads(text)):
        row = rows[lines.written[path_of(keys)] - 1]
        assert str(value).lower() in row.lower()


# ---------------------------------------------------------------- asked for


def test_a_key_that_is_not_there_is_sought_where_it_would_stand() -> None:
    lines = lines_of("[a]\nb = 1\n[[c]]\nd = { e = 1 }\n[f.g]\nh = 'x'")
    assert lines.of("a.b") == 2
    assert lines.of("a.x") == 1
    assert lines.of("c[0].x") == 3
    assert lines.of("c[0].d.x") == 4
    assert lines.of("f.g.h.x") == 6
    assert lines.of("c[1]") == 3, "the first of them opens the list"


def test_a_line_is_not_guessed() -> None:
    lines = lines_of("[f.g]\nh = 1")
    assert lines.of("") is None
    assert lines.of("x") is None
    assert lines.of("fg") is None
    assert lines.of("f") == 1, "it is told of the table itself"
    assert lines.of("f.x") is None, "[f.g] is not where the keys of [f] stand"


def test_two_keys_that_are_shown_alike_have_no_line() -> None:
    long = "x " * 40
    assert lines_of(f"'{long}1' = 1\n'{long}2' = 2\na = 3").written == {"a": 3}


def test_a_key_is_found_under_what_messages_call_it_too() -> None:
    def louder(keys: Keys) -> Keys:
        return tuple(str(key).upper() for key in keys)

    lines = lines_of("a = 1\nb.c = 2\nx = 3\nX = 4\nd = 5\n", louder)
    assert lines.of("A") == lines.of("a") == 1
    assert lines.of("B.C") == lines.of("b.c") == 2
    assert lines.of("B.x") is None
    assert (lines.of("x"), lines.of("X")) == (3, 4)
    assert lines_of("xY = 1\nXy = 2", louder).of("XY") is None
