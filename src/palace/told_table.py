"""What is told of taking the pile, of the cards on the table, of leaving and of the end."""

from collections.abc import Iterator

from palace.cards import Rank
from palace.english import number_of, one_of
from palace.told import (
    Section,
    burns_at_all,
    causes_something,
    has_face_down,
    has_face_up,
    limits_leads,
    may_have_stock,
    ranks_in_play,
)
from palace.variant import Variant

# ---------------------------------------------------------------- taking the pile


def _take(variant: Variant) -> Iterator[str]:
    if variant.pick_up.when_able:
        yield "instead of playing you may take the whole pile into your hand"
    else:
        yield "if you can play, you may not take the pile"
    turned_up = (
        variant.chance != "never" and variant.chance_card == "pile" and may_have_stock(variant)
    )
    chance = " or turn up the top card of the stock" if turned_up else ""
    yield f"if you cannot play, you must take the whole pile into your hand{chance}"
    yield f"taking the pile ends your turn: you draw nothing, and {_THEN[variant.pick_up.then]}"


_THEN = {
    "next": "the next player leads",
    "same": "you lead yourself",
    "previous": "whoever laid the last card leads, or the next player if they are out",
}


def _nothing_there(variant: Variant) -> Iterator[str]:
    if _barred_last(variant):
        yield "you cannot take an empty pile: you must play, and pass only if you may lay no card"
    else:
        yield "you cannot take an empty pile: you must play, for nobody may pass"


TAKING = Section("Taking the pile", (_take, _nothing_there))

# ---------------------------------------------------------------- table cards


def _locked(variant: Variant) -> Iterator[str]:
    if has_face_up(variant) or has_face_down(variant):
        yield "as long as you have cards in your hand, you play from your hand alone"


def _face_up(variant: Variant) -> Iterator[str]:
    if not has_face_up(variant):
        return
    yield _FACE_UP[variant.table_cards.face_up]
    if variant.table_cards.with_hand and variant.sets and variant.set_limit != 1:
        yield (
            "if the last cards of your hand are of one rank, you may lay them, all at once, "
            "together with face-up cards of that rank, when you will draw none"
        )
    adding, when_able = variant.pick_up.adding, variant.pick_up.when_able
    if adding in _ADDING and (adding != "when_able" or when_able):
        yield _ADDING["always" if adding == "when_unable" and not when_able else adding]


_FACE_UP = {
    "sets": "when your hand is empty, you play from your face-up cards in the same way",
    "singles": "when your hand is empty, you play from your face-up cards, one at a time",
    "into_hand": "when your hand is empty and the stock is gone, you take all your face-up cards "
    "into your hand",
}
_FIRST = "you first add one of your face-up cards to it, whichever you like; it causes nothing"
_ADDING = {
    "when_able": f"if you then take the pile although you could play a face-up card, {_FIRST}",
    "when_unable": f"if you then take the pile because you can play no face-up card, {_FIRST}",
    "always": f"if you then take the pile, {_FIRST}",
}


def _face_down(variant: Variant) -> Iterator[str]:
    if not has_face_down(variant):
        return
    gone = "your face-up cards are gone too" if has_face_up(variant) else "your hand is empty"
    if variant.table_cards.face_down == "looked_at":
        yield f"when {gone}, you look at your face-down cards and play from them, one at a time"
        return
    yield (
        f"when {gone}, you turn over one of your face-down cards, whichever you like, without "
        "looking at it before"
    )
    yield (
        "if that card may be laid on the pile, it counts as played; if not, you take it into your "
        "hand together with the pile"
    )
    may = "may" if variant.pick_up.instead_of_flip else "may not"
    yield f"you {may} take the pile instead of turning over a face-down card"


TABLE_CARDS = Section("Cards on the table", (_locked, _face_up, _face_down))

# ---------------------------------------------------------------- the end


def _out(variant: Variant) -> Iterator[str]:
    table = " or on the table" if has_face_up(variant) or has_face_down(variant) else ""
    yield f"you are out as soon as you have no cards left, after drawing, in your hand{table}"
    if causes_something(variant):
        yield "what your last cards cause still counts, but you get no further turn"
    if burns_at_all(variant):
        any_card = ", and may lead any card" if limits_leads(variant) else ""
        yield f"if your last cards burn the pile, the next player leads{any_card}"


def _barred_last(variant: Variant) -> list[Rank]:
    return [rank for rank in ranks_in_play(variant) if rank in variant.end.not_on]


def _not_on(variant: Variant) -> Iterator[str]:
    if barred := _barred_last(variant):
        yield f"you may not lay {one_of(barred)} as your last card"
        if has_face_down(variant):
            yield "if you turn one over as your last card, you take it together with the pile"


def _over(variant: Variant) -> Iterator[str]:
    yield _OVER[variant.end.result == "winner"]
    if limit := variant.end.turn_limit:
        yield f"a game that has not ended after {number_of(limit, 'turn')} is over without a loser"


_OVER = {
    False: "the game ends when only one player still holds cards",
    True: "the game ends when the first player is out",
}


def _resigned(variant: Variant) -> Iterator[str]:
    yield (
        "a player may leave the table at any time, and has lost then; the others go on, and "
        f"{_RESIGNED[variant.end.resigned]}"
    )


_RESIGNED = {
    "burned": "the cards of who has left are out of the game",
    "under_stock": "the cards of who has left go under the stock, from which you then draw as "
    "before: the hand, then the face-up and then the face-down cards",
}

END = Section("The end", (_out, _not_on, _over, _resigned))
