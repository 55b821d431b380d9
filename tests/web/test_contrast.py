"""Everything can be read: the colours of the style sheets keep to WCAG 2.2, level AA."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

CSS: Final = Path(__file__).parents[2] / "src" / "wildrank" / "web" / "static" / "css"
RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
VARIABLE: Final = re.compile(r"(--[\w-]+):\s*([^;]+);")
TEXT: Final = 4.5
LARGE: Final = 3.0  # large text, and signs that tell something
FELTS: Final = ("--felt-light", "--felt", "--felt-edge", "--felt-deep", "--night")
LOOKS: Final = {
    "usual": [":root"],
    "light felt": [":root", ':root[data-felt="light"]'],
    "colour-blind palette": [":root", ':root[data-palette="safe"]'],
    "both": [":root", ':root[data-felt="light"]', ':root[data-palette="safe"]'],
}
each_look = pytest.mark.parametrize("look", LOOKS)


def rules() -> list[tuple[str, str]]:
    """Return every rule of the style sheets: its selector and what it declares."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(CSS.glob("*.css")))
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return [(selector.strip(), body) for selector, body in RULE.findall(plain)]


def variables(look: str) -> dict[str, str]:
    """Return the custom properties of a look, the later ones over the earlier."""
    found: dict[str, str] = {}
    for wanted in LOOKS[look]:
        for selector, body in rules():
            if selector == wanted:
                found |= dict(VARIABLE.findall(body))
    return found


def declared(selector: str, name: str) -> str:
    """Return what a rule declares, the last one where there are several."""
    bodies = [body for found, body in rules() if found == selector]
    values = [
        value for body in bodies for value in re.findall(rf"(?<![\w-]){name}:\s*([^;]+);", body)
    ]
    assert values, f"{selector} declares no {name}"
    return str(values[-1])


def channels(colour: str) -> list[float]:
    """Return red, green and blue of ``#abc`` or ``#aabbcc``, from 0 to 1."""
    digits = colour.strip().removeprefix("#")
    assert re.fullmatch(r"[0-9a-f]{3}|[0-9a-f]{6}", digits), colour
    pairs = [one * 2 for one in digits] if len(digits) == 3 else re.findall("..", digits)
    return [int(pair, 16) / 255 for pair in pairs]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour.

    Source: WCAG 2.2, "relative luminance".
    """
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21.

    Source: WCAG 2.2, "contrast ratio".
    """
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_wcag_says() -> None:
    """Black on white is 21, equal colours are 1, and #777 on white just fails."""
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#0b3d2e", "#0b3d2e") == 1
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@each_look
def test_suits_stand_out_on_the_card(look: str) -> None:
    """Rank and suit have the contrast of text on the paper of a card, in every palette."""
    found = variables(look)
    paper = declared(".card .paper", "fill")
    for suit in "shdc":
        assert contrast(found[f"--ink-{suit}"], paper) >= TEXT, suit


@each_look
@pytest.mark.parametrize("name", ["--text", "--gold"])
def test_words_stand_out_on_the_felt(look: str, name: str) -> None:
    """What is written on the felt can be read everywhere between its middle and its edge."""
    found = variables(look)
    for felt in FELTS:
        assert contrast(found[name], found[felt]) >= TEXT, felt


@each_look
def test_small_words_on_the_felt(look: str) -> None:
    """So can the small line below the board, which is not as bright."""
    found = variables(look)
    small = declared(".streets", "color")
    for felt in FELTS:
        assert contrast(small, found[felt]) >= TEXT, felt


@each_look
@pytest.mark.parametrize("ground", ["--panel", "--panel-high", "--night"])
@pytest.mark.parametrize("name", ["--text", "--muted", "--gold", "--alarm"])
def test_words_stand_out_on_panels(look: str, ground: str, name: str) -> None:
    """Text, quiet text, gold and alarm can be read on panels and on the page."""
    found = variables(look)
    assert contrast(found[name], found[ground]) >= TEXT


@each_look
def test_buttons_and_the_clock(look: str) -> None:
    """The gold button is read in its ink, and each colour of the clock stands out."""
    found = variables(look)
    assert contrast(found["--ink"], found["--gold"]) >= TEXT
    for clock in ("--clock-calm", "--clock-soon", "--clock-late"):
        assert contrast(found[clock], found["--night"]) >= LARGE, clock
