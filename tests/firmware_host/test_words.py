"""Texts: the same in every language, none missing, none unused, facts shown safely."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from engine.game import GAMES
from firmware_host.words import LANGUAGES, NAMED, Said, Words, language_of_environment, shown

HOUSE = Path(__file__).parent.parent.parent


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = import_module(f"firmware_host.words.{language}").TEXTS
    return found


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def choices(text: str) -> list[str]:
    return [choice for _, _, choice, _ in Formatter().parse(text) if choice]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_facts(language: str) -> None:
    assert list(texts(language)) == list(texts("en"))
    different = {key for key, text in texts(language).items() if facts(text) != facts(texts("en")[key])}
    assert not different


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_is_between_one_and_many(language: str) -> None:
    for key, text in texts(language).items():
        for choice in choices(text):
            assert choice.count("|") == 1, key


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_sentence_is_translated(language: str) -> None:
    names = ("game.", "special.", "colour.", "variant.", "match.opened")
    same = {key for key, text in texts(language).items() if text == texts("en")[key] and not key.startswith(names)}
    assert not same


def reasons() -> set[str]:
    """Every reason that the engine refuses with, as its code has them."""
    found = set()
    for module in (HOUSE / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = {"IllegalMove": 1, "BadHeader": 0, "malformed": 0}.get(node.func.id)
                if at is not None:
                    found |= _strings(node.args[at])
    return found


VISION_ERRORS = {"VisionError", "CameraLost", "NoPicture", "NoMorePictures"}
BUILDERS_OF_TABLES = ("table_without_mat", "zone_without_slot", "card_not_on_table")
"""Reasons that only those meet who write a simulated table."""


def vision_reasons() -> set[str]:
    """Every reason that the eyes, the mat and the cameras give, as their code has them."""
    calls = (
        node
        for module in (HOUSE / "vision").rglob("*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in VISION_ERRORS
    )
    return {reason for call in calls for reason in _strings(call.args[0])} - {*BUILDERS_OF_TABLES}


def _strings(node: ast.expr) -> set[str]:
    """The texts that an expression may be; a part that varies is a star."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.IfExp):
        return _strings(node.body) | _strings(node.orelse)
    if isinstance(node, ast.JoinedStr):
        return {"".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)}
    return set()


def test_every_refusal_of_the_engine_has_a_text() -> None:
    known = {key.removeprefix("refused.") for key in texts("en") if key.startswith("refused.")}
    for reason in reasons():
        pattern = re.compile(re.escape(reason).replace(r"\*", ".+"))
        assert any(pattern.fullmatch(name) for name in known), reason


def test_every_text_about_a_refusal_is_used() -> None:
    patterns = [re.compile(re.escape(reason).replace(r"\*", ".+")) for reason in reasons() | MARKS]
    for key in texts("en"):
        if key.startswith("refused."):
            name = key.removeprefix("refused.")
            assert any(pattern.fullmatch(name) for pattern in patterns), key


def test_the_reasons_of_the_eyes_and_their_texts_go_together() -> None:
    known = {key.removeprefix("vision.") for key in texts("en") if key.startswith("vision.")}
    assert known == vision_reasons()


MARKS = {"mark_closed", "mark_passed", "mark_last_too_soon"}
"""Reasons that a sheet gives, not a raise of its own."""


def test_the_objections_of_the_steward_and_their_texts_go_together() -> None:
    """Those that a rule of the engine gives are told as its refusals are."""
    known = {key.removeprefix("objection.") for key in texts("en") if key.startswith("objection.")}
    said = {rule for rule in said_by_the_steward("Amiss") if f"refused.{rule}" not in texts("en")}
    assert known == said


def test_the_questions_of_the_steward_and_their_texts_go_together() -> None:
    known = {key.removeprefix("question.") for key in texts("en") if key.startswith("question.")}
    assert known == said_by_the_steward("Doubt")


def said_by_the_steward(kind: str) -> set[str]:
    """The rules or reasons that its code names, as texts or as a choice between texts put into a name before."""
    found: set[str] = set()
    for module in (HOUSE / "firmware_host" / "steward").glob("*.py"):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        named: dict[str, set[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                named.setdefault(node.targets[0].id, set()).update(_strings(node.value))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind and node.args:
                first = node.args[0]
                found |= named.get(first.id, set()) if isinstance(first, ast.Name) else _strings(first)
    return found


COMPOSED = (
    "update.no.",
    "update.step.",
    "button.",
    "config.",
    "found.",
    "notice.",
    "objection.",
    "part.",
    "part_name.",
    "question.",
    "cue.qwixx_",
    "cue.fault_",
    "status.part.",
    "doctor.verdict.",
    "install.run.",
    "screen.rule.",
    "screen.referee.field.",
    "screen.setup.camera.",
    "screen.setup.name.",
    "screen.setup.section.",
    "screen.setup.value.",
    "screen.setup.wants.",
    "screen.setup.why.",
)
"""Families whose keys code puts together; tests of their own hold them."""


def test_every_text_belongs_to_somebody() -> None:
    """A text outside the families that code composes its key from must be named in the code."""
    code = "".join(
        path.read_text(encoding="utf-8")
        for kind in ("*.py", "*.js")
        for path in (HOUSE / "firmware_host").rglob(kind)
        if path.parent.parent.name != "words"
    )
    families = ("refused.", "vision.", "event.", "advice.", "game.", *(f"{family}." for family in NAMED.values()))
    unused = {key for key in texts("en") if not key.startswith((*families, *COMPOSED)) and f'"{key}"' not in code}
    assert not unused


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_name(language: str, game: str) -> None:
    assert Words(language).say(f"game.{game}")


@pytest.mark.parametrize(
    ("language", "count", "word"),
    [
        ("en", 0, "many"),
        ("en", 1, "one"),
        ("en", 2, "many"),
        ("de", 0, "many"),
        ("es", 1, "one"),
        ("fr", 0, "one"),
        ("fr", 1, "one"),
        ("fr", 2, "many"),
        ("pt", 0, "one"),
        ("pt", 2, "many"),
        ("en", -1, "one"),
    ],
)
def test_each_language_has_its_own_rule_for_one_and_many(language: str, count: int, word: str) -> None:
    assert Words(language).choose(count, "one|many") == word
    assert Words("en").choose(("a", "b"), "one|many") == "many"


def test_lists_are_joined_as_a_sentence_has_them() -> None:
    assert Words("en").show("rows", (1, 2, 3)) == "1, 2 and 3"
    assert Words("de").show("rows", (1, 2)) == "1 und 2"
    assert Words("fr").show("rows", (4,)) == "4"
    assert Words("en").show("cards", {"ana": 3, "bia": 44}) == "ana 3, bia 44"


def test_words_of_the_rules_are_translated_and_others_are_left() -> None:
    assert Words("de").show("special", "block") == "Sperren"
    assert Words("de").show("marks", {"ana": "red"}) == "ana Rot"
    assert Words("de").show("seat", "block") == "block"
    assert Words("en").show("cost", 3) == "+3"
    assert Words("en").show("cost", -1) == "-1"


@pytest.mark.parametrize(
    ("name", "as_shown"),
    [
        ("Zoë", "Zoë"),
        ("{seat}", "{seat}"),
        ("a\nb", "a\\nb"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\u202egnihton", "\\u202egnihton"),
        ("x" * 1000, "x" * 39 + "…"),
        ("\ud800", "\\ud800"),
    ],
)
def test_a_name_can_hold_anything_and_is_shown_on_one_line(name: str, as_shown: str) -> None:
    assert shown(name) == as_shown
    assert Words("en").say("refused.unknown_seat", seat=name) == f"Nobody called {as_shown} plays in this match."


def test_a_finished_text_is_put_in_as_it_is() -> None:
    assert Words("en").say("match.next", what=Said("a" * 100)) == "Next: " + "a" * 100


def test_there_is_no_other_language() -> None:
    with pytest.raises(ValueError, match="no words for 'xx'"):
        Words("xx")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "pt_BR.UTF-8", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_says_which_language(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language_of_environment() == language
