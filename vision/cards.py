"""The names of the cards of each game, as the eyes say them. Nothing of their rules."""

from __future__ import annotations

from collections.abc import Mapping

SPECIALS = ("fifth_row", "take_seven", "insert", "replace", "move", "block", "negate")
COLOURS = ("red", "yellow", "green", "blue")
NEUTRAL, JOKER = "neutral", "joker"

NUMBERS: Mapping[str, range] = {
    "take_six": range(1, 105),
    "no_thanks": range(3, 36),
    "qwixx_cards": range(2, 13),
}
"""The numbers that each game's cards have."""

GAMES = tuple(NUMBERS)
WITH_BACKS = ("take_six", "no_thanks")
"""The games whose cards are all alike on one side. Those of Qwixx have a number on both, up to five the same one."""


def names_of(game: str) -> tuple[str, ...]:
    """All names that a card of the game may have, in order.

    >>> len(names_of("take_six")), names_of("no_thanks")[0], names_of("qwixx_cards")[-1]
    (111, '3', 'joker 12')
    """
    numbers = NUMBERS[game]
    if game == "qwixx_cards":
        return tuple(f"{colour} {number}" for colour in (*COLOURS, NEUTRAL, JOKER) for number in numbers)
    return (*(str(number) for number in numbers), *(SPECIALS if game == "take_six" else ()))


def copies(game: str, name: str) -> int:
    """How many cards may show this name at the same time.

    >>> copies("take_six", "14"), copies("take_six", "block"), copies("qwixx_cards", "neutral 7")
    (1, 4, 5)
    """
    if name in SPECIALS:
        return 4
    return 5 if game == "qwixx_cards" and name.startswith(NEUTRAL) else 1


def upside_down(number: int) -> int | None:
    """What a number reads as upside down, if as anything.

    >>> upside_down(68), upside_down(16), upside_down(27), upside_down(90)
    (89, 91, None, None)
    """
    text = str(number)
    if not set(text) <= set("01689") or text.endswith("0"):
        return None
    return int(text[::-1].translate(_UPSIDE_DOWN))


_UPSIDE_DOWN = str.maketrans("01689", "01986")
BOTH_WAYS = {number: other for number in NUMBERS["take_six"] if (other := upside_down(number)) is not None}
"""The numbers that can be read upside down, and what they read as then."""

FLIPS = {number: other for number, other in BOTH_WAYS.items() if other != number and other in BOTH_WAYS}
"""Those that are another one of the deck's."""
