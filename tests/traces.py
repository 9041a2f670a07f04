"""Recorded games of other engines: their rules as variants, the library's states as they record.

`../shared/traces/README.md`, beside the checkout, explains the format.
"""

import json
import lzma
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import pytest

from palace import (
    Action,
    Arrange,
    Card,
    Cards,
    Chance,
    Flip,
    PickUp,
    Play,
    State,
    Variant,
    apply,
    derive,
    new_game,
)

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "traces"
SYMBOLS = "23456789TJQKA"
TEXT = tuple(rank + suit for rank in SYMBOLS for suit in "CDHS")

Raw: TypeAlias = Mapping[str, Any]
Shown: TypeAlias = dict[str, str]


class Legal(NamedTuple):
    """What a record says could be done before a move; None where it does not say."""

    ranks: frozenset[str] | None = None
    gamble: bool | None = None
    pick_up: bool | None = None


class Move(NamedTuple):
    """A recorded move; `fixed_next` is the right next seat where the engine found a wrong one."""

    seat: int
    kind: str
    zone: str
    cards: tuple[str, ...]
    stays: bool | None
    legal: Legal
    next: int | None
    fixed_next: int | None
    result: str | Shown


class Game(NamedTuple):
    """A recorded game."""

    source: str
    number: int
    rules: Raw
    players: int
    deal: Raw
    moves: list[Move]
    complete: bool

    def __str__(self) -> str:
        return f"{self.source} {self.rules['config']}, game {self.number}"


# ---------------------------------------------------------------- reading


def read(name: str, folder: Path = FOLDER) -> Iterator[Game]:
    """The games of a file; without the folder the test is skipped, but never in CI."""
    if not folder.is_dir():
        missing = f"the recorded games are not there: {folder.name}"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    with lzma.open(folder / name, "rt", encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            moves = [_short(move) if "h" in move else _full(move, game) for move in game["moves"]]
            yield Game(
                game["source"], game["game"], game["rules"], game["players"], game["deal"],
                moves, game["complete"],
            )  # fmt: skip


def _short(move: Raw) -> Move:
    run = move["c"]
    cards = tuple(run[at : at + 2] for at in range(0, len(run), 2))
    legal = Legal(frozenset(move["l"]) if "l" in move else None)
    return Move(
        move["p"], move["k"], move["f"], cards, move.get("ok"), legal, move["n"],
        move.get("expected_next"), move["h"],
    )  # fmt: skip


def _full(move: Raw, game: Raw) -> Move:
    said, result = move.get("legal", {}), move["result"]
    ranks, zone = said.get("ranks"), said.get("from")
    # only engine-4 records it well, and not where its games do without taking the pile unseen
    pick_up = game["source"] == "engine-4" and (zone != "down" or game["rules"]["blind_pickup"])
    legal = Legal(
        None if ranks is None else frozenset(ranks),
        said.get("gamble"),
        said.get("pickup") if pick_up else None,
    )
    return Move(
        move["player"], move["kind"], move["from"], tuple(move["cards"]), move.get("ok"), legal,
        result["next"], move.get("expected_next"), _recorded(result),
    )  # fmt: skip


def _recorded(result: Raw) -> Shown:
    lists = {name: ",".join(map(str, result[name])) for name in ("pile", "out")}
    texts = {name: str(value) for name, value in result.items()} | seats(result) | lists
    return {name: texts[name] for name in SHOWN}


def seats(record: Raw) -> Shown:
    """The texts of the zones that each seat has."""
    return {
        name: ";".join(",".join(sorted(cards)) for cards in record[name])
        for name in ("hands", "up", "down")
    }


# ---------------------------------------------------------------- rules as variants

EVERYWHERE = {
    "blind_fail": "take_pile_and_card",
    "empty_pile_pickup": False,
    "end": "last_with_cards_loses",
    "finish_on_burn": "next_active_leads",
    "four_burn_run": "physical_consecutive",
    "hand_up_combo": False,
}
"""What all engines do, and the library without a key."""
ABSENT = {
    "four_burn_again": True,
    "reverse_count": "parity",
    "skip_count": "per_card",
    "skip_wrap": "incl_self",
}
"""What a key that is left out means; without the ability it means nothing."""
DESCRIBES = {"config", "starter", "opening"}
"""Who starts is taken from the record, and so is the first play."""
COUNTS = {"per_card": "each", "one_per_play": "once", "parity": "each"}
WRAPS = {"incl_self": "with_self", "excl_self": "without_self"}
ONLY = "only(3579)"


def variant_of(rules: Raw) -> Variant:
    """A `rules` object in the language of variant files."""
    return _variant(json.dumps(rules))


@cache
def _variant(rules: str) -> Variant:
    left = ABSENT | json.loads(rules)
    taken = left.pop
    for name, value in EVERYWHERE.items():
        if (found := taken(name)) != value:
            raise ValueError(f"{name} = {found!r} is not translated")
    sizes = taken("deal")
    variant = derive(
        "plain",
        name=left["config"],
        order=list(left["rank_order"]),
        sets=taken("sets"),
        arrange="free" if taken("swap") else "none",
        chance="always" if taken("gamble") else "never",
        deck={"packs": taken("decks"), "jokers": taken("jokers")},
        deal={
            "face_down": sizes["down"],
            "face_up": sizes["up"],
            "hand": sizes["hand"],
            "replenish_to": taken("draw_to"),
        },
        four={
            "burns": "in_a_row" if taken("four_burn") else "never",
            "again": taken("four_burn_again"),
        },
        pick_up={
            "when_able": taken("voluntary_pickup"),
            "instead_of_flip": taken("blind_pickup"),
            "adding": {"pile": "never", "pile+1up": "always"}[taken("up_pickup")],
        },
        ranks=_ranks(taken),
    )
    if set(left) - DESCRIBES:
        raise ValueError(f"{', '.join(left)} is not translated")
    return variant


def _ranks(taken: Callable[..., Any]) -> Raw:
    """The special ranks; where `only(3579)` lies, these go whatever the order and no others do."""
    order, named, wild = taken("rank_order"), taken("abilities"), taken("wild")
    exempt = taken("wild_on_lower", wild)
    abilities: dict[str | None, list[Any]] = {
        None: [],
        ONLY: [],
        "reset": ["reset"],
        "invisible": ["invisible"],
        "burn": [{"name": "burn", "again": taken("burn_again")}],
        "lower": [{"name": "lower", "binds": [rank for rank in wild if rank not in exempt]}],
        "skip": [
            {
                "name": "skip",
                "count": COUNTS[taken("skip_count")],
                "wrap": WRAPS[taken("skip_wrap")],
            }
        ],
        "reverse": [{"name": "reverse", "count": COUNTS[taken("reverse_count")]}],
    }
    only = [rank for rank in order if named.get(rank) == ONLY]
    return {
        rank: {
            "abilities": abilities[named.get(rank)],
            "on": {
                "rule": "anything" if rank in wild else "in_order",
                "also" if rank in ONLY else "never": only,
            },
        }
        for rank in order
    }


# ---------------------------------------------------------------- playing


def dealt(game: Game) -> State:
    """The deal: the deck is laid so that the recorded starter sits at the dealer's left."""
    starter = game.deal["starter"]
    clockwise = [(starter + step) % game.players for step in range(game.players)]
    cards = [
        game.deal[zone][seat][number]
        for zone in ("down", "up", "hands")
        for number in range(3)
        for seat in clockwise
    ]
    deck = cards + game.deal["stock"][::-1]
    return new_game(variant_of(game.rules), game.players, deck=deck, dealer=clockwise[-1])


def arranged(state: State, face_up: Sequence[Sequence[str]]) -> State:
    """The state once every seat has chosen these face-up cards."""
    for seat, cards in enumerate(face_up):
        state = apply(state, Arrange(seat, Cards.of(cards)))
    return state


def action_of(move: Move, state: State) -> Action:
    """A recorded move as an action; a card turned over is found by its place."""
    if move.kind == "play":
        return Play(move.seat, Cards.of(move.cards))
    if move.kind == "pickup":
        return PickUp(move.seat, Card.parse(move.cards[0]) if move.cards else None)
    if move.zone == "stock":
        return Chance(move.seat)
    return Flip(move.seat, state.face_down[move.seat].index(Card.parse(move.cards[0])))


def zone_in_use(state: State, seat: int) -> str:
    """The zone that a seat plays from, as a record calls it."""
    if state.hands[seat]:
        return "hand"
    return "up" if state.face_up[seat] else "down"


# ---------------------------------------------------------------- a state as it is recorded

SHOWN = ("pile", "hands", "up", "down", "stock", "burned", "next", "direction", "out", "loser")


def shown(state: State, laid: Sequence[tuple[str, ...]], to_move: int | None) -> Shown:
    """A state in the texts of a record.

    Args:
        state: the state.
        laid: the plays that lie on the pile; cards laid together, which have no order in the
            library, are shown in the order of the play.
        to_move: the next seat.
    """
    pile = ",".join([TEXT[card.index] for card in state.pile])
    for play in laid:
        if len(play) > 1:
            pile = pile.replace(_sorted_by_suit(play), ",".join(play))
    texts = (
        pile,
        ";".join([_text(hand.packed) for hand in state.hands]),
        ";".join([_text(cards.packed) for cards in state.face_up]),
        ";".join([",".join(sorted([TEXT[c.index] for c in row if c])) for row in state.face_down]),
        str(len(state.stock)),
        str(len(state.burned)),
        str(to_move),
        str(state.direction),
        ",".join(map(str, state.out)),
        str(state.loser),
    )
    return dict(zip(SHOWN, texts, strict=True))


def checksum(texts: Shown) -> str:
    """The checksum of a state's texts."""
    return f"{crc32('|'.join(texts.values()).encode()):08x}"


def _sorted_by_suit(cards: Sequence[str]) -> str:
    return ",".join(sorted(cards))  # of one rank, and suits stand as C D H S


@lru_cache(maxsize=1 << 14)
def _text(packed: int) -> str:
    return ",".join(sorted([TEXT[card.index] for card in Cards(packed)]))
