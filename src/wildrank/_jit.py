"""The one place that imports the compiler, and the options every kernel shares.

Kernels are compiled on their first call and kept in the user's cache, so that later processes load
them. The folder is named after a hash of all source they are made of: the compiler itself would
notice a change in a kernel's own file only, not in what it imports. Without the compiler
(``NUMBA_DISABLE_JIT=1``) the same functions run as Python, slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

COMPILED: Final = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]


def _code_folder() -> Path:
    """Return where the machine code of just this source is kept."""
    here = Path(__file__).parent
    digest = sha256(Path(__file__).read_bytes())
    for part in ("hands", "odds"):
        for path in sorted((here / part).rglob("*.py")):
            digest.update(path.read_bytes())
    return user_cache_path("wildrank", appauthor=False) / f"code-{digest.hexdigest()[:16]}"


if not numba.config.CACHE_DIR:  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(_code_folder())  # type: ignore[attr-defined]


def kernel(function: F) -> F:
    """Compile a function without the interpreter; the code is kept for later processes."""
    compiled: F = numba.njit(function, cache=True, nogil=True)
    return compiled


def brief(function: F) -> F:
    """Compile as `kernel` does what takes less time than letting other threads run meanwhile."""
    compiled: F = numba.njit(function, cache=True)
    return compiled


def inlined(function: F) -> F:
    """Compile a small function that kernels call; the machine code has it in line."""
    compiled: F = numba.njit(function, nogil=True)
    return compiled


def straight(function: Callable[..., Any], *arguments: object) -> Callable[..., int]:
    """Return a kernel of one whole number that is called without asking for types.

    Asking takes as long as looking up a hand. The caller answers for the types: whole numbers that
    fit in 64 bits, and arrays of the very kind of the example.

    Args:
        function: What `kernel` returned.
        arguments: One of each argument, as an example of its type.
    """
    if not COMPILED:
        return lambda *given: int(function(*given))
    dispatcher: Any = function
    typeof: Callable[[object], Any] = numba.typeof
    signature = tuple(map(typeof, arguments))
    dispatcher.compile(signature)
    entry: Callable[..., int] = dispatcher.overloads[signature].entry_point
    return entry


def _counted(bits: np.uint64) -> np.uint64:
    return np.uint64(int(bits).bit_count())


@intrinsic
def _instruction(_typing: Any, bits: Any) -> Any:  # noqa: ANN401, ARG001 - the compiler's
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


popcount = cast("Callable[[np.uint64], np.uint64]", _instruction if COMPILED else _counted)
"""How many bits are set."""
