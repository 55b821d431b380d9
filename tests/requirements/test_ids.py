"""Every row of the requirements has a test that carries its id, and no test carries another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]

ROW = re.compile(r"^\| ([A-Z]+-[\w.-]+) \|", re.MULTILINE)
DECISION = re.compile(r"^\| (D\d+) \|", re.MULTILINE)
SECTION = re.compile(r"^### (1[A-D])\.[^\n]*?(?:\((\d+) rows\))?$", re.MULTILINE)

NOT_OF_A_HAND = {
    "D36": "a limited wild card does not exist here, so there is nothing to look at",
    "D45": "the table moves the button",
    "D46": "the table lets players in",
    "D49": "the table keeps the clock",
    "D50": "the table opens undealt cards",
    "D54": "a note in the documents",
    "D55": "nobody takes a rake",
}


def sections(text: str) -> dict[str, tuple[str, int | None]]:
    """Return the text of the sections 1A to 1D and the number of rows their headings promise."""
    heads = list(SECTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [text.index("\n## 2.")]
    return {
        head[1]: (text[head.end() : end], int(head[2]) if head[2] else None)
        for head, end in zip(heads, ends, strict=True)
    }


def row_ids(text: str) -> list[str]:
    """Return the ids of the tables 1A to 1C, and ``1D`` for the full hand, which has no table."""
    return [name for part, _ in sections(text).values() for name in ROW.findall(part)] + ["1D"]


def carried_ids() -> Iterator[tuple[str, str]]:
    """Yield each id that a test function is marked with, and the file it stands in."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in marked_with(node):
                    yield name, f"{path.name}::{node.name}"


def marked_with(test: ast.FunctionDef) -> Iterator[str]:
    """Yield the ids in the ``requirement`` marks of a test."""
    for mark in test.decorator_list:
        if (
            isinstance(mark, ast.Call)
            and isinstance(mark.func, ast.Attribute)
            and mark.func.attr == "requirement"
        ):
            yield from (
                arg.value
                for arg in mark.args
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )


def test_sections_have_the_rows_they_promise(shared: Path) -> None:
    """The tables are read whole: each has as many rows as its heading says."""
    text = (shared / "rules" / "requirements.md").read_text(encoding="utf-8")
    promised = {name: rows for name, (_, rows) in sections(text).items()}
    found = {name: len(ROW.findall(part)) for name, (part, _) in sections(text).items()}
    assert list(found) == ["1A", "1B", "1C", "1D"]
    assert found == {name: rows or 0 for name, rows in promised.items()}
    assert found["1A"] > 40


def test_every_row_has_a_test(shared: Path) -> None:
    """Every id of the tables 1A to 1C and the full hand 1D is carried by a test."""
    text = (shared / "rules" / "requirements.md").read_text(encoding="utf-8")
    carried = {name for name, _ in carried_ids()}
    assert [name for name in row_ids(text) if name not in carried] == []


def test_every_decision_of_a_hand_has_a_test(shared: Path) -> None:
    """Every decision is carried by a test, or named above as none of a hand's business."""
    text = (shared / "rules" / "requirements.md").read_text(encoding="utf-8")
    carried = {name for name, _ in carried_ids()} | set(NOT_OF_A_HAND)
    assert [name for name in DECISION.findall(text) if name not in carried] == []


def test_no_test_carries_an_unknown_id(shared: Path) -> None:
    """A mark that names no row and no decision is a slip of the pen."""
    text = (shared / "rules" / "requirements.md").read_text(encoding="utf-8")
    known = {*row_ids(text), *DECISION.findall(text)}
    assert [(name, where) for name, where in carried_ids() if name not in known] == []
