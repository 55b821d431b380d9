"""The command line: it reads words, calls the package, and prints; it owns no logic.

A user's mistake is one sentence on standard error and exit status 2, never a traceback. Modules
that take time to load are imported inside the commands that need them. Start reading at `main`;
the commands stand in the modules beside.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from wildrank.cli import games, hands, odds, proofs, tables
from wildrank.cli.common import complain, plain_words, say
from wildrank.errors import WildrankError

__all__ = ["app", "main"]

app = typer.Typer(
    name="wildrank",
    help="Dealer's-choice poker with personal wild cards: Texas Reach Around, Hold'em High-Low,"
    " Texas Hold'em and Omaha High-Low.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (tables, hands, games, odds, proofs):  # as they stand in the help
    app.add_typer(part.commands)


def main() -> None:
    """Run the command line and exit: 0 when all went well, 2 for a user's mistake."""
    try:
        status = app(standalone_mode=False)
    except WildrankError as error:
        status = complain(error.message)
    except typer.Abort:
        status = complain("stopped")
    except BrokenPipeError:
        sys.stderr.close()
        status = 0
    except ModuleNotFoundError as error:
        remedy = "pip install . in the project brings all"
        status = complain(f"this needs {error.name}, which is not installed; {remedy}")
    except Exception as error:
        if not hasattr(error, "format_message"):  # not one of the command line's own refusals
            raise
        words = plain_words(error.format_message().rstrip("."))
        at = getattr(error, "ctx", None)
        command = f"{at.info_name} " if at is not None and at.parent is not None else ""
        # without words the help itself was the answer
        status = complain(f"{words}; see: wildrank {command}--help") if words else 0
    sys.exit(status if isinstance(status, int) else 0)


def _version(value: bool) -> None:
    if value:
        from wildrank import __version__

        say(f"wildrank {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass
