"""What every test may lean on: the shared folder and the Hypothesis profiles.

The profile ``ci`` makes the same examples each time and is taken where ``CI`` is set; ``dev``
looks for new ones. ``HYPOTHESIS_PROFILE`` names one outright.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]

settings.register_profile("ci", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("dev", deadline=None, print_blob=True)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of rule sheets and data that stands beside the project."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the rule sheets and data in ../shared are absent")
    return folder
