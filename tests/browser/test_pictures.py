"""Every state of the page looks as its reference does, at a desk and on a telephone.

States: front page, lesson, lobby, invitation, acting, settings, rules, table in words, buying,
showdown, the dealer's call, and a showdown with a quartered pot. ``make screenshots`` takes the
references anew, where a change is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from browser.looks import (
    DEVICES,
    REFERENCES,
    Difference,
    album,
    difference,
    letters,
    picture,
    reference,
)
from browser.visitor import Visitor
from PIL import Image
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
MOST_BYTES: Final = 2_000_000
WEAR: Final = """
(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}
"""
# Letters at other parts of a pixel, and with a little more ink, as another build draws them.
OTHER_LETTERS: Final = (
    "* { text-rendering: geometricPrecision }",
    "* { -webkit-text-stroke: 0.1px }",
)
FAULTS: Final = {
    "a moved button": ".act.raise { transform: translateY(-16px) }",
    "a lost card": "[data-testid=hole-card]:first-child { visibility: hidden }",
    "a lost board card": "[data-testid=board-card]:first-child { visibility: hidden }",
    "a changed colour of a button": ".act.raise { background: #2a6fdb }",
    "a changed colour of a suit": "[data-card$=h] { filter: hue-rotate(120deg) }",
    "a felt of another green": "main { filter: hue-rotate(40deg) }",
}


def pictures(browser: Browser, device: str) -> Iterator[tuple[str, Visitor, Image.Image]]:
    """Yield every state, who looks at it, and its reference; skip where letters are others."""
    told = (REFERENCES / "letters.txt").read_text("utf-8").split()
    for name, visitor in album(browser, device):
        here = letters(visitor).split()
        if any(
            abs(int(one) / int(other) - 1) > 0.01 for one, other in zip(here, told, strict=True)
        ):
            pytest.skip("the fonts of this machine are others than those of the references")
        yield name, visitor, Image.open(reference(device, name)).convert("RGB")


@pytest.mark.parametrize("device", DEVICES)
def test_every_state_looks_as_before(chromium: Browser, device: str, tmp_path: Path) -> None:
    """Nothing moved, vanished or has another colour; what differs is left as a file."""
    changed = dict[Path, Difference]()
    seen = set[Path]()
    for name, visitor, before in pictures(chromium, device):
        taken = picture(visitor)
        seen.add(reference(device, name))
        if found := difference(before, taken):
            path = tmp_path / f"{device}-{name}.png"
            taken.save(path)
            changed[path] = found
    assert changed == {}, "look at these; `make screenshots` takes the references anew"
    assert seen == set(REFERENCES.glob(f"{device}-*"))


@pytest.mark.parametrize("device", DEVICES)
def test_faults_are_seen_and_other_letters_are_not(chromium: Browser, device: str) -> None:
    """What should be noticed is, on top of a build that draws its letters otherwise."""
    for name, visitor, before in pictures(chromium, device):
        if name != "buying":
            continue
        for rules in OTHER_LETTERS:
            visitor.page.evaluate(WEAR, rules)
            assert not difference(before, picture(visitor)), rules
        for fault, rules in FAULTS.items():
            visitor.page.evaluate(WEAR, OTHER_LETTERS[0] + rules)
            assert difference(before, picture(visitor)), fault
        break


def test_references_are_small() -> None:
    """All pictures together are no burden for who clones the project."""
    assert 0 < sum(path.stat().st_size for path in REFERENCES.iterdir()) < MOST_BYTES
