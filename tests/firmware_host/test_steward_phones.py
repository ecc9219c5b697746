"""What phones say to the steward: crosses that all seats make together, and names."""

from __future__ import annotations

from firmware_host.simulator import People, PerfectEyes
from firmware_host.steward.effects import Close, Effect, Open, Write
from firmware_host.steward.inputs import Enter, Input, Mark, Rename, Seen, Start
from firmware_host.steward.lobby import Lobby
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.steward.step import step
from firmware_host.words import Words
from hardware.cues import Pattern

SEATS = ("ana", "bia", "caio")


def told(situation: Situation, given: Input, now: int = 0) -> tuple[Situation, tuple[Effect, ...]]:
    return step(situation, given, now)


def at_the_call() -> Situation:
    """A match of Qwixx at its first call, with a table that was seen."""
    people = People("qwixx_cards", SEATS, seed=1)
    situation, _ = told(Situation(Settings(Words("en"))), people.start)
    eyes, now = PerfectEyes(people.mat), 0
    while situation.match is None or situation.match.state.phase != "call":
        now += 100
        situation, _ = told(situation, eyes.see(people.step(now), now), now)
    return situation


def test_the_call_is_written_once_all_seats_have_said_what_they_cross() -> None:
    situation = at_the_call()
    assert situation.match is not None
    number = situation.match.state.top
    for seat, colour in (("bia", ""), ("ana", "red")):
        situation, effects = told(situation, Mark(seat, colour))
        assert not any(isinstance(effect, Write) for effect in effects)
    assert situation.cue.seats == (Pattern.OFF, Pattern.OFF, Pattern.WAIT)
    situation, effects = told(situation, Mark("caio", "blue"))
    assert [effect.line for effect in effects if isinstance(effect, Write)] == [
        {"move": "call", "number": number, "marks": {"ana": "red", "caio": "blue"}}
    ]
    assert not situation.chosen


def test_a_seat_may_think_again_until_the_last_has_spoken_and_strangers_are_not_heard() -> None:
    situation = at_the_call()
    for seat, colour in (("ana", "red"), ("zoe", "red"), ("ana", "green"), ("bia", "")):
        situation, _ = told(situation, Mark(seat, colour))
    situation, effects = told(situation, Mark("caio", ""))
    (write,) = (effect for effect in effects if isinstance(effect, Write))
    assert write.line["marks"] == {"ana": "green"}


def test_crosses_that_the_rules_do_not_allow_make_no_call() -> None:
    situation = at_the_call()
    assert situation.match is not None
    # What nobody may cross yet: the last number of a row.
    for seat in SEATS:
        colour = "red" if situation.match.state.top == 12 else "green" if situation.match.state.top == 2 else "pink"
        situation, effects = told(situation, Mark(seat, colour))
    assert all(write.line["marks"] == {} for write in effects if isinstance(write, Write))


def test_a_match_that_nobody_has_played_in_takes_the_name_that_a_seat_gives_itself() -> None:
    situation, _ = told(Situation(Settings(Words("en"))), Start("take_six", SEATS))
    situation, effects = told(situation, Rename(2, "Zoë"))
    assert [type(effect) for effect in effects[:2]] == [Close, Open]
    assert situation.match is not None
    assert situation.match.header.seats == ("ana", "Zoë", "caio")
    assert told(situation, Rename(1, "Zoë"))[0].match is situation.match
    assert told(situation, Rename(7, "Eva"))[0].match is situation.match


def test_a_match_that_is_on_keeps_its_names() -> None:
    situation, _ = told(Situation(Settings(Words("en"))), Start("take_six", SEATS))
    situation, _ = told(situation, Seen(0, 1, steady=True))
    situation, _ = told(situation, Enter({"move": "deal", "rows": [1, 2, 3, 4]}))
    situation, effects = told(situation, Rename(2, "Zoë"))
    assert not effects
    assert situation.match is not None
    assert situation.match.header.seats == SEATS


def test_a_place_is_called_as_its_guest_likes_until_others_come() -> None:
    lobby = Lobby("take_six", ("Seat 1", "Seat 2"))
    situation = Situation(Settings(Words("en"), lobby=lobby, again=True))
    situation, _ = told(situation, Rename(1, "Zoë"))
    assert situation.settings.lobby is not None
    assert situation.settings.lobby.names == ("Zoë", "Seat 2")
    assert told(situation, Rename(2, "Zoë"))[0].settings.lobby == situation.settings.lobby
    assert situation.settings.lobby.unnamed().names == lobby.names
