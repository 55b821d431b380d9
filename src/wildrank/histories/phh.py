"""Poker Hand History (PHH), read and written: a hand as a small TOML file.

A ``.phh`` file is one hand, a ``.phhs`` file a row of top-level tables with a hand each. ``p1`` is
the player left of the button, so the last one is the button; with two players the second is the
button, and both arrays of forced bets are written small blind first. ``cbr`` names a bet **to** an
amount on its street. Burned cards are never written.

Three codes name games of ours: ``FT`` (hold'em, fixed limit), ``NT`` (hold'em, no limit) and
``FO/8`` (Omaha high-low, fixed limit). Fields of our own begin with ``_``; other readers pass over
them:

* ``_variant``: the slug of the game, where the code does not name it; it rules. The code then
  says by its first letter how bets are limited (F, N or P) and which fields give their sizes.
* ``_announcement``: a table of what the dealer announced, in the keys of ``announce``; where a
  standard field says otherwise, this one rules. Silence means the game's defaults, but that each
  player shows or mucks (``showdown = 'each'``) and may fold when checking is free
  (``free-fold = true``), since that is what people do.
* ``_first_seat``: the seat of ``p1`` in the hand that was written, 0 where it is missing. `loads`
  gives the seats back; a replay reports ``p1`` first in any case.
* ``_partial``: true in a hand that was written before it ended.
* ``_posts``: the forced bets that are not as usual, in the words of a hand line and with its
  seats, as in ``dead-button small-blind=none late=3:2+1``. Blinds and antes are then told by
  ``_announcement`` alone; the arrays say who posted what, as other readers need it.

A card that may be bought is dealt like any other, ``d dh p2 8s``, and the entry ends in the
commentary ``# up`` where it was bought: ``d dh p2 8s # up``. Where choosing and dealing are apart,
or the card is looked at first, each choice is an entry of its own that other readers skip,
``# p2 up`` or ``# p2 down``. A choice that is not written is ``down``.

Hole cards may be unknown, ``??``, until they are shown. Shows and mucks may stand in any order
once nobody can bet any more, before the last of the board too. Who neither shows nor mucks at the
showdown shows known cards and, once somebody has shown, mucks unknown ones. A list of actions may
stop anywhere: the pot is then nobody's yet, and stacks are the chips behind. A stack of ``inf`` is
one without end.

Equal antes count in everybody's share of the pots whatever ``ante_trimming_status`` says; an ante
that one player pays for all is dead money and cannot be trimmed. Amounts are whole chips.

Start reading at `loads` and `dumps`. Fields are the business of `phh_fields`, actions that of
`phh_actions` and `phh_writing`; neither rules of the game nor files are read here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple

from wildrank.errors import HistoryError
from wildrank.games import Game
from wildrank.histories.phh_actions import play
from wildrank.histories.phh_fields import read_sheet, write_fields
from wildrank.histories.phh_writing import written
from wildrank.referee import Hand
from wildrank.referee.events import Announced

MOST_ENTRIES = 5_000


class Played(NamedTuple):
    """A hand that a PHH table tells, with what only the table knows.

    Attributes:
        hand: The hand as far as it was played.
        stacks: Chips behind, ``p1`` first; None where the stack has no end.
        net: Chips won or lost, ``p1`` first, those still in the pot counted as lost.
    """

    hand: Hand
    stacks: tuple[int | None, ...]
    net: tuple[int, ...]


def loads(text: str, game: Game | None = None) -> Hand:
    """Return the hand that a PHH text tells, checked action by action.

    Args:
        text: One hand in TOML.
        game: The game, where it is not in the library.

    Raises:
        HistoryError: If the text is not one PHH hand of a game we know.
        GameError: If what it announces makes no sense.
        NotationError: If something in it is no card.
        ActionError: If an action is not allowed; the message names it and what is.

    >>> hand = loads(dumps(Hand.parse("holdem fixed 2/4 @1 90/80 | AhKh QsQd f")))
    >>> hand.stacks
    (91, 79)
    """
    found = tables(text)
    if len(found) != 1:
        msg = f"the text holds {len(found)} hands where one is asked for; read them one by one"
        raise HistoryError(msg, code="history/several-hands")
    return play_table(found[0], game).hand


def tables(text: str) -> list[dict[str, Any]]:
    """Return the table of each hand in a PHH text, in the order of the text.

    Raises:
        HistoryError: If the text is no TOML or holds no hand.
    """
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        msg = f"not a PHH text, since it is no TOML: {error}"
        raise HistoryError(msg, code="history/toml") from error
    _refuse_huge(document)
    if not document:
        msg = "the text holds no hand; a PHH hand begins with its variant"
        raise HistoryError(msg, code="history/empty")
    hands = list(document.values())
    if all(isinstance(hand, dict) for hand in hands):
        return hands
    return [document]


def _refuse_huge(value: object) -> None:
    """Refuse whole numbers of more than 64 bits, which no hand needs and some cannot print.

    Raises:
        HistoryError: If there is one anywhere in the document.
    """
    if isinstance(value, int) and abs(value) >> 63:
        msg = "a number has more than 64 bits, and no hand needs one"
        raise HistoryError(msg, code="history/too-large")
    if isinstance(value, list) and len(value) > MOST_ENTRIES:
        msg = f"a list has {len(value)} entries, and no hand needs more than {MOST_ENTRIES}"
        raise HistoryError(msg, code="history/too-long")
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _refuse_huge(part)


def play_table(table: dict[str, Any], game: Game | None = None) -> Played:
    """Return the hand that one PHH table tells.

    Raises:
        WildrankError: As `loads`.
    """
    sheet = read_sheet(table, game)
    hand = play(sheet)
    places = range(len(sheet.stacks))
    seats = [(sheet.first_seat + place) % len(sheet.stacks) for place in places]
    return Played(
        hand,
        tuple(
            None if place in sheet.endless else hand.stacks[seat]
            for place, seat in enumerate(seats)
        ),
        tuple(hand.winnings[seat] for seat in seats),
    )


def dumps(hand: Hand) -> str:
    """Return a hand as a PHH text; reading it with `loads` gives an equal hand.

    Chips, cards and choices of every game of ours are written; a program that passes over the
    fields that begin with ``_`` reads hold'em and Omaha high-low hands right.

    >>> print(dumps(Hand.parse("holdem fixed 2/4 @1 90/80 | AhKh QsQd f")), end="")
    variant = 'FT'
    ante_trimming_status = true
    antes = [0, 0]
    blinds_or_straddles = [1, 2]
    small_bet = 2
    big_bet = 4
    starting_stacks = [90, 80]
    _announcement = { showdown = 'all-in', free-fold = false }
    actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'p2 f']
    finishing_stacks = [91, 79]
    """
    opened = hand.events[0]
    if not isinstance(opened, Announced):
        msg = f"a hand begins with what was announced, and {hand} does not"
        raise HistoryError(msg, code="history/no-announcement")
    fields = write_fields(hand.game, opened)
    fields["actions"] = written(hand)
    first = (opened.button + 1) % len(opened.stacks)
    if hand.over:
        fields["finishing_stacks"] = [*hand.stacks[first:], *hand.stacks[:first]]
    else:
        fields["_partial"] = True
    return "".join(f"{key} = {_toml(value)}\n" for key, value in fields.items())


def _toml(value: object) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {_toml(item)}" for key, item in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return f"[{', '.join(map(_toml, value))}]"
    return f"'{value}'" if isinstance(value, str) else str(value)
