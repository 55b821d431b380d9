"""Which wishes were granted, so that one that is sent again changes nothing.

A client that loses its line does not know whether its last wish arrived, and sends it again. The
log keeps the id of the wish that made something happen, so that this holds after a crash too.
Start reading at `Repeats`.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

KEPT_OF_EACH: Final = 64  # the newest ids of a player
_MOST_PLAYERS: Final = 200
_NONE: Final[Mapping[str, Iterable[str]]] = MappingProxyType({})


class Repeats:
    """The ids of the wishes that were granted, the newest of each player."""

    def __init__(self, granted: Mapping[str, Iterable[str]] = _NONE) -> None:
        """Start with what `granted` told before, or none."""
        self._granted: OrderedDict[str, deque[str]] = OrderedDict(
            (player, deque(wishes, KEPT_OF_EACH)) for player, wishes in granted.items()
        )

    @property
    def granted(self) -> dict[str, list[str]]:
        """The ids by player, the newest last."""
        return {player: list(wishes) for player, wishes in self._granted.items()}

    def known(self, player: str, wish: str) -> bool:
        """Whether a player was granted a wish of that id."""
        return bool(wish) and wish in self._granted.get(player, ())

    def keep(self, player: str, wish: str) -> None:
        """Remember a wish that was granted; one without an id is not remembered."""
        if not wish or self.known(player, wish):
            return
        self._granted.setdefault(player, deque(maxlen=KEPT_OF_EACH)).append(wish)
        self._granted.move_to_end(player)
        if len(self._granted) > _MOST_PLAYERS:
            self._granted.popitem(last=False)
