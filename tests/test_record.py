"""Records: a whole game as a file that plays again, and every value as plain data."""

import json
import pickle
from datetime import date
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import cattrs
import pytest
from attrs import evolve, frozen
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

import palace
from palace import (
    Action,
    Card,
    Cards,
    Knowledge,
    Phase,
    Play,
    PositionError,
    Record,
    RecordError,
    Resign,
    Session,
    State,
    Variant,
    View,
    apply,
    derive,
    digest,
    distinct_actions,
    dump_record,
    dumps_record,
    legal_actions,
    load_record,
    load_variant,
    loads_record,
    make_converter,
    new_game,
    new_record,
    rules_of,
    step,
    view,
)
from palace.abilities import Ability
from palace.events import Event
from positions import PLAIN
from strategies import every_table, states, variants

CONVERTER = make_converter()


def played(record: Record, random: Random, *, most: int = 10_000) -> Record:
    """The record with actions drawn at random, to the end or a number of them."""
    state, actions = record.start, list[Action]()
    while state.phase is not Phase.OVER and len(actions) < most:
        resigns = random.random() < 0.005
        moves = [Resign(seat) for seat in state.active] if resigns else distinct_actions(state)
        actions.append(random.choice(moves))
        state = apply(state, actions[-1])
    return record.after(*actions)


RECORD = played(
    new_record(load_variant("rawlins"), 3, seed=0, meta={"names": ["Ann", "Bo", "Cy"]}), Random(0)
)

# ---------------------------------------------------------------- dealing and playing


def test_a_record_deals_what_a_new_game_deals() -> None:
    for seed in (0, 1, -7):
        record = new_record(PLAIN, 4, seed=seed)
        assert record.start == new_game(PLAIN, 4, seed=seed)
        assert len(record.deck) == 52
    assert new_record(PLAIN, 4).deck != new_record(PLAIN, 4).deck
    given = new_record(PLAIN, 2, deck=RECORD.deck, dealer=1, starter=0)
    assert given.start == new_game(PLAIN, 2, deck=RECORD.deck, dealer=1, starter=0)
    with pytest.raises(PositionError):
        new_record(PLAIN, 1)


def test_a_record_plays_again_state_by_state() -> None:
    states = [*RECORD]
    assert states[0] == RECORD.start
    assert len(states) == len(RECORD.actions) + 1
    for before, action, after in zip(states, RECORD.actions, states[1:], strict=False):
        assert apply(before, action) == after
    assert RECORD.play() == states[-1]
    assert RECORD.play().phase is Phase.OVER


def test_an_action_that_is_not_legal_is_told_with_its_place() -> None:
    record = evolve(RECORD, actions=(*RECORD.actions[:5], "0: flip 7", *RECORD.actions[5:]))
    reached: list[State] = []
    with pytest.raises(RecordError, match=r"actions\[5\]: '0: flip 7' is refused: .* it stood at"):
        reached.extend(record)
    with pytest.raises(RecordError, match=r"actions\[5\]"):
        dumps_record(record)


def test_a_record_is_a_value() -> None:
    again = played(
        new_record(load_variant("rawlins"), 3, seed=0, meta={"names": ["Ann", "Bo", "Cy"]}),
        Random(0),
    )
    assert again == RECORD
    assert hash(again) == hash(RECORD)
    assert pickle.loads(pickle.dumps(RECORD)) == RECORD  # noqa: S301
    assert RECORD.after("0: resign") != RECORD


def test_what_is_put_into_meta_later_changes_no_record() -> None:
    meta = {"names": ["Ann"]}
    record = new_record(PLAIN, 2, seed=1, meta=meta)
    meta["names"].append("Bo")
    assert record.meta == {"names": ["Ann"]}


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("name", ["game.toml", "game.json"])
def test_a_record_is_written_and_read(tmp_path: Path, name: str) -> None:
    dump_record(RECORD, tmp_path / name)
    loaded = load_record(tmp_path / name)
    assert loaded == RECORD
    assert loaded.play() == RECORD.play()
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert text.startswith("{") == name.endswith(".json")
    assert loads_record(text) == RECORD


def test_a_record_needs_no_preset() -> None:
    mine = derive("rawlins", name="à nous", ranks={"7": {"abilities": ["burn"]}})
    record = played(new_record(mine, 4, seed=3), Random(3))
    loaded = loads_record(dumps_record(record))
    assert loaded == record
    assert loaded.variant == mine
    assert loaded.play() == record.play()


def test_meta_is_free() -> None:
    meta: dict[str, Any] = {
        "table": {"town": "Gent", "seats": [1, 2]}, "date": date(2024, 2, 29), "ranked": True,
        "rating": 1.5,
    }  # fmt: skip
    record = evolve(RECORD, meta=meta)
    assert loads_record(dumps_record(record)).meta == meta


@pytest.mark.parametrize(
    ("meta", "path"),
    [
        ({"a": {"b": [1, None]}}, r"meta\.a\.b\[1\]"),
        ({"a": {7: 1}}, r"meta\.a"),
        ({"a": {1}}, "meta"),
    ],
)
def test_what_meta_cannot_hold_is_told_before_anything_is_written(
    tmp_path: Path, meta: dict[str, Any], path: str
) -> None:
    with pytest.raises(RecordError, match=path):
        dump_record(evolve(RECORD, meta=meta), tmp_path / "game.toml")
    assert not (tmp_path / "game.toml").exists()


TEXT = dumps_record(new_record(load_variant("plain"), 2, seed=1, meta={"n": 1}))

MANGLED = {
    ("players = 2", 'players = "2"'): 'players: "2" is no whole number',
    ("players = 2\n", ""): "players: it is missing",
    ("format = 1", "format = 2"): "format: 2 is not known: write format = 1",
    ("dealer = ", "deeler = "): 'deeler: unknown key "deeler"; did you mean "dealer"?',
    ("actions = []", 'actions = ["0: ply 7D", "1: pass"]'): "actions[0]: '0: ply 7D' is no action",
    ("actions = []", "actions = [7]"): "actions[0]: 7 is no text",
    ('deck = "', 'deck = "XX '): "deck: 'XX' is no card",
    ("[meta]\nn = 1", "meta = 1"): "",
    ("hand = 3", "hand = -3"): "variant.deal.hand: ",
    ('beat = "equal_or_higher"', 'beat = "equal"'): 'variant.beat: "equal" is none of',
    ("[variant]", "[veriant]"): "",
}


@pytest.mark.parametrize(("change", "message"), MANGLED.items())
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    assert change[0] in TEXT
    path = tmp_path / "game.toml"
    path.write_text(TEXT.replace(*change), encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        load_record(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_everything_wrong_is_listed_at_once() -> None:
    text = TEXT.replace("actions = []", 'actions = ["x", "0: pass", "y"]')
    text = text.replace('deck = "', 'deck = "XX ').replace("hand = 3", "hand = -3")
    with pytest.raises(RecordError) as caught:
        loads_record(text)
    paths = {each.path for each in caught.value.problems}
    assert paths == {"actions[0]", "actions[2]", "deck", "variant.deal.hand"}


@pytest.mark.parametrize("text", ["", "{", "[1]", "{}", "= 1", "\x00", "{'a': 1}", "[" * 10_000])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        loads_record(text)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for name in ("no.toml", "no.json"):
        with pytest.raises(RecordError, match="cannot be read"):
            load_record(tmp_path / name)


@given(data=st.data())
def test_a_mangled_file_never_does_worse_than_an_error(data: DataObject) -> None:
    text = data.draw(st.sampled_from([TEXT, json.dumps(CONVERTER.unstructure(RECORD))]))
    for _ in range(10):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 30))
        mangled = text[:start] + data.draw(st.text(max_size=3)) + text[end:]
        quietly(mangled)


def quietly(text: str) -> None:
    try:
        loads_record(text).play()
    except RecordError:
        return


# ---------------------------------------------------------------- rules that change


def test_a_deck_that_is_not_the_variants_is_told() -> None:
    with pytest.raises(RecordError, match="deck: the deck given has 51 cards"):
        evolve(RECORD, deck=RECORD.deck[1:]).play()


def test_a_record_whose_variant_plays_otherwise_says_so() -> None:
    text = dumps_record(RECORD).replace("instead_of_flip = false", "instead_of_flip = true")
    changed = loads_record(text)
    assert RECORD.plays_the_same
    assert not changed.plays_the_same
    with pytest.raises(RecordError, match="digest: rawlins no longer plays as when"):
        next(iter(changed))
    assert changed.renewed().play() == RECORD.play().under(rules_of(changed.variant))


def test_the_name_of_a_variant_changes_nothing() -> None:
    text = dumps_record(RECORD).replace('name = "rawlins"', 'name = "ours"')
    assert loads_record(text).plays_the_same


def hop_with(caused: palace.abilities.Effects) -> type[Ability]:
    """An ability of a user's own."""

    @palace.abilities.register("hop")
    @frozen
    class Hop(Ability):
        @property
        def effects(self) -> palace.abilities.Effects:
            return caused

    return Hop


def test_an_ability_that_changes_is_noticed() -> None:
    """The text of the variant stays the same, what it means does not."""
    digests = set()
    for effects in (palace.abilities.Effects(skips="each"), palace.abilities.Effects(another=True)):
        with patch.dict(palace.abilities.ABILITIES):
            hop = hop_with(effects)
            digests.add(digest(evolve(PLAIN, ranks={"8": palace.variant.RankRules([hop()])})))
    assert len(digests) == 2


def test_another_end_than_the_record_says_is_told() -> None:
    loaded = loads_record(dumps_record(RECORD))
    assert loaded.end
    with pytest.raises(RecordError, match=r"end: the game came to .* but the record says"):
        evolve(loaded, end=loaded.end.replace("direction=-1;", "") + "x").play()


def test_every_shipped_variant_has_a_digest_of_its_own() -> None:
    variants = [load_variant(name) for name in palace.variant_names()]
    unnamed = {evolve(each, name="", summary="") for each in variants}
    assert len({*map(digest, variants)}) == len(unnamed)


@given(variants())
def test_a_digest_is_that_of_the_rules_whatever_they_are_called(variant: Variant) -> None:
    assert digest(evolve(variant, name="another", summary="name")) == digest(variant)
    assert digest(palace.loads_variant(palace.dumps_variant(variant))) == digest(variant)


# ---------------------------------------------------------------- the converter


def back(value: Any, cls: Any = None) -> None:
    """A value comes back from plain data, by JSON too."""
    cls = cls or type(value)
    raw = CONVERTER.unstructure(value, cls)
    assert CONVERTER.structure(raw, cls) == value
    assert CONVERTER.structure(json.loads(json.dumps(raw)), cls) == value


@pytest.mark.untraced
@every_table
@given(data=st.data())
def test_every_value_of_a_game_comes_back(table: str, data: DataObject) -> None:
    random = data.draw(st.randoms(use_true_random=False))
    state = data.draw(states(table))
    back(state)
    back(state.rules)
    back(state.variant)
    back(state.requirement)
    back(state.hands, tuple[Cards, ...])
    back(state.face_down, tuple[tuple[Card | None, ...], ...])
    back(legal_actions(state))
    for seat in (None, state.players - 1):
        back(view(state, seat))
        back(Knowledge.of(view(state, seat)))
    for _ in range(2):
        if state.phase is Phase.OVER:
            return
        action = random.choice([Resign(state.active[0]), *distinct_actions(state)])
        after, events = step(state, action)
        seat = random.randrange(state.players)
        back(action)
        back(action, Action)
        back(events, tuple[Event, ...])
        for event in palace.redact(events, seat):
            back(event)
            back(event, Event)
            back([*event.moves], list[palace.events.Move])
        back(Knowledge.of(view(state, seat)).after(events))
        state = after


def test_every_other_value_comes_back() -> None:
    rules = load_variant("ten-two-slide")
    back(RECORD)
    back(Session(rules, 3).after(RECORD.play()) if RECORD.variant == rules else Session(rules, 3))
    back(palace.problems(rules), tuple[palace.errors.Problem, ...])
    back(palace.explain(rules))
    back(palace.diff(rules, PLAIN))
    back(palace.load_examples("rawlins"))
    row = rules_of(rules).rows[3]
    back(row)
    back(row.cells[0])
    back(row.cells[0].effects)
    back(rules.deal.at(3))
    back(palace.variant.Span(6, 10))
    back(load_variant("rawlins").rank("8").abilities[0])
    back(palace.doubts(rules), tuple[palace.errors.Doubt, ...])


NO_VALUES: list[tuple[Any, Any]] = [
    ("7X", Card), (7, Card), ("0: ply 7D", Action), ("0: pass", Play), ({"position": 7}, State),
    ({}, State), ({"position": "selected"}, State), ({"position": "selected"}, View),
    ({"kind": "danced", "seat": 0}, Event), ({"seat": 0}, Event), ({"format": 1}, Record),
    ({"name": 7}, Variant), ({"nmae": "x"}, Variant), ("7", int), ({"deck": []}, Session),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "cls"), NO_VALUES)
def test_what_is_no_value_is_refused(raw: Any, cls: Any) -> None:
    with pytest.raises(
        (palace.PalaceError, cattrs.BaseValidationError, cattrs.StructureHandlerNotFoundError)
    ):
        CONVERTER.structure(raw, cls)


def test_a_converter_is_ones_own() -> None:
    mine = make_converter()
    mine.register_unstructure_hook(Card, lambda card: card.index)
    assert mine.unstructure(Card.parse("2C")) == 0
    assert CONVERTER.unstructure(Card.parse("2C")) == "2C"
