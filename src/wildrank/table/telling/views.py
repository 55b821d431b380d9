"""What one client may see of a table: the only things of a table that ever leave it.

What everybody may see is worked out once for all who look; each of them gets it with what is its
own. Decks are looked at only to open cards that are seen anyway, players' identities never. The
shapes stand in `wildrank.table.telling.shapes`. Start reading at `table_view`; the hand is in
`wildrank.table.telling.hands`, what is told of an event in `wildrank.table.telling.events`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from wildrank.games import announce, load_game, settings_of, words_of
from wildrank.games.words import announcement_lines, stakes_words
from wildrank.table.kills import killed
from wildrank.table.state import TableState
from wildrank.table.telling.hands import Holdings, own_hand, public_hand
from wildrank.table.telling.hostviews import asking_view, customs_view, kept_from
from wildrank.table.telling.moment import Moment
from wildrank.table.telling.places import chair_view, you_view
from wildrank.table.telling.proofs import deal_view
from wildrank.table.telling.shapes import CalledView, CallingView, CallView, TableView

_CALLS_KEPT: Final = 512
_NOBODY: Final = ""

replace = msgspec.structs.replace


def table_view(
    name: str, table: TableState, player: str, moment: Moment, called_as: str = ""
) -> TableView:
    """Return the table as one client may see it.

    Args:
        name: The table's name in its link.
        table: The whole table.
        player: Who the client is; a stranger is a spectator.
        moment: What stands in no log.
        called_as: The name a client without a chair goes by.
    """
    return own_view(public_view(name, table, moment), table, player, called_as, Holdings())


def public_view(name: str, table: TableState, moment: Moment) -> TableView:
    """Return the table as a spectator may see it, where spectators may see it."""
    hand = table.hand
    calling = hand is None and moment.dealer is not None
    return TableView(
        table=name,
        n=table.n,
        you=you_view(table, _NOBODY, ""),
        chairs=[chair_view(table, number, moment.ready) for number in range(len(table.chairs))],
        phase=_phase(table, moment),
        dealer=table.button if hand is not None else moment.dealer,
        calling=_calling_view(moment) if calling else None,
        called=_called_view(table),
        hand=None if hand is None else public_hand(hand, moment),
        deal=deal_view(hand),
        waiting=[waiter.name for waiter in table.waiting],
        customs=customs_view(table),
        asking=[],
        paused=table.hosting.paused,
        ending=table.hosting.ending,
        watching=moment.watching,
    )


def own_view(
    seen: TableView, table: TableState, player: str, called_as: str, holdings: Holdings
) -> TableView:
    """Return what everybody may see of a table with what is a client's own, and no more.

    Args:
        seen: What everybody may see.
        table: The whole table.
        player: Who the client is.
        called_as: The name a client without a chair goes by.
        holdings: What players were told about their own hands before.
    """
    you = you_view(table, player, called_as)
    hand, calling = seen.hand, seen.calling
    if hand is not None and table.hand is not None:
        hand = own_hand(hand, table.hand, player, holdings)
    if calling is not None and calling.chair == you.chair and table.customs.mode == "dealer":
        calling = replace(calling, yours=True)
    hidden = kept_from(table, player)
    return replace(
        seen,
        you=you,
        calling=calling,
        hand=None if hidden else hand,
        deal=None if hidden else seen.deal,
        asking=asking_view(table, player),
    )


def _phase(
    table: TableState, moment: Moment
) -> Literal["lobby", "calling", "playing", "showdown"]:
    if table.hand is not None:
        return "showdown" if table.hand.over else "playing"
    return "lobby" if moment.dealer is None else "calling"


def _calling_view(moment: Moment) -> CallingView | None:
    if moment.dealer is None or moment.usual is None:
        return None
    usual = moment.usual
    return CallingView(
        chair=moment.dealer,
        yours=False,
        seconds=moment.seconds,
        players=len(moment.ready),
        last=CallView(usual.game, dict(usual.settings)),
    )


def _called_view(table: TableState) -> CalledView | None:
    called = table.called
    if called is None:
        return None
    kills = table.places is not None and table.places.posts.kill is not None
    said = _announced(called.game, tuple(sorted(called.settings.items())), kills)
    return msgspec.structs.replace(said, by=called.chair, hand=table.hands)


@lru_cache(maxsize=_CALLS_KEPT)
def _announced(slug: str, settings: tuple[tuple[str, str], ...], kills: bool) -> CalledView:  # noqa: FBT001 - cached
    """Return what was called in words, by nobody yet; the same for every view of a hand."""
    game = load_game(slug)
    stakes, announcement = announce(game, dict(settings))
    return CalledView(
        game=game.slug,
        name=game.name,
        by=-1,
        hand=0,
        stakes=stakes_words(killed(stakes) if kills else stakes),
        lines=announcement_lines(game, stakes, announcement),
        announced=words_of(stakes, announcement),
        settings=settings_of(game, stakes, announcement),
        price=announcement.third_card_price if game.has_buy else None,
    )
