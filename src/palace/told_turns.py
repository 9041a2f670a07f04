"""What is told of the turns: playing, drawing, the stock played unseen, playing out of turn."""

from collections.abc import Iterator
from functools import partial

from palace.cards import Rank
from palace.english import number, number_of
from palace.told import Section, by_players, may_have_stock, of_ranks, together
from palace.variant import Variant


def _round(variant: Variant) -> Iterator[str]:
    yield f"the players take turns {variant.start.direction}, beginning with whoever starts"


def _play(variant: Variant) -> Iterator[str]:
    several = ", or several cards of one rank together," if variant.sets else ""
    if variant.sets and variant.set_limit:
        several = f", or up to {number(variant.set_limit)} cards of one rank together,"
    if variant.set_limit == 1:
        several = ""
    yield f"in your turn you lay a card{several} from your hand face up on the pile"


def _alone(variant: Variant, rank: Rank) -> Iterator[str]:
    several = variant.sets and variant.set_limit != 1
    if several and not together(variant, rank) and not variant.stands_for(rank):
        yield "{many} are laid one at a time, never together"


def _draw(variant: Variant) -> Iterator[str]:
    if not may_have_stock(variant):
        return
    for who, told in by_players(variant, partial(_drawn, variant)):
        yield f"{who}{told}"


def _drawn(variant: Variant, players: int) -> str:
    deal = variant.deal.at(players)
    if not deal.draws:
        return "you never draw cards from the stock"
    if deal.replenish == "as_laid":
        return (
            "after you have played from your hand you draw as many cards from the stock as you "
            "have laid, while it lasts, however many you hold"
        )
    size = deal.replenish_to
    return (
        f"{_WHEN[deal.replenish]} you draw from the stock, while it lasts, until you hold "
        f"{number_of(size, 'card')}; if you hold as many or more you draw none"
    )


_WHEN = {
    "after_play": "after you have played from your hand",
    "at_turn_start": "at the start of your turn",
}


def _add_drawn(variant: Variant) -> Iterator[str]:
    if variant.deal.add_drawn and may_have_stock(variant):
        yield (
            "if you draw cards of the rank that you have just laid, you may add them to the pile "
            "at once"
        )


def _chance(variant: Variant) -> Iterator[str]:
    if variant.chance == "never" or not may_have_stock(variant):
        return
    yield f"while the stock lasts, you may {_CHANCE[variant.chance_card, variant.chance]}"
    if variant.chance_card == "pile":
        yield (
            "if that card may be laid there, it counts as played; if not, you take it into your "
            "hand together with the pile; in either case you draw nothing"
        )


_UNABLE = "if none of the cards that you have to play from may be laid"
_CHANCE = {
    ("pile", "always"): "turn its top card, unseen, onto the pile instead of playing",
    ("pile", "when_unable"): f"turn its top card, unseen, onto the pile {_UNABLE}",
    ("hand", "always"): "take its top card into your hand before you play, once in a turn",
    ("hand", "when_unable"): f"take its top card into your hand {_UNABLE}, once in a turn, and "
    "play on",
}


def _out_of_turn(variant: Variant) -> Iterator[str]:
    if variant.out_of_turn != "never":
        yield _OUT_OF_TURN[variant.out_of_turn]
        yield "play goes on from whoever has done so"


_OUT_OF_TURN = {
    "four": "a player who is not on turn may lay cards of the top card's rank on it at any time if "
    "that makes enough of them on top to burn the pile",
    "equal": "a player who is not on turn may lay cards of the top card's rank on it at any time",
}

TURN = Section(
    "A turn", (_round, _play, of_ranks(_alone), _draw, _add_drawn, _chance, _out_of_turn)
)
