"""The fields of a position's text read together, as a state or as a view."""

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import evolve

from palace import field
from palace.cards import Card, Cards, Rank
from palace.combining import declared_as
from palace.errors import PalaceError, PositionError, Problem
from palace.positions import all_arranged, laid_out
from palace.rules import Rules
from palace.state import Declared, Pending, Phase, State, as_declared
from palace.variant import MOST_SEATS
from palace.views import Hidden, Place, View
from palace.wording import quoted, shortened, suggestion

T = TypeVar("T")
_SEATS = tuple(map(str, range(MOST_SEATS)))
_NO_SEATS: tuple[int, ...] = ()
_NO_CARDS: tuple[Place, ...] = ()
_NO_RANKS: tuple[Rank, ...] = ()
_KEYS = (
    "sees", "phase", "to_move", "direction", "dealer", "turns", "laid_by", "out", "resigned",
    "arranged", *_SEATS, "pile", "declared", "stock", "burned", "burned_unseen", "requirement",
    "pending", "then", "drawn", "next",
)  # fmt: skip


class Reading:
    """The fields of one text, and the problems with them as they are read."""

    def __init__(self, fields: list[str]) -> None:
        self.fields: dict[str, str] = {}
        self.problems: list[Problem] = []
        for each in fields:
            key, equals, text = each.partition("=")
            if not equals or key not in _KEYS:
                self._wrong(key, f"{quoted(each)} is no field; {suggestion(key, _KEYS)}")
            elif key in self.fields:
                self._wrong(key, f"{key} is said twice: say it once")
            else:
                self.fields[key] = text

    def _wrong(self, path: str, message: str) -> None:
        self.problems.append(Problem(shortened(path), message))

    def _take(self, key: str, read: Callable[[str], T], default: T) -> T:
        """What a field says, or the default where it is left out or cannot be read."""
        try:
            return read(self.fields[key]) if key in self.fields else default
        except PalaceError as error:
            self._wrong(key, str(error))
            return default

    # ------------------------------------------------------------ a state

    def state(self, rules: Rules) -> State:
        """The state that the fields describe."""
        seats = self._seats(rules, field.zones_of_state)
        common = self._common(rules, len(seats))
        burned, unseen = (self._take(key, field.multiset, 0) for key in ("burned", "burned_unseen"))
        together = "".join(self.fields.get(key, "") for key in ("burned", "burned_unseen"))
        if not self.problems:
            self._take("burned", lambda _: field.multiset(together), 0)  # too many copies
        return laid_out(
            rules, seats, stock=self._take("stock", field.ordered, b""), burned=burned + unseen,
            burned_unseen=unseen, pending=self._pending(rules), **common,
        )  # fmt: skip

    def _seats(self, rules: Rules, zones: Callable[[str], T]) -> list[T]:
        """The seats' zones, those missing between others too."""
        named = [seat for seat in _SEATS if seat in self.fields]
        players = _SEATS.index(named[-1]) + 1 if named else 0
        for seat in _SEATS[:players]:
            if seat not in named:
                self._wrong(seat, f"seat {seat} is missing: write {seat}= and its cards")
        try:
            rules.variant.deck_cards(players)
        except PositionError as error:
            self._wrong("seats", str(error))
        return [self._take(seat, zones, zones("")) for seat in _SEATS[:players]]

    def _common(self, rules: Rules, players: int) -> dict[str, Any]:
        """What a state and a view have in common."""
        pile = self._take("pile", field.ordered, b"")
        phase = self._take("phase", field.phase, Phase.PLAY)
        declared = self._declared(rules, pile)
        standing = rules.standing(as_declared(pile, declared))
        resigned = self._take("resigned", field.numbers, _NO_SEATS)
        arranged = self._take("arranged", field.numbers, _NO_SEATS)
        return {
            "phase": phase,
            "to_move": self._take("to_move", field.number, None),
            "direction": self._take(
                "direction", field.direction, rules.variant.start.first_direction
            ),
            "dealer": self._take("dealer", field.number, 0),
            "turns": self._take("turns", field.number, 0),
            "laid_by": self._take("laid_by", field.number, None),
            "out": self._take("out", field.numbers, _NO_SEATS),
            "resigned": resigned,
            "arranged": all_arranged(phase, players, arranged, resigned),
            "pile": pile,
            "declared": declared,
            "row": self._take("requirement", field.row_of(rules), standing),
        }

    def _declared(self, rules: Rules, pile: bytes) -> Declared:
        ranks = self._take("declared", field.ranks, _NO_RANKS)
        try:
            return declared_as(rules, pile, ranks)
        except PositionError as error:
            self._wrong("declared", str(error))
            return ()

    def _pending(self, rules: Rules) -> Pending | None:
        pending = self._take("pending", field.pending, None)
        below: dict[str, Any] = {
            "row": self._take("then", field.row_of(rules), rules.rows[0]).number,
            "cards": self._take("drawn", field.multiset, 0),
            "next": self._take("next", field.number, None),
        }
        if pending is not None:
            return evolve(pending, **below)
        for key in ("then", "drawn", "next"):
            if key in self.fields and "pending" not in self.fields:
                self._wrong(key, "nothing is pending: leave it out, or say what is")
        return None

    # ------------------------------------------------------------ a view

    def view(self, rules: Rules) -> View:
        """The view that the fields describe."""
        sees = self._take("sees", field.sees, None)
        seats = self._seats(rules, field.zones_of_view)
        common = self._common(rules, len(seats))
        if sees is not None and sees not in range(len(seats)):
            self._wrong("sees", f"there is no seat {sees}: seats are 0 to {len(seats) - 1}")
        hands = [
            self._hand(seat, hand, own=seat == sees) for seat, (hand, _, _) in enumerate(seats)
        ]
        piles = {
            key: self._take(key, field.places, _NO_CARDS) for key in ("stock", "burned_unseen")
        }
        for key, cards in piles.items():
            if any(card is not Hidden.CARD for card in cards):
                self._wrong(key, "no seat sees these cards: write ?? for each")
        return View(
            rules=rules,
            seat=sees,
            phase=common["phase"],
            to_move=common["to_move"],
            hands=tuple(hands),
            hand_counts=tuple(len(hand) for hand, _, _ in seats),
            face_up=tuple(Cards(up) for _, up, _ in seats),
            face_down=tuple(down if any(down) else () for _, _, down in seats),
            stock_count=len(piles["stock"]),
            pile=tuple(map(Card, common["pile"])),
            burned=Cards(self._take("burned", field.multiset, 0)),
            burned_unseen=len(piles["burned_unseen"]),
            requirement=common["row"].requirement,
            direction=common["direction"],
            dealer=common["dealer"],
            out=common["out"],
            resigned=common["resigned"],
            turns=common["turns"],
            arranged=common["arranged"],
            pending=self._pending(rules),
            laid_by=common["laid_by"],
            declared=common["declared"],
        )

    def _hand(self, seat: int, hand: tuple[Place, ...], *, own: bool) -> Cards | None:
        known = [card for card in hand if isinstance(card, Card)]
        if len(known) != (len(hand) if own else 0):
            who = "sees its own hand" if own else "sees no other hand: write ?? for each card"
            self._wrong(str(seat), f"the seat that sees this {who}")
        return Cards.of(known) if own else None
