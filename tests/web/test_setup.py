"""The set-up page's parts: the form, the file, the camera's judge, hands and decks that are tried and learned."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import GAMES
from firmware_host.config import ConfigError, parse
from firmware_host.config_keys import SCHEMA
from firmware_host.errors import UserError
from firmware_host.journal.naming import named
from firmware_host.mats import mat_for
from firmware_host.simulator import People
from firmware_host.simulator.filming import view_over
from firmware_host.simulator.rates import Habits
from firmware_host.web.setup_bench import Bench
from firmware_host.web.setup_camera import LIGHT, Finding, Memory, Sees, judge
from firmware_host.web.setup_config import check, form, read, typed
from firmware_host.web.setup_deck import Learning
from firmware_host.web.setup_live import EVERY_S, Live, marked, unaccented
from firmware_host.web.setup_toml import edited, plain, write_safely
from firmware_host.words import LANGUAGES, Words
from hardware.cues import OFF, Cue, Kind, Pattern
from hardware.hands import PartPlan
from hardware.keeper import Has
from hardware.presses import Press
from tests.hardware.parts import SpyPart
from tests.web.standing import until
from vision.cameras.camera import small_grey
from vision.frame import Frame, Picture
from vision.mat.model import Mat
from vision.mat.pose import locate
from vision.synthetic.photograph import Photographer

WORDS = Words("en")
SECTIONS = [(section, key) for section, keys in SCHEMA.items() for key in keys]

# The form


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_name_in_every_language(language: str) -> None:
    words = Words(language)
    assert [f"{section}.{key}" for section, key in SECTIONS if f"screen.setup.name.{section}.{key}" not in words] == []
    assert [section for section in SCHEMA if f"screen.setup.section.{section}" not in words] == []


def test_no_text_is_about_a_key_that_there_is_not() -> None:
    known = {f"{section}.{key}" for section, key in SECTIONS}
    texts = Words("en").texts
    for family in ("screen.setup.name.", "screen.setup.why."):
        assert {text.removeprefix(family) for text in texts if text.startswith(family)} <= known
    assert {
        text.removeprefix("screen.setup.section.") for text in texts if text.startswith("screen.setup.section.")
    } == {*SCHEMA}


EXAMPLE = """# Our table
[table]
game = "no_thanks"   # on Fridays
seats = 5

[gpio]
rows = [[17, 27, 22], [5, 6, 13]]
lights = "rgb"
buttons = { confirm = 16, "row/1" = 20 }

[display]
"""


def values_of(text: str) -> dict[str, dict[str, object]]:
    """What stands in the form's fields."""
    told: Any = form(text, WORDS)
    return {one["name"]: {key["key"]: key["value"] for key in one["fields"]} for one in told["sections"]}


def test_a_form_that_nobody_touched_comes_to_the_same_configuration() -> None:
    checked = check(values_of(EXAMPLE), EXAMPLE, WORDS)
    assert checked.problems == ()
    assert parse(plain(checked.values)) == parse(EXAMPLE)
    assert edited(EXAMPLE, checked.values) == EXAMPLE


@pytest.mark.parametrize(
    ("section", "key", "value", "says"),
    [
        ("table", "seats", "40", "a whole number from 2 to 10"),
        ("table", "seats", "many", "be many. Give a whole number"),
        ("table", "names", "Ana, Ana", "different names"),
        ("table", "variant", "poker", "It can't be played so."),
        ("gpio", "rows", "17, 17", "Pin 17 is used twice"),
        ("gpio", "buzzer", "16", "Pin 16 is used twice"),
        ("gpio", "rows", "seventeen", "be seventeen. Give pins"),
        ("gpio", "buttons", {"confirm": "99"}, "There is no pin 99"),
        ("display", "lines", "3", "one of 2 and 4"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(section: str, key: str, value: object, says: str) -> None:
    given: dict[str, dict[str, object]] = {"gpio": {"buttons": {"confirm": "16"}}}
    given[section] = {**given.get(section, {}), key: value}
    found = [one for one in check(given, "", WORDS).problems if (one.section, one.key) == (section, key)]
    assert [one.text for one in found if says in one.text], check(given, "", WORDS).problems
    assert not any(one.text.startswith("-,") or "line 1" in one.text for one in found)


def test_several_things_that_are_wrong_are_all_said() -> None:
    given = {"table": {"seats": "1"}, "gpio": {"rows": "17", "buzzer": "17"}, "journal": {"photograph_days": "x"}}
    found = {(one.section, one.key) for one in check(given, "", WORDS).problems}
    assert found == {("table", "seats"), ("gpio", "buzzer"), ("journal", "photograph_days")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_is_said_in_the_readers_language(language: str) -> None:
    problems = [
        *check({"gpio": {"rows": "17, 17"}}, "", Words(language)).problems,
        *check({"table": {"variant": "poker"}}, "", Words(language)).problems,
    ]
    assert len(problems) == 2
    assert not [one.text for one in problems if "drover" in one.text or one.text.startswith("-")]


@given(st.sampled_from(SECTIONS), st.one_of(st.text(max_size=12), st.booleans(), st.integers(), st.none()))
def test_whatever_is_typed_is_right_or_wrong_and_never_breaks(where: tuple[str, str], value: object) -> None:
    section, key = where
    checked = check({section: {key: value}}, "", WORDS)
    if checked.problems:
        assert all(one.text for one in checked.problems)
    else:
        parse(plain(checked.values))


@given(
    st.one_of(
        st.integers(0, 27),
        st.lists(st.integers(0, 27), max_size=4),
        st.lists(st.lists(st.integers(0, 27), min_size=3, max_size=3), min_size=1, max_size=3),
    )
)
def test_numbers_and_pins_come_back_as_they_are_shown(value: Any) -> None:
    kind = "whole" if isinstance(value, int) else "lights"
    assert read(kind, typed(value)) == (value if value != [] else None)


# The file

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)
VALUES = st.one_of(
    st.booleans(),
    st.integers(-1000, 1000),
    TEXTS,
    st.lists(st.integers(0, 99), max_size=4),
    st.lists(TEXTS, max_size=3),
    st.dictionaries(st.sampled_from(["confirm", "row/1", "undo"]), st.integers(0, 27), max_size=3),
)
KEYS = st.dictionaries(st.sampled_from(["rows", "names", "game", "port", "buttons"]), VALUES, max_size=5)
TABLES = st.dictionaries(st.sampled_from(["table", "gpio", "bar"]), KEYS, max_size=3)


@given(TABLES, TABLES)
def test_a_file_that_was_edited_says_what_is_wanted(before: Any, wanted: Any) -> None:
    assert tomllib.loads(edited(plain(before), wanted)) == wanted


@given(st.text(max_size=80), TABLES)
def test_whatever_stood_in_the_file_it_then_says_what_is_wanted(before: str, wanted: Any) -> None:
    assert tomllib.loads(edited(before, wanted)) == wanted


def test_comments_and_what_did_not_change_stay_where_they_are() -> None:
    wanted = tomllib.loads(EXAMPLE)
    wanted["table"] |= {"game": "take_six", "language": "de"}
    del wanted["table"]["seats"]
    assert edited(EXAMPLE, wanted) == EXAMPLE.replace('"no_thanks"', '"take_six"').replace(
        "seats = 5\n", 'language = "de"\n'
    )


def test_the_file_as_it_was_is_kept_and_no_half_of_one_is_ever_there(tmp_path: Path) -> None:
    file = tmp_path / "new" / "table.toml"
    assert write_safely(file, "[bar]\n") is None
    file.chmod(0o640)
    before = write_safely(file, "[bar]\nthere = false\n")
    assert before is not None
    assert before.read_text() == "[bar]\n"
    assert file.read_text() == "[bar]\nthere = false\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(one.name for one in file.parent.iterdir()) == ["table.toml", "table.toml.before"]


# The camera


@cache
def table() -> tuple[Picture, Mat]:
    people = People("take_six", ("Ana", "Bia", "Caio"), {"limit": {"rounds": 1}}, seed=3, habits=Habits(fine=True))
    laid = people.step(0)
    return Photographer(view_over(laid, (1536, 864))).photograph(laid, 1), people.mat


def kinds(picture: Picture, memory: Memory | None = None, taken: int = 0) -> tuple[set[str], Memory]:
    mat = table()[1]
    frame = Frame(picture, taken, taken, small_grey(picture))
    found, remembered = judge(frame, Sees(mat, locate(picture, mat)), memory)
    return {one.kind for one in found}, remembered


def lit(by: float) -> Picture:
    return np.asarray(cv2.convertScaleAbs(table()[0], alpha=by), np.uint8)


def blurred(by: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(table()[0], (0, 0), by), np.uint8)


def shifted(by: int) -> Picture:
    return np.asarray(np.roll(table()[0], by, axis=1), np.uint8)


def glaring() -> Picture:
    """A lamp mirrored on a corner of the mat."""
    picture, mat = table()
    pose = locate(picture, mat)
    assert pose is not None
    x, y = pose.pixels([mat.markers[0].corners[0]])[0]
    light = np.zeros(picture.shape, np.float32)
    cv2.circle(light, (round(x), round(y)), 130, (200.0, 200.0, 200.0), -1)
    return np.asarray(np.clip(picture + cv2.GaussianBlur(light, (0, 0), 12), 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (lambda: table()[0], {"fine"}),
        (lambda: lit(0.4), {"dim"}),
        (lambda: lit(0.2), {"too_dark"}),
        (lambda: lit(0.01), {"covered"}),
        (lambda: blurred(1.4), {"soft"}),
        (lambda: blurred(3), {"blurred"}),
        (lambda: np.full((864, 1536, 3), 255, np.uint8), {"too_bright", "no_mat"}),
        (lambda: cv2.resize(table()[0], (800, 450), interpolation=cv2.INTER_AREA), {"too_far"}),
    ],
    ids=["fine", "dim", "dark", "covered", "soft", "blurred", "bright", "far"],
)
def test_a_picture_is_judged_in_words(picture: Any, said: set[str]) -> None:
    assert kinds(picture())[0] >= said
    if said != {"fine"}:
        assert "fine" not in kinds(picture())[0]


def test_glare_is_seen_where_a_lamp_is_mirrored() -> None:
    found, _ = kinds(glaring())
    assert "glare" in found or "few_markers" in found
    assert "fine" not in found


def test_a_marker_that_is_covered_is_missed() -> None:
    picture, mat = table()
    pose = locate(picture, mat)
    assert pose is not None
    covered = picture.copy()
    cv2.fillPoly(covered, [np.round(pose.pixels(mat.markers[0].corners)).astype(np.int32)], (90, 120, 160))
    assert "few_markers" in kinds(covered)[0]


def test_a_camera_that_was_moved_is_said_for_a_while() -> None:
    _, memory = kinds(shifted(0))
    found, memory = kinds(shifted(40), memory, 1_000)
    assert "moved" in found
    found, memory = kinds(shifted(40), memory, 5_000)
    assert "moved" in found
    assert "moved" not in kinds(shifted(40), memory, 20_000)[0]


def test_everything_that_can_be_found_has_words() -> None:
    source = (Path(__file__).parents[2] / "firmware_host" / "web" / "setup_camera.py").read_text(encoding="utf-8")
    texts = [key.removeprefix("screen.setup.camera.") for key in WORDS.texts if key.startswith("screen.setup.camera.")]
    assert not [kind for kind in texts if kind != "no_picture" and f'"{kind}"' not in source]
    assert {*LIGHT.values()} <= {*texts}


@dataclass
class Timed:
    now: float = 0.0
    frames: Iterator[int] = field(default_factory=lambda: iter(range(1, 100)))
    asked: int = 0

    def frame(self) -> Frame:
        self.asked += 1
        number = next(self.frames)
        return Frame(table()[0], number * 500, number, small_grey(table()[0]))


def test_however_many_look_a_picture_is_made_twice_a_second_at_most() -> None:
    timed = Timed()
    live = Live(timed.frame, Sees, lambda: timed.now)
    first = live.shown(WORDS)
    assert first is not None
    assert all(live.shown(WORDS) is first for _ in range(50))
    assert timed.asked == 1
    timed.now += EVERY_S
    second = live.shown(WORDS)
    assert second is not None
    assert (second.number, timed.asked) == (2, 2)
    shown = cv2.imdecode(np.frombuffer(second.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape[1] == 1440


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_places_on_the_picture_have_the_readers_names(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As people say them, and no wider than the place."""
    picture, mat = table()
    written: list[tuple[str, int, float]] = []
    write = cv2.putText

    def heard(drawn: Picture, text: str, at: tuple[int, int], font: int, size: float, *more: Any) -> Picture:
        written.append((text, at[0], size))
        return cast(Picture, write(drawn, text, at, font, size, *more))

    monkeypatch.setattr(cv2, "putText", heard)
    words, pose = Words(language), locate(picture, mat)
    drawn = marked(picture, Sees(mat, pose), words)
    assert pose is not None
    scale = drawn.shape[1] / picture.shape[1]
    texts = {text for text, _, _ in written}
    assert {unaccented(words.say("journal.zone_row", number=row)) for row in (1, 2, 3, 4)} <= texts
    assert all("/" not in text and "?" not in text and text for text in texts)
    for zone, (text, x, size) in zip(mat.zones, written[::2], strict=True):
        wide = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)[0][0]
        assert x + wide <= (pose.pixels(zone.polygon) * scale).max(axis=0)[0] + 2, text


def test_every_place_of_every_mat_has_a_name() -> None:
    for game in GAMES:
        for zone in mat_for(None, game, 4, "base", WORDS).zones:
            for language in LANGUAGES:
                assert named(Words(language), zone.name) != zone.name


def test_what_is_judged_is_data_and_the_worst_comes_first() -> None:
    frame = Frame(blurred(3), 0, 0, small_grey(blurred(3)))
    found, _ = judge(frame, Sees(table()[1], locate(table()[0], table()[1])))
    assert found[0] == Finding("blurred", "bad")


# Lights and buttons


@pytest.fixture
def bench() -> Iterator[tuple[Bench, SpyPart, list[Press]]]:
    part, pressed = SpyPart(), list[Press]()
    part.has = Has(2, 1, ("confirm",), True, False)
    made = Bench([PartPlan("gpio", lambda edge: part, True)], pressed.append, lambda fault: None, patience_s=60)
    made.start()
    until(lambda: made.has().rows == 2)
    yield made, part, pressed
    made.close()


LIT = Cue(Kind.PLACE, rows=(Pattern.PULSE,))


def test_while_hands_are_tried_out_play_is_shown_nowhere_and_after_it_again(
    bench: tuple[Bench, SpyPart, list[Press]],
) -> None:
    made, part, _ = bench
    made.show(LIT)
    until(lambda: part.cues[-1] == LIT)
    made.try_out(1, WORDS)
    until(lambda: part.cues[-1].rows == (Pattern.OFF, Pattern.STEADY))
    other = Cue(Kind.PLACE, rows=(Pattern.CHASE,))
    made.show(other)
    made.try_out(None, WORDS)
    until(lambda: part.cues[-1] == OFF)
    assert other not in part.cues
    made.end()
    until(lambda: part.cues[-1] == other.quiet())


def test_a_press_is_ticked_off_and_means_nothing_for_play(bench: tuple[Bench, SpyPart, list[Press]]) -> None:
    made, _, pressed = bench
    made._press(Press("undo"))
    made.try_out(0, WORDS)
    made._press(Press("confirm+undo"))
    assert made.pressed() == ["confirm", "undo"]
    made.end()
    assert made.pressed() == []
    made._press(Press("confirm"))
    assert [one.button for one in pressed] == ["undo", "confirm"]


def test_a_page_that_is_closed_does_not_keep_the_lights() -> None:
    made = Bench([], lambda press: None, lambda fault: None, patience_s=0.05)
    made.try_out(0, WORDS)
    assert made.testing
    until(lambda: not made.testing)


# Decks


def test_a_deck_is_learned_card_by_card_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DROVER_DATA", str(tmp_path))
    learning = Learning()
    with pytest.raises(UserError):
        learning.save(WORDS)
    learning.begin("café", "take_six", WORDS)
    assert learning.as_json(WORDS) is not None
    with pytest.raises(UserError, match="exactly one"):
        learning.take(frame_of(np.full((648, 1152, 3), 120, np.uint8)), "14", WORDS)
    learning.take(frame_of(card_alone("14")), "14", WORDS)
    told: Any = learning.as_json(WORDS)
    assert ([one["card"] for one in told["known"]], told["newest"], told["saved"]) == (["14"], ["14"], False)
    assert (learning.sample("14") or b"").startswith(b"\xff\xd8")
    learning.save(WORDS)
    learning.begin("café", "take_six", WORDS)
    again: Any = learning.as_json(WORDS)
    assert [one["card"] for one in again["known"]] == ["14"]


def card_alone(name: str) -> Picture:
    from vision.synthetic.own import own_face

    face = cv2.resize(own_face("take_six", name), (168, 261), interpolation=cv2.INTER_AREA)
    picture = np.full((648, 1152, 3), (40, 60, 50), np.uint8)
    picture[200 : 200 + 261, 480 : 480 + 168] = face[..., :3]
    return picture


def frame_of(picture: Picture) -> Frame:
    return Frame(picture, 0, 1, small_grey(picture))


def test_a_configuration_that_is_wrong_is_never_what_is_written() -> None:
    wrong = check({"gpio": {"rows": "17, 17"}}, "", WORDS)
    assert wrong.problems
    with pytest.raises(ConfigError):
        parse(plain(wrong.values))
