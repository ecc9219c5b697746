"""Matches at the simulated table, for the tests of everything that watches one."""

from __future__ import annotations

from typing import Any

from firmware_host.simulator import People

NAMES = ("ana", "bia", "caio", "duda", "eva", "fabi", "gil", "hugo", "ines", "joao")
SHORT: dict[str, object] = {"limit": {"rounds": 1}}
MATCHES: dict[str, tuple[str, int, dict[str, object]]] = {
    "take_six": ("take_six", 4, SHORT),
    "take_six of two": ("take_six", 2, SHORT),
    "take_six of ten": ("take_six", 10, SHORT),
    "pro": ("take_six", 3, {**SHORT, "variant": "pro"}),
    "draft of all": ("take_six", 6, {**SHORT, "draft": True}),
    "known deck": ("take_six", 2, {**SHORT, "known_deck": True}),
    "anniversary": ("take_six", 4, {"variant": "anniversary"}),
    "anniversary of eight": ("take_six", 8, {"variant": "anniversary"}),
    "no_thanks": ("no_thanks", 3, {"rounds": 2}),
    "no_thanks of seven": ("no_thanks", 7, {"rounds": 1}),
    "hidden_tiger": ("no_thanks", 4, {"rounds": 1, "variant": "hidden_tiger"}),
    "tactical": ("no_thanks", 5, {"rounds": 1, "variant": "tactical"}),
    "tactical_tiger": ("no_thanks", 3, {"rounds": 1, "variant": "tactical_tiger", "gaps": [10, 19, 28]}),
    "qwixx_cards": ("qwixx_cards", 3, {}),
    "joker": ("qwixx_cards", 5, {"variant": "joker"}),
}


def people_for(match: str, seed: int, **more: Any) -> People:
    game, seats, options = MATCHES[match]
    return People(game, NAMES[:seats], options, seed=seed, **more)


def played(people: People) -> People:
    """The match to its end, the table held against the truth whenever it is at rest."""
    while (time := people.next_change()) is not None:
        people.step(time)
        if people.at_rest:
            assert people.disagreements() == [], f"at {time} ms"
    return people
