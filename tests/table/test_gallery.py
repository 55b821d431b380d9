"""How many watch, as it is told."""

from __future__ import annotations

from wildrank.table import events as ev
from wildrank.table.fold import fold
from wildrank.table.state import opened
from wildrank.table.telling.gallery import HOLD_S, Gallery

EMPTY = opened(3)
ANN_SITS = fold(EMPTY, 1, ev.Sat(0, "Ann", "ann", 100))


def test_who_sits_does_not_watch() -> None:
    """Those on chairs are not counted, whoever else is here is."""
    gallery = Gallery()
    assert gallery.look(ANN_SITS, {"ann", "bob", "cy"}, 100.0) is None
    assert gallery.told == 2


def test_the_first_who_comes_is_told_at_once_and_the_next_together() -> None:
    """A number is told for a second before it changes, and then to the newest."""
    gallery = Gallery()
    gallery.look(ANN_SITS, {"ann", "bob"}, 100.0)
    assert gallery.told == 1
    assert gallery.look(ANN_SITS, {"ann", "bob", "cy"}, 100.25) == HOLD_S - 0.25
    assert gallery.look(ANN_SITS, {"ann", "bob", "cy", "dot"}, 100.5) == HOLD_S - 0.5
    assert gallery.told == 1
    assert gallery.look(ANN_SITS, {"ann", "bob", "cy", "dot"}, 100.0 + HOLD_S) is None
    assert gallery.told == 3


def test_who_comes_and_goes_within_the_second_is_never_told() -> None:
    """What is true again when it may be told is no news."""
    gallery = Gallery()
    gallery.look(ANN_SITS, {"ann", "bob"}, 100.0)
    gallery.look(ANN_SITS, {"ann", "bob", "cy"}, 100.25)
    assert gallery.look(ANN_SITS, {"ann", "bob"}, 100.5) is None
    assert gallery.told == 1


def test_with_an_event_it_is_told_at_once() -> None:
    """Somebody who sits down watches no longer, in the very view that shows the chair."""
    gallery = Gallery()
    gallery.look(EMPTY, {"ann", "bob"}, 100.0)
    assert gallery.told == 2
    assert gallery.look(ANN_SITS, {"ann", "bob"}, 100.25) is None
    assert gallery.told == 1
