"""What the referee is told of a match, and what a correction would change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.qwixx_cards.moves import Setup
from engine.record import play_line, read_line
from engine.take_six.moves import Deal, Place, Reveal
from firmware_host.journal.reader import Reader
from firmware_host.steward.inputs import Lying, Seen
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.web.referee_moment import correctable, photograph, photographs_for
from firmware_host.web.referee_preview import line_of, preview
from firmware_host.web.referee_table import drawn, repair
from firmware_host.web.referee_timeline import RULES, matches, timeline
from firmware_host.words import LANGUAGES, Words
from tests.firmware_host.journals import evening
from tests.web.referee_help import HEADER, LINES, WORDS, amended, everything_in, story, written


def entries(folder: Path, number: int) -> list[dict[str, Any]]:
    told: Any = timeline(story(folder, number), WORDS)["entries"]
    return list(told)


def seq_of(folder: Path, number: int, line: int) -> int:
    return next(int(one["seq"]) for one in entries(folder, number) if one["line"] == line)


def test_a_match_is_told_line_by_line_with_its_rules_and_photographs(tmp_path: Path) -> None:
    number = written(tmp_path)
    told = entries(tmp_path, number)
    assert [one["line"] for one in told] == [1, 2, 3, 4, 5]
    assert [one["look"] for one in told] == ["header", "move", "move", "move", "move"]
    assert told[3]["rule"] == {"name": "ascending", "text": "the only smaller end"}
    assert told[3]["text"].startswith("Ana: 14 goes to row 1.")
    assert all(len(one["photographs"]) == 1 for one in told[1:])


def test_every_rule_of_a_placement_has_a_short_name() -> None:
    named = {
        str(value)
        for module in (Path(__file__).parents[2] / "engine" / "take_six").glob("*.py")
        for value in RULES
        if f'"{value}"' in module.read_text(encoding="utf-8")
    }
    assert named == set(RULES)
    for language in LANGUAGES:
        assert all(Words(language).say(f"screen.rule.{rule}") for rule in RULES)


def test_what_became_of_each_line_is_told(tmp_path: Path) -> None:
    amend = {"move": "amend", "line": 3, "with": {"move": "reveal", "cards": {"Ana": 14, "Bia": 44, "Caio": 62}}}
    number = written(tmp_path, (*LINES, amend, {"move": "undo"}))
    fates = {one["line"]: one["fate"] for one in entries(tmp_path, number)}
    assert fates == {1: None, 2: "counts", 3: "amended", 4: "counts", 5: "taken_back", 6: None, 7: None}
    assert [one["look"] for one in entries(tmp_path, number)][-2:] == ["correction", "correction"]


def test_everything_that_may_be_in_a_journal_can_be_told_and_looked_at(tmp_path: Path) -> None:
    number = evening(tmp_path)
    found = story(tmp_path, number)
    for language in LANGUAGES:
        words = Words(language)
        told: Any = timeline(story(tmp_path, number, words), words)
        assert all(one["text"] for one in told["entries"])
        for one in told["entries"]:
            correctable(found, one["seq"], words)
            photographs = [photograph(each, True, words) for each in photographs_for(found, one["seq"])]
            assert photographs or one["seq"] < 4
    with Reader.open(tmp_path) as reader:
        (match,) = matches(reader, WORDS)
    assert (match["open"], match["end"]) == (False, "Abandoned.")


def test_a_moment_has_the_photograph_of_its_own_or_the_newest_before(tmp_path: Path) -> None:
    number = written(tmp_path)
    found = story(tmp_path, number)
    (own,) = photographs_for(found, seq_of(tmp_path, number, 4))
    assert own[1] == 0
    told: Any = photograph(own, True, WORDS)
    assert told["read"][0] == {
        "zone": "row 2",
        "card": "14",
        "sure": 0.9981,
        "maybe": [{"card": "44", "chance": 0.0012}],
    }
    assert told["read"][1]["card"] is None
    assert photographs_for(found, seq_of(tmp_path, number, 1)) == []


def test_hands_that_were_dealt_are_told_to_nobody(tmp_path: Path) -> None:
    hand = [71, 72, 73, 74, 75, 76, 77, 78, 79, 14]
    dealt = {**LINES[0], "hands": {"Ana": hand, "Bia": [*range(20, 29), 44], "Caio": [*range(80, 89), 61]}}
    number = written(tmp_path, (dealt, *LINES[1:]))
    found = story(tmp_path, number)
    seqs = [one["seq"] for one in entries(tmp_path, number)]
    said = everything_in(
        timeline(found, WORDS),
        [correctable(found, seq, WORDS) for seq in seqs],
        [drawn(step.match, WORDS) for step in found.steps.values()],
        preview(found, amended(2, (["rows", 0], 13)), WORDS),
        preview(found, {"back_to": 2}, WORDS),
    ).replace('"choices"', "")
    choices = json.dumps([{"value": value, "label": str(value)} for value in range(1, 105)], ensure_ascii=False)
    said = said.replace(choices, "")
    assert not [card for card in (71, 72, 83, 88) if f"{card}" in said]


def test_a_correction_keeps_what_the_page_was_never_told(tmp_path: Path) -> None:
    hands = {"Ana": [*range(1, 10), 14], "Bia": [*range(20, 29), 44], "Caio": [*range(80, 89), 61]}
    number = written(tmp_path, ({**LINES[0], "hands": hands}, *LINES[1:]))
    line: Any = line_of(story(tmp_path, number), amended(2, (["rows", 0], 13)))
    assert line["with"]["rows"] == [13, 37, 43, 58]
    assert line["with"]["hands"] == hands
    told = preview(story(tmp_path, number), amended(2, (["hands", "Ana"], [1])), WORDS)
    assert not told["ok"]


def test_a_draft_is_hidden_while_the_match_goes_on(tmp_path: Path) -> None:
    header = {**HEADER, "options": {"variant": "pro"}}
    lines = ({"move": "draft", "seat": "Ana", "card": 33},)
    running, over = tmp_path / "running", tmp_path / "over"
    number = written(running, lines, header)
    found = story(running, number)
    draft = entries(running, number)[1]
    assert "33" not in draft["text"]
    assert draft["text"].startswith("Ana ")
    fields: Any = correctable(found, draft["seq"], WORDS)
    assert [field["value"] for field in fields["fields"] if field["path"] == ["card"]] == [None]
    assert "33" in entries(over, written(over, lines, header, "abandoned"))[1]["text"]


def test_a_preview_tells_what_then_happens(tmp_path: Path) -> None:
    number = written(tmp_path)
    found = story(tmp_path, number)
    wish = amended(3, (["cards", "Caio"], 62))
    told: Any = preview(found, wish, WORDS)
    assert told["ok"]
    assert [(one["line"], one["was"], one["now"]) for one in told["changes"]] == [
        (3, "Turn 1: Ana 14, Bia 44, Caio 61.", "Turn 1: Ana 14, Bia 44, Caio 62.")
    ]
    assert told["moves"] == []
    match = found.match
    assert match is not None
    after = play_line(match, read_line(match.header, json.dumps(line_of(found, wish))))
    assert told["after"] == drawn(after, WORDS)


def test_a_card_that_was_another_need_not_be_moved_and_one_that_goes_elsewhere_must(tmp_path: Path) -> None:
    number = written(tmp_path)
    found = story(tmp_path, number)
    misread: Any = preview(found, amended(3, (["cards", "Ana"], 15)), WORDS)
    assert misread["ok"]
    assert misread["moves"] == []
    back: Any = preview(found, {"back_to": 4}, WORDS)
    assert [one["text"] for one in back["moves"]] == ["14: take it away from row 1", "44: take it away from row 3"]
    assert [one["line"] for one in back["taken_back"]] == [5, 4]


def test_a_correction_after_which_a_later_line_cannot_be_says_which(tmp_path: Path) -> None:
    told = preview(story(tmp_path, written(tmp_path)), amended(3, (["cards", "Ana"], 50)), WORDS)
    assert not told["ok"]
    assert told["line"] == 4
    assert str(told["error"]).startswith("Line 4 could then not be: ")


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"undo": 0},
        {"undo": "1"},
        {"undo": 99},
        {"undo": True},
        {"back_to": None},
        {"amend": 3},
        {"amend": {"line": 99, "changes": []}},
        {"amend": {"line": 3, "changes": [7]}},
        {"amend": {"line": 3, "changes": [[["cards"], {}]]}},
        {"amend": {"line": 3, "changes": [[["cards", "Ana"], "14"]]}},
        {"amend": {"line": 3, "changes": [[["cards", "Ana"], {"a": 1}]]}},
        {"amend": {"line": 3, "changes": [[["move"], "undo"]]}},
        {"amend": {"line": 3, "changes": [[[["cards"]], 1]]}},
    ],
)
def test_nonsense_is_refused_in_words(wish: dict[str, object], tmp_path: Path) -> None:
    told = preview(story(tmp_path, written(tmp_path)), wish, WORDS)
    assert not told["ok"]
    assert told["error"]


def test_a_preview_writes_nothing(tmp_path: Path) -> None:
    number = written(tmp_path)
    with Reader.open(tmp_path) as reader:
        before = reader.head()
    preview(story(tmp_path, number), {"undo": 2}, WORDS)
    with Reader.open(tmp_path) as reader:
        assert reader.head() == before


def test_what_can_be_corrected_comes_with_what_else_it_may_have_been(tmp_path: Path) -> None:
    number = written(tmp_path)
    found: Any = correctable(story(tmp_path, number), seq_of(tmp_path, number, 3), WORDS)
    assert found["after"] == 2
    ana = found["fields"][0]
    assert (ana["label"], ana["value"], ana["kind"]) == ("Card of Ana", 14, "number")
    assert {"value": 44, "label": "44"} in ana["maybe"]
    assert len(ana["choices"]) == 104


def test_lines_that_no_longer_count_cannot_be_corrected(tmp_path: Path) -> None:
    number = written(tmp_path, (*LINES, {"move": "undo"}))
    found = story(tmp_path, number)
    assert correctable(found, seq_of(tmp_path, number, 5), WORDS) is None
    assert correctable(found, seq_of(tmp_path, number, 6), WORDS) is None


def test_put_right_names_every_card_that_lies_wrong() -> None:
    from engine.match import Match

    match = Match.open("take_six", ("Ana", "Bia")).play(Deal((12, 37, 43, 58)))
    match = match.play(Reveal({"Ana": 14, "Bia": 44})).play(Place("Ana", 1))

    def lying(name: str, zone: str, key: int) -> Lying:
        return Lying(key, name, "up", zone, (float(key), 0.0))

    cards = (lying("12", "row/1", 1), lying("14", "row/2", 2), lying("37", "row/2", 3), lying("99", "row/4", 4))
    seen = Seen(0, 1, (*cards, lying("58", "row/4", 5), lying("44", "seat/2", 6)))
    told = repair(Situation(Settings(WORDS), match=match, seen=seen), WORDS)
    assert [one["text"] for one in told] == [
        "14: from row 2 to row 1",
        "43: lay it in row 3",
        "99: take it away from row 4",
    ]


def test_put_right_counts_the_open_cards_of_qwixx() -> None:
    """One number may lie there twice; whatever else lies there is to be taken away."""
    from engine.match import Match

    match = Match.open("qwixx_cards", ("Ana", "Bia")).play(Setup((3, 3, 7, 9), 5))

    def told(*names: str) -> list[str]:
        cards = tuple(Lying(key, name, "up", "display", (float(key), 0.0)) for key, name in enumerate(names))
        seen = Seen(0, 1, (*cards, Lying(9, "neutral 5", "up", "pile", (9.0, 0.0))))
        return [str(one["text"]) for one in repair(Situation(Settings(WORDS), match=match, seen=seen), WORDS)]

    assert told("neutral 9", "neutral 3", "neutral 7", "neutral 3") == []
    three, red = WORDS.card("neutral 3"), WORDS.card("red 4")
    assert told("neutral 9", "neutral 3", "neutral 7", "red 4") == [
        f"{three}: lay it in the open cards",
        f"{red}: take it away from the open cards",
    ]
