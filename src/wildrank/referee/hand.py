"""`Hand`: the immutable face of the referee that people use.

Every method returns a new hand; the old one stays. A hand prints as its hand line and is read back
from it. Start reading at `Hand.start`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self, TypeVar

from wildrank.cards import Card, parse_cards
from wildrank.errors import ActionError, IllegalAction, NotationError, WildrankError
from wildrank.games import announce, load_game
from wildrank.games.model import Announcement, Game, Stakes
from wildrank.referee import actions as do
from wildrank.referee import events as ev
from wildrank.referee.decide import advance
from wildrank.referee.legal import Legal, legal
from wildrank.referee.line import Header, format_line, parse_header, read_token
from wildrank.referee.posts import PLAIN, Posts
from wildrank.referee.start import opening
from wildrank.referee.state import State, apply, fresh
from wildrank.referee.waiting import Deal, Show, Waiting, waiting

H = TypeVar("H", bound="Hand")
LONGEST_LINE = 16_384


class Hand:
    """A hand of poker, from the first post to the last award.

    >>> hand = Hand.start("holdem", [100, 100], button=1).deal("AhQsKhQd")
    >>> hand = hand.call().check().deal_board("Qh7d2c").check().bet_to(2).fold()
    >>> hand.over, hand.stacks
    (True, (98, 102))
    >>> str(hand)
    'holdem fixed 2/4 @1 100/100 | AhKh QsQd c k | Qh7d2c k b2 f'
    """

    __slots__ = ("_header", "_steps", "events", "state")

    def __init__(
        self,
        header: Header,
        state: State,
        events: tuple[ev.Event, ...],
        steps: tuple[tuple[State, do.Action], ...] = (),
    ) -> None:
        """Keep the parts; use `start` or `parse` to make a hand."""
        self._header = header
        self._steps = steps
        self.state = state
        self.events = events

    @classmethod
    def start(  # noqa: PLR0913 - what a dealer needs to know
        cls,
        game: Game | str,
        stacks: Sequence[int],
        button: int,
        *,
        stakes: Stakes | None = None,
        announcement: Announcement | None = None,
        posts: Posts = PLAIN,
        **settings: object,
    ) -> Self:
        """Return a new hand with the forced bets posted.

        Args:
            game: The game, or its slug.
            stacks: Chips of each seat dealt in.
            button: Seat of the dealer button, or the last one before a dead button.
            stakes: For how much, where `settings` do not say it.
            announcement: What the dealer says, where `settings` do not.
            posts: What is not as usual with the forced bets.
            settings: What is announced, in the keys of ``announce`` with ``_`` for ``-``:
                ``third_card_price=2, blinds="1/2"``.

        Raises:
            GameError: If the game cannot be played so.
        """
        game = load_game(game) if isinstance(game, str) else game
        said = {key.replace("_", "-"): value for key, value in settings.items()}
        if stakes is None or announcement is None or said:
            usual = announce(game, said, killed=posts.kill is not None)
            stakes, announcement = stakes or usual[0], announcement or usual[1]
        return cls._open(Header(game, stakes, announcement, tuple(stacks), button, posts))

    @classmethod
    def _open(cls, header: Header) -> Self:
        events = opening(*header)
        state = fresh(*header[:5])
        for event in events:
            state = apply(state, event)
        return cls(header, state, events)

    @classmethod
    def parse(cls, line: str, game: Game | None = None) -> Self:
        """Return the hand that a hand line spells, checked action by action.

        Args:
            line: As `str` of a hand gives it.
            game: The game, where it is not in the library.

        Raises:
            NotationError: If the line is malformed.
            GameError: If its game or announcement makes no sense.
            ActionError: If something in it is not allowed.
        """
        if len(line) > LONGEST_LINE:
            msg = f"{line[:80]!r} and so on is {len(line)} characters long, at most {LONGEST_LINE}"
            raise NotationError(msg, code="notation/too-long")
        head, *streets = line.split("|")
        where = f", in {line!r}"
        try:
            hand = cls._open(parse_header(head, game))
        except WildrankError as error:
            raise error.beside(where) from error
        for number, text in enumerate(streets):
            tokens = text.split()
            if tokens and number != hand.state.street:
                street = hand.state.game.streets[hand.state.street].name
                msg = (
                    f"{text.strip()!r} is street {number + 1}, and the hand is on {street}{where}"
                )
                raise NotationError(msg, code="notation/street")
            hand = _read(hand, tokens, line)
        return hand

    def play(self, tokens: str) -> Self:
        """Return the hand after some tokens of the hand line, as in ``"b2 c c"``.

        Raises:
            NotationError: If one spells nothing that fits.
            ActionError: If one is not allowed.
        """
        return _read(self, tokens.split(), tokens)

    # ---------------------------------------------------------------------------- looking

    @property
    def waiting(self) -> Waiting | None:
        """What the hand waits for: `Deal`, `Act`, `Buy`, `Show`, or None when it is over."""
        return waiting(self.state)

    @property
    def legal(self) -> Legal:
        """What the seat that is waited for may do."""
        return legal(self.state)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, by seat."""
        return self.state.stacks

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.state.over

    @property
    def game(self) -> Game:
        """The game that was called."""
        return self._header.game

    @property
    def winnings(self) -> tuple[int, ...]:
        """What each seat has won or lost so far, chips in the pot counted as lost."""
        return tuple(
            now - before for now, before in zip(self.stacks, self._header.stacks, strict=True)
        )

    @property
    def actions(self) -> tuple[do.Action, ...]:
        """Everything that was decided and dealt, in order."""
        return tuple(action for _, action in self._steps)

    def __str__(self) -> str:
        """Return the hand line."""
        return format_line(self._header, self._steps)

    def __repr__(self) -> str:
        """Return a form that can be pasted back."""
        return f"Hand.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        """Whether two hands were called and played alike."""
        if not isinstance(other, Hand):
            return NotImplemented
        return self._header == other._header and self.actions == other.actions

    def __hash__(self) -> int:
        """Return a hash of the hand line."""
        return hash(str(self))

    # ----------------------------------------------------------------------------- acting

    def do(self, action: do.Action) -> Self:
        """Return the hand after an action of anybody.

        Raises:
            ActionError: If it is refused; the message says why and ends with the hand line.
        """
        try:
            events, state = advance(self.state, action)
        except ActionError as error:
            unchanged = f"; hand: {self}"
            raise error.beside(unchanged) from error
        step = (self.state, action)
        return type(self)(self._header, state, self.events + events, (*self._steps, step))

    def _turn(self) -> int:
        """Return the seat that is waited for, or -1 when it is the dealer or nobody."""
        return getattr(self.waiting, "seat", -1)

    def deal(self, cards: str | Iterable[Card]) -> Self:
        """Return the hand after the cards it waits for, in dealing order.

        Raises:
            NotationError: If the text spells no cards.
            ActionError: If they are too many or too few, dealt before, or not due.
        """
        if isinstance(cards, str):
            cards = parse_cards(cards, unknown=True)
        return self.do(do.DealCards(tuple(cards)))

    def deal_board(self, cards: str | Iterable[Card]) -> Self:
        """Return the hand after shared cards; as `deal`, but refused where hole cards are due."""
        wait = self.waiting
        if isinstance(wait, Deal) and wait.seats:
            msg = f"hole cards are due, not the board; hand: {self}"
            raise IllegalAction(msg, code="action/no-board")
        return self.deal(cards)

    def deal_hole(self, hole: Mapping[int, str | Iterable[Card]]) -> Self:
        """Return the hand after the personal cards of each seat that is due some.

        Args:
            hole: Cards by seat; a seat left out gets ``??``.

        Raises:
            ActionError: If no hole cards are due, or a seat is due none.
        """
        wait = self.waiting
        if not isinstance(wait, Deal) or not set(hole) <= set(wait.seats):
            due = f"seats {wait.seats}" if isinstance(wait, Deal) and wait.seats else "nobody"
            msg = f"hole cards for seats {sorted(hole)} are not due; {due} waits; hand: {self}"
            raise IllegalAction(msg, code="action/no-hole-cards")
        rounds = wait.count // len(wait.seats)
        held = {
            seat: parse_cards(cards, unknown=True) if isinstance(cards, str) else tuple(cards)
            for seat, cards in {seat: hole.get(seat, "??" * rounds) for seat in wait.seats}.items()
        }
        if any(len(cards) != rounds for cards in held.values()):
            msg = f"each seat is dealt {rounds} cards now, not {dict(hole)!r}; hand: {self}"
            raise IllegalAction(msg, code="action/card-count")
        return self.deal(held[seat][turn] for turn in range(rounds) for seat in wait.seats)

    def fold(self) -> Self:
        """Return the hand after the seat in turn folds; raises ActionError if it may not."""
        return self.do(do.Fold(self._turn()))

    def check(self) -> Self:
        """Return the hand after the seat in turn checks; raises ActionError if it may not."""
        return self.do(do.Check(self._turn()))

    def call(self) -> Self:
        """Return the hand after the seat in turn calls; raises ActionError if it may not."""
        return self.do(do.Call(self._turn()))

    def bet_to(self, to: int) -> Self:
        """Return the hand after the seat in turn bets; raises ActionError if it may not."""
        return self.do(do.RaiseTo(self._turn(), to))

    def raise_to(self, to: int) -> Self:
        """Return the hand after the seat in turn raises to an amount, as `bet_to`."""
        return self.do(do.RaiseTo(self._turn(), to))

    def buy_up(self) -> Self:
        """Return the hand after the seat in turn buys its card face up."""
        return self.do(do.BuyUp(self._turn()))

    def take_down(self) -> Self:
        """Return the hand after the seat in turn takes its card face down."""
        return self.do(do.TakeDown(self._turn()))

    def show(self, cards: str | Iterable[Card] = ()) -> Self:
        """Return the hand after the seat in turn shows; cards where they were not known."""
        if isinstance(cards, str):
            cards = parse_cards(cards)
        return self.do(do.ShowCards(self._turn(), tuple(cards)))

    def muck(self) -> Self:
        """Return the hand after the seat in turn mucks; raises ActionError if it may not."""
        return self.do(do.MuckCards(self._turn()))

    def showdown(self) -> Self:
        """Return the hand after everybody who is still to show has shown."""
        hand = self
        while isinstance(hand.waiting, Show):
            hand = hand.show()
        return hand


def _read(hand: H, tokens: list[str], line: str) -> H:
    """Return a hand after the actions that tokens spell; the line is for the error."""
    while tokens:
        try:
            actions = list(read_token(tokens, hand.waiting, hand.state))
        except NotationError as error:
            where = f", in {line!r}"
            raise error.beside(where) from error
        for action in actions:
            hand = hand.do(action)
    return hand
