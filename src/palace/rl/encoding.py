"""Actions as numbers: which code each action of a game has."""

from itertools import islice

from attrs import frozen

from palace.actions import Action, Chance, Choose, Flip, PickUp, Play
from palace.cards import Card
from palace.errors import PalaceError
from palace.rl.codes import Code, codes_of, name_of
from palace.variant import Variant
from palace.wording import counted

MOST_CODES = 10_000
"""The most actions that a space may have."""


@frozen
class Encoding:
    """The actions of a variant at a number of players, as numbers.

    Attributes:
        codes: what each number stands for.
        by_card: whether cards are told apart by suit, as where the variant has a suit rule; else
            by rank alone.
    """

    codes: tuple[Code, ...]
    by_card: bool

    @classmethod
    def of(cls, variant: Variant, players: int) -> "Encoding":
        """The encoding of a variant.

        Args:
            variant: the rules.
            players: the number of seats.

        Raises:
            PalaceError: there are more than `MOST_CODES`, as where cards of many packs are told
                apart by suit.
        """
        by_card = variant.suits != "ignored"
        found = codes_of(variant, players, by_card=by_card)
        codes = tuple(islice(found, MOST_CODES + 1))
        if len(codes) > MOST_CODES:
            raise PalaceError(
                f"{variant.name} has more than {MOST_CODES:,} different actions with "
                f'{counted(players, "seat")}: fewer packs, a set_limit or suits = "ignored" '
                "make them fewer"
            )
        return cls(codes, by_card)

    def code(self, action: Action, players: int) -> Code:
        """What stands for an action; an arrangement has no code of its own.

        Args:
            action: one of `distinct_actions`.
            players: the number of seats.
        """
        if isinstance(action, Play):
            return self._play(action)
        if isinstance(action, Flip):
            return ("flip", action.place)
        if isinstance(action, PickUp):
            added = action.adding
            return ("pickup",) if added is None else ("pickup", self.name(added))
        if isinstance(action, Choose):
            option = action.option
            said = (option - action.seat) % players if isinstance(option, int) else option
            return ("choose", said)
        return ("chance",) if isinstance(action, Chance) else ("pass",)

    def _play(self, action: Play) -> Code:
        names = [self.name(card) for card in action.cards]
        if action.as_rank is not None:
            return ("as", action.as_rank.value, *names)
        if not action.number:
            return ("straight", *names)
        return ("play", *names) if self.by_card else ("play", names[0], len(names))

    def name(self, card: Card) -> str:
        """What a card is called here.

        Args:
            card: the card.
        """
        return name_of(card, by_card=self.by_card)
