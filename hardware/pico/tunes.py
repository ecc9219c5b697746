"""What the buzzer plays: for each sound its notes, as hertz (0: silence) and milliseconds. Both ends know it."""

NONE = 0
PLACE = 1
TAKE = 2
CHOOSE = 3
REVEAL = 4
WRONG = 5
ASK = 6
PRESS = 7
OVER = 8
FAULT = 9

TUNES = {
    NONE: (),
    PLACE: ((880, 60),),
    TAKE: ((660, 90), (0, 30), (440, 160)),
    CHOOSE: ((660, 70), (0, 60), (660, 70)),
    REVEAL: ((523, 80), (659, 80), (784, 140)),
    WRONG: ((220, 180), (0, 80), (220, 320)),
    ASK: ((587, 90), (880, 160)),
    PRESS: ((1175, 20),),
    OVER: ((523, 120), (659, 120), (784, 120), (1047, 300)),
    FAULT: ((330, 120), (0, 120), (330, 120), (0, 120), (330, 120)),
}


def notes(sound: int) -> tuple[tuple[int, int], ...]:
    """Its notes; a sound that is not known here is none."""
    return TUNES.get(sound, ())
