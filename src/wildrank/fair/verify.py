"""Whether a receipt proves a deal, and in one sentence what it proves and what it does not.

Nothing but the receipt is needed: no server, no clock, no cards' names. Start reading at `verify`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from wildrank.errors import DealError
from wildrank.fair.commit import SALT_BYTES, Commitment, opens
from wildrank.fair.joint import JointOrder, joint_order, seed_promise
from wildrank.fair.receipt import (
    DECK_SIZE,
    Dealing,
    OpenDeck,
    OpenedCard,
    Place,
    PublicRecord,
    Receipt,
    clockwise,
    deck_name,
    places,
    record_hash,
)

Proof = Literal["own seed", "seeds of others", "no seed", "called off"]
_LIMITS = (
    "nothing is proved about cards that stayed hidden, about who could see cards, or about"
    " players who talk to each other"
)


class Verdict(NamedTuple):
    """What a receipt without a fault proves.

    Attributes:
        hand: The name of the hand.
        proof: Whose seeds ordered the deal, seen from the holder of the receipt.
        sentence: What was and was not proved.
        seeds: Chairs whose seeds took part.
        missing: Chairs of people whose seeds did not.
        opened: How many cards of the deal were checked.
        record: The hash that the next hand names.
    """

    hand: str
    proof: Proof
    sentence: str
    seeds: tuple[int, ...]
    missing: tuple[int, ...]
    opened: int
    record: str


def read_receipts(text: str | bytes) -> tuple[Receipt, ...]:
    """Return the receipt in a file, or the receipts of a list, first hand first.

    Raises:
        DealError: If it is none.
    """
    try:
        found = msgspec.json.decode(text, type=Receipt | list[Receipt])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        msg = f"this is no receipt of a deal: {error}"
        raise DealError(msg, code="deal/receipt") from error
    receipts = (found,) if isinstance(found, Receipt) else tuple(found)
    if not receipts:
        msg = "there is no receipt in this file"
        raise DealError(msg, code="deal/receipt")
    return receipts


def verify_all(receipts: Sequence[Receipt]) -> tuple[Verdict, ...]:
    """Return what each receipt proves, after checking that hands in a row name each other.

    Raises:
        DealError: As `verify`, or if a hand was changed or left out between two others.
    """
    verdicts = tuple(map(verify, receipts))
    for before, after in pairwise(receipts):
        if after.public.previous != before.record:
            msg = (
                f"hand {after.public.hand} does not follow hand {before.public.hand}: one of"
                " them was changed, or a hand between them is missing"
            )
            raise DealError(msg, code="deal/chain")
    return verdicts


def verify(receipt: Receipt) -> Verdict:
    """Return what a receipt proves.

    Raises:
        DealError: If anything in it does not fit; the sentence says what.
    """
    public = receipt.public
    if record_hash(public) != receipt.record:
        msg = "the record is not the one whose hash the receipt names: something was changed"
        raise DealError(msg, code="deal/record")
    _check_chairs(public, receipt)
    _check_seeds(public)
    if public.other is None:
        if not public.void or public.deals or public.openings or public.seeds:
            msg = "the deck not in play was never opened"
            raise DealError(msg, code="deal/other-deck")
        return _verdict(receipt, 0)
    order = joint_order(public.hand.encode(), _seeds(public), DECK_SIZE)
    check_other_deck(public, public.other, order)
    dealt = check_deals(public)
    seen = _check_openings(receipt, order, dealt)
    _check_later(receipt, order, seen)
    return _verdict(receipt, len(seen))


def _check_chairs(public: PublicRecord, receipt: Receipt) -> None:
    if len(set(public.chairs)) != len(public.chairs) or public.button not in public.chairs:
        msg = "a chair was dealt in twice, or the dealer was not dealt in"
        raise DealError(msg, code="deal/chairs")
    if receipt.mine is not None and receipt.mine.chair not in public.chairs:
        msg = f"chair {receipt.mine.chair} was not dealt in"
        raise DealError(msg, code="deal/chairs")


def _seeds(public: PublicRecord) -> dict[str, bytes]:
    return {chair: bytes.fromhex(seed) for chair, seed in public.seeds.items()}


def _check_seeds(public: PublicRecord) -> None:
    """Check that each seed was promised, and that each promise was kept or is said not to be."""
    known = set(map(str, public.chairs))
    if not set(public.promises) <= known:
        msg = "a seed was promised for a chair that was not dealt in"
        raise DealError(msg, code="deal/promise")
    for chair, seed in _seeds(public).items():
        promise = seed_promise(public.hand.encode(), seed).hex()
        if public.promises.get(chair) != promise:
            msg = f"the seed of chair {chair} is not the one that was promised"
            raise DealError(msg, code="deal/seed")
    unkept = set(public.promises) - set(public.seeds)
    if set(map(str, public.dropped)) != unkept and public.other is not None:
        msg = "a promised seed is missing, and the record does not say so"
        raise DealError(msg, code="deal/dropped")
    if set(map(str, public.silent)) & set(public.promises):
        msg = "a chair is said to have promised no seed, and there is its promise"
        raise DealError(msg, code="deal/silent")


def check_other_deck(public: PublicRecord, other: OpenDeck, order: JointOrder) -> None:
    """Check that the deck not in play is whole, and the one that was promised.

    Raises:
        DealError: If it is not.
    """
    if sorted(other.cards) != list(range(DECK_SIZE)) or len(other.salts) != DECK_SIZE:
        msg = "the deck not in play was not 52 different cards"
        raise DealError(msg, code="deal/other-deck")
    unused = 1 - order.deck
    salts = [bytes.fromhex(salt) for salt in other.salts]
    found = Commitment.of(deck_name(public.hand, unused), other.cards, salts).root.hex()
    if found != public.roots[unused] or any(len(salt) != SALT_BYTES for salt in salts):
        msg = "the deck not in play is not the one that was promised"
        raise DealError(msg, code="deal/other-deck")


def check_deals(public: PublicRecord) -> dict[int, Place]:
    """Return the cards dealt by their places, after checking who was dealt to in what order.

    Raises:
        DealError: If the cards did not go round clockwise, or were not as many as the game says.
    """
    turns = {chair: at for at, chair in enumerate(clockwise(public.chairs, public.button))}
    street = 0
    round_of: list[tuple[Dealing, bool]] = []
    for deal in public.deals:
        if deal.street < street or deal.street >= len(public.streets):
            msg = "the streets were dealt out of order"
            raise DealError(msg, code="deal/order")
        if deal.street > street:
            round_of = []
        street = deal.street
        round_of.append((deal, not round_of))
        _check_street(public, [one for one, _ in round_of], turns)
    first = next((deal for deal in public.deals if deal.chairs), None)
    if first is not None and set(first.chairs) != set(public.chairs):
        msg = "the first cards did not go to every player"
        raise DealError(msg, code="deal/order")
    found = {place.place: place for place in places(public.deals)}
    if any(place >= DECK_SIZE for place in found):
        msg = "more cards were dealt than there are"
        raise DealError(msg, code="deal/order")
    return found


def _check_street(public: PublicRecord, deals: Sequence[Dealing], turns: dict[int, int]) -> None:
    plan = public.streets[deals[0].street]
    held = dict.fromkeys(turns, 0)
    board, last = 0, (-1, -1)
    for number, deal in enumerate(deals):
        if deal.burn != (0 if number else plan.burn):
            msg = "a card was burned that should not have been, or was not burned"
            raise DealError(msg, code="deal/burn")
        if not deal.chairs:
            board += deal.count
            continue
        if not set(deal.chairs) <= set(turns) or deal.count % len(deal.chairs):
            msg = "cards were dealt to a chair that is not in the hand, or not evenly"
            raise DealError(msg, code="deal/order")
        for card in range(deal.count):
            chair = deal.chairs[card % len(deal.chairs)]
            turn = held[chair], turns[chair]
            if turn <= last:
                msg = "the cards did not go round clockwise from the dealer's left"
                raise DealError(msg, code="deal/order")
            held[chair], last = held[chair] + 1, turn
    if board > plan.board or max(held.values()) > plan.down + plan.up:
        msg = "more cards were dealt on a street than the game has"
        raise DealError(msg, code="deal/order")


def _check_openings(
    receipt: Receipt, order: JointOrder, dealt: dict[int, Place]
) -> dict[int, int]:
    """Return the cards opened in the hand by their places, each where the order puts it."""
    public, mine = receipt.public, receipt.mine
    place_of = {position: place for place, position in enumerate(order.order)}
    seen: dict[int, int] = {}
    for opened in (*public.openings, *(mine.openings if mine is not None else ())):
        place = _check_opening(public, order, opened, place_of)
        if place not in dealt or place in seen:
            msg = f"the card of position {opened.position} was not dealt, or is opened twice"
            raise DealError(msg, code="deal/position")
        seen[place] = opened.card
    for opened in mine.openings if mine is not None else ():
        if dealt[place_of[opened.position]].chair != getattr(mine, "chair", None):
            msg = f"the card of position {opened.position} was dealt to somebody else"
            raise DealError(msg, code="deal/position")
    if len(set(seen.values())) != len(seen):
        msg = "the deck in play had a card twice"
        raise DealError(msg, code="deal/double")
    shown = {place_of[opened.position] for opened in public.openings}
    owed = {place for place, one in dealt.items() if one.up} - shown
    if mine is not None:
        owed |= {place for place, one in dealt.items() if one.chair == mine.chair} - set(seen)
    if owed:
        msg = f"{len(owed)} of the cards that should be open are not"
        raise DealError(msg, code="deal/missing")
    return seen


def _check_later(receipt: Receipt, order: JointOrder, seen: dict[int, int]) -> None:
    """Check what was opened after the hand, and add it to the cards seen by their places."""
    later = receipt.later
    if later is None:
        return
    public = msgspec.structs.replace(receipt.public, deals=(*receipt.public.deals, *later.deals))
    dealt = check_deals(public)
    if any(deal.chairs for deal in later.deals):
        msg = "after the hand somebody was dealt another card"
        raise DealError(msg, code="deal/later")
    place_of = {position: place for place, position in enumerate(order.order)}
    for opened in later.openings:
        place = _check_opening(public, order, opened, place_of)
        if place not in dealt or seen.setdefault(place, opened.card) != opened.card:
            msg = f"the card of position {opened.position} is none that may be opened later"
            raise DealError(msg, code="deal/later")
    if len(set(seen.values())) != len(seen):
        msg = "the deck in play had a card twice"
        raise DealError(msg, code="deal/double")


def _check_opening(
    public: PublicRecord, order: JointOrder, opened: OpenedCard, place_of: dict[int, int]
) -> int:
    name = deck_name(public.hand, order.deck)
    root = bytes.fromhex(public.roots[order.deck])
    if not opens(root, name, DECK_SIZE, opened.opening):
        msg = f"the card of position {opened.position} is not the one that was promised"
        raise DealError(msg, code="deal/opening")
    return place_of[opened.position]


def _verdict(receipt: Receipt, opened: int) -> Verdict:
    public, mine = receipt.public, receipt.mine
    own = mine is not None and str(mine.chair) in public.seeds
    proof: Proof = "own seed" if own else "seeds of others" if public.seeds else "no seed"
    if public.other is None:
        proof = "called off"
    seeds = tuple(sorted(map(int, public.seeds)))
    missing = tuple(sorted({*public.silent, *public.dropped}))
    sentence = _sentence(receipt, proof, seeds, opened)
    return Verdict(public.hand, proof, sentence, seeds, missing, opened, receipt.record)


def _sentence(receipt: Receipt, proof: Proof, seeds: tuple[int, ...], opened: int) -> str:
    """Return what was proved and what was not."""
    public = receipt.public
    who = f"chair{'s' * (len(seeds) > 1)} {', '.join(map(str, seeds))}"
    fits = f"all {opened} opened cards are those promised, where the order puts them"
    if public.void:
        fits += f"; it was called off ({public.void})"
    if proof == "called off":
        return (
            f"Hand {public.hand} was called off before the deal ({public.void}), so there is"
            " nothing to prove; ask why if it happens often."
        )
    if proof == "own seed":
        chair = getattr(receipt.mine, "chair", None)
        return (
            f"Hand {public.hand} is proved to chair {chair}, whose seed helped to order the deal:"
            f" {fits}; {_LIMITS}."
        )
    if proof == "seeds of others":
        return (
            f"Hand {public.hand} was ordered with the seeds of {who}, which proves it to them and"
            f" to those who trust one of them: {fits}; {_LIMITS}."
        )
    return (
        f"Hand {public.hand} is not proved, since no person's seed took part and the server could"
        f" have chosen the cards: {fits}; {_LIMITS}."
    )
