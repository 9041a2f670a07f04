"""What a rank can do: one small class for each ability, and the closed set of effects.

An ability says in data where a card may be laid (`goes`), what it leaves to be beaten (`leaves`)
and what it causes (`effects`). It never sees the table of players: rules compile it into cells.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import ClassVar, Literal, TypeVar

from attrs import evolve, field, fields, frozen

from palace.cards import Rank, parse_ranks
from palace.errors import PalaceError

Counting = Literal["each", "once"]
"""Whether every card of a play counts, or the play once however many cards it has."""
Wrapping = Literal["stop", "with_self", "without_self"]
"""Where as many skips as opponents, or more, come to: back to the player, or round and round."""
TwoPlayers = Literal["turn", "skip"]
"""What a reverse does while two players are left."""
Lead = Literal["free", "equal_or_higher", "higher"]
"""What may be led after a burn: anything, or ranks measured against the burning one."""


class Goes(Enum):
    """Where an ability lets its rank be laid."""

    IN_ORDER = "in order"
    ON_ANYTHING = "on anything"


class Leaves(Enum):
    """What must be beaten after an ability's card."""

    ITS_RANK = "its rank"
    ANYTHING_GOES = "anything goes"
    WHAT_WAS_THERE = "what was there"
    AT_MOST_ITS_RANK = "at most its rank"
    NO_PILE = "no pile"


@frozen
class Effects:
    """What laying a card causes, out of all that a turn can do; the default is nothing.

    Attributes:
        burns: the pile leaves the game.
        again: after a burn the same player has a new turn, else the next player leads.
        lead: after a burn, what the same player may lead.
        skips: whether players are passed over, and whether each card counts.
        wrap: where more skips than opponents come to.
        reverses: whether the direction turns, and whether each card counts.
        two_players: what a reverse does while two players are left.
    """

    burns: bool = False
    again: bool = True
    lead: Lead = "free"
    skips: Counting | None = None
    wrap: Wrapping = "stop"
    reverses: Counting | None = None
    two_players: TwoPlayers = "turn"

    def __or__(self, other: "Effects") -> "Effects":
        """Both together: what the other causes beyond nothing is taken over."""
        changed = {
            each.name: getattr(other, each.name)
            for each in fields(Effects)
            if getattr(other, each.name) != each.default
        }
        return evolve(self, **changed)


NO_EFFECTS = Effects()


@frozen
class Ability:
    """What every ability says; a subclass sets what differs and is registered under a name.

    Attributes:
        name: the word for it in variant files.
        goes: where it lets its rank be laid.
        leaves: what must be beaten afterwards.
    """

    name: ClassVar[str] = ""
    goes: ClassVar[Goes] = Goes.IN_ORDER
    leaves: ClassVar[Leaves] = Leaves.ITS_RANK

    @property
    def effects(self) -> Effects:
        """What laying the card causes."""
        return NO_EFFECTS

    @property
    def binds(self) -> tuple[Rank, ...]:
        """Ranks that elsewhere go on anything, but must keep to the requirement left here."""
        return ()


AbilityT = TypeVar("AbilityT", bound=type[Ability])
ABILITIES: dict[str, type[Ability]] = {}
"""Every ability by the name that variant files use."""


def register(name: str) -> Callable[[AbilityT], AbilityT]:
    """Make an ability known under a name, in variant files too.

    Args:
        name: the word for it, lower case with underscores.

    Raises:
        PalaceError: another class has that name, the name is no such word, or the class is no
            frozen attrs class below `Ability` whose `goes`, `leaves` and `effects` are right.
    """
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise PalaceError(f"{name!r} is no name of an ability: write it as in 'skip_two'")

    def add(ability: AbilityT) -> AbilityT:
        there = ABILITIES.get(name, ability)
        if (there.__module__, there.__qualname__) != (ability.__module__, ability.__qualname__):
            raise PalaceError(f"an ability named {name!r} exists already: choose another name")
        for wrong in _wrong_with(ability):
            raise PalaceError(f"{ability!r} is no ability: {wrong}")
        ability.name = name
        ABILITIES[name] = ability
        return ability

    return add


def _wrong_with(ability: type) -> Iterator[str]:
    """What makes a class unfit to be registered."""
    if not (isinstance(ability, type) and issubclass(ability, Ability)):
        yield "it is a subclass of Ability"
    elif "__attrs_attrs__" not in vars(ability):
        yield "it is made with @attrs.frozen"
    elif not isinstance(ability.goes, Goes):
        yield f"goes is {ability.goes!r}: write Goes.IN_ORDER or Goes.ON_ANYTHING"
    elif not isinstance(ability.leaves, Leaves):
        yield f"leaves is {ability.leaves!r}: write one of {', '.join(map(str, Leaves))}"
    elif not isinstance(ability.effects, property):
        yield "effects is a property that returns Effects(...)"


@register("reset")
@frozen
class Reset(Ability):
    """Goes on anything, and any card may follow it."""

    goes = Goes.ON_ANYTHING
    leaves = Leaves.ANYTHING_GOES


@register("burn")
@frozen
class Burn(Ability):
    """Goes on anything and takes the pile out of the game.

    Attributes:
        again: the same player has a new turn after the burn; false: the next player leads.
        lead: what that player may lead: anything (`free`), the burning rank or higher
            (`equal_or_higher`), or only higher ranks (`higher`); cards that go on anything always.
    """

    again: bool = True
    lead: Lead = "free"
    goes = Goes.ON_ANYTHING
    leaves = Leaves.NO_PILE

    @property
    def effects(self) -> Effects:
        """The pile burns."""
        return Effects(burns=True, again=self.again, lead=self.lead)


@register("invisible")
@frozen
class Invisible(Ability):
    """Goes on anything and is looked through: what lies beneath must be beaten (ruling 11)."""

    goes = Goes.ON_ANYTHING
    leaves = Leaves.WHAT_WAS_THERE


@register("lower")
@frozen
class Lower(Ability):
    """The next play must be of equal or lower rank, for that play only (ruling 12).

    Attributes:
        binds: ranks that elsewhere go on anything, but must be equal or lower here.
    """

    binds: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    leaves = Leaves.AT_MOST_ITS_RANK


@register("skip")
@frozen
class Skip(Ability):
    """Passes over the next player (ruling 13).

    Attributes:
        count: one player for `each` card, or one however many are laid (`once`).
        wrap: with as many skips as opponents or more, the same player moves again (`stop`), or
            the count goes round and round, with the player as a seat (`with_self`) or without.
    """

    count: Counting = "each"
    wrap: Wrapping = "stop"

    @property
    def effects(self) -> Effects:
        """Players are passed over."""
        return Effects(skips=self.count, wrap=self.wrap)


@register("reverse")
@frozen
class Reverse(Ability):
    """Turns the direction of play (ruling 14).

    Attributes:
        count: `each` card turns it, so that an even number changes nothing, or the play `once`.
        two_players: while two players are left it turns all the same, which changes nothing in
            the order of turns (`turn`), or it acts as a skip instead (`skip`).
    """

    count: Counting = "each"
    two_players: TwoPlayers = "turn"

    @property
    def effects(self) -> Effects:
        """The direction turns."""
        return Effects(reverses=self.count, two_players=self.two_players)
