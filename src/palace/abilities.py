"""What a rank can do: one small class for each ability, and the closed set of effects.

An ability says in data where a card may be laid (`goes`), what it leaves to be beaten (`leaves`)
and what it causes (`effects`). It never sees the table of players: rules compile it into cells.
"""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import ClassVar, Literal, TypeAlias, TypeVar

from attrs import evolve, field, fields, frozen

from palace.cards import Rank, parse_ranks
from palace.errors import PalaceError
from palace.wording import quoted

__all__ = [
    "ABILITIES",
    "Ability",
    "Again",
    "Burn",
    "Call",
    "ChooseNext",
    "Cover",
    "Effects",
    "FlipOrder",
    "Give",
    "Goes",
    "Higher",
    "Invisible",
    "Leaves",
    "Lower",
    "Only",
    "Reset",
    "Reverse",
    "Skip",
    "Wild",
    "register",
]

Counting: TypeAlias = Literal["each", "once"]
"""Whether every card of a play counts, or the play once however many cards it has."""
Turning: TypeAlias = Literal["each", "once", "pair_again"]
"""The same of cards that turn the direction; or a pair gives another turn instead."""
Wrapping: TypeAlias = Literal["stop", "with_self", "without_self"]
"""Where as many skips as opponents, or more, come to: back to the player, or round and round."""
TwoPlayers: TypeAlias = Literal["turn", "skip"]
"""What a reverse does while two players are left."""
Lead: TypeAlias = Literal["free", "equal_or_higher", "higher"]
"""What may be led after a burn: anything, or ranks measured against the burning one."""
Until: TypeAlias = Literal["flipped_back", "reset", "picked_up"]
"""How long a turned order of ranks lasts: until it is turned back, or until that or the other."""
Receiver: TypeAlias = Literal["next", "chosen"]
"""Who is given the pile: the next active player, or the one whom the player names."""
AfterGiving: TypeAlias = Literal["after_victim", "attacker"]
"""Who moves when the pile was given away."""
Choice: TypeAlias = Literal["mover", "direction"]
"""What a player says after a card: who moves next, or whether the next card is higher or lower."""


class Goes(Enum):
    """Where an ability lets its rank be laid."""

    IN_ORDER = "in order"
    ON_ANYTHING = "on anything"
    AS_ANOTHER = "as a card of another rank"


class Leaves(Enum):
    """What must be beaten after an ability's card."""

    ITS_RANK = "its rank"
    ANYTHING_GOES = "anything goes"
    WHAT_WAS_THERE = "what was there"
    WHAT_WAS_THERE_FREED = "what was there, without its limit"
    AT_MOST_ITS_RANK = "at most its rank"
    BELOW_ITS_RANK = "below its rank"
    AT_MOST_WHAT_WAS_THERE = "at most what was there"
    BELOW_WHAT_WAS_THERE = "below what was there"
    AT_LEAST_ITS_RANK = "at least its rank"
    ABOVE_ITS_RANK = "above its rank"
    NAMED_RANKS = "named ranks only"
    COVER = "any card of the same player"
    NO_PILE = "no pile"


LOOKED_THROUGH = (
    Leaves.WHAT_WAS_THERE,
    Leaves.WHAT_WAS_THERE_FREED,
    Leaves.AT_MOST_WHAT_WAS_THERE,
    Leaves.BELOW_WHAT_WAS_THERE,
)
"""What the cards leave that are looked through."""


@frozen
class Effects:
    """What laying a card causes, out of all that a turn can do; the default is nothing.

    Attributes:
        burns: the pile leaves the game.
        again: after a burn the same player has a new turn, else the next player leads.
        lead: after a burn, what the same player may lead.
        skips: whether players are passed over, and whether each card counts.
        wrap: where more skips than opponents come to.
        reverses: whether the direction turns, and how the cards count.
        two_players: what a reverse does while two players are left.
        flips: the order of ranks is turned round from now on, and until when.
        repeats: what the card beneath causes is caused again.
        another: the same player has another turn; the pile stays.
        gives: the pile is given away, and to whom.
        leaves_game: the cards that give the pile away or send it back leave the game.
        then: who moves when the pile was given away.
        defence: ranks with which a victim sends the pile back.
        returns: the pile, given away, goes back to the attacker.
        chooses: what the player says next.
        strict: whether a direction that is called excludes the card's own rank.
    """

    burns: bool = False
    again: bool = True
    lead: Lead = "free"
    skips: Counting | None = None
    wrap: Wrapping = "stop"
    reverses: Turning | None = None
    two_players: TwoPlayers = "turn"
    flips: Until | None = None
    repeats: bool = False
    another: bool = False
    gives: Receiver | None = None
    leaves_game: bool = False
    then: AfterGiving = "after_victim"
    defence: tuple[Rank, ...] = ()
    returns: bool = False
    chooses: Choice | None = None
    strict: bool = False

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

    @property
    def admits(self) -> tuple[Rank, ...]:
        """Where it leaves `Leaves.NAMED_RANKS`: those ranks; empty: its own."""
        return ()

    @property
    def leaves_alone(self) -> Leaves:
        """What must be beaten after it when it was laid on an empty pile."""
        return self.leaves

    @property
    def as_ranks(self) -> tuple[Rank, ...]:
        """Where it goes `Goes.AS_ANOTHER`: as those ranks; empty: as any."""
        return ()


AbilityT = TypeVar("AbilityT", bound=type[Ability])
ABILITIES: dict[str, type[Ability]] = {}
"""Every ability by the name that variant files use."""


def register(name: str) -> Callable[[AbilityT], AbilityT]:
    """Make an ability known under a name, in variant files too.

    Args:
        name: the word for it, lower case with underscores.

    Returns:
        A decorator, which gives back the class that it is given.

    Raises:
        PalaceError: another class has that name, the name is no such word, or the class is no
            frozen attrs class below `Ability` whose `goes`, `leaves` and `effects` are right.
    """
    if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise PalaceError(f"{quoted(name)} is no name of an ability: write it as in 'skip_two'")

    def add(ability: AbilityT) -> AbilityT:
        there = ABILITIES.get(name, ability)
        if (there.__module__, there.__qualname__) != (ability.__module__, ability.__qualname__):
            raise PalaceError(
                f"an ability named {quoted(name)} exists already: choose another name"
            )
        for wrong in _wrong_with(ability):
            raise PalaceError(f"{quoted(ability)} is no ability: {wrong}")
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
        yield f"goes is {quoted(ability.goes)}: write one of {', '.join(map(str, Goes))}"
    elif not isinstance(ability.leaves, Leaves | property):
        yield f"leaves is {quoted(ability.leaves)}: write one of {', '.join(map(str, Leaves))}"
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
    """Goes on anything and is looked through: what lies beneath must be beaten (ruling 11).

    Attributes:
        on_empty: led to an empty pile it leaves nothing to be beaten (`free`), or counts as its
            `own_rank`.
        keeps_limit: a limit beneath it, as that of a lower, holds for the next card too.
        repeats: it skips or turns again where the card beneath did.
    """

    on_empty: Literal["free", "own_rank"] = "free"
    keeps_limit: bool = True
    repeats: bool = False
    goes = Goes.ON_ANYTHING

    @property
    def leaves(self) -> Leaves:  # type: ignore[override] # a class attribute elsewhere
        """What was there, with its limit or without."""
        return Leaves.WHAT_WAS_THERE if self.keeps_limit else Leaves.WHAT_WAS_THERE_FREED

    @property
    def leaves_alone(self) -> Leaves:
        """On an empty pile nothing, or its rank."""
        return Leaves.ITS_RANK if self.on_empty == "own_rank" else self.leaves

    @property
    def effects(self) -> Effects:
        """What the card beneath causes, or nothing."""
        return Effects(repeats=True) if self.repeats else NO_EFFECTS


@register("lower")
@frozen
class Lower(Ability):
    """The next play must be of equal or lower rank, for that play only (ruling 12).

    Attributes:
        strict: the next play must be of lower rank.
        than: measured against the card `itself`, or against the `card_before`, which it covers.
        binds: ranks that elsewhere go on anything, but must be equal or lower here.
    """

    strict: bool = False
    than: Literal["itself", "card_before"] = "itself"
    binds: tuple[Rank, ...] = field(default=(), converter=parse_ranks)

    @property
    def leaves(self) -> Leaves:  # type: ignore[override] # a class attribute elsewhere
        """A limit, the card's rank or that of the card before."""
        if self.than == "itself":
            return Leaves.BELOW_ITS_RANK if self.strict else Leaves.AT_MOST_ITS_RANK
        return Leaves.BELOW_WHAT_WAS_THERE if self.strict else Leaves.AT_MOST_WHAT_WAS_THERE


@register("higher")
@frozen
class Higher(Ability):
    """The next play must be of higher rank, for that play only.

    Attributes:
        strict: false: an equal rank will do.
        binds: ranks that elsewhere go on anything, but must be higher here.
    """

    strict: bool = True
    binds: tuple[Rank, ...] = field(default=(), converter=parse_ranks)

    @property
    def leaves(self) -> Leaves:  # type: ignore[override] # a class attribute elsewhere
        """The card's rank, to be beaten."""
        return Leaves.ABOVE_ITS_RANK if self.strict else Leaves.AT_LEAST_ITS_RANK


@register("only")
@frozen
class Only(Ability):
    """Only named ranks may follow, whatever the order, and cards that go on anything.

    Attributes:
        ranks: the ranks; empty: its own.
        binds: ranks that elsewhere go on anything, but may not follow here.
    """

    ranks: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    binds: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    leaves = Leaves.NAMED_RANKS

    @property
    def admits(self) -> tuple[Rank, ...]:
        """The ranks that may follow."""
        return self.ranks


@register("flip")
@frozen
class FlipOrder(Ability):
    """Turns the order of ranks round, and it stays so.

    Attributes:
        until: only another flip turns it back (`flipped_back`), or so does a card that anything may
            follow (`reset`), or a pile that is picked up (`picked_up`).
    """

    until: Until = "flipped_back"

    @property
    def effects(self) -> Effects:
        """The order is turned round."""
        return Effects(flips=self.until)


@register("again")
@frozen
class Again(Ability):
    """The same player has another turn, and must lay a card on this one or pick up."""

    @property
    def effects(self) -> Effects:
        """Another turn."""
        return Effects(another=True)


@register("cover")
@frozen
class Cover(Ability):
    """The same player covers it at once, with any card.

    Where the player has left, or an invisible card covers it, it must be beaten by its rank.
    """

    leaves = Leaves.COVER

    @property
    def effects(self) -> Effects:
        """Another turn."""
        return Effects(another=True)


@register("give")
@frozen
class Give(Ability):
    """Goes on anything, and another player takes the pile.

    Attributes:
        to: the `next` active player, or the one whom the player names (`chosen`).
        leaves_game: the card itself leaves the game, as does one that sends the pile back, and is
            not taken with the pile.
        then: who moves afterwards: the player `after_victim`, or the `attacker` again.
        defence: ranks with which the victim sends the pile back: the attacker takes it, and the
            victim has the turn.
    """

    to: Receiver = "next"
    leaves_game: bool = False
    then: AfterGiving = "after_victim"
    defence: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    goes = Goes.ON_ANYTHING

    @property
    def effects(self) -> Effects:
        """The pile is given away."""
        return Effects(
            gives=self.to, leaves_game=self.leaves_game, then=self.then, defence=self.defence
        )


@register("choose_next")
@frozen
class ChooseNext(Ability):
    """The player says which other active player moves next."""

    @property
    def effects(self) -> Effects:
        """A choice."""
        return Effects(chooses="mover")


@register("call")
@frozen
class Call(Ability):
    """The player says whether the next card is to be higher or lower than this one.

    Attributes:
        strict: an equal rank will not do.
        binds: ranks that elsewhere go on anything, but must keep to what was called.
    """

    strict: bool = False
    binds: tuple[Rank, ...] = field(default=(), converter=parse_ranks)

    @property
    def effects(self) -> Effects:
        """A choice."""
        return Effects(chooses="direction", strict=self.strict)


@register("wild")
@frozen
class Wild(Ability):
    """Is laid as a card of another rank, which its player names, alone or with cards of that rank.

    It stays a card of that rank while it lies on the pile.

    Attributes:
        as_ranks: the ranks for which it may stand; turned over unseen it stands for the first of
            them that may be laid; empty: every other rank.
    """

    as_ranks: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    goes = Goes.AS_ANOTHER


@register("skip")
@frozen
class Skip(Ability):
    """Passes over the next player (ruling 13).

    Attributes:
        count: one player for `each` card, or one however many are laid (`once`).
        wrap: with as many skips as opponents or more, the same player moves again (`stop`), or
            the count goes round and round, with the player as a seat (`with_self`) or without
            (`without_self`).
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
        count: `each` card turns it, so that an even number changes nothing, or the play `once`, or
            a card alone, while a pair gives another turn and more do nothing (`pair_again`).
        two_players: while two players are left it turns all the same, which changes nothing in
            the order of turns (`turn`), or it acts as a skip instead (`skip`).
    """

    count: Turning = "each"
    two_players: TwoPlayers = "turn"

    @property
    def effects(self) -> Effects:
        """The direction turns."""
        return Effects(reverses=self.count, two_players=self.two_players)
