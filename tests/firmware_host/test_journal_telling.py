"""What the journal has between the moves is told in sentences, in every language."""

from __future__ import annotations

import pytest

from firmware_host.journal.entries import Entry, Kind
from firmware_host.journal.telling import tell_entry
from firmware_host.words import LANGUAGES, Words
from tests.firmware_host.journals import NOW

NOTED: tuple[tuple[str, dict[str, object]], ...] = (
    ("taken_back", {"seat": "Ana"}),
    ("turned_early", {"seat": "Ana", "card": "68"}),
    ("lifted", {"seat": "Ana", "key": "c3"}),
    ("left", {"seat": "Ana", "score": {"Ana": 3}}),
    ("answer_refused", {"value": "168"}),
    ("room_again", {}),
    ("resumed", {"lines": 7}),
    ("start_again", {}),
    ("trouble", {"part": "camera", "reason": "no_picture"}),
    ("trouble", {"part": "camera", "reason": ""}),
    ("trouble", {"part": "camera_covered", "reason": "dark"}),
    ("trouble", {"part": "journal", "reason": "full"}),
)


def noted(kind: str, facts: dict[str, object]) -> Entry:
    return Entry(1, 1, Kind.NOTE, {"kind": kind, "facts": facts}, NOW, b"")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_table_notes_is_a_sentence_in_the_readers_language(language: str) -> None:
    """And no word of the program with its facts behind it."""
    words = Words(language)
    told = [tell_entry(words, noted(kind, facts)) for kind, facts in NOTED]
    raw = words.say("journal.note", what="", facts="").partition(" ")[0]
    for (kind, facts), text in zip(NOTED, told, strict=True):
        assert text[-1] in ".?", text
        assert not text.startswith(raw), text
        assert "_" not in text, text
        assert not text.endswith(f"{facts.get('reason')})."), (kind, text)
    assert all("Ana" in text for text in told[:4])
    assert "68" in told[1]
    assert "168" in told[4]


def test_a_german_time_line_is_german() -> None:
    words = Words("de")
    assert tell_entry(words, noted(*NOTED[0])) == "Ana hat eine Karte zurückgenommen, bevor alle gewählt hatten."
    assert tell_entry(words, noted(*NOTED[8])) == "Störung: " + words.say("cue.fault")
    assert tell_entry(words, noted(*NOTED[9])) == "Erledigt: " + words.say("cue.fault")


def test_a_note_of_which_a_fact_is_missing_is_still_told() -> None:
    assert tell_entry(Words("en"), noted("left", {})) == "Noted: left."
