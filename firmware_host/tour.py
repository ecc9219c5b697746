"""A tour through everything that lights, display and buzzer can say, with a table of four rows and four seats."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.words import Words
from hardware import cues
from hardware.cues import Cue

SEATS = (1, 2, 3, 4)
EXAMPLE = ("ana", "bia", "caio", "davi")


def tour(words: Words) -> Iterator[Cue]:
    """One cue of each kind, in the order of a turn."""
    ana, bia, caio, davi = EXAMPLE
    yield cues.idle(rows=4, seats=len(SEATS), text=(words.say("cue.idle"),))
    yield cues.wait((2, 4), text=(words.say("cue.wait", seats=(bia, davi)),))
    yield cues.reveal(SEATS, rows=4, text=(words.say("cue.reveal"),))
    yield cues.place(ana, "14", 1, seat_number=1, text=(ana, words.say("cue.place", seat=ana, card="14", row=1)))
    yield cues.place(bia, "68", 3, True, 2, text=(bia, words.say("cue.takes", seat=bia, card="68", row=3)))
    yield cues.choose(caio, "3", (1, 2, 3, 4), 3, text=(caio, words.say("cue.choose", seat=caio, card="3")))
    yield cues.wrong(
        *("smallest_difference", 2, 4, davi, "61", 4), text=(davi, words.say("cue.wrong", card="61", row=4))
    )
    yield cues.ask((4,), seat=davi, text=(davi, words.say("cue.ask", first="68", second="89")))
    yield cues.result((1, 3), text=(words.say("cue.result", seats=(ana, caio)),))
    yield cues.fault(text=(words.say("cue.fault"),))
