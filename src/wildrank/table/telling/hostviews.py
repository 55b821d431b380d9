"""What one client may see of what the host makes so: customs, who asks, and events.

Start reading at `customs_view` and `host_fields`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from wildrank.games import games
from wildrank.table import hostevents
from wildrank.table.hostgrants import person_id
from wildrank.table.state import TableState
from wildrank.table.telling.shapes import AskView, CustomsView


def customs_view(table: TableState) -> CustomsView:
    """Return the customs in force, the games that may be called by name."""
    fields = msgspec.structs.asdict(table.customs)
    fields["games"] = table.customs.games or tuple(game.slug for game in games())
    return CustomsView(**fields, password=bool(table.hosting.password))


def asking_view(table: TableState, player: str) -> list[AskView]:
    """Return who asks for a seat, for the host alone."""
    if player != table.host:
        return []
    return [AskView(person_id(ask.player), ask.name) for ask in table.hosting.asks]


def kept_from(table: TableState, player: str) -> bool:
    """Whether somebody may not see the hand: a spectator at a table that wants none."""
    seated = table.chair_of(player) is not None
    dealt_in = table.hand is not None and table.hand.seat_of(player) is not None
    return not (table.customs.spectators or seated or dealt_in)


def host_fields(event: hostevents.HostEvent) -> dict[str, Any]:
    """Return an event as everybody at the table sees it: no identity, no code and no hash."""
    fields: dict[str, Any] = msgspec.to_builtins(event)
    for hidden in ("player", "code", "owner"):
        fields.pop(hidden, None)
    if "hash" in fields:
        fields["needed"] = bool(fields.pop("hash"))
    return fields
