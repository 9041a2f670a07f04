"""What is told of a game before its first turn: aim, players, deck, deal, arranging, who starts."""

from collections.abc import Iterator
from functools import partial

from palace.english import a_rank, all_of, listed, number, number_of, one_of, rank_name, span
from palace.told import Section, by_players, has_face_up, has_stock, ranks_in_play
from palace.variant import Variant

# ---------------------------------------------------------------- the game


def _aim(variant: Variant) -> Iterator[str]:
    yield f"the aim is to get rid of all your cards: {_AIMS[variant.end.result]}"


_AIMS = {
    "loser": "the last player to hold any is the loser, and there is no winner",
    "places": "the first player to do so wins, the others take their places in the order in which "
    "they do so, and the last to hold any loses",
    "winner_and_loser": "the first player to do so wins, the last to hold any loses, and those "
    "between are equal",
    "winner": "the first player to do so wins, and there is no loser",
}


def _players(variant: Variant) -> Iterator[str]:
    yield f"{span(variant.players.min, variant.players.max)} players can play"


def _deck(variant: Variant) -> Iterator[str]:
    told = by_players(variant, lambda players: _cards(*variant.deck.at(players)))
    yield from (f"{who}the deck is {cards}" for who, cards in told)


def _cards(packs: int, jokers: int) -> str:
    added = f" and {number_of(jokers, 'joker')}" if jokers else ""
    return f"{number_of(packs, 'pack')} of 52 cards{added}"


GAME = Section("The game", (_aim, _players, _deck))

# ---------------------------------------------------------------- the deal


def _dealer(variant: Variant) -> Iterator[str]:
    yield f"the first dealer is drawn by lot; {_NEXT_DEALER[variant.end.next_dealer]}"
    if variant.end.next_dealer != "left" and variant.end.turn_limit:
        yield "after a game that was not finished the same player deals again"


_NEXT_DEALER = {
    "left": "after each game the deal passes to the player on the dealer's left",
    "loser": "after that the loser of a game deals the next one",
    "winner": "after that the winner of a game deals the next one",
}


def _dealt(variant: Variant) -> Iterator[str]:
    yield "the cards are dealt one at a time, clockwise from the dealer's left"
    for who, layers in by_players(variant, partial(_layers, variant)):
        yield f"{who}each player gets {layers}"


def _layers(variant: Variant, players: int) -> str:
    deal, chosen = variant.deal.at(players), variant.arrange == "from_hand"
    up, hand = (0, deal.hand + deal.face_up) if chosen else (deal.face_up, deal.hand)
    where = "beside them" if deal.face_down else "on the table"
    layers = [
        f"{number(deal.face_down)} face down, unseen by anybody" if deal.face_down else "",
        f"{number(up)} face up {where}" if up else "",
        f"{number(hand)} to the hand",
    ]
    return ", then ".join(filter(None, layers))


def _rest(variant: Variant) -> Iterator[str]:
    yield _REST[variant.deal.rest]


_REST = {
    "stock": "the cards that are left, if any, lie face down as the stock",
    "hands": "the cards that are left are dealt out to the hands as far as everybody gets as many; "
    "what remains lies aside, and there is no stock",
}


def _stock(variant: Variant) -> Iterator[str]:
    """How many cards the stock has at most."""
    if variant.deal.rest == "hands":
        return
    for who, most in by_players(variant, partial(_most, variant)):
        if most:
            yield f"{who}the stock has {most} at most; what is left over lies aside"


def _most(variant: Variant, players: int) -> str:
    most = variant.deal.at(players).stock
    return "" if most is None else number_of(most, "card")


def _pile(variant: Variant) -> Iterator[str]:
    if not (variant.deal.turn_up and has_stock(variant)):
        yield "the pile is empty when play begins"
        return
    yield "the top card of the stock is turned up to start the pile; it causes nothing"
    special = [rank for rank in ranks_in_play(variant) if variant.rank(rank).abilities]
    if special:
        yield (
            f"if it is {one_of(special)}, it goes under the stock and the next card is "
            "turned up, each card once at most; if there is no other card, the pile is empty when "
            "play begins, and the stock stays as it was"
        )


DEAL = Section("The deal", (_dealer, _dealt, _rest, _stock, _pile))

# ---------------------------------------------------------------- before play


def _arranging(variant: Variant) -> Iterator[str]:
    if not has_face_up(variant):
        return
    told = by_players(variant, lambda players: number(variant.deal.at(players).face_up))
    if variant.arrange == "from_hand":
        yield from (f"{who}all players lay {chosen} {_CHOSEN}" for who, chosen in told)
    else:
        yield _ARRANGING[variant.arrange]
    if variant.arrange == "none":
        return
    if variant.arrange_order == "from_dealers_left":
        yield "they do so one after another, clockwise from the dealer's left"
    if variant.bundling:
        yield (
            "cards of the hand may also be laid on face-up cards of the same rank; whoever does so "
            "draws from the stock until the hand is as large as it was dealt, and may do all this "
            "again, until nothing is drawn or the stock is gone"
        )


_ARRANGING = {
    "free": "all players may exchange cards of their hand for their own face-up cards, as many as "
    "they like",
    "none": "all cards stay as they were dealt: nobody exchanges any",
}
_CHOSEN = "of the cards in their hand face up on the table, whichever they like"


def _starter(variant: Variant) -> Iterator[str]:
    there, start = ranks_in_play(variant), variant.start
    ranks = [rank for rank in start.ranks or variant.order if rank in there]
    places = _places(variant)
    if start.by in _BESIDE or not ranks or not places:
        yield f"the player on the dealer's {_BESIDE.get(start.by, 'left')} starts"
        return
    first, *others = ranks
    words = {"a": a_rank(first), "many": all_of([first])}
    yield f"{places[0].format(**words)} starts"
    for place in places[1:]:
        yield f"if no {rank_name(first)} lies face up, {place.format(**words)} starts"
    if others:
        order = ", in this order" if len(others) > 1 else ""
        yield f"if that finds nobody, the same is tried with {all_of(others)}{order}"
    yield "if nobody is found at all, the player on the dealer's left starts"
    yield from _decided(variant)
    yield _LEADS[start.lead]


_BESIDE = {"dealers_left": "left", "dealers_right": "right"}


def _places(variant: Variant) -> list[str]:
    """Who has a rank, in each of the places where it is looked for, in order."""
    start = variant.start
    seen = variant.arrange != "from_hand" or start.judged == "arranged"
    up = has_face_up(variant) and seen
    holder = _MOST if start.by == "most" else _FIRST
    hand = [f"{holder} in the hand"]
    face_up = [_BY_DEAL if start.by == "deal_order" else f"{holder} face up"] if up else []
    both = [f"{holder} face up or in the hand"] if up else hand
    return {
        "face_up": face_up,
        "hand": hand,
        "face_up_then_hand": [*face_up, *hand],
        "face_up_and_hand": both,
    }[start.zones]


_BY_DEAL = "the first player to be dealt {a} face up"
_FIRST = "the first player clockwise from the dealer's left with {a}"
_MOST = "the player with the most {many}"


def _decided(variant: Variant) -> Iterator[str]:
    """How cards of one rank and holders of it are told apart, and when it is judged."""
    start = variant.start
    if start.suits:
        others = " before the other suits" if len(start.suits) < 4 else ""
        order = ", in this order," if len(start.suits) > 1 else ""
        yield f"among the cards of one rank, {listed(start.suits)}{order} are asked for{others}"
    if start.by == "most":
        yield "if several players have as many, it is the first clockwise from the dealer's left"
    if start.ties == "next_card":
        yield (
            "if several players have the card that is asked for, it is the one of them whose next "
            "card of those that are tried comes first"
        )
    if has_face_up(variant) and variant.arrange != "none":
        yield _JUDGED[start.judged]


_JUDGED = {
    "deal": "for this the cards count as they were dealt, even if they change places before play "
    "begins",
    "arranged": "for this the cards count as they lie when play begins",
}
_LEADS = {
    "free": "whoever starts may begin with any other card as well",
    "rank": "whoever starts must begin with cards of the rank that has decided it, if they have "
    "one in their hand",
    "card": "whoever starts must begin with the card that has decided it, if they have it in their "
    "hand",
}


def _later(variant: Variant) -> Iterator[str]:
    if variant.start.later != "rule":
        yield f"in later games the {variant.start.later} of the game before starts"


BEFORE_PLAY = Section("Before play", (_arranging, _starter, _later))
