"""What is wrong with a key of a game file, as a sentence that says what would be right.

`msgspec` finds the mistake and names its place; this module turns its words into ours. Start
reading at `sentence`.
"""

from __future__ import annotations

import re
from typing import Any, Final, get_args

import msgspec

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in brackets",
    "object": "a table",
}


def sentence(error: msgspec.ValidationError, table: type[msgspec.Struct]) -> str:
    """Return what is wrong and what would be right: ``streets 2: name is missing``.

    Args:
        error: What converting the file's table said.
        table: What the file was to be converted to.
    """
    said, path = str(error), ""
    if found := re.fullmatch(r"(.*) - at `\$([^`]*)`", said, re.DOTALL):
        said, path = found.groups()
    steps = re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", path)
    where = ": ".join(_places(steps))
    kind = _kind_at(table, steps)
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", said, re.DOTALL):
        return _joined(where, f"{found[1]!r} is no key; {', '.join(_fields(kind))}")
    if found := re.fullmatch(r"Object missing required field `(.*)`", said):
        return _joined(where, f"{found[1]} is missing")
    if found := re.fullmatch(r"Invalid enum value (.*)", said, re.DOTALL):
        return _joined(where, f"{found[1]} is none of {', '.join(map(str, get_args(kind)))}")
    if found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", said):
        return f"{where} must be a list of {found[1]}, not of {found[2]}"
    if found := re.fullmatch(r"Expected `(\w+)(?: \| null)?`, got `(\w+)`", said):
        right, wrong = (_KINDS.get(name, f"a {name}") for name in found.groups())
        brackets = f", written [[{steps[-1][0]}]]" if _holds_tables(kind) else ""
        return f"{where} must be {right}{brackets}, not {wrong}"
    return _joined(where, said)


def _joined(where: str, what: str) -> str:
    return f"{where}: {what}" if where else what


def _places(steps: list[tuple[str, str]]) -> list[str]:
    """Return the steps of a path as people count them, ``streets 1`` and then ``down``."""
    places: list[str] = []
    for key, number in steps:
        if key:
            places.append(key)
        else:
            places[-1] += f" {int(number) + 1}"
    return places


def _fields(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - an annotation
    """Return the keys of a table with their types; empty for what is no table."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return {}
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}


def _kind_at(kind: Any, steps: list[tuple[str, str]]) -> Any:  # noqa: ANN401 - annotations
    """Return the type of what stands at the end of a path."""
    for key, _ in steps:
        kind = _fields(kind).get(key) if key else next(iter(get_args(kind)), None)
    return kind


def _holds_tables(kind: Any) -> bool:  # noqa: ANN401 - an annotation
    """Whether a key is a list of tables."""
    return bool(get_args(kind)) and bool(_fields(get_args(kind)[0]))
