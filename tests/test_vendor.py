"""The page's libraries are what their makers published, but for the changes that are recorded."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

VENDOR = Path(__file__).resolve().parents[1] / "src" / "wildrank" / "web" / "static" / "vendor"
RECORD = tomllib.loads((VENDOR / "VENDOR.toml").read_text(encoding="utf-8"))
FILES: list[dict[str, Any]] = RECORD["file"]

IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*(["'])(?P<target>[^"']*)\1""")
ADDRESS = re.compile(r"\bhttps?://[^\s\"'`)]*")
NAMESPACES = {
    "http://www.w3.org/1998/Math/MathML",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
}

each_file = pytest.mark.parametrize("entry", FILES, ids=lambda entry: str(entry["file"]))


def read(entry: dict[str, Any]) -> str:
    """Return a vendored file as it stands, line ends and all."""
    path = VENDOR / str(entry["file"])
    return path.read_bytes().decode("utf-8")


def sha256(text: str) -> str:
    """Return the sum of a text's UTF-8 bytes."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def undo(entry: dict[str, Any]) -> str:
    """Return the upstream file, by undoing the changes that the record names."""
    text = read(entry)
    rewrites: dict[str, str] = entry.get("rewrites", {})
    if rewrites or entry["stripped"]:
        assert text.startswith(RECORD["notice"])
        text = text.removeprefix(RECORD["notice"])
    for bare, relative in rewrites.items():
        assert f'from"{relative}"' in text
        text = text.replace(f'from"{relative}"', f'from"{bare}"')
    return text + str(entry["stripped"])


@each_file
def test_sum_is_the_recorded(entry: dict[str, Any]) -> None:
    """A vendored file has the bytes whose sum was recorded."""
    assert sha256(read(entry)) == entry["sha256"]


@each_file
def test_upstream_comes_back(entry: dict[str, Any]) -> None:
    """Undoing the recorded changes gives the file that its makers published."""
    assert sha256(undo(entry)) == entry["upstream_sha256"]


@each_file
def test_imports_are_relative(entry: dict[str, Any]) -> None:
    """Each import of a vendored file names a file beside it, so no import map is needed."""
    targets = {match["target"] for match in IMPORT.finditer(read(entry))}
    assert targets == set(entry.get("rewrites", {}).values())
    assert all(target.startswith("./") and (VENDOR / target).is_file() for target in targets)


@each_file
def test_no_address_remains(entry: dict[str, Any]) -> None:
    """A vendored file names no host, beyond the namespaces of SVG and its like."""
    text = read(entry)
    assert set(ADDRESS.findall(text)) <= NAMESPACES
    assert "sourceMappingURL" not in text


@each_file
def test_licence_is_permissive(entry: dict[str, Any]) -> None:
    """The licence that a file came with stands beside it and is the one recorded."""
    text = (VENDOR / entry["licence_file"]).read_text(encoding="utf-8")
    heading = {"MIT": "The MIT License (MIT)", "Apache-2.0": "Apache License"}[entry["licence"]]
    assert heading in text


def test_every_file_is_recorded() -> None:
    """Nothing lies in the folder that the record does not name."""
    named = {name for entry in FILES for name in (entry["file"], entry["licence_file"])}
    assert {path.name for path in VENDOR.iterdir()} == named | {"VENDOR.toml"}
