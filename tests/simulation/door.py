"""Somebody who stands at the door of a server, and knows who may come in.

The porter sees each hello and who was let in upon it, and judges by the log of the table and by
what people were given. Start reading at `Porter.admit`.
"""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from wildrank.table.hostevents import Hosting
from wildrank.web.people import Holder, player_of
from wildrank.web.wire import Hello


class Porter:
    """What is known of those who come.

    Attributes:
        tickets: Whom each ticket makes its bearer, until it was used.
        used: The tickets that were used.
        let_in: By table and player, who was let in since the program began.
    """

    def __init__(self) -> None:
        """Start before anybody came."""
        self.tickets: dict[str, str] = {}
        self.used: set[str] = set()
        self.let_in: set[tuple[str, str]] = set()

    def admit(self, table: str, hosting: Hosting, hello: Hello, who: Holder) -> None:
        """Check that somebody who is let in may be, as the one who was recognised."""
        assert who.player not in hosting.banned, "somebody who was sent away was let in"
        known = who.player in hosting.known or (table, who.player) in self.let_in
        assert known or self.fits(hosting, hello), "a newcomer was let in with nothing to show"
        self.let_in.add((table, who.player))

    def fits(self, hosting: Hosting, hello: Hello) -> bool:
        """Whether a newcomer has what newcomers need."""
        if hosting.invite and hello.invite != hosting.invite:
            return False
        if not hosting.password:
            return True
        try:
            return PasswordHasher().verify(hosting.password, hello.password)
        except VerifyMismatchError:
            return False

    def recognise(self, token: str, who: Holder, withdrawn: set[str]) -> None:
        """Check that a token makes somebody the person it stands for, and a ticket once."""
        if token.startswith("t."):
            assert token not in self.used, "a ticket was used twice"
            assert self.tickets.get(token) == who.player, "a ticket made somebody another person"
            self.used.add(token)
        elif player_of(token) in withdrawn:
            assert who.digest != player_of(token), "a token that was withdrawn is good again"
            assert who.digest == who.player, "a token that was withdrawn made an old person"
