"""`new_game`: the deal, from a seed or from a deck in dealing order (ruling 1)."""

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from palace.cards import CARDS, Card, Cards, card_indexes, pack, unpack
from palace.errors import PalaceError, PositionError
from palace.rules import Rules, rules_of
from palace.settling import prepared
from palace.start import from_dealers_left, row_of_hand, starting_row, who_starts
from palace.state import Frame, Phase, State
from palace.variant import Variant
from palace.wording import counted, quoted

LONGEST_SEED = 4096
"""The most bits of a seed."""


def new_game(  # noqa: PLR0913 - what a deal may be given
    variant: Variant,
    players: int,
    *,
    seed: int | None = None,
    deck: str | Iterable[Card | str] | None = None,
    dealer: int | None = None,
    starter: int | None = None,
) -> State:
    """Deal a game.

    Args:
        variant: the rules.
        players: the number of seats, 2 to 10, as many as the variant is for.
        seed: a whole number; the same seed deals the same cards under any variant with the same
            deck, in every process. Left out, and without a deck, every deal is new.
        deck: instead of a seed the whole deck, the first card dealt first.
        dealer: the seat that deals; left out it is drawn from the seed, and 0 with a given deck.
        starter: a seat that starts whatever the variant's rule says, as in the later games of a
            session (`next_starter`); it may lead any card.

    Returns:
        The state after the deal: arranging, or playing where the variant has no arranging.

    Raises:
        PositionError: the variant is not for so many players, the deck is not the variant's, or
            there is no such seat.
        NotationError: a text of the deck is no card.
        VariantError: something is wrong with the variant.
        PalaceError: it is no variant.
    """
    numbers = {"players": players, "seed": seed, "dealer": dealer, "starter": starter}
    for name, number in numbers.items():
        if type(number) is not int and (number is not None or name == "players"):
            raise PositionError(f"{name} is {quoted(number)}: it is a whole number")
        if number is not None and number.bit_length() > LONGEST_SEED:
            raise PositionError(f"{name} is too large a number: it has {number.bit_length()} bits")
    rules = rules_of(variant)
    whole = variant.deck_cards(players).packed
    if deck is None:
        cards, drawn = shuffled(variant, players, seed)
        dealer = drawn if dealer is None else dealer
    else:
        if seed is not None:
            raise PositionError("a deal takes a seed or a deck, not both")
        cards = card_indexes(deck)
        _check_deck(Cards.of([CARDS[index] for index in cards]), Cards(whole))
    return deal(rules, players, cards, dealer or 0, starter)


def require_seed(seed: int) -> None:
    """Refuse what is no seed.

    Args:
        seed: what was given.

    Raises:
        PalaceError: it is no whole number, or too long a one.
    """
    if type(seed) is not int or seed.bit_length() > LONGEST_SEED:
        right = f"it is a whole number of at most {LONGEST_SEED} bits"
        raise PalaceError(f"seed is {quoted(seed)}: {right}")


def shuffled(variant: Variant, players: int, seed: int | None) -> tuple[bytes, int]:
    """A deck in dealing order, as card indexes, and a dealer, both drawn from a seed.

    Args:
        variant: the rules.
        players: the number of seats.
        seed: the same seed gives the same deck; None: every deck is new.
    """
    order = list(_in_order(variant.deck_cards(players).packed))
    random = Random() if seed is None else Random(f"palace {seed}")
    random.shuffle(order)
    return bytes(order), random.randrange(players)


_in_order = lru_cache(maxsize=256)(unpack)


def _check_deck(given: Cards, whole: Cards) -> None:
    missing = Cards.of(
        [c for c in dict.fromkeys(whole) for _ in range(whole.count(c) - given.count(c))]
    )
    extra = Cards.of(
        [c for c in dict.fromkeys(given) for _ in range(given.count(c) - whole.count(c))]
    )
    if missing or extra:
        parts = [f"missing: {missing}"] * bool(missing) + [f"not in it: {extra}"] * bool(extra)
        cards = counted(len(given), "card")
        raise PositionError(
            f"the deck given has {cards}, the variant's {len(whole)}; {'; '.join(parts)}"
        )


def deal(
    rules: Rules, players: int, cards: bytes, dealer: int, starter: int | None = None
) -> State:
    """Deal ordered cards, card indexes with the first dealt first; those left over are the stock.

    Raises:
        PositionError: there is no such dealer, or starter.
    """
    variant, sizes = rules.variant, rules.variant.deal.at(players)
    for seat, what in ((dealer, "deal"), (starter, "start")):
        if seat is not None and seat not in range(players):
            there = f"seats are 0 to {players - 1}"
            raise PositionError(f"there is no seat {quoted(seat)} to {what}: {there}")
    seats = from_dealers_left(dealer, players)
    by_seat = sorted((seat, place) for place, seat in enumerate(seats))
    each = len(cards) // players if sizes.rest == "hands" else sizes.each
    dealt = [cards[place : players * each : players] for _, place in by_seat]
    downs, ups = sizes.face_down, sizes.face_down + sizes.face_up
    face_down = tuple(mine[:downs] for mine in dealt)
    face_up = tuple(pack(mine[downs:ups]) for mine in dealt)
    hands = tuple(pack(mine[ups:]) for mine in dealt)
    left = b"" if sizes.rest == "hands" else cards[players * each :]
    stock = left[: sizes.stock]
    if variant.arrange == "from_hand":
        hands = tuple(hand + up for hand, up in zip(hands, face_up, strict=True))
        face_up = (0,) * players
    pile, stock = _turned_up(rules, stock) if sizes.turn_up else (b"", stock)
    arranging = variant.arrange != "none" and sizes.face_up > 0
    to_move, row = starter, rules.standing(pile)
    if to_move is None and (variant.start.judged == "deal" or not arranging):
        ups_in_order = [
            (seats[place % players], cards[place])
            for place in range(players * downs, players * ups)
        ]
        to_move, card = who_starts(variant, dealer, hands, face_up, ups_in_order)
        row = starting_row(rules, card, row)
    if to_move is not None and not arranging:
        row = row_of_hand(rules, row, hands[to_move])
    arranged = 0 if arranging else (1 << players) - 1
    frame = Frame(rules, variant.start.first_direction, dealer, (), 0, face_up, face_down, arranged)
    state = State(
        Phase.ARRANGE if arranging else Phase.PLAY, to_move, hands, stock, pile,
        pile_cards=pack(pile), burned=0, row=row, frame=frame,
    )  # fmt: skip
    return state if arranging else prepared(state)


def _turned_up(rules: Rules, stock: bytes) -> tuple[bytes, bytes]:
    """The card turned up to start the pile, and the stock; a special goes under it (ruling 20)."""
    for number, index in enumerate(stock):
        if CARDS[index].rank not in rules.special:
            return stock[number : number + 1], stock[number + 1 :] + stock[:number]
    return b"", stock
