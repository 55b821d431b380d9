"""What a screen reader is given to say: every live region of a page, in order, as it changes."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from browser.visitor import Visitor

# Regions are found by their role and not by their test id, so that no third one goes unheard.
LISTEN: Final = """
window.heard = [];
const LIVE = '[aria-live], [role=log], [role=status], [role=alert], [role=timer], output';
const hear = (region, text) => {
  const kind = region.getAttribute('aria-live') ?? region.getAttribute('role') ?? 'output';
  const silent = region.closest('[inert]') || (document.querySelector('dialog[open]')
    && !region.closest('dialog[open]'));
  const words = text.replace(/\\s+/g, ' ').trim();
  if (words) window.heard.push([silent ? 'silent' : kind, words]);
};
new MutationObserver((changes) => {
  for (const change of changes) {
    const target = change.target.nodeType === 1 ? change.target : change.target.parentElement;
    const region = target?.closest(LIVE);
    if (!region) continue;
    if (region.getAttribute('aria-atomic') === 'true') hear(region, region.textContent);
    else for (const node of change.addedNodes) hear(region, node.textContent);
    if (change.type === 'characterData') hear(region, change.target.data);
  }
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


class Heard(NamedTuple):
    """Something that was said, and how."""

    how: Literal["polite", "assertive", "silent"]
    words: str


class Hearing:
    """Listens to the live regions of a visitor's page."""

    def __init__(self, visitor: Visitor) -> None:
        """Begin to listen, before the page is opened."""
        self._visitor = visitor
        visitor.page.add_init_script(LISTEN)

    def all(self) -> list[Heard]:
        """Return everything that was said so far."""
        found: list[list[str]] = self._visitor.page.evaluate("window.heard")
        return [Heard(how, words) for how, words in found]  # type: ignore[arg-type] # by LISTEN

    def forget(self) -> None:
        """Begin anew."""
        self._visitor.page.evaluate("window.heard.length = 0")

    def until(self, words: str) -> None:
        """Wait until something is said that contains some words."""
        self._visitor.until(lambda: any(words in one.words for one in self.all()), words)
