"""What one card does on one requirement: may it be laid, what does it leave, what does it cause."""

from attrs import evolve

from palace.abilities import LOOKED_THROUGH, Effects, Lead, Leaves
from palace.cards import RANKS, Card, Rank
from palace.errors import Reason
from palace.requirements import ANY_COUNT, FREE, ONE_CARD, Requirement
from palace.traits import Traits, traits_of
from palace.variant import Variant


def _traits(variant: Variant, rank: Rank) -> Traits:
    return traits_of(variant)[rank.index]


# ---------------------------------------------------------------- may it be laid


def refusing(variant: Variant, requirement: Requirement) -> Requirement:
    """What of a requirement decides where a card is refused; the rest is left at its default."""
    if not (requirement.flipped or requirement.number or requirement.run):
        return requirement
    locked = 0 < variant.equal_lock <= requirement.run
    return evolve(
        requirement,
        flipped="flipped_back" if requirement.flipped else None,
        number=0,
        run=requirement.run if locked else 0,
    )


def refusal(  # noqa: PLR0911 - one line for each rule, in the order in which they count
    variant: Variant, requirement: Requirement, card: Card
) -> Reason | None:
    """Why a card does not go on what the pile asks for, or None where it goes (ruling 15)."""
    rank = card.rank
    if requirement.kind == "choice":
        return Reason.MUST_CHOOSE
    if _traits(variant, rank).as_another:
        return Reason.MUST_DECLARE
    if requirement.kind == "start":
        led = rank is requirement.rank and has_its_suit(variant, requirement, card)
        return None if led else Reason.MUST_LEAD
    if requirement.rank is None:
        return None
    if requirement.kind == "lead":
        higher = _above(variant, requirement, rank) >= (requirement.lead == "higher")
        return None if higher or _traits(variant, rank).anywhere else Reason.BELOW_LEAD
    if requirement.kind == "attack":
        defence = caused(variant, requirement.rank).defence
        return None if rank in defence else Reason.MUST_DEFEND
    return _refused_by_top(variant, requirement, requirement.rank, card)


def _refused_by_top(  # noqa: PLR0911 - one line for each rule, in the order in which they count
    variant: Variant, requirement: Requirement, top: Rank, card: Card
) -> Reason | None:
    rank, traits = card.rank, _traits(variant, card.rank)
    on, leaves = traits.on, _to_beat(variant, requirement)
    if top in on.never or (on.only and top not in on.only):
        return Reason.BARRED
    if leaves in (Leaves.ANYTHING_GOES, Leaves.COVER):
        return None
    anywhere = traits.anywhere and rank not in _binding(variant, requirement)
    if not anywhere and not has_its_suit(variant, requirement, card):
        return Reason.WRONG_SUIT
    if top in on.only or top in on.also:
        return None
    if on.up_to is not None and _above(variant, requirement, top, on.up_to) > 0:
        return Reason.BARRED
    if anywhere:
        return None
    if 0 < variant.equal_lock <= requirement.run and rank is not top:
        return Reason.LOCKED
    if leaves is Leaves.NAMED_RANKS:
        return None if rank in _traits(variant, top).admits else Reason.BARRED
    return _compared(variant, leaves, _above(variant, requirement, rank))


def _compared(variant: Variant, leaves: Leaves, above: float) -> Reason | None:
    """Whether a rank so far above the effective top beats it."""
    limits = {Leaves.AT_MOST_ITS_RANK: above <= 0, Leaves.BELOW_ITS_RANK: above < 0}
    if leaves in limits:
        return None if limits[leaves] else Reason.ABOVE_LIMIT
    beats = {
        Leaves.AT_LEAST_ITS_RANK: above >= 0,
        Leaves.ABOVE_ITS_RANK: above > 0,
    }
    beaten = {
        "equal_or_higher": above >= 0,
        "higher": above > 0,
        "equal_or_lower": above <= 0,
        "lower": above < 0,
    }
    return None if beats.get(leaves, beaten[variant.beat]) else Reason.DOES_NOT_BEAT


def _to_beat(variant: Variant, requirement: Requirement) -> Leaves:
    """How the effective top must be beaten."""
    if requirement.leaves or requirement.rank is None:
        return requirement.leaves or Leaves.ANYTHING_GOES
    return _traits(variant, requirement.rank).leaves


def _binding(variant: Variant, requirement: Requirement) -> tuple[Rank, ...]:
    """The ranks that go on anything elsewhere, but must keep to the requirement."""
    if requirement.binds is not None or requirement.rank is None:
        return requirement.binds or ()
    return _traits(variant, requirement.rank).binds


def _above(
    variant: Variant, requirement: Requirement, rank: Rank, other: Rank | None = None
) -> float:
    """How far a rank stands above another, or above the requirement's, in the order that holds.

    No number where either has no place in the order.
    """
    other = other or requirement.rank
    if other is None:
        return float("nan")
    above = _traits(variant, rank).place - _traits(variant, other).place
    return -above if requirement.flipped else above


def has_its_suit(variant: Variant, requirement: Requirement, card: Card) -> bool:
    """Whether a card has the suit, or the colour, that is asked for; yes where none is."""
    if requirement.suit is None:
        return True
    if variant.suits == "colour" and requirement.kind != "start":
        return card.suit.is_red == requirement.suit.is_red
    return card.suit is requirement.suit


def counts(variant: Variant, requirement: Requirement, rank: Rank) -> int:
    """In which counts cards of a rank that goes may be laid together."""
    allowed, wanted = _together(variant, rank), requirement.number
    if wanted and not _traits(variant, rank).anywhere:
        allowed &= 1 << wanted if variant.match == "exactly" else -1 << wanted
    return allowed


def _together(variant: Variant, rank: Rank) -> int:
    """In which counts cards of a rank may be laid together at all."""
    if not _traits(variant, rank).together:
        return ONE_CARD
    return (2 << variant.set_limit) - 2 if variant.set_limit else ANY_COUNT


def counts_all_the_same(variant: Variant, requirement: Requirement, rank: Rank) -> int:
    """In which counts cards of a rank that does not go may be laid all the same.

    That is a matter of what must be beaten: no set answers a question, an attack, or the rule of
    what the starter leads.
    """
    exempt = variant.four.on_anything and requirement.kind in ("top", "lead")
    return _together(variant, rank) & -1 << variant.four.size if exempt else 0


# ---------------------------------------------------------------- what does it cause


def caused(variant: Variant, rank: Rank) -> Effects:
    """What a rank causes by itself."""
    return _traits(variant, rank).effects


def caused_on(variant: Variant, requirement: Requirement, rank: Rank) -> Effects:
    """What a rank causes on what the pile asks for."""
    if requirement.kind == "attack":
        return Effects(returns=True)
    effects = caused(variant, rank)
    if effects.repeats and requirement.kind == "top" and requirement.rank is not None:
        below = caused(variant, requirement.rank)
        effects = effects | Effects(
            skips=below.skips, wrap=below.wrap,
            reverses=below.reverses, two_players=below.two_players,
        )  # fmt: skip
    return effects


# ---------------------------------------------------------------- what does it leave


def looked_through(variant: Variant) -> frozenset[Rank]:
    """The ranks that leave on a pile what lies beneath them; their own suits do not matter then."""
    return frozenset(
        rank
        for rank, traits in zip(RANKS, traits_of(variant), strict=True)
        if traits.leaves in LOOKED_THROUGH and not traits.effects.burns
    )


def lasting(requirement: Requirement, *, same: bool) -> Requirement:
    """What of a requirement matters for what a card leaves that is not looked through.

    Args:
        requirement: the requirement.
        same: whether the card is of the requirement's rank.
    """
    kind = requirement.kind if requirement.kind in ("top", "attack") else "free"
    rank, run = (requirement.rank, requirement.run) if same and requirement.run else (None, 0)
    return Requirement(kind, rank, flipped=requirement.flipped, run=run)


def left(variant: Variant, requirement: Requirement, card: Card, number: int = 1) -> Requirement:
    """The requirement that a play leaves behind.

    Args:
        variant: the rules.
        requirement: what the pile asks for.
        card: the card that lies on top then.
        number: how many cards the play has.
    """
    rank, traits = card.rank, _traits(variant, card.rank)
    on_top, effects = requirement.kind == "top", traits.effects
    leaves = traits.leaves if on_top else traits.leaves_alone
    flipped = requirement.flipped
    if effects.flips and not effects.burns:  # a play that burns has no other effect (ruling 7)
        flipped = None if flipped else effects.flips
    elif flipped == "reset" and leaves is Leaves.ANYTHING_GOES:
        flipped = None
    free = Requirement(flipped=flipped)
    if requirement.kind == "attack":
        return free
    if effects.burns:
        return lead(variant, effects.lead, rank, free)
    if leaves in LOOKED_THROUGH:
        return _seen_through(variant, rank, requirement, free) if on_top else free
    matters = variant.suits != "ignored" and leaves is not Leaves.ANYTHING_GOES
    ordinary = leaves is not Leaves.ANYTHING_GOES and not traits.anywhere
    in_a_row = requirement.run + 1 if requirement.rank is rank else 1
    return Requirement(
        "top",
        rank,
        card.suit if matters else None,
        leaves=None if leaves is traits.leaves else leaves,
        flipped=flipped,
        number=number if variant.match != "never" and number > 1 and ordinary else 0,
        run=min(in_a_row, variant.equal_lock) if ordinary else 0,
    )


_MEASURED_BENEATH = {
    Leaves.AT_MOST_WHAT_WAS_THERE: Leaves.AT_MOST_ITS_RANK,
    Leaves.BELOW_WHAT_WAS_THERE: Leaves.BELOW_ITS_RANK,
}
_LIMITS = {
    Leaves.AT_MOST_ITS_RANK, Leaves.BELOW_ITS_RANK, Leaves.AT_LEAST_ITS_RANK,
    Leaves.ABOVE_ITS_RANK, Leaves.NAMED_RANKS,
}  # fmt: skip


def _seen_through(
    variant: Variant, over: Rank, requirement: Requirement, free: Requirement
) -> Requirement:
    """What was there, beneath a card that is looked through."""
    there, leaves = _to_beat(variant, requirement), _traits(variant, over).leaves
    binds = _binding(variant, requirement)
    if there is Leaves.COVER:
        there = Leaves.ITS_RANK
    if there is not Leaves.ANYTHING_GOES and leaves in _MEASURED_BENEATH:
        there, binds = _MEASURED_BENEATH[leaves], _traits(variant, over).binds
    elif leaves is Leaves.WHAT_WAS_THERE_FREED and there in _LIMITS:
        there, binds = Leaves.ITS_RANK, ()
    rank = requirement.rank
    own = rank is not None and there is _traits(variant, rank).leaves
    bound = () if rank is None else _traits(variant, rank).binds
    return Requirement(
        requirement.kind, rank, requirement.suit, leaves=None if own else there,
        flipped=free.flipped, number=requirement.number, run=requirement.run,
        binds=None if binds == bound else binds,
    )  # fmt: skip


def lead(variant: Variant, measured: Lead, rank: Rank, free: Requirement = FREE) -> Requirement:
    """The requirement on an empty pile after cards of a rank burned."""
    if measured == "free" or rank not in variant.order:
        return free
    return Requirement("lead", rank, None, measured, flipped=free.flipped)


def taken(requirement: Requirement) -> Requirement:
    """The requirement when the pile was picked up."""
    flipped = None if requirement.flipped == "picked_up" else requirement.flipped
    return Requirement(flipped=flipped)


def deserted(variant: Variant, requirement: Requirement) -> Requirement:
    """The requirement when whoever laid the last card has left (ruling 19)."""
    if requirement.kind == "lead":
        return Requirement(flipped=requirement.flipped)
    if requirement.kind == "top" and _to_beat(variant, requirement) is Leaves.COVER:
        return evolve(requirement, leaves=Leaves.ITS_RANK)
    return requirement


def called(requirement: Requirement, direction: str, *, strict: bool) -> Requirement:
    """The requirement when a player has called `higher` or `lower`."""
    leaves = {
        ("higher", False): Leaves.AT_LEAST_ITS_RANK,
        ("higher", True): Leaves.ABOVE_ITS_RANK,
        ("lower", False): Leaves.AT_MOST_ITS_RANK,
        ("lower", True): Leaves.BELOW_ITS_RANK,
    }[direction, strict]
    return evolve(requirement, leaves=leaves)
