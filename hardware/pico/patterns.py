"""How lights move: the brightness of one light at one moment. Runs on the Pico and on the host.

Every meaning has a rhythm of its own, so that nobody needs to tell colours apart. A light that is
lit at all is lit at its first moment: a cue is seen at once. Nothing flashes more than three times a second.
"""

OFF = 0
STEADY = 1
PULSE = 2
CHASE = 3
WAIT = 4
ALL = 5
WRONG = 6
QUESTION = 7
IDLE = 8
FAULT = 9
TROUBLE = 10
NO_HOST = 11

FULL = 255
HALF = 128
"""From this brightness on, a light that can only be on or off is on."""

# Of each rhythm: how long it is, and the times in which it is lit, in milliseconds.
_BLINKS = {
    ALL: (500, ((0, 300),)),
    WRONG: (1100, ((0, 150), (300, 450))),
    QUESTION: (1600, ((0, 700), (950, 1100))),
    FAULT: (2000, ((0, 120), (340, 460), (680, 800))),
    TROUBLE: (4000, ((0, 80), (300, 380))),
    NO_HOST: (3000, ((0, 100),)),
}
_CHASE_STEP = 220
_PULSE_TIME = 700
_WAIT_TIME = 2400
_IDLE_TIME = 6000
_IDLE_STEP = 500


def level(pattern: int, ms: int, place: int, places: int) -> int:
    """The brightness, 0 to 255, of the light at `place` (from 0) of `places`, `ms` after the cue began.

    >>> level(STEADY, 0, 0, 4), level(OFF, 0, 0, 4)
    (255, 0)
    >>> [level(CHASE, 250, place, 4) for place in range(4)]
    [16, 255, 16, 16]
    """
    if pattern == OFF:
        return 0
    if pattern in _BLINKS:
        period, lit = _BLINKS[pattern]
        now = ms % period
        for start, end in lit:
            if start <= now < end:
                return FULL
        return 0
    if pattern == PULSE:
        return 48 + _swing(ms, _PULSE_TIME, 207)
    if pattern == WAIT:
        return 64 + _swing(ms, _WAIT_TIME, 191)
    if pattern == CHASE:
        return FULL if ms // _CHASE_STEP % max(places, 1) == place else 16
    if pattern == IDLE:
        return _swing(min((ms - place * _IDLE_STEP) % _IDLE_TIME, 1200), 2400, 140)
    # What a newer host means by a pattern that is not known here is at least seen.
    return FULL


def _swing(ms: int, period: int, high: int) -> int:
    """From `high` down to nothing and up again."""
    now = ms % period * 2
    return high * abs(now - period) // period


def moves(pattern: int) -> bool:
    """Whether it looks different from moment to moment."""
    return pattern not in (OFF, STEADY)
