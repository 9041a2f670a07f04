"""The follow table as an automaton: what is reached in play, and whether two tables play alike.

Only cards that are in a deck, and only as many together as it has, take part; what an effect
cannot do, as a skip beside a burn, is left out.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from attrs import evolve

from palace.abilities import Effects
from palace.cards import CARDS, RANKS, Rank
from palace.cells import called
from palace.requirements import ONE_CARD, Cell, Requirement, Row
from palace.rules import NEVER, Rules, rules_of
from palace.traits import copies
from palace.variant import Variant

Steps: TypeAlias = dict[tuple[Any, ...], int]
"""What may happen at a row, each with the number of the row to which it leads."""


class Automaton:
    """The follow table of a variant, to be walked through.

    Attributes:
        rules: the compiled variant.
        copies: the most cards of each rank in a deck.
    """

    def __init__(self, variant: Variant) -> None:
        self.rules: Rules = rules_of(variant)
        self.copies = copies(variant)
        self._fours = any(size < NEVER for size in self.rules.four)
        self._steps: dict[int, Steps] = {}

    def reached(self) -> tuple[Row, ...]:
        """The rows at which a pile can come to stand, in the order of the table."""
        found, waiting = set[int](), self.beginnings()
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                waiting += self.steps(number).values()
        return tuple(self.rules.rows[number] for number in sorted(found))

    def plays_as(self, other: "Automaton") -> bool:
        """Whether the same may be laid in the same places, and causes the same.

        Args:
            other: an automaton of other rules for the same cards.
        """
        mine, others = self.beginnings(), other.beginnings()
        turned_up = self.rules.variant.deal.turn_up
        if len(mine) != len(others) or (turned_up and self.rules.special != other.rules.special):
            return False
        waiting, seen = list(zip(mine, others, strict=True)), set[tuple[int, int]]()
        while waiting:
            pair = waiting.pop()
            if pair in seen:
                continue
            seen.add(pair)
            here, there = self.steps(pair[0]), other.steps(pair[1])
            if here.keys() != there.keys():
                return False
            waiting += [(here[step], there[step]) for step in here]
        return True

    def beginnings(self) -> list[int]:
        """The numbers of the rows at which a game may begin."""
        if self.rules.variant.start.lead == "free":
            return [0]
        cards = [card for card in CARDS if card.rank in self.copies]
        return [0, *(self.rules.start_row(card.index).number for card in cards)]

    def steps(self, number: int) -> Steps:
        """What may happen at a row.

        Args:
            number: the row's number.
        """
        if number not in self._steps:
            self._steps[number] = dict(self._listed(self.rules.rows[number]))
        return self._steps[number]

    def _listed(self, row: Row) -> Iterator[tuple[tuple[Any, ...], int]]:
        yield ("taken",), row.taken
        yield ("deserted",), row.deserted
        if row.otherwise is not None:
            yield ("otherwise",), row.otherwise
        yield from self._declared(row)
        for card in CARDS:
            cell, rank = row.cells[card.index], card.rank
            for number in range(1, self.copies.get(rank, 0) + 1):
                if cell.counts >> number & 1:
                    for came, after in self._laid(row, rank, cell, number):
                        yield (card.index, number, came), after

    def _laid(self, row: Row, rank: Rank, cell: Cell, number: int) -> Iterator[tuple[Any, int]]:
        """What so many cards of a rank come to, each with the number of the row."""
        after = self.rules.rows[cell.row_after(number)]
        caused = self._caused(cell.effects)
        yield caused, after.number
        if self._fours and not caused.burns:
            yield "four", self.rules.row_after_four(rank.index, row.number)
        for said, asked in _asked(rank, after.requirement, caused):
            yield said, self.rules.standing_at(asked).number

    def _declared(self, row: Row) -> Iterator[tuple[tuple[Any, ...], int]]:
        """What may be laid with cards that stand for others."""
        for wild, ranks in self.rules.stand_for.items():
            unseen = (rank for rank in ranks if row.cells[4 * rank.index].counts & ONE_CARD)
            for rank in [*unseen][:1]:
                yield ("unseen", RANKS[wild], rank), row.cells[4 * rank.index].row_after(1)
            for rank in ranks if RANKS[wild] in self.copies else ():
                cell = row.cells[4 * rank.index]
                most = self.copies[RANKS[wild]] + self.copies.get(rank, 0)
                for number in range(1, most + 1):
                    if cell.counts >> number & 1:
                        for came, after in self._laid(row, rank, cell, number):
                            yield (RANKS[wild], rank, number, came), after

    def _caused(self, effects: Effects) -> Effects:
        """The effects without what they cannot do."""
        if effects.burns:  # a play that burns has no other effect (ruling 7)
            return Effects(burns=True, again=effects.again, lead=effects.lead)
        defence = tuple(rank for rank in self.copies if rank in effects.defence)
        effects = evolve(effects, repeats=False, defence=defence)  # what is repeated is there
        if self.rules.variant.players.max > 2:
            return effects
        return evolve(  # two players: there is nobody to choose, and no other way round
            effects,
            reverses=effects.reverses if effects.two_players == "skip" else None,
            gives="next" if effects.gives else None,
            chooses=None if effects.chooses == "mover" else effects.chooses,
        )


def _asked(rank: Rank, left: Requirement, effects: Effects) -> Iterator[tuple[str, Requirement]]:
    """The requirements to which something said leads, or an attack."""
    if effects.chooses == "direction" and left.kind == "top" and left.leaves is None:
        for direction in ("higher", "lower"):
            yield direction, called(left, direction, strict=effects.strict)
    if effects.gives and effects.defence and not effects.burns:
        yield "attack", Requirement("attack", rank, flipped=left.flipped)
