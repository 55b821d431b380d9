"""The actions of a PHH hand, played before the referee.

The grammar is described in `phh`; whether an action is allowed is asked of the referee alone.
Start reading at `play`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from wildrank.cards import Card, format_cards, parse_cards
from wildrank.errors import HistoryError, IllegalAction, IllegalAmount, OutOfTurn, WildrankError
from wildrank.histories.phh_fields import Sheet, whole_chips
from wildrank.referee import (
    Act,
    Action,
    Buy,
    BuyUp,
    Call,
    Check,
    Deal,
    DealCards,
    Fold,
    Hand,
    MuckCards,
    RaiseTo,
    Show,
    ShowCards,
    TakeDown,
)

_PLAYER: Final = re.compile(r"p([1-9]\d{0,2})", re.ASCII)
_AMOUNT: Final = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)
_CHOICE: Final = re.compile(r"\s*(p[1-9]\d{0,2})\s+(up|down)\s*", re.ASCII)
_UP: Final = "up"


def play(sheet: Sheet) -> Hand:
    """Return the hand that a PHH table tells.

    Raises:
        HistoryError: If an action is none, or one that our games do not have.
        NotationError: If a card is none.
        ActionError: If an action is not allowed; the message names it and the legal choice.
        GameError: If the game cannot be played with these stacks.
    """
    player = _Player(sheet)
    for number, text in enumerate(sheet.actions, start=1):
        player.label = f"action {number} {text!r}"
        try:
            player.take(text)
        except WildrankError as error:
            raise _named(error, player.label) from error
    try:
        return player.finish()
    except WildrankError as error:
        raise _named(error, player.label) from error


def _named(error: WildrankError, label: str) -> WildrankError:
    """Return the same error under the name of the action that it refuses."""
    return type(error)(f"{label}: {error.message}", code=error.code)


class _Decision(NamedTuple):
    """What a player does at the showdown.

    Attributes:
        cards: The cards shown, none for those that were dealt; None for a muck.
        label: The action that says so, for messages.
    """

    cards: tuple[Card, ...] | None
    label: str


class _Player:
    """Plays the actions of one sheet, one after the other.

    Attributes:
        hand: The hand so far.
        label: The action that is being played, for messages.
    """

    def __init__(self, sheet: Sheet) -> None:
        """Open the hand of a sheet."""
        first = sheet.first_seat
        count = len(sheet.stacks)
        self.label = "the start"
        self._first = first
        self._partial = sheet.partial
        self.hand = Hand.start(
            sheet.game,
            [sheet.stacks[(seat - first) % count] for seat in range(count)],
            (first - 1) % count,
            stakes=sheet.stakes,
            announcement=sheet.announcement,
            posts=sheet.posts,
        )
        self._count = count
        self._hole: dict[int, list[Card]] = {}
        self._board: list[Card] = []
        self._shows: dict[int, _Decision] = {}
        self._bought = frozenset(self._marked(sheet.actions))
        self._verbs: dict[str, Callable[[int, list[str]], None]] = {
            "cc": self._check_or_call,
            "f": self._fold,
            "cbr": self._raise,
            "sm": self._show_or_muck,
        }

    def take(self, text: str) -> None:
        """Play one action; a commentary alone does nothing, unless it is a choice."""
        action, _, commentary = text.partition("#")
        words = action.split()
        if not words:
            self._choose(commentary)
        elif words[0] == "d":
            self._deal(words)
        else:
            seat = self._seat(words[0])
            verb = words[1] if len(words) > 1 else ""
            if verb not in self._verbs:
                raise _no_action(text, verb)
            self._verbs[verb](seat, words[2:])

    def finish(self) -> Hand:
        """Return the hand after those who are still to show have shown what is known."""
        if self._partial:
            return self.hand
        if self._shows:
            self._choose_unwritten()
        while isinstance(wait := self.hand.waiting, Show):
            state = self.hand.state
            if wait.seat in self._shows:
                self._decide(wait.seat)
            elif all(card.known for card in state.down[wait.seat]):
                self._do(ShowCards(wait.seat))
            elif self._somebody_shows() and self.hand.legal.muck:
                self._do(MuckCards(wait.seat))
            else:
                break
        self._refuse_all_mucked()
        return self.hand

    def _do(self, action: Action) -> None:
        self.hand = self.hand.do(action)

    def _seat(self, word: str) -> int:
        """Return the seat of ``p1``, ``p2`` and so on."""
        found = _PLAYER.fullmatch(word)
        if not found or int(found[1]) > self._count:
            msg = f"{word!r} is nobody; d deals, and p1 to p{self._count} play"
            raise HistoryError(msg, code="history/actor")
        return (self._first + int(found[1]) - 1) % self._count

    def _name(self, seat: int) -> str:
        return f"p{(seat - self._first) % self._count + 1}"

    # ------------------------------------------------------------------------------- cards

    def _deal(self, words: list[str]) -> None:
        """Deal hole cards (``d dh p1 AhKh``) or board cards (``d db QhJd2h``)."""
        match words[1:]:
            case ["dh", who, *texts] if texts:
                self._deal_hole(self._seat(who), parse_cards("".join(texts), unknown=True))
            case ["db", *texts] if texts:
                self._deal_board(parse_cards("".join(texts), unknown=True))
            case _:
                msg = f"{' '.join(words)!r} deals nothing; write d dh p1 AhKh or d db QhJd2h"
                raise HistoryError(msg, code="history/action")

    def _told(self, message: str) -> str:
        return f"{message}; hand: {self.hand}"

    def _not_due(self, wanted: str, code: str) -> OutOfTurn:
        """Return the refusal of what is not due, with what the hand waits for instead."""
        wait = self.hand.waiting
        if isinstance(wait, Deal):
            lacking = [seat for seat in wait.seats if seat not in self._hole]
            who = ", ".join(map(self._name, lacking))
            due = f"cards for {who} are due" if wait.seats else f"{wait.count} board cards are due"
        elif wait is None:
            due = "the hand is over"
        else:
            due = f"{self._name(wait.seat)} may {self.hand.legal.words}"
        return OutOfTurn(self._told(f"no {wanted} now; {due}"), code=code)

    def _expect(self, seat: int) -> None:
        """Refuse an action by somebody the hand does not wait for."""
        if self.hand.legal.seat != seat:
            wanted = f"action by {self._name(seat)}"
            raise self._not_due(wanted, "action/out-of-turn")

    def _deal_hole(self, seat: int, cards: tuple[Card, ...]) -> None:
        self._choose_unwritten()
        wait = self.hand.waiting
        if not isinstance(wait, Deal) or seat not in wait.seats:
            wanted = f"hole cards for {self._name(seat)}"
            raise self._not_due(wanted, "action/no-deal")
        held = self._hole.setdefault(seat, [])
        held.extend(cards)
        each = wait.count // len(wait.seats)
        if len(held) > each:
            msg = f"{self._name(seat)} gets {each} cards now, not {format_cards(held)}"
            raise IllegalAmount(self._told(msg), code="action/card-count")
        if all(len(self._hole.get(other, ())) == each for other in wait.seats):
            dealt = [self._hole[other][turn] for turn in range(each) for other in wait.seats]
            self._do(DealCards(tuple(dealt)))
            self._hole = {}

    def _deal_board(self, cards: tuple[Card, ...]) -> None:
        self._choose_unwritten()
        wait = self.hand.waiting
        if not isinstance(wait, Deal) or wait.seats:
            wanted = "board cards"
            raise self._not_due(wanted, "action/no-deal")
        self._board.extend(cards)
        if len(self._board) >= wait.count:
            self._do(DealCards(tuple(self._board)))
            self._board = []

    # ----------------------------------------------------------------------------- choices

    def _marked(self, actions: tuple[str, ...]) -> Iterator[int]:
        """Yield the seats whose deal says in its commentary that the card was bought."""
        for text in actions:
            action, _, commentary = text.partition("#")
            words = action.split()
            if words[:2] == ["d", "dh"] and len(words) > 2 and commentary.strip() == _UP:
                yield self._seat(words[2])

    def _choose(self, commentary: str) -> None:
        """Take a choice such as ``p2 up``; any other commentary says nothing."""
        found = _CHOICE.fullmatch(commentary)
        if found and self.hand.game.has_buy:
            seat = self._seat(found[1])
            self._expect(seat)
            self._do(BuyUp(seat) if found[2] == _UP else TakeDown(seat))

    def _choose_unwritten(self) -> None:
        """Take the choices that are due and stand in no commentary of their own."""
        while isinstance(wait := self.hand.waiting, Buy):
            seat = wait.seat
            self._do(BuyUp(seat) if seat in self._bought else TakeDown(seat))

    # ----------------------------------------------------------------------------- betting

    def _check_or_call(self, seat: int, words: list[str]) -> None:
        _expect_no_more(words)
        self._choose_unwritten()
        self._expect(seat)
        self._do(Check(seat) if self.hand.legal.check else Call(seat))

    def _fold(self, seat: int, words: list[str]) -> None:
        _expect_no_more(words)
        self._choose_unwritten()
        self._expect(seat)
        self._do(Fold(seat))

    def _raise(self, seat: int, words: list[str]) -> None:
        if len(words) != 1 or not _AMOUNT.fullmatch(words[0]):
            msg = f"{' '.join(words)!r} is no amount; write the bet's total, as in 'p1 cbr 8'"
            raise HistoryError(msg, code="history/amount")
        self._choose_unwritten()
        self._expect(seat)
        self._do(RaiseTo(seat, whole_chips(Decimal(words[0]), "cbr")))

    # ---------------------------------------------------------------------------- showdown

    def _show_or_muck(self, seat: int, words: list[str]) -> None:
        """Keep what a player does at the showdown until the referee asks for it."""
        if len(words) > 1:
            raise _no_action(" ".join(words), "sm")
        cards: tuple[Card, ...] | None = None
        if words:
            cards = () if words == ["-"] else parse_cards(words[0], unknown=True)
        self._refuse_early(seat)
        if seat in self._shows:
            msg = f"{self._name(seat)} has shown or mucked already"
            raise IllegalAction(self._told(msg), code="action/shown-twice")
        if cards is None and self.hand.state.shown[seat]:
            msg = f"{self._name(seat)} cannot muck, since all hands are turned up"
            raise IllegalAction(self._told(msg), code="action/must-show")
        self._shows[seat] = _Decision(cards, self.label)
        while isinstance(wait := self.hand.waiting, Show) and wait.seat in self._shows:
            self._decide(wait.seat)

    def _refuse_early(self, seat: int) -> None:
        """Refuse a show by somebody who has folded, or while somebody can still bet."""
        state, who = self.hand.state, self._name(seat)
        if state.folded[seat]:
            msg = f"{who} has folded and can neither show nor muck"
            raise IllegalAction(self._told(msg), code="action/folded")
        wait = self.hand.waiting
        able = sum(1 for other in state.live if state.stacks[other])
        betting = isinstance(wait, Act) or (isinstance(wait, Deal | Buy) and able > 1)
        if betting or self._hole or self._board:
            wanted = f"showdown for {who}"
            raise self._not_due(wanted, "action/no-showdown")

    def _decide(self, seat: int) -> None:
        """Show or muck as the player did earlier, under the name of that action."""
        cards, self.label = self._shows[seat]
        if cards is None:
            self._do(MuckCards(seat))
            return
        state = self.hand.state
        held = state.down[seat]
        if all(card.known for card in held) and set(cards) <= {*held, *state.up[seat]}:
            self._do(ShowCards(seat))
            return
        shown = [card for card in cards if card not in state.up[seat]]
        shown += [card for card in held if card.known and card not in shown]
        self._do(ShowCards(seat, tuple(shown)))

    def _somebody_shows(self) -> bool:
        return any(decision.cards is not None for decision in self._shows.values()) or any(
            self.hand.state.shown
        )

    def _refuse_all_mucked(self) -> None:
        """Refuse a showdown at which everybody mucked: it leaves the pot to nobody."""
        live = self.hand.state.live
        mucked = [seat for seat in live if seat in self._shows and self._shows[seat][0] is None]
        if self.hand.over and len(live) > 1 and mucked == list(live):
            who = ", ".join(map(self._name, live))
            msg = f"{who} all muck, and one of them must show to win the pot"
            raise IllegalAction(self._told(msg), code="action/must-show")


def _no_action(text: str, verb: str) -> HistoryError:
    missing = {"pb": "no bring-in is posted", "sd": "no cards are drawn"}
    if verb in missing:
        msg = f"{missing[verb]} in the games played here"
        return HistoryError(msg, code="history/no-such-step")
    msg = f"{text!r} is no action; write d dh, d db, or cc, f, cbr, sm after a player such as p1"
    return HistoryError(msg, code="history/action")


def _expect_no_more(words: list[str]) -> None:
    if words:
        msg = f"{' '.join(words)!r} is too much; cc and f stand alone"
        raise HistoryError(msg, code="history/action")
