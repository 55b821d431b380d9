"""Finds words in a script of the page that belong into the language files.

A small reader of JavaScript: strings, templates with their holes, comments and regular expressions
in the forms that our scripts have. Start reading at `words_in`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

# A hole `${...}` of a template, in its place in the text.
HOLE: Final = "\N{REPLACEMENT CHARACTER}"
TOKEN: Final = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<string> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
    | (?P<regex> (?<=[(,=:!&|?]) \s* /(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]* )
    | (?P<template> (?:\b[a-z]+)?` )
    | (?P<open> \{ )
    | (?P<close> \} )
    """,
    re.DOTALL | re.VERBOSE,
)
TAG: Final = re.compile(r"<[/\w" + HOLE + r"](?:\"[^\"]*\"|[^>\"])*>")
READ_OUT: Final = re.compile(
    r"\b(?:aria-label|title|placeholder|alt)=\"([^\"]*[^\W\d_]{2}[^\"]*)\""
)
SENTENCE: Final = re.compile(r"[A-Z][a-z]+[ ,.:!?…]|[A-Z][a-z]{2,}$")
PHRASE: Final = {
    "string": re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}"),
    "template": re.compile(r"(?:^|\s)[^\W\d_]{2,}(?:\s|$)"),
}
WORD: Final = re.compile(r"[^\W\d_]{2,}")


class Text(NamedTuple):
    """A text of a script: a string, or a template with its holes."""

    kind: str
    text: str


def texts(script: str) -> Iterator[Text]:
    """Yield the strings and templates of a script, those inside holes after their own."""
    yield from _code(script, 0, [])


def _code(script: str, at: int, ends: list[int]) -> Iterator[Text]:
    """Read code up to its end, or to the brace that closes a hole; its place goes into ends."""
    depth = 0
    while found := TOKEN.search(script, at):
        at = found.end()
        if found["string"]:
            yield Text("string", found["string"][1:-1])
        elif found["template"]:
            after: list[int] = []
            yield from _template(script, at, found["template"][:-1], after)
            at = after[0]
        elif found["open"]:
            depth += 1
        elif found["close"]:
            depth -= 1
            if depth < 0:
                break
    ends.append(at)


def _template(script: str, at: int, tag: str, ends: list[int]) -> Iterator[Text]:
    """Read a template from behind its first quotation mark to behind its last."""
    chunks, inner = "", list[Text]()
    while script[at] != "`":
        if script.startswith("${", at):
            after: list[int] = []
            hole = list(_code(script, at + 2, after))
            if not chunks.endswith("class="):  # names of styles
                inner += hole
            chunks, at = chunks + HOLE, after[0]
        else:
            step = 2 if script[at] == "\\" else 1
            chunks, at = chunks + script[at : at + step], at + step
    ends.append(at + 1)
    yield Text(tag or "template", chunks)
    yield from inner


def words_in(script: str) -> list[str]:
    """Return the texts of a script that look like something said to people.

    In markup that is what stands between tags, and what a screen reader reads; elsewhere a text
    that begins like a sentence, two words in a string, or a word and a blank in a template.
    """
    found = []
    for kind, text in texts(script):
        if kind == "html":
            found += READ_OUT.findall(text)
            found += [part for part in TAG.split(text) if WORD.search(part)]
        elif SENTENCE.match(text) or PHRASE[kind].search(text):
            found.append(text)
    return [" ".join(one.split()) for one in found]
