"""How people are: their habits, their pace, and how often they make which mistake."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Rates:
    """Of each kind of mistake the share of its chances that become one. Nobody makes any unless told to.

    `wrong_row`: a card is laid behind another row than the rules say. `wrong_take`: another row than the full
    one is taken. `forgotten`: of a row that must be taken all cards, or some, stay where they are. `early`: a
    card is turned up before all are down. `taken_back`: a card that lay face down is taken back, and another one
    laid. `second`: a seat lays two cards, and takes one back. `swap`: a card is exchanged after the reveal.
    `anothers`: a card out of another seat's drafted hand is played. `disorder`: several seats that place at once
    do not keep to the order of the numbers. `bump`: somebody knocks against the table.

    In No Thanks! `wrong_take`: a seat takes the card out of its turn; `forgotten`: chips stay behind; `early`: the
    next card is turned up too soon; `taken_back`: a chip. In Qwixx `wrong_take`: one card too many is drawn;
    `forgotten`: the display is not filled up; `wrong_row`: another play is entered than was laid.
    """

    wrong_row: float = 0.0
    wrong_take: float = 0.0
    forgotten: float = 0.0
    early: float = 0.0
    taken_back: float = 0.0
    second: float = 0.0
    swap: float = 0.0
    anothers: float = 0.0
    disorder: float = 0.0
    bump: float = 0.0

    @classmethod
    def all(cls, rate: float) -> Rates:
        return cls(**dict.fromkeys(KINDS, rate))


KINDS = tuple(field.name for field in fields(Rates))


@dataclass(frozen=True)
class Habits:
    """What people do that is no mistake.

    `follow`: they wait for lights as long as they are patient, and otherwise (a referee's table) for nobody.
    Shares: `hasty` place before the light tells where, `together` place several cards at once, `button` choose
    a row by its button and `on_screen` on a screen, `obliging` put right what is objected to, `face_up` piles
    lie face up, `upside_down` cards lie the other way round, `passes_on_screen` are entered, not laid.
    `fine`: hands are drawn in full and move from place to place, as a camera needs it.
    """

    follow: bool = True
    hasty: float = 0.4
    together: float = 0.3
    button: float = 0.2
    on_screen: float = 0.1
    obliging: float = 1.0
    face_up: float = 0.15
    upside_down: float = 0.15
    passes_on_screen: float = 0.0
    crooked_mm: float = 1.5
    crooked_degrees: float = 2.0
    fine: bool = False


@dataclass(frozen=True)
class Pace:
    """How long things take, in milliseconds from the shortest to the longest. Patience is how long people wait.

    `reach`: a hand comes or goes on; `touch`: it is over a place before it does something, and after; `think`:
    until a card is chosen; `react`: from a light to the hand; `breath`: between one card and the next where
    nobody waits for a light.
    """

    reach: tuple[int, int] = (250, 500)
    touch: tuple[int, int] = (150, 350)
    think: tuple[int, int] = (700, 4_000)
    react: tuple[int, int] = (300, 900)
    breath: tuple[int, int] = (400, 1_400)
    look: tuple[int, int] = (1_300, 2_200)
    """How long a card lies open before somebody gets the idea to swap it."""
    patience: int = 4_000
    """So long people wait for a light; after that they go on without it."""
    doubt: int = 12_000
    """So long a mistake waits to be noticed; after that it stands."""
    step: int = 100
    """Between two places of a hand that is drawn in full."""
