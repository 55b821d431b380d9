"""The scripts of the page agree with their types, as TypeScript reads them: ``make types``.

A test asks no registry: TypeScript is used where an earlier ``make types`` has left it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
SCRIPTS: Final = Path("src/wildrank/web/static/js")
LIMIT_S: Final = 120


def complaints(folder: Path) -> str:
    """Return what TypeScript says of the scripts in a checkout, or a copy of one."""
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("TypeScript needs Node and npm")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    package = re.search(r"^TYPESCRIPT := (typescript@[\d.]+)$", makefile, re.MULTILINE)
    assert package is not None
    command = [npx, "--offline", "--yes", "--package", package[1], "--"]
    command += ["tsc", "-p", "jsconfig.json", "--pretty", "false"]
    run = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=LIMIT_S
    )
    if "ENOTCACHED" in run.stderr or "ETARGET" in run.stderr:
        pytest.skip(f"{package[1]} is not in the cache of npm; `make types` fetches it")
    assert run.stderr == ""
    assert (run.returncode == 0) == (run.stdout == "")
    return run.stdout


def test_the_scripts_agree_with_their_types() -> None:
    """TypeScript has nothing to say of any script, as strictly as it can be asked."""
    assert complaints(ROOT) == ""


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    """A misspelt field of the wire and a number for a text do not pass, across modules too."""
    shutil.copytree(ROOT / SCRIPTS, tmp_path / SCRIPTS)
    for name in ("jsconfig.json", "tests/web/vendor.d.ts"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    script = tmp_path / SCRIPTS / "planted.mjs"
    script.write_text(
        'import { view } from "./base/store.mjs";\n'
        'import { potWord } from "./base/words.mjs";\n'
        "export const dealer = view.value?.daeler;\n"
        'export const words = potWord("two");\n'
    )
    found = complaints(tmp_path)
    assert re.findall(r"planted\.mjs\((\d)", found) == ["3", "4"]
