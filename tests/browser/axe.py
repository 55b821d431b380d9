"""The checker of accessibility axe-core, let into a page without loosening its policy.

The policy forbids scripts written into a page, so the file is given an address of the page's own
server, which the browser is answered by the test.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

from browser.visitor import Visitor

VENDOR: Final = Path(__file__).parent / "vendor"
AXE: Final = VENDOR / "axe.min.js"
GRAVE: Final = ("serious", "critical")
RUN: Final = """
async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.map(({ id, impact, nodes }) =>
    ({ id, impact, where: nodes.map((node) => node.target.join(' ') + ' ' + node.any.map(
      (check) => check.message).join(' ')) }));
}
"""


def grave_faults(visitor: Visitor) -> list[str]:
    """Return what axe-core finds seriously or critically wrong with a page as it stands."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        address = urljoin(page.url, "/axe.min.js")
        page.route(address, lambda route: route.fulfill(path=AXE, content_type="text/javascript"))
        page.add_script_tag(url=address)
    visitor.settle()
    found: list[dict[str, Any]] = page.evaluate(RUN)
    return [
        f"{one['impact']} {one['id']}: {' | '.join(one['where'])}"
        for one in found
        if one["impact"] in GRAVE
    ]
