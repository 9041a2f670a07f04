"""What is legal to write but can hardly be meant: each check has a case, and a near miss.

Protects against the fault that a rule which its author wrote does nothing, and nobody says so; and
against warnings where nothing is wrong, which teach authors to read none.
"""

from pathlib import Path
from typing import Any

import pytest

import palace
from palace import VariantError, doubts, load_variant, loads_variant, variant_names
from palace.cli import main
from palace.variant import Players, Variant
from telling import cases, in_file, pairs

TAKE_IT_AWAY = "the same is played without it: take it away"
NOBODY_THERE = "the deck has none; write deck.jokers = 2, or take it away"


def told(text: str) -> list[tuple[str, str]]:
    """What is doubted about a file that says this besides its format."""
    return [(each.path, each.message) for each in doubts(loads_variant(in_file(text)))]


DOUBTED = """
ranks.K.on = { only = ["joker"] }
    ranks.K.on: "K" goes on no card that can lie on top, it can only be led:
        name other ranks, or leave it out

ranks.A.abilities = [{ name = "higher", binds = ["2", "10"] }]
    ranks.A.abilities: no card may follow "A": whoever comes after it takes the pile;
        let some rank go on it, as with on = "anything"

ranks.3.abilities = [{ name = "lower", strict = true, binds = ["2", "10"] }]
    ranks.3.abilities: no card may follow "3": whoever comes after it takes the pile;
        let some rank go on it, as with on = "anything"

ranks.7.on = { up_to = "A" }
    ranks.7.on.up_to: "A" changes nothing, TAKE_IT_AWAY

ranks.7.on = { also = ["J", "3"] }
    ranks.7.on.also[1]: "3" changes nothing, TAKE_IT_AWAY

ranks.K.abilities = ["skip", "burn"]
    ranks.K.abilities[0]: "skip" changes nothing,
        a card that burns does nothing else: take it away

ranks.7.abilities = [{ name = "invisible", repeats = true }]
    ranks.7.abilities[0].repeats: true changes nothing, TAKE_IT_AWAY

ranks.7.abilities = [{ name = "only", ranks = ["7", "joker"] }]
    ranks.7.abilities[0].ranks: ["7", "joker"] changes nothing, TAKE_IT_AWAY

ranks.7.abilities = [{ name = "give", defence = ["3", "joker"] }]
    ranks.7.abilities[0].defence[1]: "joker" changes nothing, TAKE_IT_AWAY

players.max = 2
ranks.7.abilities = ["reverse"]
    ranks.7.abilities[0]: "reverse" changes nothing, TAKE_IT_AWAY

players.max = 2
ranks.7.abilities = ["choose_next"]
    ranks.7.abilities[0]: "choose_next" changes nothing, TAKE_IT_AWAY

sets = false
match = "never"
set_limit = 0
four = { on_anything = false, burns = "never", size = 5, through = ["3"], lead = "higher" }
    four.size: 5 has no effect: four.burns = "never"
    four.through: ["3"] has no effect: four.burns = "never"
    four.lead: "higher" has no effect: four.burns = "never"

four = { burns = "never", on_anything = true, by_players = { 4-5 = { size = 6 } } }
    four.by_players: 4-5 has no effect: four.burns = "never"

four = { burns = "never", on_anything = true, size = 5 }
    four.on_anything: true changes nothing, TAKE_IT_AWAY

four.size = 5
    four.size: 5 has no effect: no deck has so many cards of a rank

four = { size = 8, by_players = { 4-5 = { size = 6 } } }
    four.size: 8 has no effect: no deck has so many cards of a rank
    four.by_players: 4-5 has no effect: no deck has so many cards of a rank

players.max = 2
chance = "always"
deal = { hand = 20, turn_up = true, add_drawn = true, replenish = "at_turn_start" }
    deal.turn_up: true has no effect: there is no stock
    deal.replenish: "at_turn_start" has no effect: there is no stock
    deal.add_drawn: true has no effect: there is no stock
    chance: "always" has no effect: there is no stock

deal = { replenish_to = 0, replenish = "at_turn_start", add_drawn = true, rest = "hands" }
    deal.replenish: "at_turn_start" has no effect: there is no stock
    deal.add_drawn: true has no effect: there is no stock
    deal.replenish: "at_turn_start" has no effect: deal.replenish_to = 0
    deal.add_drawn: true has no effect: deal.replenish_to = 0

deal.face_up = 0
pick_up.adding = "always"
table_cards.face_up = "singles"
    pick_up.adding: "always" has no effect: no cards are dealt face up
    table_cards.face_up: "singles" has no effect: no cards are dealt face up

table_cards.face_up = "into_hand"
pick_up.adding = "always"
    pick_up.adding: "always" has no effect: table_cards.face_up = "into_hand"

deal.face_down = 0
pick_up.instead_of_flip = true
table_cards.face_down = "looked_at"
    pick_up.instead_of_flip: true has no effect: no cards are dealt face down
    table_cards.face_down: "looked_at" has no effect: no cards are dealt face down

start.by = "dealers_left"
start.zones = "hand"
start.judged = "arranged"
start.ranks = ["3"]
start.suits = ["clubs"]
start.ties = "next_card"
    start.zones: "hand" has no effect: start.by = "dealers_left"
    start.judged: "arranged" has no effect: start.by = "dealers_left"
    start.ranks: ["3"] has no effect: start.by = "dealers_left"
    start.suits: ["clubs"] has no effect: start.by = "dealers_left"
    start.ties: "next_card" has no effect: start.by = "dealers_left"

arrange = "none"
arrange_order = "from_dealers_left"
start = { by = "seat", judged = "arranged" }
    start.judged: "arranged" has no effect: arrange = "none"
    arrange_order: "from_dealers_left" has no effect: arrange = "none"

end = { result = "winner", next_dealer = "loser" }
start.later = "loser"
    end.next_dealer: "loser" has no effect: with end.result = "winner" there is no loser
    start.later: "loser" has no effect: with end.result = "winner" there is no loser

deck.by_players.6.packs = 2
deal.by_players.9-10.hand = 4
four.by_players.8.size = 6
    deck.by_players.6: 6 has no effect: players are 2 to 5
    deal.by_players.9-10: 9-10 has no effect: players are 2 to 5
    four.by_players.8: 8 has no effect: players are 2 to 5

ranks.joker.abilities = ["reset"]
order = ["3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "joker"]
start = { ranks = ["3", "4", "5", "6", "7", "8", "joker"] }
end.not_on = ["joker", "2"]
four.through = ["joker"]
    ranks.joker: "joker" has no effect: NOBODY_THERE
    order[11]: "joker" has no effect: NOBODY_THERE
    start.ranks[6]: "joker" has no effect: NOBODY_THERE
    four.through[0]: "joker" has no effect: NOBODY_THERE
    end.not_on[0]: "joker" has no effect: NOBODY_THERE

start = { ranks = ["3"], zones = "face_up" }
    start.ranks: with 2 players nobody has 3 there in 60.3% of deals, and the dealer's left starts:
        name more ranks, or look into more zones

deal.replenish_to = 0
    deal.replenish_to: 0 leaves 34 cards that nobody draws, with 2 players:
        write a hand's size, or deal all cards

deal.turn_up = true
players = { min = 4, max = 6 }
deck.by_players.6.jokers = 2
ranks.joker.abilities = ["reset"]
    deal.turn_up: with 6 players no card is left to be turned up:
        deal fewer cards, or let fewer play

end.turn_limit = 3
    end.turn_limit: 3 turns end every game without a loser: it takes 13 at least;
        write a higher limit, or 0 for none
"""


@pytest.mark.parametrize(("text", "lines"), cases(DOUBTED))
def test_what_can_hardly_be_meant_is_told(text: str, lines: list[str]) -> None:
    words = {"TAKE_IT_AWAY": TAKE_IT_AWAY, "NOBODY_THERE": NOBODY_THERE}
    for short, long in words.items():
        lines = [line.replace(short, long) for line in lines]
    assert told(text) == pairs(lines)


MEANT = {
    "a rank that goes on some rank": 'ranks.K.on = { only = ["2"] }',
    "a rank that only some rank may follow": 'ranks.A.abilities = ["higher"]',
    "the lowest rank asks for lower": 'ranks.3.abilities = ["lower"]',
    "the highest rank asks for lower": 'ranks.A.abilities = ["lower"]',
    "a rank besides the order": 'ranks.7.on = { also = ["J"] }',
    "a limit that holds": 'ranks.7.on = { up_to = "5" }',
    "what only forbids": 'ranks.7.on = { rule = "anything", never = ["joker"] }',
    "ranks that are bound already": 'ranks.7.abilities = [{ name = "lower", binds = ["3"] }]',
    "a skip beside a reset": 'ranks.7.abilities = ["skip", "reset"]',
    "a reverse that skips at a table of two": (
        'players.max = 2\nranks.7.abilities = [{ name = "reverse", two_players = "skip" }]'
    ),
    "a reverse at a table of three": 'players.max = 3\nranks.7.abilities = ["reverse"]',
    "an invisible card that repeats a skip": (
        'ranks.7.abilities = [{ name = "invisible", repeats = true }]\nranks.8.abilities = ["skip"]'
    ),
    "other ways to beat": 'beat = "higher"',
    "a match": 'match = "exactly"',
    "a lock": "equal_lock = 3",
    "suits": 'suits = "suit"',
    "four on anything": "four.on_anything = true",
    "four on anything that never burn": 'four = { on_anything = true, burns = "never" }',
    "four that never burn": 'four = { burns = "never", again = false }',
    "five of two packs": "deck.packs = 2\nfour.size = 5",
    "a size for those who have more packs": (
        "players.max = 6\ndeck.by_players.6.packs = 2\nfour.by_players.6.size = 8"
    ),
    "no stock and no claim of one": "players.max = 2\ndeal = { hand = 20, replenish_to = 20 }",
    "all cards to the hands": 'deal = { rest = "hands", replenish_to = 0 }',
    "a chance where nobody draws": 'deal.replenish_to = 0\nchance = "always"',
    "a card added while there is a stock from which nobody draws": (
        'deal.replenish_to = 0\nchance = "always"\n'
        'table_cards.face_up = "into_hand"\npick_up.adding = "always"'
    ),
    "no cards face up, and never added": 'deal.face_up = 0\npick_up.adding = "never"',
    "the dealer's left": 'start.by = "dealers_left"',
    "a start that nearly never fails": (
        'start = { ranks = ["3", "4", "5", "6", "7", "8"], by = "seat" }'
    ),
    "a start that cannot fail": 'start = { by = "seat", zones = "hand" }',
    "the winner deals": 'end = { result = "winner", next_dealer = "winner" }',
    "players some of whom there are": "deck.by_players.4-6.packs = 2",
    "jokers that are there": 'deck.jokers = 2\nranks.joker.abilities = ["reset"]',
    "jokers that some have": (
        'deck.by_players.5.jokers = 2\nranks.joker.abilities = ["reset"]\nend.not_on = ["joker"]'
    ),
    "a limit within which a game can end": "end.turn_limit = 40",
    "a limit within which straights can end a game": "straights = 3\nend.turn_limit = 12",
    "a limit within which jokers can end a game": (
        'deck.jokers = 2\nranks.joker.abilities = ["wild"]\nend.turn_limit = 11'
    ),
    "six of a rank and of jokers that stand for it": (
        'deck.jokers = 2\nranks.joker.abilities = ["wild"]\nfour.size = 6'
    ),
    "a limit of turns where anybody lays": 'end.turn_limit = 3\nout_of_turn = "equal"',
}


@pytest.mark.parametrize("text", MEANT.values(), ids=list(MEANT))
def test_what_may_well_be_meant_is_not_doubted(text: str) -> None:
    assert told(text) == []


def test_what_cannot_be_played_is_refused_not_doubted() -> None:
    with pytest.raises(VariantError, match=r"players\.max"):
        doubts(Variant(players=Players(5, 4)))


# ---------------------------------------------------------------- palace check


@pytest.mark.untraced
@pytest.mark.untraced
@pytest.mark.parametrize("name", variant_names())
def test_no_shipped_file_is_warned_of(name: str) -> None:
    """Of what a parent says and a child leaves without effect the child's file says nothing."""
    assert [each for each in doubts(load_variant(name)) if not each.idle] == []


def test_a_warning_has_its_line_and_fails_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('format = 1\n\n[ranks.7]\non = { up_to = "A" }\n')
    assert main(["check", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out == f"{path}: fine, without examples\n"
    assert err == f'warning: {path}:4: ranks.7.on.up_to: "A" changes nothing, {TAKE_IT_AWAY}\n'


def test_what_only_a_parent_says_is_no_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('format = 1\nextends = "skip"\nranks.8.abilities = ["burn", "skip"]\n')
    assert main(["check", str(path)]) == 0
    assert "ranks.8.abilities[1]" in capsys.readouterr().err
    path.write_text('format = 1\nextends = "rawlins"\nplayers.max = 2\ndeck.jokers = 0\n')
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_a_doubt_that_no_line_can_have_is_told_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The child makes its parent's start one that can fail."""
    base, path = tmp_path / "base.toml", tmp_path / "ours.toml"
    base.write_text(in_file('start = { ranks = ["3", "4", "5", "6", "7", "8"], by = "seat" }'))
    path.write_text('format = 1\nextends = "./base.toml"\n[deal]\nface_up = 1\n')
    assert main(["check", str(path)]) == 0
    assert f"warning: {path}: start.ranks: with 2 players nobody has " in capsys.readouterr().err


def test_a_file_of_examples_says_nothing_about_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rules.toml").write_text("format = 1\ndeal.replenish_to = 0\n")
    path = tmp_path / "ours.toml"
    path.write_text(
        'variant = "./rules.toml"\n[[examples]]\nname = "x"\n'
        'seats = [{ hand = "4C 5C" }, { hand = "6C" }]\nmoves = ["play 4C"]\nthen.to_move = 1\n'
    )
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().err == ""
    assert main(["check", str(tmp_path / "rules.toml")]) == 0
    assert "deal.replenish_to: 0 leaves 34 cards" in capsys.readouterr().err


def test_a_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that changes meanwhile would be told with another's lines."""
    path, read = tmp_path / "ours.toml", []
    path.write_text("format = 1\n")
    usual = Path.open

    def counted(self: Path, *given: Any, **named: Any) -> Any:
        read.append(self.name)
        return usual(self, *given, **named)

    monkeypatch.setattr(Path, "open", counted)
    assert main(["check", str(path)]) == 0
    assert read == ["ours.toml"]


def test_doubts_are_public() -> None:
    assert palace.doubts is doubts
