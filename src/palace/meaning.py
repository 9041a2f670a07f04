"""What is legal to write in a variant but can hardly be meant."""

from collections.abc import Iterator
from math import comb

from palace.abilities import Leaves
from palace.automaton import Automaton
from palace.cards import CARDS
from palace.changeless import changing_nothing
from palace.checks import require_sound
from palace.errors import Doubt
from palace.idle import idle_keys, stock
from palace.rules import rules_of
from palace.traits import most_together
from palace.variant import On, Variant
from palace.wording import shown

OFTEN = 0.001
"""A start that is decided otherwise in so many deals is told."""


def doubts(variant: Variant) -> tuple[Doubt, ...]:
    """What is legal to write in a variant but can hardly be meant.

    Args:
        variant: the variant.

    Returns:
        The doubts, each with its path in the words of a file; empty where all makes sense.

    Raises:
        VariantError: something is wrong with the variant.
        PalaceError: it is no variant.
    """
    require_sound(variant)
    return tuple(dict.fromkeys(each for check in _CHECKS for each in check(variant)))


def _unmet(variant: Variant) -> Iterator[Doubt]:
    """Ranks that go on no card, and ranks on which no card goes."""
    automaton = Automaton(variant)
    tops = [row for row in automaton.reached() if row.requirement.kind == "top"]
    goes = {
        rank: {
            row.number
            for row in tops
            if any(row.cells[card.index].counts for card in CARDS if card.rank is rank)
        }
        for rank in automaton.copies
    }
    for rank, rows in goes.items():
        if variant.rank(rank).on != On() and not rows:  # without it the order alone says so
            wrong = f"{shown(rank)} goes on no card that can lie on top, it can only be led"
            yield Doubt(f"ranks.{rank}.on", f"{wrong}: name other ranks, or leave it out")
    met = set[int]().union(*goes.values())
    blocked = {row.requirement.rank for row in tops if row.number not in met}
    for rank, rules in variant.ranks:
        if rank in blocked and rules.leaves is not Leaves.ITS_RANK:
            wrong = f"no card may follow {shown(rank)}: whoever comes after it takes the pile"
            right = 'let some rank go on it, as with on = "anything"'
            yield Doubt(f"ranks.{rank}.abilities", f"{wrong}; {right}")


def _who_starts(variant: Variant) -> Iterator[Doubt]:
    """Ranks that are to decide who starts, but may all lie where nobody looks."""
    start = variant.start
    if start.by in ("dealers_left", "dealers_right"):
        return
    for players in variant.players.counts:
        sizes, deck = variant.deal.at(players), variant.deck_cards(players)
        hand = len(deck) // players - sizes.face_down - sizes.face_up
        hand = hand if sizes.rest == "hands" else sizes.hand
        unseen = variant.arrange == "from_hand" and start.judged == "deal"
        up_and_hand = (0, hand + sizes.face_up) if unseen else (sizes.face_up, hand)
        zones = {"face_up": up_and_hand[:1], "hand": up_and_hand[1:]}
        looked_at = players * sum(zones.get(start.zones, up_and_hand))
        tried = start.ranks or variant.order
        others = sum(card.rank not in tried for card in deck)
        missing = comb(others, looked_at) / comb(len(deck), looked_at)
        if missing >= OFTEN:
            ranks = ", ".join(tried)
            wrong = f"with {players} players nobody has {ranks} there in {missing:.1%} of deals"
            right = "name more ranks, or look into more zones"
            yield Doubt("start.ranks", f"{wrong}, and the dealer's left starts: {right}")
            return


def _stock(variant: Variant) -> Iterator[Doubt]:
    """A stock that nobody draws from, or none where one is wanted."""
    left = {players: stock(variant, players) for players in variant.players.counts}
    drawn = any(variant.deal.at(players).draws for players in left)
    if not drawn and variant.chance == "never" and max(left.values()) > variant.deal.turn_up:
        players = max(left, key=lambda each: left[each])
        wrong = f"0 leaves {left[players]} cards that nobody draws, with {players} players"
        yield Doubt("deal.replenish_to", f"{wrong}: write a hand's size, or deal all cards")
    without = [players for players in left if not left[players]]
    if variant.deal.turn_up and without and any(left.values()):
        wrong = f"with {without[0]} players no card is left to be turned up"
        yield Doubt("deal.turn_up", f"{wrong}: deal fewer cards, or let fewer play")


def _turn_limit(variant: Variant) -> Iterator[Doubt]:
    """A limit of turns within which no game can end."""
    limit = variant.end.turn_limit
    if not limit or variant.out_of_turn != "never":
        return
    fewest = min(_fewest_turns(variant, players) for players in variant.players.counts)
    if limit < fewest:
        wrong = f"{limit} turns end every game without a loser: it takes {fewest} at least"
        yield Doubt("end.turn_limit", f"{wrong}; write a higher limit, or 0 for none")


def _fewest_turns(variant: Variant, players: int) -> int:
    """No game can take fewer turns: all stock drawn, and the largest sets or straights laid."""
    sizes, leaving = variant.deal.at(players), rules_of(variant).exits(players)
    most = most_together(variant, players) if variant.sets else 1
    most = max(min(most, variant.set_limit or most), variant.straights and variant.straight_limit)
    left = stock(variant, players) - variant.deal.turn_up if sizes.draws else 0
    cards = leaving * (sizes.hand + sizes.face_up) + max(left, 0)
    return -(-cards // most) + leaving * sizes.face_down


_CHECKS = (_unmet, changing_nothing, idle_keys, _who_starts, _stock, _turn_limit)
