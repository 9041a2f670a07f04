"""The data of a variant file, key for key, with the default of each.

`Variant()` is the default, `selected`. Everything here is plain immutable data: what the keys do
is read in one place each, the follow table (`rules`), the turn, legality or the deal.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from attrs import AttrsInstance, Factory, evolve, field, fields, frozen

from palace.abilities import Ability, Burn, Goes, Lead, Leaves, Reset
from palace.cards import RANKS, Cards, Rank, pack, parse_ranks
from palace.errors import NotationError, PositionError
from palace.given import listed, pairs_of, require
from palace.ranges import Range
from palace.wording import counted, printable, quoted, ranging

__all__ = [
    "Deal",
    "DealChange",
    "Deck",
    "DeckChange",
    "End",
    "Four",
    "FourChange",
    "On",
    "PickUps",
    "Players",
    "RankRules",
    "Span",
    "Start",
    "TableCards",
    "Variant",
]

FORMAT = 1
"""The version of the file format."""
MOST_SEATS = 10
MOST_PACKS = 4
MOST_JOKERS = 8
MOST_EQUAL = 4 * MOST_PACKS
"""The most cards of one rank that a deck holds."""
MOST_IN_STRAIGHT = 6
"""Longer straights could be laid in more choices of suits than can be listed."""
MOST_LOCK = 6
"""After so many plays of one rank in a row there are hardly any left to follow."""
MOST_FACE_UP = 8
"""More face-up cards could be arranged in more ways than can be listed."""
MOST_TO_BUNDLE = 16
"""More cards in hand and face up could be bundled in more ways than can be listed."""

Seats: TypeAlias = Annotated[int, Range(2, MOST_SEATS)]
Packs: TypeAlias = Annotated[int, Range(1, MOST_PACKS)]
Jokers: TypeAlias = Annotated[int, Range(0, MOST_JOKERS)]
FaceUp: TypeAlias = Annotated[int, Range(0, MOST_FACE_UP)]
InHand: TypeAlias = Annotated[int, Range(1)]
Count: TypeAlias = Annotated[int, Range(0)]
FourSize: TypeAlias = Annotated[int, Range(2, MOST_EQUAL)]
SetLimit: TypeAlias = Annotated[int, Range(0, MOST_EQUAL)]
Straights: TypeAlias = Annotated[int, Range(0, MOST_IN_STRAIGHT)]
StraightLimit: TypeAlias = Annotated[int, Range(3, MOST_IN_STRAIGHT)]
Lock: TypeAlias = Annotated[int, Range(0, MOST_LOCK)]

Suits: TypeAlias = Literal["ignored", "colour", "suit"]
Arranging: TypeAlias = Literal["free", "none", "from_hand"]
Chances: TypeAlias = Literal["never", "when_unable", "always"]
ArrangeOrder: TypeAlias = Literal["any", "from_dealers_left"]
Rest: TypeAlias = Literal["stock", "hands"]
StartBy: TypeAlias = Literal["deal_order", "seat", "most", "dealers_left", "dealers_right"]
StartZones: TypeAlias = Literal["face_up_then_hand", "face_up", "hand", "face_up_and_hand"]
StartSuit: TypeAlias = Literal["clubs", "diamonds", "hearts", "spades"]
Ties: TypeAlias = Literal["seat", "next_card"]
Way: TypeAlias = Literal["clockwise", "anticlockwise"]
LaterStart: TypeAlias = Literal["rule", "loser", "winner"]
Judged: TypeAlias = Literal["deal", "arranged"]
FourBurns: TypeAlias = Literal["in_a_row", "one_play", "anywhere", "never"]
Adding: TypeAlias = Literal["never", "when_able", "when_unable", "always"]
AfterPickUp: TypeAlias = Literal["next", "same", "previous"]
Result: TypeAlias = Literal["loser", "places", "winner_and_loser", "winner"]
NextDealer: TypeAlias = Literal["left", "loser", "winner"]
Resigned: TypeAlias = Literal["burned", "under_stock"]
Replenish: TypeAlias = Literal["after_play", "at_turn_start", "as_laid"]
StartLead: TypeAlias = Literal["free", "rank", "card"]
Beat: TypeAlias = Literal["equal_or_higher", "higher", "equal_or_lower", "lower"]
Match: TypeAlias = Literal["never", "at_least", "exactly"]
OutOfTurn: TypeAlias = Literal["never", "four", "equal"]
ChanceCard: TypeAlias = Literal["pile", "hand"]
FaceUpStage: TypeAlias = Literal["sets", "singles", "into_hand"]
FaceDownStage: TypeAlias = Literal["blind", "looked_at"]
OnRule: TypeAlias = Literal["by_ability", "anything", "in_order"]


def _optional_rank(value: Rank | str | None) -> Rank | None:
    return Rank.parse(value) if isinstance(value, str) else value


@frozen
class Players:
    """How many may play.

    Attributes:
        min: the fewest seats, 2 or more.
        max: the most seats, 10 or fewer.
    """

    min: Seats = 2
    max: Seats = 5

    @property
    def counts(self) -> range:
        """The numbers of players that may play."""
        return range(self.min, self.max + 1)


@frozen(order=True)
class Span:
    """Player counts that follow each other, written `6` or `6-10`.

    Attributes:
        first: the fewest players.
        last: the most players; the same where it is one count alone.
    """

    first: int
    last: int

    @classmethod
    def parse(cls, text: str) -> "Span":
        """Read a span.

        Args:
            text: a player count, as in `6`, or two with a dash, as in `6-10`.

        Returns:
            The span.

        Raises:
            NotationError: the text is none.
        """
        span = "([1-9][0-9]?)(?:-([1-9][0-9]?))?"
        found = re.fullmatch(span, text) if isinstance(text, str) else None
        if found is None:
            raise NotationError(f"{quoted(text)} is no number of players: write 6 or 6-10")
        first, last = found.groups()
        return cls(int(first), int(last or first))

    def __contains__(self, players: object) -> bool:
        return isinstance(players, int) and self.first <= players <= self.last

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def overlaps(self, other: "Span") -> bool:
        """Whether some player count is in both.

        Args:
            other: another span.

        Returns:
            True where they share one.

        Raises:
            PalaceError: it is no span.
        """
        require(other, Span, "span", 'write Span.parse("6-10")')
        return self.first <= other.last and other.first <= self.last


T = TypeVar("T", bound=AttrsInstance)


def _by_span(value: Any) -> tuple[tuple[Span, Any], ...]:
    """What is different at some player counts, out of a mapping or of pairs."""
    pairs = listed(value.items() if isinstance(value, Mapping) else value, "numbers of players")
    try:
        return tuple(sorted(pairs, key=lambda pair: pair[0]))
    except TypeError:  # something is no span, as `problems` will say
        return pairs


def _changed(table: T, by_players: Iterable[tuple[Span, AttrsInstance]], players: int) -> T:
    """A table with what is different about it at a player count."""
    for span, change in by_players:
        if players in span:
            keys = [each.name for each in fields(type(change))]
            said = {key: getattr(change, key) for key in keys if getattr(change, key) is not None}
            table = evolve(table, **said)  # type: ignore[misc] # of some attrs class
    return table


@frozen
class DeckChange:
    """What is different about the deck at some player counts.

    Attributes:
        packs: packs of 52 cards; left out: as for the others.
        jokers: jokers in the whole deck; left out: as for the others.
    """

    packs: Packs | None = None
    jokers: Jokers | None = None


@frozen
class Deck:
    """The cards that are played with.

    Attributes:
        packs: packs of 52 cards shuffled together.
        jokers: jokers in the whole deck, red and black in turn.
        by_players: other packs or jokers at some player counts: `[deck.by_players.6-10]`.
    """

    packs: Packs = 1
    jokers: Jokers = 0
    by_players: tuple[tuple[Span, DeckChange], ...] = field(default=(), converter=_by_span)

    def at(self, players: int) -> tuple[int, int]:
        """Packs and jokers at a player count.

        Args:
            players: the number of seats.

        Returns:
            The number of packs and the number of jokers.
        """
        deck = _changed(self, self.by_players, players)
        return deck.packs, deck.jokers


@frozen
class DealChange:
    """What is different about the deal at some player counts.

    Attributes:
        face_down: cards dealt face down to each player; left out: as for the others.
        face_up: cards face up before each player, 8 or fewer; left out: as for the others.
        hand: cards in each hand; left out: as for the others.
        replenish_to: the hand's size up to which a player draws; left out: as for the others.
        stock: the most cards left as stock; left out: as for the others.
    """

    face_down: Count | None = None
    face_up: FaceUp | None = None
    hand: InHand | None = None
    replenish_to: Count | None = None
    stock: Count | None = None


@frozen
class Deal:
    """What each player is dealt (ruling 1), and drawing from the stock (ruling 10).

    Attributes:
        face_down: cards dealt face down to each player.
        face_up: cards that lie face up before each player when play begins, 8 or fewer.
        hand: cards in each hand when play begins.
        replenish_to: the hand's size up to which a player draws after a play from the hand.
        replenish: whether a player draws up to that size at once (`after_play`), or before the
            next turn (`at_turn_start`), or at once as many cards as were laid, however many the
            hand holds (`as_laid`).
        add_drawn: drawn cards of the rank just laid may be added at once.
        stock: the most cards left as stock after the deal, the others lie aside; left out: all.
        rest: what is left after the deal is the `stock`, or is dealt out to the `hands` as far as
            it can be shared evenly; what cannot lies aside.
        turn_up: whether the top of the stock is turned up to start the pile (ruling 20).
        by_players: other sizes at some player counts: `[deal.by_players.2]`.
    """

    face_down: Count = 3
    face_up: FaceUp = 3
    hand: InHand = 3
    replenish_to: Count = 3
    replenish: Replenish = "after_play"
    add_drawn: bool = False
    stock: Count | None = None
    rest: Rest = "stock"
    turn_up: bool = False
    by_players: tuple[tuple[Span, DealChange], ...] = field(default=(), converter=_by_span)

    def at(self, players: int) -> "Deal":
        """The same deal with the sizes at a player count.

        Args:
            players: the number of seats.

        Returns:
            The deal, without sizes for other player counts.
        """
        return _changed(self, self.by_players, players)

    @property
    def draws(self) -> bool:
        """Whether players draw from the stock at all, by playing or by having the turn."""
        return self.replenish == "as_laid" or self.replenish_to > 0

    @property
    def each(self) -> int:
        """How many cards a player is dealt in all."""
        return self.face_down + self.face_up + self.hand


def _words(value: Iterable[StartSuit]) -> tuple[StartSuit, ...]:
    return listed(value, "suits")


@frozen
class Start:
    """Who starts (ruling 2): ranks are tried one after another until one decides.

    Attributes:
        by: among several holders of the rank face up the first to be dealt it (`deal_order`) or
            the first seat from the dealer's left (`seat`), or the holder of the `most` cards of
            it; `dealers_left` and `dealers_right` ask for no rank.
        zones: where the rank is looked for: among the cards that lie face up and, where nobody has
            it there, in the hands (`face_up_then_hand`), in one of the two (`face_up`, `hand`), or
            in both at once (`face_up_and_hand`).
        judged: as dealt (`deal`), or after arranging (`arranged`).
        ranks: the ranks that are tried, in this order; empty: the variant's order.
        suits: the order in which the suits of one rank are tried, of `clubs`, `diamonds`, `hearts`
            and `spades`, before those that it does not name; empty: suits are alike.
        ties: among several holders starts the first `seat` from the dealer's left, or the one
            whose next card of those tried comes first (`next_card`), and then the seat.
        lead: what the starter must lead where the hand holds it: anything (`free`), cards of the
            `rank` that decided, or that `card` alone (of several the first of C D H S).
        direction: which way play runs at first, `clockwise` or `anticlockwise`.
        later: who starts the later games of a session: as this `rule` says, or the `loser` or the
            `winner` of the game before, where there is one.
    """

    by: StartBy = "deal_order"
    zones: StartZones = "face_up_then_hand"
    judged: Judged = "deal"
    ranks: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    suits: tuple[StartSuit, ...] = field(default=(), converter=_words)
    ties: Ties = "seat"
    lead: StartLead = "free"
    direction: Way = "clockwise"
    later: LaterStart = "rule"

    @property
    def first_direction(self) -> int:
        """1 where play runs clockwise at first, -1 the other way."""
        return 1 if self.direction == "clockwise" else -1


@frozen
class FourChange:
    """What is different about four of a kind at some player counts.

    Attributes:
        size: how many cards of one rank burn; left out: as for the others.
    """

    size: FourSize | None = None


@frozen
class Four:
    """Four or more cards of one rank on the pile (ruling 7).

    Attributes:
        burns: when they burn: lying on top `in_a_row`, laid on top in `one_play`, `anywhere` in
            the pile (judged when a card of the rank lands), or `never`.
        size: how many cards of one rank burn.
        by_players: another size at some player counts, as with two packs: `[four.by_players.6-10]`.
        through: ranks that may lie between equal cards in a row; they do not count.
        again: the same player has a new turn; false: the next player leads.
        lead: what that player may lead: anything (`free`), the burned rank or higher
            (`equal_or_higher`), or only higher ranks (`higher`).
        on_anything: so many equal cards laid together, or more, go on whatever lies there: `size`
            of them, at every number of players.
    """

    burns: FourBurns = "in_a_row"
    size: FourSize = 4
    by_players: tuple[tuple[Span, FourChange], ...] = field(default=(), converter=_by_span)
    through: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    again: bool = True
    lead: Lead = "free"
    on_anything: bool = False

    def at(self, players: int) -> "Four":
        """The same with the size at a player count.

        Args:
            players: the number of seats.

        Returns:
            Four of a kind, with that size.
        """
        return _changed(self, self.by_players, players)


@frozen
class PickUps:
    """Taking the pile.

    Attributes:
        when_able: the pile may be taken by a player who could play.
        instead_of_flip: the pile may be taken instead of flipping a face-down card.
        adding: whether a face-up card is added when the pile is taken at the face-up stage:
            `never`, only by a player with a legal face-up card (`when_able`) or without one
            (`when_unable`), or `always`.
        then: who moves after a pick-up: the `next` player, the `same` again, or the `previous`,
            who laid the last card.
    """

    when_able: bool = True
    instead_of_flip: bool = False
    adding: Adding = "when_able"
    then: AfterPickUp = "next"


@frozen
class TableCards:
    """Playing the table cards.

    Attributes:
        with_hand: the last cards of a hand, all of one rank, may be laid together with equal
            face-up cards, where nothing will be drawn.
        face_up: several equal face-up cards may be laid together (`sets`), or one at a time
            (`singles`), or all are taken `into_hand` when hand and stock are gone.
        face_down: flipped `blind`, or `looked_at` by their owner, who lays one that goes or takes
            the pile.
    """

    with_hand: bool = False
    face_up: FaceUpStage = "sets"
    face_down: FaceDownStage = "blind"


@frozen
class End:
    """How a game ends, and what it leads to.

    Attributes:
        result: what counts: one `loser`, the finishing order (`places`), the first out and the
            last left (`winner_and_loser`), or the first out alone, which ends the game (`winner`).
        next_dealer: who deals the next game: the seat on the dealer's `left`, or the `loser` or
            the `winner`; where there is none, the same seat again.
        not_on: ranks that may not be a player's last card; one that is flipped is taken.
        turn_limit: turns after which a game is over without a loser; 0: no limit (ruling 18).
        resigned: what becomes of the cards of a player who resigns, and so has lost: they are
            `burned`, or go `under_stock`: the hand, then the face-up cards, each by rank and C D H
            S, then the face-down cards by their places.
    """

    result: Result = "loser"
    next_dealer: NextDealer = "left"
    not_on: tuple[Rank, ...] = field(default=(), converter=parse_ranks)
    turn_limit: Count = 0
    resigned: Resigned = "burned"


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
    return listed(value, "abilities")


@frozen
class RankRules:
    """What is special about one rank.

    Attributes:
        abilities: what its cards do; empty takes away what a parent says.
        on: where its cards may be laid: a table, or a word for its `rule`: on `anything`, only
            `in_order`, or as the rank's abilities say (`by_ability`).
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

    @property
    def leaves_alone(self) -> Leaves:
        """What its cards leave to be beaten on an empty pile."""
        found = (each.leaves_alone for each in self.abilities if each.leaves is self.leaves)
        return next(found, self.leaves)


ORDINARY = RankRules()


def _by_rank(
    value: "Mapping[str, RankRules] | Mapping[Rank, RankRules] | Iterable[tuple[Rank, RankRules]]",
) -> tuple[tuple[Rank, RankRules], ...]:
    parsed = {Rank.parse(rank): rules for rank, rules in pairs_of(value, "ranks")}
    return tuple((rank, parsed[rank]) for rank in RANKS if parsed.get(rank, ORDINARY) != ORDINARY)


@frozen(cache_hash=True)
class Variant:
    """The rules of one table, key for key as in its file; a key left out is `selected`'s.

    Attributes:
        name: what the table's rules are called; a file that leaves it out is called as the file.
        summary: one line about them.
        order: the ranks in ascending order; one left out cannot be beaten or beat by rank.
        beat: what a card must be, measured against the effective top: `equal_or_higher`,
            `higher`, `equal_or_lower` or `lower`.
        sets: several cards of one rank may be laid together.
        set_limit: the most cards of one rank that may be laid together; 0: no limit.
        straights: the fewest cards of ranks that follow each other in the order, one of each, that
            may be laid together; none of them stands for another, the first must go on the pile,
            each lies on the one before, and all but the last must cause nothing; 0: never.
        straight_limit: the most cards of a straight.
        match: where two or more cards were laid before, the next play may have any number
            (`never`), or must have `at_least` as many, or `exactly`; cards that go on anything are
            exempt.
        equal_lock: after so many plays of one rank in a row only that rank may follow, and cards
            that go on anything; 0: never.
        suits: whether a card that does not go on anything must also match the top card's `colour`
            or `suit`, or suits are `ignored`.
        arrange: before play hand and face-up cards may be exchanged (`free`), or not (`none`), or
            the face-up cards are chosen from cards that were all dealt unseen (`from_hand`).
        arrange_order: the seats arrange in `any` order, or one after another
            `from_dealers_left`.
        bundling: while arranging, hand cards may be laid on own face-up cards of the same rank;
            the hand is replenished from the stock to its dealt size, and the seat may arrange
            again until it draws nothing or no stock is left.
        chance: the top of the stock may be played unseen: `never`, by a player who cannot play
            (`when_unable`), or `always`; only while stock lasts.
        chance_card: the chance's card goes onto the `pile`, or into the `hand` of the player, who
            then goes on.
        out_of_turn: any player may at any time add equal cards to the top card: `never`, where
            that makes `four` on top, or always (`equal`); play goes on from there.
        players: how many may play.
        deck: the cards.
        deal: who gets what.
        start: who starts.
        four: four of a kind.
        pick_up: taking the pile.
        table_cards: playing the table cards.
        end: how the game ends.
        ranks: what is special about each rank, by rank; a rank without rules is ordinary.
    """

    name: str = "selected"
    summary: str = "Twos reset, tens burn, four in a row burn; the last to hold cards loses."
    order: tuple[Rank, ...] = field(
        default=tuple(rank for rank in RANKS if rank.value not in ("2", "10", "joker")),
        converter=parse_ranks,
    )
    beat: Beat = "equal_or_higher"
    sets: bool = True
    set_limit: SetLimit = 0
    straights: Straights = 0
    straight_limit: StraightLimit = 5
    match: Match = "never"
    equal_lock: Lock = 0
    suits: Suits = "ignored"
    arrange: Arranging = "free"
    arrange_order: ArrangeOrder = "any"
    bundling: bool = False
    chance: Chances = "never"
    chance_card: ChanceCard = "pile"
    out_of_turn: OutOfTurn = "never"
    players: Players = Players()
    deck: Deck = Deck()
    deal: Deal = Deal()
    start: Start = Start()
    four: Four = Four()
    pick_up: PickUps = PickUps()
    table_cards: TableCards = TableCards()
    end: End = End()
    ranks: tuple[tuple[Rank, RankRules], ...] = field(
        default=Factory(
            lambda: ((Rank.TWO, RankRules((Reset(),))), (Rank.TEN, RankRules((Burn(),))))
        ),
        converter=_by_rank,
    )

    def rank(self, rank: Rank | str) -> RankRules:
        """What is special about a rank; an ordinary rank has rules too, all at their defaults.

        Args:
            rank: the rank, or its text.

        Returns:
            Its rules.

        Raises:
            NotationError: the text is no rank.
        """
        wanted = Rank.parse(rank)
        return next((rules for each, rules in self.ranks if each is wanted), ORDINARY)

    def goes_on_anything(self, rank: Rank | str) -> bool:
        """Whether a rank is laid on anything, but for the ranks that its `on` excludes.

        Args:
            rank: the rank, or its text.

        Returns:
            True also where `on` excludes a few.

        Raises:
            NotationError: the text is no rank.
        """
        rules = self.rank(rank)
        if rules.on.rule != "by_ability":
            return rules.on.rule == "anything"
        return any(ability.goes is Goes.ON_ANYTHING for ability in rules.abilities)

    def stands_for(self, rank: Rank | str) -> tuple[Rank, ...]:
        """The ranks as which the cards of a rank are laid; empty where they are laid as it.

        Args:
            rank: the rank, or its text.

        Returns:
            Those ranks, in the order in which the file names them.

        Raises:
            NotationError: the text is no rank.
        """
        wild = {
            each: ability.as_ranks
            for each, rules in self.ranks
            for ability in rules.abilities
            if ability.goes is Goes.AS_ANOTHER
        }
        wanted = Rank.parse(rank)
        if wanted not in wild:
            return ()
        return wild[wanted] or tuple(each for each in self.ranks_in_play if each not in wild)

    @property
    def ranks_in_play(self) -> tuple[Rank, ...]:
        """The ranks of the cards that are dealt, at some number of players."""
        jokers = any(self.deck.at(players)[1] for players in self.players.counts)
        return tuple(rank for rank in RANKS if jokers or rank is not Rank.JOKER)

    def deck_cards(self, players: int) -> Cards:
        """Every card of the deck at a player count.

        Args:
            players: the number of seats.

        Returns:
            The cards, those of all packs together.

        Raises:
            PositionError: the variant is not for so many players.
        """
        if type(players) is not int:
            raise PositionError(f"players is {quoted(players)}: it is a whole number")
        if not self.players.min <= players <= self.players.max:
            right = ranging(self.players.min, self.players.max)
            raise PositionError(
                f"{counted(players, 'player')}: {printable(self.name)} is for {right}"
            )
        return _deck(*self.deck.at(players))


@cache
def _deck(packs: int, jokers: int) -> Cards:
    one_pack = pack(bytes(range(52)))
    return Cards(one_pack * packs + pack(bytes(52 + number % 2 for number in range(jokers))))
