"""The follow table of a variant, made by exploring from the empty pile.

A rule that needs more than a rank only adds a requirement. Many requirements differ only in what
hardly any card asks about, so what `cells` answers is kept for all that have the same answer.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from attrs import evolve

from palace import cells
from palace.abilities import Effects
from palace.cards import CARDS, RANKS, Card, Rank
from palace.errors import Reason
from palace.requirements import CHOICE, FREE, Cell, Kind, Requirement, Row
from palace.traits import most_together
from palace.variant import Variant

Left: TypeAlias = tuple[int, ...]
"""The number of the row that a card leaves; where it matters, by how many are laid."""

_CARDS = [[card.index for card in CARDS if card.rank is rank] for rank in RANKS]
_DECLARED = Cell(0, 0, refusal=Reason.MUST_DECLARE)
"""The cell of a card that is laid as a card of another rank."""


class _ByCard(dict[int, Left]):
    """What each card leaves, by its index, found when it is first asked for."""

    def __init__(self, find: Callable[[Card], Left]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, index: int) -> Left:
        left = self[index] = self._find(CARDS[index])
        return left


class FollowTable:
    """The follow table of a variant with which nothing is wrong.

    Attributes:
        rows: the table, row 0 for an empty pile.
        after_four: the row after four of a kind burn, by the rank's number.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._effects = [cells.caused(variant, rank) for rank in RANKS]
        self._looked_through = cells.looked_through(variant)
        self._most_together = _most_matched(variant)
        self._in_full = _in_full(variant)
        self._numbers = {FREE: 0}
        self._requirements = [FREE]
        self._alike = variant.suits == "ignored"
        self._refused = cache(self._find_refused)
        self._counts = cache(self._find_counts)
        self._caused = cache(self._find_caused)
        self._left = cache(self._find_left)
        self.after_four = tuple(self._number(self._after_four(rank)) for rank in RANKS)
        for requirement in self._asked_otherwise():
            self._number(requirement)
        self.rows = tuple(map(self._row, self._requirements))  # they grow meanwhile

    def _number(self, requirement: Requirement) -> int:
        number = self._numbers.setdefault(requirement, len(self._requirements))
        if number == len(self._requirements):
            self._requirements.append(requirement)
        return number

    def _row(self, requirement: Requirement) -> Row:
        made = self._cells(requirement)
        for other in (*self._called(requirement), *self._burned(requirement)):
            self._number(other)
        return Row(
            requirement,
            made,
            self._numbers[requirement],
            taken=self._number(cells.taken(requirement)),
            deserted=self._number(cells.deserted(self._variant, requirement)),
            otherwise=self._otherwise(requirement),
            in_full=self._in_full or requirement.kind == "choice",
        )

    # ------------------------------------------------------------ rows that no card leads to

    def _after_four(self, rank: Rank) -> Requirement:
        effects = self._effects[rank.index]
        measured = effects.lead if effects.burns else self._variant.four.lead
        return cells.lead(self._variant, measured, rank)

    def _asked_otherwise(self) -> list[Requirement]:
        """The requirements to which no card leads by itself."""
        asked, lead = list[Requirement](), self._variant.start.lead
        asks = any(each.chooses or each.gives == "chosen" for each in self._effects)
        if asks or self._variant.deal.add_drawn:
            asked.append(CHOICE)
        turned = dict.fromkeys([None, *(each.flips for each in self._effects)])
        asked += [
            Requirement("attack", rank, flipped=flipped)
            for rank, each in zip(RANKS, self._effects, strict=True)
            if each.gives and each.defence
            for flipped in turned
        ]
        if lead != "free":
            asked += [
                Requirement("start", card.rank, card.suit if lead == "card" else None)
                for card in CARDS
            ]
        return asked

    def _called(self, requirement: Requirement) -> list[Requirement]:
        """The requirements to which what a player says leads from here."""
        if requirement.kind != "top" or requirement.rank is None:
            return []
        effects = self._effects[requirement.rank.index]
        if effects.chooses != "direction" or requirement.leaves is not None:
            return []
        return [
            cells.called(requirement, direction, strict=effects.strict)
            for direction in ("higher", "lower")
        ]

    def _burned(self, requirement: Requirement) -> list[Requirement]:
        """The requirements after four of a kind burned while the order is turned round."""
        if not requirement.flipped:
            return []
        left = [self._requirements[number] for number in set(self.after_four)]
        return [evolve(each, flipped=requirement.flipped) for each in left]

    def _otherwise(self, requirement: Requirement) -> int | None:
        limited = requirement.kind in ("lead", "start")
        return self._number(Requirement(flipped=requirement.flipped)) if limited else None

    # ------------------------------------------------------------ cells

    def _cells(self, requirement: Requirement) -> tuple[Cell, ...]:
        """A cell for each card; where suits do not part those of a rank, the first is asked for.

        A card leaves the same wherever the same lasts, unless what lay there is seen through it.
        """
        reasons = self._refused(cells.refusing(self._variant, requirement))
        counts = self._counts(Requirement(requirement.kind, number=requirement.number))
        effects = self._caused(requirement.kind, requirement.rank)
        usual, own = (self._left(cells.lasting(requirement, same=same)) for same in (False, True))
        anew = self._find_left(requirement)
        looked_through = self._looked_through if requirement.kind == "top" else ()
        alike = self._alike and requirement.suit is None
        made = list[Cell]()
        for rank, cards in zip(RANKS, _CARDS, strict=True):
            first, number = cards[0], rank.index
            left = anew if rank in looked_through else own if rank is requirement.rank else usual
            if reasons[first] is Reason.MUST_DECLARE:
                made += [_DECLARED] * len(cards)
            elif alike:
                cell = _cell(reasons[first], counts[number], left[first], effects[number])
                made += [cell] * len(cards)
            else:
                before = None
                for index in cards:  # neighbours of which the same is said share a cell
                    asked = first if left is anew else index  # its own suit does not matter then
                    said = reasons[index], left[asked]
                    if said != before:
                        cell = _cell(reasons[index], counts[number], left[asked], effects[number])
                    made.append(cell)
                    before = said
        return tuple(made)

    def _find_left(self, requirement: Requirement) -> _ByCard:
        """What each card leaves on a requirement."""
        return _ByCard(lambda card: self._rows_after(requirement, card))

    def _find_refused(self, refusing: Requirement) -> list[Reason | None]:
        """Why each card does not go, or None."""
        reasons = list[Reason | None]()
        for cards in _CARDS:
            by_suit: dict[bool, Reason | None] = {}
            for card in (CARDS[index] for index in cards):
                suited = cells.has_its_suit(self._variant, refusing, card)
                if suited not in by_suit:
                    by_suit[suited] = cells.refusal(self._variant, refusing, card)
                reasons.append(by_suit[suited])
        return reasons

    def _find_counts(self, counting: Requirement) -> list[tuple[int, int]]:
        """By rank in which counts cards may be laid that go, and in which those that do not."""
        return [
            (
                cells.counts(self._variant, counting, rank),
                cells.counts_all_the_same(self._variant, counting, rank),
            )
            for rank in RANKS
        ]

    def _find_caused(self, kind: Kind, top: Rank | None) -> list[Effects]:
        """By rank what is caused on a rank."""
        asked = Requirement(kind, top)
        return [cells.caused_on(self._variant, asked, rank) for rank in RANKS]

    def _rows_after(self, requirement: Requirement, card: Card) -> Left:
        row = cells.left(self._variant, requirement, card)
        if self._variant.match == "never":
            return (self._number(row),)
        pair = cells.left(self._variant, requirement, card, 2)
        if pair == row:
            return (self._number(row),)
        one = self._number(row)
        sets = [evolve(pair, number=cards) for cards in range(2, self._most_together + 1)]
        return (one, one, *map(self._number, sets))


def _cell(refusal: Reason | None, counts: tuple[int, int], left: Left, effects: Effects) -> Cell:
    """A cell; where one card is refused, or a number of cards, four may go all the same."""
    usual, all_the_same = counts
    if refusal is not None:
        usual = 0
    elif not usual:
        refusal = Reason.WRONG_COUNT
    there = left if len(left) > 1 else ()
    return Cell(usual | all_the_same, left[0], effects, refusal, there)


def _most_matched(variant: Variant) -> int:
    """The most cards that a play has, where the next must match it."""
    if variant.match == "never":
        return 1
    return max(most_together(variant, players) for players in variant.players.counts)


def _in_full(variant: Variant) -> bool:
    """Whether the variant has rules of laying that no cell can say."""
    return bool(
        variant.out_of_turn != "never"
        or variant.end.not_on
        or variant.table_cards.face_up == "singles"
        or variant.table_cards.with_hand
        or variant.straights
        or any(map(variant.stands_for, RANKS))
    )
