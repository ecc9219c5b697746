"""The vocabulary: what each cue lights, and which one is shown where several want to be."""

from __future__ import annotations

from itertools import permutations

import pytest

from hardware.cues import (
    COLOURS,
    MOST_ROWS,
    OFF,
    PRIORITY,
    Cue,
    Kind,
    Pattern,
    Sound,
    ask,
    choose,
    fault,
    foremost,
    idle,
    place,
    result,
    reveal,
    wait,
    wrong,
)
from hardware.pico import patterns, tunes

DARK = Pattern.OFF

ONE_OF_EACH = {
    Kind.OFF: OFF,
    Kind.IDLE: idle(),
    Kind.WAIT: wait([2]),
    Kind.REVEAL: reveal([1, 2]),
    Kind.PLACE: place("ana", "14", 2),
    Kind.CHOOSE: choose("ana", "3", [1, 2, 3, 4]),
    Kind.RESULT: result([1]),
    Kind.WRONG: wrong("take_six.lowest_difference", 3, 2),
    Kind.ASK: ask([1]),
    Kind.FAULT: fault(),
}


def test_the_row_of_a_card_is_steady_and_one_that_is_taken_pulses() -> None:
    assert place("ana", "14", 2).rows == (DARK, Pattern.STEADY)
    taken = place("ana", "14", 2, takes=True, seat_number=1)
    assert taken.rows == (DARK, Pattern.PULSE)
    assert taken.seats == (Pattern.STEADY,)
    assert (place("ana", "14", 2).sound, taken.sound) == (Sound.PLACE, Sound.TAKE)


def test_the_rows_to_choose_from_chase_and_the_seat_is_waited_for() -> None:
    cue = choose("bia", "3", [1, 3], seat_number=2)
    assert cue.rows == (Pattern.CHASE, DARK, Pattern.CHASE)
    assert cue.seats == (DARK, Pattern.WAIT)


def test_a_card_in_the_wrong_row_lights_both_rows_differently() -> None:
    assert wrong("rule", row=3, belongs=1).rows == (Pattern.STEADY, DARK, Pattern.WRONG)
    assert wrong("rule", row=1, belongs=3).rows == (Pattern.WRONG, DARK, Pattern.STEADY)
    assert wrong("rule", belongs=2).rows == (DARK, Pattern.STEADY)
    assert wrong("rule", seat_number=2) == Cue(Kind.WRONG, seats=(DARK, Pattern.WRONG), sound=Sound.WRONG, rule="rule")


def test_there_is_one_of_each_kind_and_each_has_its_own_priority() -> None:
    assert set(ONE_OF_EACH) == set(Kind)
    assert all(cue.kind is kind for kind, cue in ONE_OF_EACH.items())
    ranked = [kind for kinds in PRIORITY for kind in kinds]
    assert sorted(ranked) == sorted(Kind)


def test_fault_is_over_question_over_wrong_over_place_over_idle() -> None:
    order = [ONE_OF_EACH[kind] for kind in (Kind.FAULT, Kind.ASK, Kind.WRONG, Kind.PLACE, Kind.IDLE, Kind.OFF)]
    for at, first in enumerate(order):
        rest = order[at:]
        assert all(foremost(some) is first for some in permutations(rest))


@pytest.mark.parametrize("kind", [Kind.CHOOSE, Kind.REVEAL, Kind.WAIT, Kind.RESULT])
def test_of_equals_the_first_is_shown(kind: Kind) -> None:
    placed, other = ONE_OF_EACH[Kind.PLACE], ONE_OF_EACH[kind]
    assert foremost([placed, other]) is placed
    assert foremost([other, placed]) is other


def test_nothing_to_show_is_off() -> None:
    assert foremost([]) is OFF


def test_lights_that_a_cue_leaves_out_are_dark() -> None:
    cue = place("ana", "14", 2, seat_number=1)
    assert [cue.light("row", at) for at in range(MOST_ROWS)] == [DARK, Pattern.STEADY, DARK, DARK, DARK]
    assert [cue.light("seat", at) for at in range(3)] == [Pattern.STEADY, DARK, DARK]


def test_what_is_broken_is_told_by_the_dark_lights_and_hides_no_lit_one() -> None:
    cue = Cue(Kind.PLACE, (DARK, Pattern.STEADY), notices=("Display fails",))
    assert [cue.light("row", at) for at in range(3)] == [Pattern.TROUBLE, Pattern.STEADY, Pattern.TROUBLE]
    assert cue.light("seat", 0) is Pattern.TROUBLE


def test_a_quiet_cue_differs_in_its_sound_alone() -> None:
    cue = place("ana", "14", 2)
    assert cue.quiet().sound is Sound.NONE
    assert cue.quiet() != cue
    assert Cue(**{**vars(cue.quiet()), "sound": cue.sound}) == cue


def test_the_host_and_the_pico_mean_the_same_by_every_number() -> None:
    named = {name: value for name, value in vars(patterns).items() if name in Pattern.__members__}
    assert named == {pattern.name: pattern.value for pattern in Pattern}
    named = {name: value for name, value in vars(tunes).items() if name in Sound.__members__}
    assert named == {sound.name: sound.value for sound in Sound}
    assert set(tunes.TUNES) == set(Sound)
    assert set(COLOURS) == set(Pattern)


def test_no_two_meanings_share_a_colour_or_a_tune() -> None:
    assert len(set(COLOURS.values())) == len(COLOURS)
    assert len(set(tunes.TUNES.values())) == len(tunes.TUNES)
