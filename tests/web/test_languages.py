"""The words of the page: every language whole, and every word in a language file."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Final, get_args

import pytest
from web.literals import HOLE, words_in

from wildrank.referee.events import PostKind

STATIC: Final = Path(__file__).parents[2] / "src" / "wildrank" / "web" / "static"
LANGUAGES: Final = sorted(path.stem for path in (STATIC / "lang").glob("*.json"))
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
CODE: Final = STATIC.parents[1]
REFUSAL: Final = re.compile(
    r"\"((?:table|action|chat|clock|hand|people|stakes|web|wire)/[a-z-]+)\""
)
# Refused to the dealer's cards and to programs, never to a wish of a page.
NOT_FOR_PEOPLE: Final = {
    "action/card-count", "action/dealer-first", "action/duplicate-card", "action/no-board",
    "action/no-card", "action/no-deal", "action/no-hole-cards", "action/show-cards",
    "action/unknown", "action/unknown-cards", "table/stuck", "web/address", "web/nowhere",
    "wire/binary", "wire/no-hello", "wire/second-hello", "wire/too-large",
}  # fmt: skip
Text = str | dict[str, str]

# What looks like words and is said to nobody: names of things, keys of guards, hashed texts, the
# wire's words for hands, a command to type, the beginning of a refusal, a fault of the page.
UNSAID: Final = {
    "alert.mjs": {"Wildrank", "Notification"},
    "actions.mjs": {f"show {HOLE}"},
    "ask.mjs": {f"Bearer {HOLE}"},
    "ahead-bar.mjs": {f"ahead {HOLE}"},
    "buy.mjs": {f"buy {HOLE} {HOLE}"},
    "fair.mjs": {"wildrank card 1", "wildrank seed 1", "wildrank mix 1"},
    "hand-words.mjs": {"two pair", "full house", "straight flush", "no pair"},
    "lang.mjs": {f"lang/{HOLE}.json has no {HOLE}", f"{HOLE} is said without {HOLE}"},
    "invite.mjs": {'make play ARGS="--host 0.0.0.0"'},
    "motion.mjs": {"chips flight"},
}

# t("log.raises"), tOr(`street.${name}`): the key, or its beginning.
SAID: Final = re.compile(r"\b(?:t|tOr|lines)\(\s*(?:\"([^\"]+)\"|`([^`$]+)(?:\$|`))")
# Any key in quotation marks: one that is chosen first and said later.
NAMED: Final = re.compile(r"\"([a-z][\w-]*(?:\.[\w/-]+)+)\"")
COMMENT: Final = re.compile(r"/\*.*?\*/|(?<=\s)//[^\n]*", re.DOTALL)
CARD: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b")
BLANK: Final = re.compile(r"\{(\w+)\}")


@cache
def words(language: str) -> dict[str, Text]:
    """Return the texts of a language."""
    text = (STATIC / "lang" / f"{language}.json").read_text("utf-8")
    found: dict[str, Text] = json.loads(text)
    return found


@cache
def scripts() -> dict[str, str]:
    """Return the scripts of the page without their comments."""
    files = (STATIC / "js").rglob("*.mjs")
    return {path.name: COMMENT.sub("", path.read_text("utf-8")) for path in files}


def forms(text: Text) -> list[str]:
    """Return a text in all its forms."""
    return [text] if isinstance(text, str) else list(text.values())


def said() -> tuple[set[str], set[str]]:
    """Return the keys that scripts say, and the beginnings of those they build."""
    whole, begun = set[str](), set[str]()
    for script in scripts().values():
        for match in SAID.finditer(script):
            key, start = match.groups()
            if key:
                whole.add(key)
            else:
                begun.add(start)
        whole.update(key for key in NAMED.findall(script) if key in words("en"))
    return whole, begun


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_is_whole(language: str) -> None:
    """A language has a text for each key of English, and for no other."""
    english, other = words("en").keys(), words(language).keys()
    assert english - other == set()
    assert other - english == set()


@pytest.mark.parametrize("language", OTHERS)
def test_blanks_are_the_same(language: str) -> None:
    """A text fills in what the English one does; a form for one may leave out the number."""
    for key, text in words("en").items():
        blanks = {name for form in forms(text) for name in BLANK.findall(form)}
        found = {name for form in forms(words(language)[key]) for name in BLANK.findall(form)}
        assert found - {"n"} == blanks - {"n"}, key
        assert "n" not in found or "n" in blanks or isinstance(text, dict), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_tidy(language: str) -> None:
    """Keys are in order, no text is empty, and one with forms has one for all other numbers."""
    texts = words(language)
    assert list(texts) == sorted(texts)
    for key, text in texts.items():
        assert all(form.strip() == form and form for form in forms(text)), key
        assert isinstance(text, str) or "other" in text, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_drawn_as_a_card(language: str) -> None:
    """No text holds two letters that the page would draw as a card, such as ``As``."""
    found = {
        key for key, text in words(language).items() for one in forms(text) if CARD.search(one)
    }
    assert found == set()


def test_what_is_said_has_words() -> None:
    """Every key in a script is in the language files, and every built one begins like some."""
    whole, begun = said()
    assert {key for key in whole if key not in words("en") and f"{key}.1" not in words("en")} == (
        set()
    )
    assert {start for start in begun if not any(k.startswith(start) for k in words("en"))} == set()


def test_no_words_are_left_over() -> None:
    """Every key of the language files is said by a script, or begins like one that is built."""
    whole, begun = said()
    unsaid = {
        key
        for key in words("en")
        if key not in whole
        and re.sub(r"\.\d+$", "", key) not in whole
        and not any(key.startswith(start) for start in begun)
    }
    assert unsaid == set()


def test_scripts_hold_no_words() -> None:
    """What a person reads or hears stands in a language file, and in no script."""
    found = {name: set(words_in(script)) for name, script in scripts().items()}
    left = {name: texts - UNSAID.get(name, set()) for name, texts in found.items()}
    assert {name: texts for name, texts in left.items() if texts} == {}
    gone = {name: texts - found.get(name, set()) for name, texts in UNSAID.items()}
    assert {name: texts for name, texts in gone.items() if texts} == {}


def test_words_in_a_script_are_found() -> None:
    """Between tags, read out, in a hole, in a condition; but no class, key, tag or comment."""
    script = """
    const key = `${one} ${two}`; // A comment, and "Another one"
    html`<p class=${`chips ${more} wide`} title="You win" data-testid="pot">Well,
      ${won ? html`<b>done</b>` : "Not done"} ${t("log.raises")} ${`${who} wins`}</p>`;
    """
    assert words_in(script) == ["You win", f"Well, {HOLE} {HOLE} {HOLE}", "done", "Not done",
                                f"{HOLE} wins"]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_typed_words_are_clear(language: str) -> None:
    """No word to type stands for two commands."""
    for kind in ("cmd.word.", "text.front_word."):
        typed = [
            word.strip()
            for key, text in words(language).items()
            if key.startswith(kind)
            for word in forms(text)[0].split(",")
        ]
        assert typed
        assert sorted(typed) == sorted(set(typed))


def test_every_refusal_has_words() -> None:
    """What a table or the referee refuses to a person is said in the person's language."""
    files = [*(CODE / "table").glob("*.py"), *(CODE / "web").glob("*.py"), CODE / "errors.py"]
    files += (CODE / "referee").glob("*.py")
    codes = {code for file in files for code in REFUSAL.findall(file.read_text("utf-8"))}
    assert len(codes) > len(NOT_FOR_PEOPLE)
    assert NOT_FOR_PEOPLE - codes == set()
    assert {f"problem.{code}" for code in codes - NOT_FOR_PEOPLE} - words("en").keys() == set()


def test_every_post_has_words() -> None:
    """The log tells every kind of forced bet."""
    kinds = set(get_args(PostKind)) - {"ante"}
    assert {f"log.posts.{kind}" for kind in kinds} - words("en").keys() == set()


def test_the_scripts_know_the_files() -> None:
    """The list in ``first-words.mjs`` names the languages there are files for, English first."""
    found = re.search(r"LANGUAGES = (\[[^\]]*\])", scripts()["first-words.mjs"])
    assert found is not None
    listed = json.loads(found[1])
    assert listed[0] == "en"
    assert sorted(listed) == LANGUAGES
