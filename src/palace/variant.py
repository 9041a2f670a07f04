"""The data of a variant file, key for key, with the default of each.

`Variant()` is the default, `selected`. Everything here is plain immutable data: what the keys do
is read in one place each, the follow table (`rules`), the turn, legality or the deal.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from attrs import Factory, field, frozen

from palace.abilities import Ability, Burn, Goes, Lead, Leaves, Reset
from palace.cards import RANKS, Cards, Rank, pack, parse_ranks
from palace.errors import PositionError

FORMAT = 1
"""The version of the file format."""
MOST_SEATS = 10
MOST_PACKS = 4
MOST_JOKERS = 8
MOST_FACE_UP = 8
"""More face-up cards could be arranged in more ways than can be listed."""

Suits = Literal["ignored", "colour", "suit"]
Arranging = Literal["free", "none", "from_hand"]
Chances = Literal["never", "when_unable", "always"]
StartBy = Literal["deal_order", "seat", "dealers_left"]
StartZones = Literal["face_up_then_hand", "face_up", "hand"]
Judged = Literal["deal", "arranged"]
FourBurns = Literal["in_a_row", "anywhere", "never"]
Adding = Literal["never", "when_able", "always"]
Result = Literal["loser", "places", "winner_and_loser"]
NextDealer = Literal["left", "loser"]
OnRule = Literal["by_ability", "anything", "in_order"]


def _optional_rank(value: Rank | str | None) -> Rank | None:
    return Rank.parse(value) if isinstance(value, str) else value


@frozen
class Players:
    """How many may play.

    Attributes:
        min: the fewest seats, 2 or more.
        max: the most seats, 10 or fewer.
    """

    min: int = 2
    max: int = 5


@frozen(order=True)
class Span:
    """Player counts from `first` to `last`, written `6` or `6-10`."""

    first: int
    last: int

    def __contains__(self, players: object) -> bool:
        return isinstance(players, int) and self.first <= players <= self.last

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@frozen
class DeckChange:
    """What is different about the deck at some player counts.

    Attributes:
        packs: packs of 52 cards; left out: as for the others.
        jokers: jokers in the whole deck; left out: as for the others.
    """

    packs: int | None = None
    jokers: int | None = None


def _changes(
    value: "Mapping[Span, DeckChange] | Iterable[tuple[Span, DeckChange]]",
) -> tuple[tuple[Span, DeckChange], ...]:
    pairs = value.items() if isinstance(value, Mapping) else value
    return tuple(sorted(pairs, key=lambda pair: pair[0]))


@frozen
class Deck:
    """The cards that are played with.

    Attributes:
        packs: packs of 52 cards shuffled together.
        jokers: jokers in the whole deck, red and black in turn.
        by_players: other packs or jokers at some player counts: `[deck.by_players.6-10]`.
    """

    packs: int = 1
    jokers: int = 0
    by_players: tuple[tuple[Span, DeckChange], ...] = field(default=(), converter=_changes)

    def at(self, players: int) -> tuple[int, int]:
        """Packs and jokers at a player count."""
        packs, jokers = self.packs, self.jokers
        for span, change in self.by_players:
            if players in span:
                packs = packs if change.packs is None else change.packs
                jokers = jokers if change.jokers is None else change.jokers
        return packs, jokers


@frozen
class Deal:
    """What each player is dealt (ruling 1), and drawing from the stock (ruling 10).

    Attributes:
        face_down: cards dealt face down to each player.
        face_up: cards that lie face up before each player when play begins, 8 or fewer.
        hand: cards in each hand when play begins.
        replenish_to: the hand's size up to which a player draws after a play from the hand.
        turn_up: whether the top of the stock is turned up to start the pile (ruling 20).
    """

    face_down: int = 3
    face_up: int = 3
    hand: int = 3
    replenish_to: int = 3
    turn_up: bool = False

    @property
    def each(self) -> int:
        """How many cards a player is dealt in all."""
        return self.face_down + self.face_up + self.hand


@frozen
class Start:
    """Who starts (ruling 2): ranks are tried one after another until one decides.

    Attributes:
        by: among several holders of the rank face up the first to be dealt it (`deal_order`) or
            the first seat from the dealer's left (`seat`); `dealers_left` asks for no rank.
        zones: where the rank is looked for.
        judged: as dealt (`deal`), or after arranging (`arranged`).
        ranks: the ranks that are tried, in this order; empty: the variant's order.
    """

    by: StartBy = "deal_order"
    zones: StartZones = "face_up_then_hand"
    judged: Judged = "deal"
    ranks: tuple[Rank, ...] = field(default=(), converter=parse_ranks)


@frozen
class Four:
    """Four or more cards of one rank on the pile (ruling 7).

    Attributes:
        burns: when they burn: lying on top `in_a_row`, `anywhere` in the pile (judged when a card
            of the rank lands), or `never`.
        again: the same player has a new turn; false: the next player leads.
        lead: what that player may lead: anything (`free`), the burned rank or higher, or `higher`.
        on_anything: four or more laid together go on whatever lies there.
    """

    burns: FourBurns = "in_a_row"
    again: bool = True
    lead: Lead = "free"
    on_anything: bool = False


@frozen
class PickUps:
    """Taking the pile.

    Attributes:
        when_able: the pile may be taken by a player who could play.
        instead_of_flip: the pile may be taken instead of flipping a face-down card.
        adding: whether a face-up card is added when the pile is taken at the face-up stage:
            `never`, only by a player with a legal face-up card (`when_able`), or `always`.
    """

    when_able: bool = True
    instead_of_flip: bool = False
    adding: Adding = "when_able"


@frozen
class End:
    """How a game ends, and what it leads to.

    Attributes:
        result: what counts: one `loser`, the finishing order (`places`), or the first out and the
            last left (`winner_and_loser`).
        next_dealer: who deals the next game: the seat on the dealer's `left`, or the `loser`.
        turn_limit: turns after which a game is over without a loser; 0: no limit (ruling 18).
    """

    result: Result = "loser"
    next_dealer: NextDealer = "left"
    turn_limit: int = 0


@frozen
class On:
    """Where a rank may be laid (ruling 15); an empty pile takes any card.

    The ranks named below are effective tops: what lies under cards that are looked through.

    Attributes:
        rule: on `anything`, only `in_order`, or as the rank's abilities say (`by_ability`).
        up_to: the highest rank, in the variant's order, that it may be laid on.
        only: it goes on these ranks, whatever the order, and on no others; empty: no such limit.
        also: it goes on these ranks besides, whatever the order.
        never: it goes on none of these ranks.
    """

    rule: OnRule = "by_ability"
    up_to: Rank | None = field(default=None, converter=_optional_rank)
    only: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    also: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    never: tuple[Rank, ...] = field(default=(), converter=parse_ranks)


def _on(value: "On | str") -> On:
    return On(rule=value) if isinstance(value, str) else value  # type: ignore[arg-type]


def _abilities(value: Iterable[Ability]) -> tuple[Ability, ...]:
    return tuple(value)


@frozen
class RankRules:
    """What is special about one rank.

    Attributes:
        abilities: what its cards do; empty takes away what a parent says.
        on: where its cards may be laid.
        sets: whether several of them may be laid together, where the variant has sets at all.
    """

    abilities: tuple[Ability, ...] = field(default=(), converter=_abilities)
    on: On = field(factory=On, converter=_on)
    sets: bool = True

    @property
    def leaves(self) -> Leaves:
        """What its cards leave to be beaten."""
        found = (each.leaves for each in self.abilities if each.leaves is not Leaves.ITS_RANK)
        return next(found, Leaves.ITS_RANK)


ORDINARY = RankRules()


def _by_rank(
    value: "Mapping[str, RankRules] | Mapping[Rank, RankRules] | Iterable[tuple[Rank, RankRules]]",
) -> tuple[tuple[Rank, RankRules], ...]:
    pairs: Iterable[tuple[str, RankRules]]
    pairs = value.items() if isinstance(value, Mapping) else value
    parsed = {Rank.parse(rank): rules for rank, rules in pairs}
    return tuple((rank, parsed[rank]) for rank in RANKS if parsed.get(rank, ORDINARY) != ORDINARY)


@frozen(cache_hash=True)
class Variant:
    """The rules of one table, key for key as in its file; a key left out is `selected`'s.

    Attributes:
        name: what the table's rules are called.
        summary: one line about them.
        order: the ranks in ascending order; one left out cannot be beaten or beat by rank.
        sets: several cards of one rank may be laid together.
        suits: whether a card that does not go on anything must also match the top card's `colour`
            or `suit`.
        arrange: before play hand and face-up cards may be exchanged (`free`), or not (`none`), or
            the face-up cards are chosen from cards that were all dealt unseen (`from_hand`).
        chance: the top of the stock may be played unseen: `never`, by a player who cannot play
            (`when_unable`), or `always`; only while stock lasts.
        players: how many may play.
        deck: the cards.
        deal: who gets what.
        start: who starts.
        four: four of a kind.
        pick_up: taking the pile.
        end: how the game ends.
        ranks: what is special about each rank, by rank; a rank without rules is ordinary.
    """

    name: str = "selected"
    summary: str = "Twos reset, tens burn, four in a row burn; the last to hold cards loses."
    order: tuple[Rank, ...] = field(
        default=tuple(rank for rank in RANKS if rank.value not in ("2", "10", "joker")),
        converter=parse_ranks,
    )
    sets: bool = True
    suits: Suits = "ignored"
    arrange: Arranging = "free"
    chance: Chances = "never"
    players: Players = Players()
    deck: Deck = Deck()
    deal: Deal = Deal()
    start: Start = Start()
    four: Four = Four()
    pick_up: PickUps = PickUps()
    end: End = End()
    ranks: tuple[tuple[Rank, RankRules], ...] = field(
        default=Factory(
            lambda: ((Rank.TWO, RankRules((Reset(),))), (Rank.TEN, RankRules((Burn(),))))
        ),
        converter=_by_rank,
    )

    def rank(self, rank: Rank | str) -> RankRules:
        """What is special about a rank; an ordinary rank has rules too, all at their defaults."""
        return dict(self.ranks).get(Rank.parse(rank), ORDINARY)

    def goes_on_anything(self, rank: Rank) -> bool:
        """Whether a rank is laid on anything, but for the ranks that its `on` excludes."""
        rules = self.rank(rank)
        if rules.on.rule != "by_ability":
            return rules.on.rule == "anything"
        return any(ability.goes is Goes.ON_ANYTHING for ability in rules.abilities)

    def deck_cards(self, players: int) -> Cards:
        """Every card of the deck at a player count.

        Args:
            players: the number of seats.

        Raises:
            PositionError: the variant is not for so many players.
        """
        if not self.players.min <= players <= self.players.max:
            raise PositionError(
                f"{players} players: {self.name} is for {self.players.min} to {self.players.max}"
            )
        return _deck(*self.deck.at(players))


@cache
def _deck(packs: int, jokers: int) -> Cards:
    one_pack = pack(bytes(range(52)))
    return Cards(one_pack * packs + pack(bytes(52 + number % 2 for number in range(jokers))))
