"""The rules of the house that a machine can see and import-linter cannot."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "wildrank"
STATIC = PACKAGE / "web" / "static"

MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
each_module = pytest.mark.parametrize("module", MODULES)

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef

# A library, and the only modules that may import it: a folder ends with a slash.
CONFINED = {
    "argon2": ("web/passwords.py",),
    "numba": ("_jit.py", "hands/kernels.py", "odds/kernels.py", "solver/kernels.py"),
    "alembic": ("table/store/",),
    "prometheus_client": ("web/metrics.py",),
    "pysqlite3": ("table/store/",),
    "sqlalchemy": ("table/store/",),
    "sqlite3": ("table/store/",),
    "starlette": ("web/",),
    "structlog": ("web/logs.py",),
}
OUTSIDE_WORLD = {
    "asyncio",
    "datetime",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "time",
    "uuid",
}
HEAVY = {
    *("joblib", "llvmlite", "matplotlib", "numba", "numpy", "platformdirs", "pyarrow"),
    *("alembic", "prometheus_client", "sqlalchemy", "starlette", "uvicorn"),
}
COMPILER = {"joblib", "llvmlite", "numba", "numpy"}
REGISTRIES = tuple(
    ".".join(labels)
    for labels in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("deb", "debian", "org"),
    )
)


@cache
def tree(module: str) -> ast.Module:
    """Return the syntax tree of a module of the package."""
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"), module)


def lines_of(path: Path) -> int:
    """Return how many lines a text file has."""
    return len(path.read_text(encoding="utf-8").splitlines())


def functions(module: str) -> Iterator[Function]:
    """Yield each function of a module, methods and inner ones among them."""
    return (node for node in ast.walk(tree(module)) if isinstance(node, Function))


def length(function: Function) -> int:
    """Return the lines of a function from ``def`` to its end, without its docstring."""
    total = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return total
    docstring = function.body[0]
    return total - ((docstring.end_lineno or docstring.lineno) - docstring.lineno + 1)


def imported(module: str) -> set[str]:
    """Return the top names of all that a module imports, wherever the import stands."""
    names: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def assigned(node: ast.stmt) -> Iterator[str]:
    """Yield the plain names that a statement binds by assignment."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id


def public(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt]]:
    """Yield each public name that a body defines, with the statement, and those of its classes."""
    for node in body:
        names = [node.name] if isinstance(node, Documented) else list(assigned(node))
        yield from ((name, node) for name in names if not name.startswith("_"))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public(node.body)


@cache
def our_files() -> tuple[Path, ...]:
    """Return the files that are or would be committed, but for those of other makers."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only a git checkout tells which files are the project's")
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return tuple(path for path in paths if path.is_file() and "vendor" not in path.parts)


def test_package_is_found() -> None:
    """The tests below look at the package, and not at an empty list."""
    assert {"__init__.py", "cards.py", "errors.py"} <= set(MODULES)


def test_files_are_found() -> None:
    """The tests of committed files look at them, and not at an empty list."""
    assert {PACKAGE / "cards.py", ROOT / "Makefile"} <= set(our_files())


@each_module
def test_module_is_short(module: str) -> None:
    """A module has 800 lines or fewer."""
    assert lines_of(PACKAGE / module) <= 800


@each_module
def test_no_function_is_long(module: str) -> None:
    """No function is longer than 60 lines."""
    lengths = {function.name: length(function) for function in functions(module)}
    assert {name: n for name, n in lengths.items() if n > 60} == {}


def test_most_functions_are_short() -> None:
    """Nine functions of ten have 25 lines or fewer."""
    found = [(length(f), f"{module}:{f.name}") for module in MODULES for f in functions(module)]
    long = sorted((entry for entry in found if entry[0] > 25), reverse=True)
    assert len(long) <= len(found) / 10, long


@each_module
def test_library_is_confined(module: str) -> None:
    """A library with one place in the layers is imported there alone."""
    strays = {
        library
        for library in imported(module) & CONFINED.keys()
        if not any(
            module == place or (place.endswith("/") and module.startswith(place))
            for place in CONFINED[library]
        )
    }
    assert strays == set()


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("referee/")])
def test_referee_is_pure(module: str) -> None:
    """The referee has no clock, no chance and no input or output."""
    assert imported(module) & OUTSIDE_WORLD == set()
    calls = (node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call))
    names = {call.id for call in calls if isinstance(call, ast.Name)}
    assert names & {"input", "open", "print"} == set()


@pytest.mark.parametrize(
    "name", ["wildrank", *(["wildrank.cli"] if "cli/__init__.py" in MODULES else [])]
)
def test_import_is_light(name: str) -> None:
    """Importing the package or its command line loads no compiler, arrays, server or database."""
    code = f"import json, sys, {name}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(json.loads(done.stdout))
    assert name in loaded
    assert loaded & HEAVY == set()


@each_module
def test_public_is_documented(module: str) -> None:
    """A module and each public class, function and method of it has a docstring."""
    assert ast.get_docstring(tree(module)), module
    bare = [
        name
        for name, node in public(tree(module).body)
        if isinstance(node, Documented) and not ast.get_docstring(node)
    ]
    assert bare == []


@each_module
def test_public_names_are_short(module: str) -> None:
    """A public name has 24 characters or fewer."""
    assert [name for name, _ in public(tree(module).body) if len(name) > 24] == []


def test_table_needs_no_compiler() -> None:
    """What a table is installed with holds no compiler, and what the tests need holds it."""
    pinned = {
        name: set(re.findall(r"^([a-z0-9-]+)==", (ROOT / name).read_text("utf-8"), re.MULTILINE))
        for name in ("requirements/run.txt", "requirements/test.txt")
    }
    assert "msgspec" in pinned["requirements/run.txt"]
    assert pinned["requirements/run.txt"] & COMPILER == set()
    assert pinned["requirements/test.txt"] >= COMPILER | {"matplotlib", "pyarrow"}


def test_scripts_are_short() -> None:
    """A script of the page has 400 lines or fewer."""
    scripts = [path for path in our_files() if path.suffix in {".js", ".mjs"}]
    assert {path.name: n for path in scripts if (n := lines_of(path)) > 400} == {}


def test_no_registry_is_named() -> None:
    """No file of the project names the host of a package registry."""
    found = [
        (path.name, host)
        for path in our_files()
        for host in REGISTRIES
        if host in path.read_bytes().decode("utf-8", errors="replace").lower()
    ]
    assert found == []


def test_lines_end_cleanly() -> None:
    """No line of our text ends in blanks, and every file ends with one line end."""
    text = {".css", ".html", ".md", ".mjs", ".py", ".toml"}
    for path in our_files():
        if path.suffix in text:
            content = path.read_text(encoding="utf-8")
            assert content == content.rstrip() + "\n" * bool(content), path.name
            assert [line for line in content.splitlines() if line != line.rstrip()] == [], (
                path.name
            )
