"""Whatever is changed about what a seat may see, a test of it fails.

The filter is altered in one place at a time: a comparison is turned round, *or* is put for *and*,
a condition is taken for always true or never. Then its tests are run against what came of it.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from wildrank.referee import views

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("tests/referee/test_views.py", "tests/table/test_views.py")
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
# Put in front of everything, it is found instead of the filter.
INSTEAD = """
import sys
from importlib.util import spec_from_file_location

class Instead:
    def find_spec(self, name, path=None, target=None):
        return spec_from_file_location(name, {file!r}) if name == {name!r} else None

sys.meta_path.insert(0, Instead())
"""


def changes(tree: ast.Module) -> Iterator[Callable[[], None]]:
    """Yield all that can be changed in a program, each as what does it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            turned = OPPOSITE[type(node.ops[0])]()
            yield partial(setattr, node, "ops", [turned])
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield partial(setattr, node, "op", other)
        elif isinstance(node, ast.If | ast.IfExp):
            for always in (ast.Constant(value=True), ast.Constant(value=False)):
                yield partial(setattr, node, "test", always)


def changed(text: str) -> Iterator[str]:
    """Yield a program with one change, for each that there is."""
    count = sum(1 for _ in changes(ast.parse(text)))
    for number in range(count):
        tree = ast.parse(text)
        list(changes(tree))[number]()
        yield ast.unparse(ast.fix_missing_locations(tree))


def noticed(folder: Path, text: str) -> bool:
    """Whether the tests fail with another filter."""
    file = folder / "views.py"
    file.write_text(text, encoding="utf-8")
    instead = INSTEAD.format(file=str(file), name=views.__name__)
    (folder / "instead.py").write_text(instead, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-qx", "-p", "instead", "-p", "no:cacheprovider", *TESTS],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(folder)},
        stdout=subprocess.DEVNULL,
        timeout=300,
        check=False,
    )
    assert done.returncode in (0, 1)
    return done.returncode == 1


@pytest.mark.slow
def test_every_change_of_the_filter_is_noticed(tmp_path: Path) -> None:
    """No card that is hidden could be told, nor one kept back, without a test that fails."""
    text = Path(views.__file__).read_text(encoding="utf-8")
    assert not noticed(tmp_path, ast.unparse(ast.parse(text)))
    others = list(changed(text))
    assert len(others) > 15
    assert [other for other in others if not noticed(tmp_path, other)] == []
