"""Replaying hands from files and hand lines, each checked action by action.

One bad hand never stops the others: it comes back with its error. Start reading at `replay`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from wildrank.errors import ActionError, HistoryError, WildrankError
from wildrank.histories.phh import play_table, tables
from wildrank.referee import Hand

MAX_FILE_BYTES = 256 * 1024 * 1024
_SUFFIXES = (".phh", ".phhs")


class Replayed(NamedTuple):
    """What became of one hand.

    Attributes:
        hand: The file's own ``hand`` field, else the 1-based place in the file; for a hand line
            the line, and for a file that cannot be read its name.
        stacks: Final stacks, seat 0 (``p1``) first; None for a stack without end. Where a hand
            stops before its end these are the chips behind, and the pot is nobody's.
        net: Chips won or lost, before rake, in the same order.
        error: What is wrong with the hand; stacks and net are empty then.
        line: The hand line, or ``""`` where there is an error.
    """

    hand: object
    stacks: tuple[int | None, ...] = ()
    net: tuple[int, ...] = ()
    error: WildrankError | None = None
    line: str = ""


def replay(source: str) -> Iterator[Replayed]:
    """Yield the hands of a PHH file, or the hand that a hand line spells.

    Args:
        source: A path or a hand line.

    >>> next(replay("holdem fixed 2/4 @1 90/80 | AhKh QsQd f")).net
    (1, -1)
    """
    path = Path(source)
    try:
        is_line = "|" in source or (len(source.split()) > 1 and not path.exists())
        is_line = is_line and path.suffix not in _SUFFIXES
    except (OSError, ValueError):
        is_line = True
    if is_line:
        yield _replay_line(source)
        return
    try:
        text = _read(path)
    except HistoryError as error:
        yield Replayed(source, error=error)
        return
    yield from replay_text(text, source)


def replay_text(text: str, name: str) -> Iterator[Replayed]:
    """Yield the hands of a PHH text.

    Args:
        text: One hand, or top-level tables with a hand each.
        name: What the text is called in an error that concerns all of it.
    """
    try:
        found = tables(text)
    except HistoryError as error:
        named = HistoryError(f"{name}: {error.message}", code=error.code)
        yield Replayed(name, error=named)
        return
    for place, table in enumerate(found, start=1):
        yield _replay_table(table, place)


def _replay_line(line: str) -> Replayed:
    try:
        hand = _parsed(line)
    except WildrankError as error:
        return Replayed(line, error=error)
    return Replayed(line, hand.stacks, hand.winnings, None, str(hand))


def _parsed(line: str) -> Hand:
    """Return the hand of a line; a fold when checking is free, which people do, is accepted.

    Source: D40.
    """
    try:
        return Hand.parse(line)
    except ActionError as error:
        if error.code != "action/free-fold":
            raise
    head, bar, rest = line.partition("|")
    return Hand.parse(f"{head.rstrip()} free-fold=true {bar}{rest}")


def _replay_table(table: dict[str, Any], place: int) -> Replayed:
    name = table.get("hand")
    if not isinstance(name, int | str) or isinstance(name, bool):
        name = place
    try:
        played = play_table(table)
    except WildrankError as error:
        return Replayed(name, error=error)
    return Replayed(name, played.stacks, played.net, None, str(played.hand))


def _read(path: Path) -> str:
    """Return the text of a file.

    Raises:
        HistoryError: If there is none, or it is no text.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        msg = f"{path} cannot be read: {why}; give a .phh or .phhs file or a hand line"
        raise HistoryError(msg, code="history/unreadable") from error
    if len(raw) > MAX_FILE_BYTES:
        msg = f"{path} is larger than {MAX_FILE_BYTES} bytes; split it"
        raise HistoryError(msg, code="history/too-large")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{path} is not UTF-8 text, as a PHH file is"
        raise HistoryError(msg, code="history/encoding") from error
