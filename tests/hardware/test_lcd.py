"""The display of letters: its lines, its letters, and every half byte on its way to the chip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.bitmap_font import embedded_fonts
from luma.lcd.const import hd44780
from PIL import Image

from hardware import buses, cues
from hardware.a00 import _ROM, SLOTS, UNKNOWN, Slots, drawn, encode, plain
from hardware.cells import changes_in, lines, shorten, shorten_card
from hardware.cues import Cue, Kind
from hardware.errors import PartLost
from hardware.fonts import legible
from hardware.keeper import Has
from hardware.lcd import PING_MS, RESEND_MS, Lcd, open_lcd
from hardware.wiring import Display
from tests.hardware import golden
from tests.hardware.displays import Bus, Hd44780
from tests.hardware.parts import Kept
from tests.hardware.test_panel import LETTERS, any_cue, moments

PLATE = Display("hd44780")
ANA = cues.place("ana", "14", 2, text=("Ana",))
JOAO = cues.place("joao", "104", 3, takes=True, text=("João Conceição",))


@pytest.fixture
def chip() -> Hd44780:
    return Hd44780()


@pytest.fixture
def bus(chip: Hd44780, monkeypatch: pytest.MonkeyPatch) -> Bus:
    """A bus with the chip on it; luma's pauses, which a chip needs and a stand-in doesn't, are left out."""
    bus = Bus({0x27: chip})
    monkeypatch.setattr(buses, "SMBus", bus)
    for module in ("luma.core.device", "luma.lcd.device", "luma.core.interface.serial"):
        monkeypatch.setattr(f"{module}.sleep", lambda seconds: None)
    return bus


def opened(display: Display = PLATE) -> Lcd:
    return open_lcd(display, lambda *_: None)


def text_on(chip: Hd44780) -> list[str]:
    """What can be read: letters of the ROM by their codes, drawn ones by their dots."""
    letters = {code: letter for letter, code in reversed(_ROM.items())}
    shapes = {shape: letter for letter in LETTERS if (shape := drawn(letter)) is not None}
    return [
        "".join(shapes[tuple(chip.drawings[code])] if code < SLOTS else letters[code] for code in line).rstrip()
        for line in chip.shown()
    ]


# --- its lines


@given(any_cue, moments, st.sampled_from([(16, 2), (20, 4), (20, 2), (16, 4)]))
def test_everything_fits(cue: Cue, ms: int, shape: tuple[int, int]) -> None:
    shown = lines(cue, ms, *shape)
    assert len(shown) == shape[1]
    assert all(len(line) <= shape[0] for line in shown)
    codes, drawings = encode(shown, Slots())
    assert [len(line) for line in codes] == [len(line) for line in shown]
    assert len(drawings) <= SLOTS


@given(any_cue, moments, st.sampled_from([(16, 2), (20, 4)]))
def test_the_lines_stay_until_they_are_said_to_change(cue: Cue, ms: int, shape: tuple[int, int]) -> None:
    wait = changes_in(cue, ms, *shape)
    assert wait is None or wait > 0
    assert lines(cue, ms + (3_600_000 if wait is None else wait - 1), *shape) == lines(cue, ms, *shape)


def over(cue: Cue, columns: int = 16, rows: int = 2) -> list[tuple[str, ...]]:
    """What a cue becomes one after the other, until it begins again."""
    pages: list[tuple[str, ...]] = []
    now = 0
    while now < 60_000:
        pages.append(lines(cue, now, columns, rows))
        wait = changes_in(cue, now, columns, rows)
        if wait is None:
            break
        now += wait
    return list(dict.fromkeys(pages))


def test_a_card_its_row_and_whose_turn_it_is() -> None:
    assert over(ANA) == [("14 → 2", "Ana")]
    assert over(ANA, 20, 4) == [("14 → 2", "Ana", "", "")]


def test_a_row_that_is_taken_has_a_sign_that_beats() -> None:
    assert over(JOAO) == [("104 → 3 !", "João Conceição"), ("104 → 3 !!!", "João Conceição")]


def test_a_row_is_to_be_chosen() -> None:
    assert over(cues.choose("", "3", (1, 2), text=("Caio",))) == [("3 → ?", "Caio")]


@pytest.mark.parametrize("card", ["vermelho 7", "ultramarineblue 12", "red 10"])
def test_a_cards_number_and_row_are_never_left_out(card: str) -> None:
    for page in over(cues.place("", card, 4, takes=True)):
        assert card.rsplit(maxsplit=1)[-1] in page[0]
        assert "→4!" in page[0].replace(" ", "")


def test_notices_take_turns_with_whose_turn_it_is_or_have_a_line_of_their_own() -> None:
    cue = replace(ANA, notices=("Barra com falha", "Luzes com falha"))
    assert [page[1] for page in over(cue)] == ["Ana", "Barra com falha", "Luzes com falha"]
    assert {page[3] for page in over(cue, 20, 4)} == {"Barra com falha", "Luzes com falha"}
    assert {page[1] for page in over(cue, 20, 4)} == {"Ana"}


@pytest.mark.parametrize(("kind", "mark"), [(Kind.ASK, "?"), (Kind.WRONG, "!"), (Kind.FAULT, "x")])
def test_questions_warnings_and_faults_begin_with_their_sign(kind: Kind, mark: str) -> None:
    cue = Cue(kind, text=("Maximiliane-Sophie", "Welche Karte liegt hier?", "68", "89"))
    pages = over(cue)
    assert len(pages) > 1
    assert all(page[0].startswith(f"{mark} ") and page[1].startswith("  ") for page in pages)
    told = " ".join(line[2:] for page in pages for line in page).split()
    assert " ".join(told) == "Maximiliane… Welche Karte liegt hier? 68 / 89"


def test_a_warning_says_where_the_card_belongs() -> None:
    assert any("61 → 4" in line for page in over(cues.wrong("x", 2, 4, "", "61", text=("Davi", "?"))) for line in page)


def test_an_idle_display_says_something() -> None:
    assert over(cues.idle()) == [("Drover", "")]
    assert over(cues.idle(text=("Lay cards.",))) == [("Lay cards.", "")]
    assert over(cues.OFF) == [("", "")]


def test_what_is_too_long_keeps_its_beginning() -> None:
    assert shorten("Maximiliane-Sophie", 18) == "Maximiliane-Sophie"
    assert shorten("Maximiliane-Sophie", 14) == "Maximiliane…"
    assert shorten_card("Negativo = Positivo", 12) == "Negativo =…"


# --- its letters


def rom_shapes() -> dict[int, tuple[int, ...]]:
    """What luma knows of the ROM: of each code the dots."""
    index = embedded_fonts(hd44780.FONTDATA, selected_font="A00").current.glyph_index
    return {code: tuple(row >> 3 for row in dots) for dots, code in index.items()}


def test_codes_of_the_rom_are_those_of_luma() -> None:
    ours = {ord(letter): code for letter, code in _ROM.items()}
    theirs = hd44780.FONTDATA["mappings"][0]
    known = {letter: code for letter, code in ours.items() if letter in theirs}
    assert {chr(letter): hex(code) for letter, code in known.items() if theirs[letter] != code} == {}
    assert len(known) >= 9


def test_plain_letters_of_the_rom_have_the_codes_of_ascii_but_for_two() -> None:
    assert all(_ROM[chr(code)] == code for code in range(0x20, 0x7E) if code != 0x5C)
    assert not {"\\", "~"} & set(_ROM), "there, this ROM has a Yen sign and an arrow"


@given(st.lists(st.text(max_size=20), max_size=4))
def test_no_letter_is_shown_as_another_one(texts: list[str]) -> None:
    shown = [legible(text) for text in texts]
    slots = Slots()
    codes, drawings = encode(shown, slots)
    for line, coded in zip(shown, codes, strict=True):
        for letter, code in zip(line, coded, strict=True):
            if code < SLOTS:
                assert drawings[code] == drawn(letter)
            else:
                assert code == (_ROM[plain(letter)] if plain(letter) else UNKNOWN)


@given(st.lists(st.text(alphabet=LETTERS + "aocn", max_size=20), min_size=2, max_size=8))
def test_slots_follow_the_text_and_letters_that_stay_keep_theirs(texts: list[str]) -> None:
    slots, memory = Slots(), dict[int, tuple[int, ...]]()
    for text in texts:
        before = dict(slots.letters)
        (codes,), drawings = encode([text], slots)
        memory |= drawings
        for letter, code in zip(text, codes, strict=True):
            assert code >= SLOTS or memory[code] == drawn(letter)
        stay = {letter: slot for letter, slot in before.items() if letter in slots.letters}
        assert stay.items() <= slots.letters.items()


def test_more_than_eight_letters_lose_their_accents_the_rarest_first_and_punctuation_before_letters() -> None:
    (codes,), drawings = encode(["¿áááéééíííóóóúúúàààãããõõõêô"], Slots())
    assert len(drawings) == SLOTS
    assert codes[0] == ord("?")
    assert codes[-2:] == b"eo"
    assert all(code < SLOTS for code in codes[1:-2])


@pytest.mark.parametrize("letter", "áàâãéêíóôõúçÁÀÂÃÉÊÍÓÔÕÚÇëïîûùèÈÑÜÖÄ")
def test_an_accented_letter_has_the_shape_of_its_plain_one(letter: str) -> None:
    shape = drawn(letter)
    assert shape is not None
    assert len(shape) == 8
    assert all(0 <= row < 32 for row in shape)
    bare = rom_shapes()[_ROM[plain(letter)]]
    if letter.islower() and letter not in "íïîç":
        assert shape[3:7] == bare[3:7], "the plain letter, with something above"
        assert any(shape[:2])
    assert shape != bare


def test_drawn_letters_differ_from_each_other_and_from_the_rom() -> None:
    shapes: dict[tuple[int, ...], set[str]] = {}
    for letter in set(LETTERS + "ÀÈÌÒÙ") - set(_ROM):
        if (shape := drawn(letter)) is not None:
            shapes.setdefault(shape, set()).add(letter.casefold())
    assert len(shapes) > 40
    in_rom = rom_shapes()
    for letter, code in _ROM.items():
        shapes.setdefault(in_rom[code], set()).add({"º": "°", "•": "·"}.get(letter, letter).casefold())
    # With an accent above there is no room to make a capital O larger than a small one.
    assert [letters for letters in shapes.values() if len(letters) > 1] == []


def test_letters_that_neither_rom_nor_drawing_has() -> None:
    (codes,), _ = encode(["“Łukasz” – 東…"], Slots())  # noqa: RUF001
    assert codes == b'"Lukasz" - ' + bytes([UNKNOWN]) + b"."


# --- its bytes


def test_what_is_written_is_what_a_person_reads(bus: Bus, chip: Hd44780) -> None:
    part = opened()
    part.show(JOAO, 400)
    assert text_on(chip) == ["104 → 3 !!!", "João Conceição"]
    assert chip.lit
    part.show(ANA, 0)
    assert text_on(chip) == ["14 → 2", "Ana"]


def test_four_lines_of_twenty(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = Hd44780(20, 4)
    bus.chips = {0x27: chip}
    part = opened(Display("hd44780", columns=20, lines=4))
    part.show(cues.ask((1,), text=("Ana", "one two three four five six seven", "8", "9")), 0)
    assert text_on(chip) == ["? Ana", "  one two three four", "  five six seven", "  8 / 9"]


@given(st.lists(st.text(alphabet=LETTERS + "abc", min_size=1, max_size=30), min_size=2, max_size=6))
def test_not_even_for_a_moment_is_a_drawn_letter_shown_as_another_one(texts: list[str]) -> None:
    chip = Hd44780()
    with golden.letters_on(chip) as (part, _):
        before = ["", ""]
        for text in texts:
            cue = cues.wait((1,), text=(text,))
            chip.watched = []
            part.show(cue, 0)
            after = lines(cue, 0, 16, 2)
            for codes, drawings in chip.watched:
                for line, old, new in zip(codes, before, after, strict=True):
                    for code, *letters in zip(line, old.ljust(16), new.ljust(16), strict=True):
                        assert code >= SLOTS or drawings[code] in [drawn(letter) for letter in letters]
            before = list(after)


def test_a_line_that_stays_is_not_written_again(bus: Bus, chip: Hd44780) -> None:
    part = opened()
    part.show(JOAO, 0)
    chip.watched.clear()
    part.show(JOAO, 400)
    assert 0 < len(chip.watched) <= 16
    chip.watched.clear()
    part.show(JOAO, 500)
    assert not chip.watched


def test_off_is_dark_and_a_cue_brings_the_light_back(bus: Bus, chip: Hd44780) -> None:
    part = opened()
    part.show(ANA, 0)
    part.show(cues.OFF, 0)
    assert not chip.lit
    assert not chip.pins & 8, "the light behind it is off"
    part.show(ANA, 0)
    assert chip.lit
    assert text_on(chip) == ["14 → 2", "Ana"]


def test_closed_means_empty_and_dark(bus: Bus, chip: Hd44780) -> None:
    part = opened()
    part.show(JOAO, 0)
    part.close()
    assert not chip.lit
    assert text_on(chip) == ["", ""]
    assert bus.closed == 1


def test_it_has_no_buttons_and_no_word_of_its_own(bus: Bus) -> None:
    part = opened()
    assert part.has == Has(display=True)
    assert part.fileno() is None
    assert part.show(ANA, 0) == PING_MS
    assert part.show(JOAO, 0) == 400


def test_the_other_usual_address_is_tried(bus: Bus, chip: Hd44780) -> None:
    bus.chips = {0x3F: chip}
    opened().show(ANA, 0)
    assert text_on(chip) == ["14 → 2", "Ana"]


def test_nothing_answers(bus: Bus) -> None:
    bus.chips = {}
    with pytest.raises(PartLost) as lost:
        opened()
    assert lost.value.reason == "display_missing"
    assert lost.value.facts["addresses"] == "0x27, 0x3f"
    assert lost.value.facts["why"] == "answer"
    assert bus.closed == 1


# --- when it is gone


def test_a_display_that_is_unplugged_is_noticed_and_written_in_full_when_it_is_back(
    bus: Bus, chip: Hd44780, keep: Callable[..., Kept]
) -> None:
    kept = keep(lambda edge: open_lcd(PLATE, edge))
    kept.show(ANA)
    kept.run(10_000)
    assert kept.reasons == [None]
    bus.plugged = False
    kept.run(2000)
    assert kept.reasons == [None, "display_missing"]
    kept.show(JOAO)
    chip.plug_in()
    kept.run(60_000)
    bus.plugged = True
    kept.run(5000)
    assert kept.reasons == [None, "display_missing", None]
    assert text_on(chip) in (["104 → 3 !!!", "João Conceição"], ["104 → 3 !", "João Conceição"])
    assert bus.opened == bus.closed + 1


def test_a_display_that_lost_its_power_between_two_looks_is_noticed_by_its_pins(
    bus: Bus, chip: Hd44780, keep: Callable[..., Kept]
) -> None:
    kept = keep(lambda edge: open_lcd(PLATE, edge))
    kept.show(ANA)
    kept.run(500)
    chip.plug_in()
    kept.run(4000)
    assert kept.reasons == [None, "display_missing", None]
    assert text_on(chip) == ["14 → 2", "Ana"]
    assert chip.lit


@pytest.mark.parametrize("left", [0, 1, 3, 10, 50, 100, 150, 200, 250, 300])
def test_whichever_write_fails_it_is_closed_opened_again_and_written_in_full(
    left: int, bus: Bus, chip: Hd44780, keep: Callable[..., Kept]
) -> None:
    kept = keep(lambda edge: open_lcd(PLATE, edge))
    kept.show(JOAO)
    kept.run(100)
    bus.left = left
    kept.run(8000)
    assert kept.reasons == [None, "display_missing"]
    assert bus.opened == bus.closed
    bus.left = None
    kept.show(ANA)
    kept.run(6000)
    assert kept.reasons == [None, "display_missing", None]
    assert text_on(chip) == ["14 → 2", "Ana"]


@pytest.mark.parametrize("halves", [1, 2, 3])
def test_noise_that_puts_it_out_of_step_does_not_last(halves: int, bus: Bus, chip: Hd44780) -> None:
    part = opened()
    part.show(JOAO, 0)
    for _ in range(halves):
        chip._half(0x5, data=True)
    chip.text[3] = 0x58
    for ms in range(0, RESEND_MS + 1, 400):
        part.show(JOAO, ms)
    assert text_on(chip)[1] == "João Conceição"
    assert "X" not in text_on(chip)[0]
    part.show(ANA, 0)
    assert text_on(chip) == ["14 → 2", "Ana"]


# --- how it looks


@pytest.mark.parametrize("name", golden.LCD)
def test_the_display_looks_as_it_did_when_somebody_last_looked_at_it(name: str) -> None:
    with Image.open(golden.path(name)) as kept:
        assert golden.drawn(golden.SCENES[name]).tobytes() == kept.convert("1").tobytes()
