"""What stands on a small display: everything fits, nothing lies on anything else, and what matters is there whole."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import cues
from hardware.cues import Cue, Kind
from hardware.dots import Box, Item, Picture, Sign, Size, Text
from hardware.fonts import FILE, font, legible
from hardware.panel import DIM_AFTER_MS, changes_in, drawn, picture
from hardware.typeset import shorten, squeeze, wrap

SIZES: tuple[Size, ...] = ((128, 64), (128, 32), (64, 128), (32, 128))
FACES = ("words14", "words16", "words20", "words24")
LETTERS = "ãõçáàâêéíóôúüñßœæ¿¡«»“”„‘’‚–—…ªºÃÕÇÁÀÂÊÉÍÓÔÚÜÑẞŒÆäöÄÖëïîûùèÈËÎÏÙÛŸÿ€×/"  # noqa: RUF001

texts = st.text(max_size=60) | st.text(alphabet=LETTERS + "abcdefgh -", max_size=120) | st.sampled_from(LETTERS)
cards = st.integers(0, 104).map(str) | texts
any_cue = st.builds(
    Cue,
    st.sampled_from(Kind),
    text=st.lists(texts, max_size=5).map(tuple),
    card=cards,
    row=st.integers(0, 5),
    takes=st.booleans(),
    seat=texts,
    notices=st.lists(texts, max_size=3).map(tuple),
)
moments = st.integers(0, 600_000)


def words_on(shown: Picture) -> list[str]:
    return [item.text for item in shown.items if isinstance(item, Text)]


def over(cue: Cue, size: Size = (128, 64), ms: int = 60_000) -> list[Picture]:
    """Every picture that a cue becomes in that time."""
    pictures, now = [], 0
    while now < ms:
        pictures.append(picture(cue, now, size))
        wait = changes_in(cue, now, size)
        if wait is None:
            break
        now += wait
    return pictures


def bounds(item: Item) -> tuple[int, int, int, int]:
    return item.x, item.y, item.x + item.size[0], item.y + item.size[1]


def apart(one: Item, other: Item) -> bool:
    left, top, right, bottom = bounds(one)
    x0, y0, x1, y1 = bounds(other)
    return right <= x0 or x1 <= left or bottom <= y0 or y1 <= top


def inside(item: Item, box: Box) -> bool:
    left, top, right, bottom = bounds(item)
    x0, y0, x1, y1 = bounds(box)
    return x0 <= left and right <= x1 and y0 <= top and bottom <= y1


@given(any_cue, moments, st.sampled_from(SIZES))
def test_everything_fits_and_nothing_lies_on_anything_else(cue: Cue, ms: int, size: Size) -> None:
    shown = picture(cue, ms, size)
    screen = Box(0, 0, *size)
    for item in shown.items:
        assert inside(item, screen), item
    for one, other in combinations(shown.items, 2):
        if isinstance(one, Box) and isinstance(other, Box):
            assert apart(one, other) or inside(one, other) or inside(other, one)
        elif isinstance(one, Box):
            assert apart(one, other) or inside(other, one), (one, other)
        elif isinstance(other, Box):
            assert apart(one, other) or inside(one, other), (one, other)
        else:
            assert apart(one, other), (one, other)


@given(any_cue, moments, st.sampled_from(SIZES))
def test_a_picture_stays_until_it_is_said_to_change(cue: Cue, ms: int, size: Size) -> None:
    wait = changes_in(cue, ms, size)
    assert wait is None or wait > 0
    assert picture(cue, ms + (3_600_000 if wait is None else wait - 1), size) == picture(cue, ms, size)


@given(st.text())
def test_every_text_is_legible_in_every_face(text: str) -> None:
    for name in FACES:
        shown = font(name).shown(text)
        assert all(letter in font(name) for letter in shown)
        assert shown == " ".join(shown.split())


@given(st.text(max_size=40), st.integers(20, 128), st.sampled_from(FACES))
def test_what_is_shortened_begins_as_it_did_and_fits(text: str, width: int, name: str) -> None:
    face = font(name)
    whole, short = face.shown(text), shorten(text, width, face)
    assert face.width(short) <= width
    assert short == whole if face.width(whole) <= width else whole.startswith(short.removesuffix("…"))


@given(st.text(max_size=80), st.integers(30, 128), st.sampled_from(FACES))
def test_wrapped_lines_fit_and_hold_every_letter(text: str, width: int, name: str) -> None:
    face = font(name)
    lines = wrap(text, width, face).lines
    assert all(face.width(line) <= width for line in lines)
    assert squeezed("".join(lines)) == squeezed(face.shown(text))


def squeezed(text: str) -> str:
    """Without what may be added or left out where a line breaks."""
    return text.replace("-", "").replace(" ", "")


@pytest.mark.parametrize("name", FACES)
def test_the_letters_of_five_languages_are_there_and_differ(name: str) -> None:
    face = font(name)
    assert face.shown(LETTERS) == LETTERS
    # A quotation mark of four dots has no room to be turned.
    alike = {"ẞß", "‚,", "‘’", "“”"}  # noqa: RUF001
    for one, other in combinations(LETTERS + "aocueinsAOCUEIN?!\",'-", 2):
        if one + other not in alike and other + one not in alike:
            assert face.glyph(one) != face.glyph(other), (one, other)


@pytest.mark.parametrize("name", [*FACES, "number28", "number40"])
def test_no_letter_leaves_its_line(name: str) -> None:
    face = font(name)
    for letter in face.lines:
        glyph = face.glyph(letter)
        assert glyph.top + len(glyph.rows) <= face.height
        assert glyph.left + glyph.width < glyph.advance or not glyph.rows, f"{letter} touches what follows"
        assert all(row < 1 << glyph.width for row in glyph.rows)


def test_an_accent_stands_above_its_letter() -> None:
    face = font("words16")
    for accented, bare in (("á", "a"), ("ç", "c"), ("Ñ", "N"), ("ü", "u")):
        assert unicodedata.normalize("NFD", accented)[0] == bare
        assert len(face.glyph(accented).rows) > len(face.glyph(bare).rows)


def test_the_file_is_small() -> None:
    assert FILE.stat().st_size < 100_000


@pytest.mark.parametrize("card", [str(number) for number in range(1, 105)])
@pytest.mark.parametrize("takes", [False, True])
def test_the_number_of_a_card_is_32_dots_high(card: str, takes: bool) -> None:
    shown = picture(cues.place("ana", card, 3, takes, text=("Maximiliane-Sophie",)), 0)
    number = next(item for item in shown.items if isinstance(item, Text) and item.text == card)
    top, bottom = font(number.face).capitals
    assert bottom - top >= 32
    assert not any(words.endswith("…") for words in words_on(shown)), "the longest name of the five is shown whole"


@pytest.mark.parametrize("size", SIZES)
@given(st.integers(0, 104), st.integers(1, 5), st.booleans(), moments)
def test_card_row_and_arrow_are_always_there(size: Size, card: int, row: int, takes: bool, ms: int) -> None:
    cue = cues.place("ana", str(card), row, takes, text=("Ana",))
    shown = [page for page in over(cue, size) if any(isinstance(item, Sign) for item in page.items)]
    assert shown
    assert size[1] < 64 or len(shown) == len(over(cue, size)), "it is there all the time"
    for page in shown:
        assert words_on(page)[:2] == [str(card), f"{row}!" if takes else str(row)]


def test_a_row_that_is_taken_is_told_by_an_exclamation_mark_and_by_a_box_that_fills_and_empties() -> None:
    pages = over(cues.place("ana", "68", 5, takes=True), ms=5000)
    filled = [next(item.filled for item in page.items if isinstance(item, Box)) for page in pages]
    assert filled[:4] == [True, False, True, False]
    assert len(pages) == 10
    assert all("5!" in words_on(page) for page in pages)
    steady = over(cues.place("ana", "68", 5), ms=5000)
    assert len(steady) == 1
    assert [item.filled for item in steady[0].items if isinstance(item, Box)] == [False]


def test_whose_turn_it_is_and_what_is_broken_take_turns_below() -> None:
    cue = replace(cues.place("ana", "14", 2, text=("Ana",)), notices=("Bar fails", "Lights fail"))
    assert [words_on(page)[2:] for page in over(cue, ms=8000)] == [["Ana"], ["Bar fails"], ["Lights fail"], ["Ana"]]
    assert all(words_on(page)[:2] == ["14", "2"] for page in over(cue))


def test_a_notice_stands_below_the_words_of_a_question() -> None:
    cue = replace(cues.ask((1,), text=("Ana", "68 or 89?")), notices=("Bar fails",))
    for page in over(cue):
        assert words_on(page) == ["?", "Ana", "68 or 89?", "Bar fails"]


@given(
    st.lists(st.text(alphabet="abcdefgh .?", min_size=1, max_size=40), min_size=1, max_size=5), st.sampled_from(SIZES)
)
def test_no_word_of_a_question_is_left_out(words: list[str], size: Size) -> None:
    cue = cues.ask((1,), text=("Ana", *words))
    seen = "".join(squeezed(text) for page in pages_of(cue, size) for text in words_on(page)[1:])
    for part in words:
        assert squeezed(legible(part)) in seen


def pages_of(cue: Cue, size: Size) -> list[Picture]:
    """Each page once, in their order."""
    return list(dict.fromkeys(replace(page, bright=True) for page in over(cue, size, 200_000)))


@pytest.mark.parametrize(("kind", "mark"), [(Kind.ASK, "?"), (Kind.WRONG, "!")])
def test_questions_and_warnings_have_their_own_signs(kind: Kind, mark: str) -> None:
    assert words_on(picture(Cue(kind, text=("Ana", "68?")), 0))[0] == mark


def test_a_warning_blinks_and_shows_in_between_where_the_card_belongs() -> None:
    pages = over(cues.wrong("full_row", 2, 4, "ana", "61", text=("Ana", "61 goes to row 4.")), ms=6000)
    assert {tuple(words_on(page)) for page in pages} == {("!", "Ana", "61 goes", "to row 4."), ("!", "61", "4")}
    assert {page.items[0] for page in pages if isinstance(page.items[0], Box)} == {
        replace(box, filled=filled) for box in [pages[0].items[0]] if isinstance(box, Box) for filled in (True, False)
    }


def test_all_at_once_is_told_by_a_bright_ground() -> None:
    def bright(shown: Picture) -> float:
        return sum(row.count("#") for row in shown.rows()) / (128 * 64)

    assert bright(picture(cues.reveal((1, 2), text=("Reveal!",)), 0)) > 0.6
    assert bright(picture(cues.wait((1, 2), text=("Reveal!",)), 0)) < 0.4


def test_off_is_off() -> None:
    assert not picture(cues.OFF, 0).on
    assert changes_in(cues.OFF, 0) is None
    assert not any("#" in row for row in picture(cues.OFF, 0).rows())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [(), ("Ponha cartas para começar.",)])
def test_no_dot_shines_for_long_on_an_idle_display(size: Size, text: tuple[str, ...]) -> None:
    pages = over(cues.idle(text=text), size, 480_000)
    lit = [0] * (size[0] * size[1])
    for page in pages:
        for at, dot in enumerate("".join(page.rows())):
            lit[at] += dot == "#"
    assert max(lit) < 0.6 * len(pages)
    assert all(not page.bright for page in pages)


def test_what_stands_unchanged_for_minutes_is_dimmed() -> None:
    cue = cues.wait((1,), text=("Ana",))
    assert picture(cue, DIM_AFTER_MS - 1).bright
    assert not picture(cue, DIM_AFTER_MS).bright
    assert changes_in(cue, DIM_AFTER_MS - 700) == 700


def test_a_name_that_is_too_long_keeps_its_beginning_and_whole_words_where_it_can() -> None:
    face = font("words16")
    assert shorten("Maximiliane-Sophie", 128, face) == "Maximiliane-Sophie"
    assert shorten("Maximiliane-Sophie", 100, face) == "Maximiliane…"
    assert shorten("Anna Maria Hohenstein", 90, face) == "Anna Maria…"
    assert shorten("Anna Maria Hohenstein", 120, face) == "Anna Maria Hoh…"
    assert shorten("  Ana \n", 100, face) == "Ana"
    cut = {shorten("Anna Maria Hohenstein", width, face) for width in range(70, 130)}
    assert "Anna Maria Hoh…" in cut
    assert not cut & {"Anna Maria H…", "Anna Maria Ho…"}, "so few letters say nothing"


def test_a_card_that_is_too_long_keeps_its_number() -> None:
    name = "ultramarineblue " * 5
    for size in SIZES:
        *card, row = words_on(picture(cues.place("", f"{name}12", 3), 0, size))
        assert card[-1].endswith("12")
        assert row == "3"


def test_special_cards_are_named_in_the_largest_letters_that_fit() -> None:
    assert squeeze("5ª Fileira", 80, 40, FACES[::-1]).face.name == "words20"
    shown = picture(cues.place("", "Negativo = Positivo", 4), 0)
    assert words_on(shown) == ["Negativo", "= Positivo", "4"]


def test_the_terminal_gets_the_usual_display() -> None:
    shown = drawn(cues.place("ana", "14", 2), 0)
    assert shown.size == (128, 64)
    assert len(shown.tobytes()) == 128 * 64 // 8
    assert [f"{byte:08b}" for byte in shown.tobytes()[:16]] == [
        shown.rows()[0].replace("#", "1").replace(".", "0")[at : at + 8] for at in range(0, 128, 8)
    ]
