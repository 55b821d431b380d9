"""Receipts: a good one is said to prove what it proves, and every kind of change is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import wildrank

from wildrank.errors import DealError
from wildrank.fair import Commitment, joint_order, read_receipts, seed_promise, shuffled, verify
from wildrank.fair.receipt import OpenedCard, PublicRecord, deck_name, record_hash

HAND = "k3f9q2/12"
STREETS = [
    {"down": 2, "up": 0, "board": 0, "burn": 0},
    {"down": 0, "up": 0, "board": 3, "burn": 1},
    {"down": 1, "up": 0, "board": 0, "burn": 0},
]
DEALS = [
    {"street": 0, "up": False, "burn": 0, "count": 6, "chairs": [4, 7, 2]},
    {"street": 1, "up": False, "burn": 1, "count": 3, "chairs": []},
    {"street": 2, "up": True, "burn": 0, "count": 1, "chairs": [4]},
    {"street": 2, "up": False, "burn": 0, "count": 1, "chairs": [2]},
]
# Places: 0 to 5 are 4 7 2 4 7 2, then a burn, the board 7 to 9, 10 face up to 4, 11 down to 2.
PUBLIC, MINE = [7, 8, 9, 10], [2, 5, 11]
Json = dict[str, Any]


def decks() -> tuple[Commitment, Commitment]:
    """Return the two decks of the hand."""
    first, second = (
        Commitment.of(
            deck_name(HAND, number),
            shuffled(range(52), b"deck %d" % number),
            [sha256(b"%d %d" % (number, place)).digest()[:16] for place in range(52)],
        )
        for number in (0, 1)
    )
    return first, second


def receipt(*people: int, mine: bool = True) -> Json:
    """Return the receipt of chair 2 for a hand with the seeds of some people."""
    both = decks()
    seeds = {str(chair): bytes([chair]) * 32 for chair in people}
    order = joint_order(HAND.encode(), seeds, 52)
    deck, other = both[order.deck], both[1 - order.deck]

    def opened(places: list[int]) -> list[Json]:
        found = [OpenedCard.of(deck.open(order.order[place])) for place in places]
        return sorted(map(msgspec.to_builtins, found), key=lambda one: int(one["position"]))

    public = {
        "hand": HAND,
        "previous": "5a" * 32,
        "button": 2,
        "chairs": [2, 4, 7],
        "streets": STREETS,
        "roots": [each.root.hex() for each in both],
        "promises": {c: seed_promise(HAND.encode(), s).hex() for c, s in seeds.items()},
        "silent": [],
        "seeds": {chair: seed.hex() for chair, seed in seeds.items()},
        "dropped": [],
        "other": {"cards": list(other.cards), "salts": [salt.hex() for salt in other.salts]},
        "deals": DEALS,
        "openings": opened(PUBLIC),
        "void": "",
    }
    own = {"chair": 2, "openings": opened(MINE)} if mine else None
    return sealed({"wildrank": "receipt 1", "public": public, "record": "", "mine": own})


def sealed(made: Json) -> Json:
    """Return a receipt that names the hash of its own record, as a forger would write it too."""
    made = json.loads(json.dumps(made))
    made["record"] = record_hash(msgspec.convert(made["public"], PublicRecord))
    return made


def text(made: Any) -> str:  # noqa: ANN401 - a receipt or many
    """Return a file's content."""
    return json.dumps(made)


@pytest.mark.parametrize(
    ("people", "mine", "proof", "words"),
    [
        ((2, 4), 1, "own seed", "is proved to chair 2"),
        ((4, 7), 1, "seeds of others", "seeds of chairs 4, 7"),
        ((4,), 0, "seeds of others", "seeds of chair 4, "),
        ((), 1, "no seed", "is not proved"),
    ],
)
def test_a_good_receipt_says_what_it_proves(
    people: tuple[int, ...],
    mine: int,
    proof: str,
    words: str,
) -> None:
    """One sentence tells what was proved, to whom, and what was not."""
    (one,) = read_receipts(text(receipt(*people, mine=bool(mine))))
    verdict = verify(one)
    assert (verdict.proof, verdict.seeds) == (proof, people)
    assert words in verdict.sentence
    assert "nothing is proved about cards that stayed hidden" in verdict.sentence
    assert verdict.sentence.count(". ") == 0
    assert verdict.opened == len(PUBLIC) + len(MINE) * mine


def _set(*path: Any) -> Callable[[Json], None]:  # noqa: ANN401 - keys, then a value
    """Return what sets one piece of a receipt."""
    *keys, last, value = path

    def change(made: Json) -> None:
        piece: Any = made
        for key in keys:
            piece = piece[key]
        piece[last] = value

    return change


def _drop(*path: Any) -> Callable[[Json], None]:  # noqa: ANN401 - keys
    def change(made: Json) -> None:
        piece: Any = made
        for key in path[:-1]:
            piece = piece[key]
        del piece[path[-1]]

    return change


def _twice(made: Json) -> None:
    made["public"]["openings"].append(made["public"]["openings"][0])


def _stolen(made: Json) -> None:
    """Name as one's own a card that was dealt to somebody else."""
    both = decks()
    seeds = {chair: bytes.fromhex(seed) for chair, seed in made["public"]["seeds"].items()}
    order = joint_order(HAND.encode(), seeds, 52)
    other = OpenedCard.of(both[order.deck].open(order.order[0]))
    made["mine"]["openings"].append(msgspec.to_builtins(other))


def _undealt(made: Json) -> None:
    """Open the burned card."""
    both = decks()
    seeds = {chair: bytes.fromhex(seed) for chair, seed in made["public"]["seeds"].items()}
    order = joint_order(HAND.encode(), seeds, 52)
    other = OpenedCard.of(both[order.deck].open(order.order[6]))
    made["public"]["openings"].append(msgspec.to_builtins(other))


OPENING = ("public", "openings", 0)
OWN = ("mine", "openings", 0)
FORGED: dict[str, tuple[Callable[[Json], None], str]] = {
    "public card": (_set(*OPENING, "card", 51), "deal/opening"),
    "own card": (_set(*OWN, "card", 51), "deal/opening"),
    "salt": (_set(*OPENING, "salt", "00" * 16), "deal/opening"),
    "position": (_set(*OPENING, "position", 51), "deal/opening"),
    "path": (_set(*OPENING, "path", 0, "00" * 32), "deal/opening"),
    "path cut": (_drop(*OPENING, "path", 0), "deal/opening"),
    "root": (_set("public", "roots", ["5a" * 32] * 2), "deal/other-deck"),
    "seed": (_set("public", "seeds", "2", "5a" * 32), "deal/seed"),
    "seed of nobody": (_set("public", "seeds", "8", "5a" * 32), "deal/seed"),
    "promise": (_set("public", "promises", "2", "5a" * 32), "deal/seed"),
    "promise of nobody": (_set("public", "promises", "8", "5a" * 32), "deal/promise"),
    "seed left out": (_drop("public", "seeds", "4"), "deal/dropped"),
    "dropped": (_set("public", "dropped", [4]), "deal/dropped"),
    "silent": (_set("public", "silent", [4]), "deal/silent"),
    "other card": (_set("public", "other", "cards", 0, 0), "deal/other-deck"),
    "other salt": (_set("public", "other", "salts", 0, "00" * 16), "deal/other-deck"),
    "other short": (_drop("public", "other", "cards", 0), "deal/other-deck"),
    "other closed": (_set("public", "other", None), "deal/other-deck"),
    "hand": (_set("public", "hand", "k3f9q2/13"), "deal/seed"),
    "button": (_set("public", "button", 4), "deal/order"),
    "button elsewhere": (_set("public", "button", 5), "deal/chairs"),
    "chair twice": (_set("public", "chairs", [2, 4, 4]), "deal/chairs"),
    "chair": (_set("mine", "chair", 5), "deal/chairs"),
    "another's receipt": (_set("mine", "chair", 4), "deal/position"),
    "turn": (_set("public", "deals", 0, "chairs", [7, 4, 2]), "deal/order"),
    "left out": (_set("public", "deals", 0, "chairs", [4, 2]), "deal/order"),
    "stranger": (_set("public", "deals", 0, "chairs", [4, 7, 8]), "deal/order"),
    "too many": (_set("public", "deals", 0, "count", 9), "deal/order"),
    "uneven": (_set("public", "deals", 0, "count", 5), "deal/order"),
    "board": (_set("public", "deals", 1, "count", 4), "deal/order"),
    "burn": (_set("public", "deals", 1, "burn", 0), "deal/burn"),
    "two burned": (_set("public", "deals", 1, "burn", 2), "deal/burn"),
    "street": (_set("public", "deals", 0, "street", 2), "deal/order"),
    "no street": (_set("public", "deals", 3, "street", 3), "deal/order"),
    "late turn": (_set("public", "deals", 3, "chairs", [4]), "deal/order"),
    "hidden board": (_drop(*OPENING), "deal/missing"),
    "hidden own": (_drop(*OWN), "deal/missing"),
    "opened twice": (_twice, "deal/position"),
    "another's card": (_stolen, "deal/position"),
    "burned card": (_undealt, "deal/position"),
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_receipt_is_refused_with_the_reason(kind: str) -> None:
    """Though the record's hash was made to fit again, each change is found by what it breaks."""
    change, code = FORGED[kind]
    made = receipt(2, 4)
    change(made)
    with pytest.raises(DealError) as refused:
        verify(read_receipts(text(sealed(made)))[0])
    assert refused.value.code == code


def test_a_changed_record_is_refused() -> None:
    """Without its hash made to fit, any change at all is found."""
    for key, value in (("previous", "00" * 32), ("void", "changed"), ("button", 4)):
        made = receipt(2, 4)
        made["public"][key] = value
        with pytest.raises(DealError) as refused:
            verify(read_receipts(text(made))[0])
        assert refused.value.code == "deal/record"


def test_a_hand_called_off_proves_nothing() -> None:
    """Called off before the seeds there is nothing to check, and the sentence says so."""
    made = receipt()
    made["public"] |= {"other": None, "deals": [], "openings": [], "void": "the power failed"}
    made["mine"] = None
    verdict = verify(read_receipts(text(sealed(made)))[0])
    assert verdict.proof == "called off"
    assert "the power failed" in verdict.sentence


def test_one_deck_with_a_card_twice_is_found() -> None:
    """A deck in play that is not whole is found as soon as both cards are seen."""
    made = receipt(2, 4)
    seeds = {chair: bytes.fromhex(seed) for chair, seed in made["public"]["seeds"].items()}
    order = joint_order(HAND.encode(), seeds, 52)
    good = decks()[order.deck]
    cards = list(good.cards)
    cards[order.order[7]] = cards[order.order[8]]
    bad = Commitment.of(good.name, cards, good.salts)
    for part, places in ((made["public"], PUBLIC), (made["mine"], MINE)):
        part["openings"] = [
            msgspec.to_builtins(OpenedCard.of(bad.open(order.order[place]))) for place in places
        ]
    made["public"]["roots"][order.deck] = bad.root.hex()
    with pytest.raises(DealError) as refused:
        verify(read_receipts(text(sealed(made)))[0])
    assert refused.value.code == "deal/double"


NO_RECEIPTS = [
    "", "[]", "{}", "null", "5", '"x"', "[" * 5000, "\x00", '{"wildrank":"receipt 2"}',
    text(receipt(2) | {"more": 1}),
    text([receipt(2), 5]),
    text(receipt(2)).replace(HAND, "x").replace('"hand"', '"Hand"'),
    text(receipt(2)).replace('"button": 2', '"button": -2'),
    text(receipt(2)).replace("5a5a", "5A5A"),
]  # fmt: skip


@pytest.mark.parametrize("content", NO_RECEIPTS)
def test_what_is_no_receipt_is_refused(content: str) -> None:
    """Anything else is one error, whatever its shape."""
    with pytest.raises(DealError) as refused:
        read_receipts(content)
    assert refused.value.code == "deal/receipt"


# ---------------------------------------------------------------------------- the command line


def test_the_command_says_one_sentence_a_receipt(tmp_path: Path) -> None:
    """`wildrank verify` prints what is proved; with --json all that was found."""
    file = tmp_path / "receipt.json"
    file.write_text(text(receipt(2, 4)), encoding="utf-8")
    answer = wildrank("verify", str(file))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith(f"Hand {HAND} is proved to chair 2")
    assert answer.out.count("\n") == 1
    found = wildrank("verify", str(file), "--json").json[0]
    assert (found["hand"], found["proof"], found["seeds"]) == (HAND, "own seed", [2, 4])
    assert found["record"] == receipt(2, 4)["record"]


@pytest.mark.parametrize("kind", ["public card", "seed", "other card", "turn", "burn"])
def test_the_command_refuses_a_forged_receipt(tmp_path: Path, kind: str) -> None:
    """Status 2, nothing on standard output, and one sentence that names file and reason."""
    made = receipt(2, 4)
    FORGED[kind][0](made)
    file = tmp_path / "receipt.json"
    file.write_text(text(sealed(made)), encoding="utf-8")
    for words in (("verify", str(file)), ("verify", str(file), "--json")):
        answer = wildrank(*words)
        assert (answer.status, answer.out) == (2, "")
        assert answer.err.count("\n") == 1
        assert str(file) in answer.err


def test_the_command_refuses_a_missing_file(tmp_path: Path) -> None:
    """A file that is not there is said to be missing."""
    answer = wildrank("verify", str(tmp_path / "none.json"))
    assert answer.status == 2
    assert "none.json" in answer.err
    assert "Traceback" not in answer.err
