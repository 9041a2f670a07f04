"""Pictures: what they show and what they keep to themselves, that they are well drawn.

A picture is read back as XML: each face has its card's text in `data-card`, and boxes are found by
their classes.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from runpy import run_path
from xml.etree import ElementTree as ET

import pytest
from attrs import frozen
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

from key_tables import ROOT
from palace import (
    Card,
    Hidden,
    PalaceError,
    PositionError,
    Rank,
    State,
    Variant,
    View,
    derive,
    load_variant,
    new_game,
    position,
    render,
    rules_of,
    variant_names,
    view,
)
from palace.abilities import Leaves
from palace.in_words import requirement_in_words
from palace.requirements import Requirement
from palace.table import cells
from positions import PLAIN, RESET, after, at, rank, table
from processes import python
from strategies import PRESETS, every_table, states

SVG = "{http://www.w3.org/2000/svg}"
TWO_PACKS = table(
    RESET,
    {"joker": {"abilities": ["reset"]}},
    deck={"packs": 2, "jokers": 4, "by_players": {}},
    players={"min": 2, "max": 10},
)


each_preset = pytest.mark.parametrize("table", PRESETS)
"""Drawing does not ask what the rules are; generated variants are tried once, for what leaks."""


def drawn(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - the library's own output


def faces(svg: str) -> list[str]:
    """The cards whose faces are drawn, in order."""
    return [each.attrib["data-card"] for each in drawn(svg).iter() if "data-card" in each.attrib]


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in drawn(svg).iter(f"{SVG}text")]


@frozen
class Box:
    """A rectangle of a picture, in the units of the whole."""

    role: str
    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: "Box") -> bool:
        apart = (
            self.x + self.width <= other.x
            or other.x + other.width <= self.x
            or self.y + self.height <= other.y
            or other.y + other.height <= self.y
        )
        return not apart


def boxes(svg: str) -> list[Box]:
    return list(_boxes(drawn(svg), 0, 0))


def _boxes(element: ET.Element, x: float, y: float) -> Iterator[Box]:
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag == f"{SVG}rect":
        left, top, width, height = (
            float(element.attrib.get(name, 0)) for name in ("x", "y", "width", "height")
        )
        role = element.attrib["class"].rpartition("-")[2]
        yield Box(role, x + left, y + top, width, height)
    for inner in element:
        yield from _boxes(inner, x, y)


def seen_besides_pile(seen: State | View) -> Counter[str]:
    """The cards that a state or a view shows, but for the pile and what burned."""
    zones = [*(hand or () for hand in seen.hands), *seen.face_up]
    cards = [card for zone in zones for card in zone]
    cards += [card for row in seen.face_down for card in row if isinstance(card, Card)]
    return Counter(map(str, cards))


def either(state: State, seat: int | None) -> list[State | View]:
    return [state, view(state, seat)]


# ---------------------------------------------------------------- what is shown, and what is not


@each_preset
@given(data=st.data())
def test_every_card_that_is_seen_is_drawn_and_no_other(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    for seen in either(state, data.draw(st.sampled_from([None, *range(state.players)]))):
        found = Counter(faces(render.svg(seen)))
        of_pile = found - seen_besides_pile(seen)
        assert seen_besides_pile(seen) <= found
        number = of_pile.total()
        assert of_pile == Counter(map(str, seen.pile[len(seen.pile) - number :]))
        assert number >= min(len(seen.pile), 3)


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_no_hidden_card_stands_in_the_picture_of_a_view(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    seen = view(state, data.draw(st.sampled_from([None, *range(state.players)])))
    open_cards = {*seen_besides_pile(seen), *map(str, seen.pile), *map(str, seen.burned)}
    hidden = {str(card) for card in seen.unseen} - open_cards
    for text in (render.svg(seen), render.text(seen), render.text(seen, width=40)):
        assert not hidden & set(re.findall(r"[2-9TJQKA][CDHS]|\*[RB]", text))


def test_a_notebook_shows_of_a_view_no_more_than_the_seat_sees() -> None:
    state = new_game(load_variant("selected"), 3, seed=1)
    assert view(state, 1)._repr_svg_() == render.svg(view(state, 1))
    assert state._repr_svg_() == render.svg(state)
    assert set(faces(view(state)._repr_svg_())) < set(faces(state._repr_svg_()))


def test_what_lies_face_down_is_marked_where_it_is_shown() -> None:
    state = at(PLAIN, "7C|8C|9C", "4D")
    said = [each.text for each in drawn(render.svg(state)).iter(f"{SVG}title")]
    assert {"7 of clubs", "8 of clubs", "9 of clubs, face down"} <= set(said)


# ---------------------------------------------------------------- well made


@pytest.mark.untraced
@each_preset
@given(data=st.data())
def test_the_same_input_gives_the_same_well_formed_text(table: str, data: DataObject) -> None:
    state = data.draw(states(table))
    for seen in either(state, 0):
        svg = render.svg(seen)
        root = drawn(svg)
        assert (root.tag, root.attrib["role"]) == (f"{SVG}svg", "img")
        assert [each.tag for each in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert svg == render.svg(seen)


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_a_picture_leaves_the_page_around_it_alone(theme: str) -> None:
    """Its classes are its own, two pictures with one class agree on it, and nothing is loaded."""
    pictures = [
        render.svg(new_game(load_variant("selected"), 2, seed=1), theme=theme),
        render.follow_table(load_variant("rawlins"), theme=theme),
        render.deal(load_variant("rawlins"), 3, theme=theme),
    ]
    styles = {each.text or "" for svg in pictures for each in drawn(svg).iter(f"{SVG}style")}
    assert len(styles) == 1
    (style,) = styles
    bare = re.sub(r"\{[^{}]*\}", ",", style).removesuffix(",}")
    bare = bare.replace("@media (prefers-color-scheme:dark){", "")
    for selector in bare.strip(",").split(","):
        assert selector.startswith(f".palace-{theme}-"), selector
    for svg in pictures:
        assert not re.search(r"""\sid=|href|url\(|<script|@import|\sstyle=""", svg)
        used = {each.attrib["class"] for each in drawn(svg).iter() if "class" in each.attrib}
        assert used <= set(re.findall(r"\.([\w-]+)\{", style))


def test_each_theme_has_its_colours() -> None:
    state = new_game(load_variant("selected"), 2, seed=1)
    light, dark, auto = (
        re.sub("palace-[a-z]+-", "", render.svg(state, theme=theme))
        for theme in ("light", "dark", "auto")
    )
    style = re.compile("<style>(.*)</style>")
    found = [match[1] for match in map(style.search, (light, dark, auto)) if match]
    assert found[2] == f"{found[0]}@media (prefers-color-scheme:dark){{{found[1]}}}"
    assert found[0] != found[1]
    assert style.sub("", light) == style.sub("", dark) == style.sub("", auto)


def dealt(random: Random, players: int, hand: int) -> State:
    """A position with one hand of a size, and any cards before the others."""
    deck = list(TWO_PACKS.deck_cards(players))
    random.shuffle(deck)

    def take(number: int) -> list[Card]:
        return [deck.pop() for _ in range(min(number, len(deck)))]

    seats: list[dict[str, Sequence[Card | str]]] = [{"hand": take(hand)}]
    seats += [{"hand": take(random.randint(1, 9))} for _ in range(1, players)]
    for seat in random.sample(seats, players):
        seat |= {"face_up": take(random.randint(0, 3)), "face_down": take(random.randint(0, 4))}
    pile = take(random.randint(0, 20))
    return position(TWO_PACKS, seats, pile=pile, stock=take(5), to_move=random.randrange(players))


@pytest.mark.untraced
@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("hand", [1, 7, 20, 40])
def test_nothing_overlaps_or_falls_off_the_table(players: int, hand: int) -> None:
    state = dealt(Random(f"{players} {hand}"), players, hand)
    for seat in (0, 1):
        for seen in (state, view(state, seat)):
            svg = render.svg(seen, seat=seat)
            felt, *found = boxes(svg)
            assert felt.role == "felt"
            assert felt.width == 412
            for box in found:
                assert box.x >= 0
                assert box.y >= 0
                assert box.x + box.width <= felt.width
                assert box.y + box.height <= felt.height
            seats = [box for box in found if box.role in ("seat", "turn")]
            assert (len(seats), sum(box.role == "turn" for box in seats)) == (players, 1)
            assert not [pair for pair in combinations(seats, 2) if pair[0].overlaps(pair[1])]
            cards = [box for box in found if box.role in ("card", "lying", "back")]
            inside = [sum(box.overlaps(card) for box in seats) for card in cards]
            assert max(inside) == 1


@pytest.mark.parametrize("players", range(2, 11))
def test_the_seats_sit_clockwise_from_the_bottom(players: int) -> None:
    svg = render.svg(dealt(Random(players), players, 3), seat=1)
    _, *found = boxes(svg)
    middle = drawn(svg).attrib["viewBox"].split()
    width, height = float(middle[2]), float(middle[3])
    seats = [box for box in found if box.role in ("seat", "turn")]
    assert max(seats, key=lambda box: box.y).width == 398
    names = [text for text in texts(svg) if re.fullmatch(r"seat \d", text)]
    assert Counter(names) == Counter(f"seat {seat}" for seat in range(players))
    left = [box for box in seats if box.x + box.width < width / 2 and box.y < height]
    right = [box for box in seats if box.x > width / 2]
    assert len(left) == len(right)


def test_every_letter_is_large_enough_at_400_pixels() -> None:
    for state in (dealt(Random(1), 10, 40), dealt(Random(2), 3, 3)):
        for seen in (state, view(state, 0)):
            sizes = [
                float(each.attrib["font-size"])
                for each in drawn(render.svg(seen)).iter(f"{SVG}text")
            ]
            assert min(sizes) * 400 / 412 >= 11


def test_a_name_that_xml_cannot_hold_spoils_nothing() -> None:
    odd = derive(PLAIN, name="<&\"'>\x00\x1b[31m ]]>" + "x" * 500)
    state = new_game(odd, 2, seed=1)
    for svg in (render.svg(state), render.follow_table(odd), render.deal(odd, 2)):
        svg.encode()
        drawn(svg)
    assert "\x1b" not in render.text(state)
    assert max(map(len, render.text(state).splitlines())) <= 80


def test_the_width_is_that_of_the_page_or_as_asked() -> None:
    state = new_game(load_variant("selected"), 2, seed=1)
    root = drawn(render.svg(state, width=900))
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    assert root.attrib["width"] == "900"
    assert int(root.attrib["height"]) == round(900 * high / wide)


# ---------------------------------------------------------------- what is said


def test_whose_turn_it_is_and_where_play_goes_is_said() -> None:
    state = at(PLAIN, "7C", "8C", "9C", pile="4C", to_move=1, direction=-1)
    said = texts(render.svg(state))
    assert "seat 1 is to move" in said
    assert "anticlockwise" in said
    assert "on a 4" in said


def test_while_a_choice_is_made_nothing_is_said_of_laying_cards() -> None:
    chosen = table(rank("8", "choose_next"))
    state = after(at(chosen, "8C 9C", "7C", "6C"), "play 8C")
    said = texts(render.svg(state))
    assert "seat 0 says who moves next" in said
    assert not {"10", "J"} & set(said)


def test_who_is_out_and_who_lost_is_said() -> None:
    over = at(load_variant("palace"), "", "8C", "", out=(2, 0), phase="over", to_move=None)
    said = texts(render.svg(over))
    assert {"out, 1st", "out, 2nd, dealer", "lost"} <= set(said)
    assert "game over: seat 2 has won, seat 1 has lost" in said
    assert "lost" in render.text(over)


def test_who_resigned_is_said_and_its_cards_are_counted_as_burned() -> None:
    left = after(at(PLAIN, "7C 8C|9C", "9D", "9H TD", pile="4C"), "0: resign")
    for seen in (left, view(left, 1)):
        said = texts(render.svg(seen))
        assert "resigned, dealer" in said
        assert said[said.index("burned") + 1] == "3"
        assert "burned 3" in render.text(seen)


def test_a_game_at_its_limit_is_lost_by_nobody() -> None:
    limited = table(end={"turn_limit": 1})
    over = at(limited, "7C", "8C", phase="over", turns=1, to_move=None)
    assert "game over: nobody has lost" in texts(render.svg(over))


def test_every_requirement_is_put_in_words_of_its_own() -> None:
    for name in variant_names():
        rows = rules_of(load_variant(name)).rows
        said = {requirement_in_words(row.requirement) for row in rows}
        assert len(said) == len(rows), name
    ways = [Requirement("top", Rank.SEVEN, leaves=each) for each in Leaves]
    ways += [Requirement("top", Rank.SEVEN, binds=ranks) for ranks in ((), (Rank.TWO,))]
    assert len({*map(requirement_in_words, ways)}) == len(ways)


def test_each_sign_of_a_follow_table_is_in_its_legend() -> None:
    """Also that of cards which are laid as another rank, which no preset has."""
    wild = table({"joker": {"abilities": [{"name": "wild"}]}}, deck={"jokers": 2})
    said = texts(render.follow_table(wild))
    assert "w" in said
    assert "as another rank" in said
    assert "in these suits only" not in said


def test_a_suit_that_may_be_laid_is_told() -> None:
    state = at(load_variant("palace-suits"), "7C", "8C", pile="QH")
    assert "on the queen of hearts: 2 T Q(DH) K(DH) A(DH)" in render.text(state)


# ---------------------------------------------------------------- text


@each_preset
@given(data=st.data(), width=st.integers(40, 120))
def test_no_line_of_text_is_too_long_and_every_seen_card_is_in_it(
    table: str, data: DataObject, width: int
) -> None:
    state = data.draw(states(table))
    for seen in either(state, data.draw(st.sampled_from([None, *range(state.players)]))):
        text = render.text(seen, width=width)
        assert max(map(len, text.splitlines())) <= width
        found = Counter(re.findall(r"(?<!\S)(?:[2-9TJQKA][CDHS]|\*[RB])(?!\S)", text))
        assert found == seen_besides_pile(seen) + Counter(map(str, seen.pile[-12:]))


def test_colours_change_no_letter() -> None:
    state = new_game(load_variant("selected"), 3, seed=1)
    coloured = render.text(state, colour=True)
    assert re.sub(r"\x1b\[\d+m", "", coloured) == render.text(state)
    assert coloured.count("\x1b[31m") == len(re.findall("[2-9TJQKA][DH]", render.text(state)))


def test_a_hidden_card_is_written_as_two_question_marks() -> None:
    text = render.text(view(new_game(load_variant("selected"), 2, seed=1), 0))
    assert f"hand {' '.join(['??'] * 3)}" in text
    assert str(Hidden.CARD) == "??"


# ---------------------------------------------------------------- follow tables and deals


@pytest.mark.parametrize("name", PRESETS)
def test_a_follow_table_has_a_cell_for_each_rank_on_each_requirement(name: str) -> None:
    variant = PRESETS[name]
    marks = [mark for row in cells(rules_of(variant)).values() for mark in row.values()]
    svg = render.follow_table(variant)
    found = Counter(box.role for box in boxes(svg)[1 : len(marks) + 1])
    assert found["no"] == sum(mark.amount == "." for mark in marks)
    assert found["yes"] == sum(mark.amount == "x" for mark in marks)
    assert found.total() == len(marks)
    legend = texts(svg)
    for name_, meaning in {"burns": "burns the pile", "skips": "passes players over"}.items():
        assert (meaning in legend) == any(name_ in mark.causes for mark in marks)
    width = boxes(svg)[0].width
    assert all(box.x + box.width <= width for box in boxes(svg))
    assert width * 11 / 12 <= 480


@pytest.mark.parametrize("name", PRESETS)
def test_a_deal_shows_what_new_game_deals(name: str) -> None:
    variant = PRESETS[name]
    for players in variant.players.counts:
        state = new_game(variant, players, seed=3)
        said = " ".join(texts(render.deal(variant, players)))
        assert f"{len(state.face_down[0])} face down" in said
        assert f"{len(state.hands[0])} in hand" in said
        assert (f"{len(state.stock)} in the stock" in said) == bool(state.stock)
        assert ("1 turned up" in said) == bool(state.pile)


def test_the_pictures_of_the_documentation_are_up_to_date() -> None:
    """`python scripts/draw_docs.py` draws them anew."""
    names = run_path(str(ROOT / "scripts" / "draw_docs.py"))
    drawn_now = {name: f"{draw()}\n" for name, draw in names["PICTURES"].items()}
    files = {name: names["FOLDER"] / f"{name}.svg" for name in drawn_now}
    assert {name: path.read_text(encoding="utf-8") for name, path in files.items()} == drawn_now
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(pictures/(\w+)\.svg\)", page)) == set(files)


# ---------------------------------------------------------------- refusals, and what it costs


def test_a_seat_or_a_theme_that_is_not_there_is_refused() -> None:
    state = new_game(load_variant("selected"), 2, seed=1)
    with pytest.raises(PalaceError, match="no seat 2 to look from: seats are 0 to 1"):
        render.svg(state, seat=2)
    with pytest.raises(PalaceError, match="no seat -1"):
        render.text(view(state), seat=-1)
    with pytest.raises(PalaceError, match=r'theme: "drak" is none of .* did you mean "dark"'):
        render.svg(state, theme="drak")
    with pytest.raises(PositionError, match="9 players"):
        render.deal(load_variant("selected"), 9)


def test_who_draws_nothing_does_not_load_what_draws() -> None:
    code = "import sys, palace; print([each for each in sys.modules if 'render' in each])"
    assert python(code) == b"[]\n"


def test_a_variant_made_in_code_is_drawn() -> None:
    assert "selected: what may follow what" in render.follow_table(Variant())


def test_a_card_that_stands_for_another_is_shown_as_that() -> None:
    wild = table(rank("joker", "wild"), deck={"jokers": 2})
    state = after(at(wild, "*R 4C", "KS 9S", pile="5C"), "play *R as 7")
    for seen in (state, view(state, 1), view(state)):
        assert "pile of 2: 5C *R=7" in render.text(seen)
        assert "=7" in texts(render.svg(seen))
        assert "red joker, as a 7" in render.svg(seen)
