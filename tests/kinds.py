"""The kinds of thing that happen in a game, and by which keys of a variant each can happen."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from palace import (
    Action,
    Arrange,
    Cards,
    Chance,
    Choose,
    Flip,
    Pass,
    Phase,
    PickUp,
    Play,
    Rank,
    State,
    Variant,
    legal_actions,
)
from palace.abilities import Ability
from palace.errors import Reason

Allows: TypeAlias = Callable[[Variant], bool]


def dealt_ranks(variant: Variant) -> set[Rank]:
    """The ranks that are in the deck at some number of players."""
    counts = range(variant.players.min, variant.players.max + 1)
    return {card.rank for players in counts for card in variant.deck_cards(players)}


def abilities(variant: Variant) -> list[Ability]:
    return [ability for rank in dealt_ranks(variant) for ability in variant.rank(rank).abilities]


def _always(_: Variant) -> bool:
    return True


def never(_: Variant) -> bool:
    return False


def _arranges(variant: Variant) -> bool:
    return variant.arrange != "none"


def _burns(variant: Variant) -> bool:
    return any(ability.effects.burns for ability in abilities(variant))


def _skips(variant: Variant) -> bool:
    return any(
        each.effects.skips or each.effects.two_players == "skip" or each.effects.gives
        for each in abilities(variant)
    )


def _reverses(variant: Variant) -> bool:
    return any(ability.effects.reverses for ability in abilities(variant))


def _limits_leads(variant: Variant) -> bool:
    return variant.four.lead != "free" or any(
        ability.effects.lead != "free" for ability in abilities(variant)
    )


def _gives_the_lead_away(variant: Variant) -> bool:
    by_ability = any(each.effects.burns and not each.effects.again for each in abilities(variant))
    return by_ability or (variant.four.burns != "never" and not variant.four.again)


def _keeps_the_lead(variant: Variant) -> bool:
    by_ability = any(each.effects.burns and each.effects.again for each in abilities(variant))
    return by_ability or (variant.four.burns != "never" and variant.four.again)


def _takes_chances(variant: Variant) -> bool:
    return variant.chance != "never"


def _adds(variant: Variant) -> bool:
    return variant.pick_up.adding != "never"


def _bars(variant: Variant) -> bool:
    where = [variant.rank(rank).on for rank in dealt_ranks(variant)]
    return any(on.up_to or on.only or on.never for on in where)


def _limits_counts(variant: Variant) -> bool:
    return not variant.sets or any(not variant.rank(rank).sets for rank in dealt_ranks(variant))


def _asks(variant: Variant) -> bool:
    return any(each.effects.chooses for each in abilities(variant))


def _leaves(ability: str) -> Allows:
    return lambda variant: any(each.name == ability for each in abilities(variant))


KINDS: dict[str, Allows] = {
    "choice": _asks,
    "pass": lambda variant: bool(variant.end.not_on),
    "arranging": _arranges,
    "play from the hand": _always,
    "play from the face-up cards": _always,
    "play of several cards": lambda variant: variant.sets,
    "good flip": _always,
    "failed flip": _always,
    "good chance": _takes_chances,
    "failed chance": _takes_chances,
    "chance by a player who could play": lambda variant: variant.chance == "always",
    "pick-up with a card added": _adds,
    "pick-up without a card added": _always,
    "pick-up by a player who could play": lambda variant: variant.pick_up.when_able,
    "pick-up instead of a flip": lambda variant: (
        variant.pick_up.instead_of_flip or any(each.effects.gives for each in abilities(variant))
    ),
    "burn by ability": _burns,
    "burn by four in a row": lambda variant: variant.four.burns != "never",
    "burn by four anywhere": lambda variant: variant.four.burns == "anywhere",
    "another turn after a burn": _keeps_the_lead,
    "the next leads after a burn": _gives_the_lead_away,
    "a limit on the lead": _limits_leads,
    "a limit on another's lead": never,
    "somebody passed over": _skips,
    "everybody passed over": _skips,
    "the direction turned": _reverses,
    "cards drawn": lambda variant: variant.deal.replenish_to > 0,
    "exit by a play from the hand": _always,
    "exit by a play from the face-up cards": _always,
    "exit by a flip": _always,
    "exit by a chance": never,
    "exit by a pick-up": never,
    "the last but one leaves": _always,
    "the limit of turns": lambda variant: variant.end.turn_limit > 0,
}
"""Everything that a move can be or cause, with the variants in which it can come about."""

REASONS: dict[Reason, Allows] = {
    Reason.UNKNOWN_SEAT: _always,
    Reason.GAME_OVER: _always,
    Reason.STILL_ARRANGING: _arranges,
    Reason.NOT_ARRANGING: _always,
    Reason.ALREADY_ARRANGED: _arranges,
    Reason.WRONG_NUMBER: _arranges,
    Reason.NOT_YOUR_TURN: _always,
    Reason.NO_CARDS: _always,
    Reason.DUPLICATE_CARD: _always,
    Reason.NOT_HELD: _always,
    Reason.ZONE_LOCKED: _always,
    Reason.MIXED_RANKS: _always,
    Reason.WRONG_COUNT: _limits_counts,
    Reason.DOES_NOT_BEAT: _always,
    Reason.ABOVE_LIMIT: lambda variant: _leaves("lower")(variant) or _asks(variant),
    Reason.BELOW_LEAD: _limits_leads,
    Reason.BARRED: _bars,
    Reason.WRONG_SUIT: lambda variant: variant.suits != "ignored",
    Reason.LOCKED: lambda variant: variant.equal_lock > 0,
    Reason.MUST_LEAD: lambda variant: variant.start.lead != "free",
    Reason.MUST_DEFEND: lambda variant: any(each.effects.defence for each in abilities(variant)),
    Reason.MUST_CHOOSE: _asks,
    Reason.NOTHING_TO_CHOOSE: _always,
    Reason.WRONG_CHOICE: _asks,
    Reason.MUST_NOT_END: lambda variant: bool(variant.end.not_on),
    Reason.MUST_DECLARE: _leaves("wild"),
    Reason.NOT_WILD: _leaves("wild"),
    Reason.MUST_FLIP: _always,
    Reason.NO_SUCH_PLACE: _always,
    Reason.NOTHING_TO_PICK_UP: _always,
    Reason.MUST_PLAY: _always,
    Reason.MUST_ADD: _adds,
    Reason.MUST_NOT_ADD: _always,
    Reason.NO_CHANCE: lambda variant: not _takes_chances(variant),
    Reason.NO_STOCK: _takes_chances,
    Reason.ALREADY_LEFT: never,  # no attempt resigns; test_resign does
}
"""Every reason of a refusal, with the variants that refuse by it."""

ALL_KINDS = KINDS | {f"refused: {reason}": allows for reason, allows in REASONS.items()}


def kinds_of(before: State, action: Action, after: State) -> Iterator[str]:
    """What a move was and what it caused, told by the two positions alone."""
    if isinstance(action, Arrange):
        yield "arranging"
        return
    if isinstance(action, Choose | Pass):
        yield "choice" if isinstance(action, Choose) else "pass"
        return
    seat, taken = action.seat, after.pile == () and after.burned == before.burned
    if isinstance(action, Play):
        how = f"play from the {'hand' if before.hands[seat] else 'face-up cards'}"
        yield how
        if len(action.cards) > 1:
            yield "play of several cards"
    elif isinstance(action, PickUp):
        how = "pick-up"
        yield f"pick-up {'with' if action.adding else 'without'} a card added"
        if not before.hands[seat] and not before.face_up[seat]:
            yield "pick-up instead of a flip"
    else:
        how = "flip" if isinstance(action, Flip) else "chance"
        yield f"{'failed' if taken else 'good'} {how}"
    if isinstance(action, PickUp | Chance) and _could_play(before):
        yield f"{how} by a player who could play"
    yield from _caused(before, action, after)
    if seat in after.out:
        yield f"exit by a {how}"


def _could_play(state: State) -> bool:
    return any(isinstance(action, Play) for action in legal_actions(state))


def _caused(before: State, action: Action, after: State) -> Iterator[str]:
    seat, burned = action.seat, after.burned != before.burned
    if burned and before.pending is not None:
        return  # a pile sent back to nobody, or four of them
    if burned:
        yield f"burn by {_what_burned(before, action, after)}"
        if after.phase is Phase.PLAY and seat not in after.out:
            again = after.to_move == seat
            yield "another turn after a burn" if again else "the next leads after a burn"
    elif after.pending is not None and after.pending.kind == "direction":
        return
    elif after.phase is Phase.PLAY and after.to_move != _following(after, seat):
        yield "everybody passed over" if after.to_move == seat else "somebody passed over"
    if after.requirement.kind == "lead" and after.phase is Phase.PLAY:
        yield "a limit on the lead" if after.to_move == seat else "a limit on another's lead"
    if after.direction != before.direction:
        yield "the direction turned"
    if isinstance(action, Play) and len(after.stock) < len(before.stock):
        yield "cards drawn"
    if after.phase is Phase.OVER:
        yield "the limit of turns" if after.unfinished else "the last but one leaves"


def _what_burned(before: State, action: Action, after: State) -> str:
    laid = after.burned - before.burned - Cards.of(before.pile)
    rank = getattr(action, "as_rank", None) or min(laid).rank
    rank = next(iter(after.variant.stands_for(rank)), rank)  # a joker turned over unseen
    there = before.declared
    pile = [there.get(place, card.rank) for place, card in enumerate(before.pile)]
    if any(ability.effects.burns for ability in after.variant.rank(rank).abilities):
        return "ability"
    row = [*pile, *[rank] * len(laid)][-4:]
    return "four in a row" if row == [rank] * 4 else "four anywhere"


def _following(state: State, seat: int) -> int:
    """The next active seat in the direction of play."""
    seat = (seat + state.direction) % state.players
    return _following(state, seat) if seat in state.out else seat
