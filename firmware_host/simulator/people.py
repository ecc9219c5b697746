"""People who play a match at a table that is not there, in a time that is passed in."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.match import Match
from engine.players import seat_players
from firmware_host.simulator.answering import answers
from firmware_host.simulator.cards import own_card
from firmware_host.simulator.clockwork import Clockwork
from firmware_host.simulator.ears import Ears
from firmware_host.simulator.games import playing
from firmware_host.simulator.gestures import Gestures
from firmware_host.simulator.mistakes import Mistake, Slips
from firmware_host.simulator.rates import Habits, Pace, Rates
from firmware_host.simulator.scene import Cards, Scene
from firmware_host.simulator.sitting import Sitting
from firmware_host.steward.effects import Effect, Objection
from firmware_host.steward.inputs import Input, Start
from hardware.cues import Cue
from vision.mat.model import Mat
from vision.mat.plan import plan
from vision.synthetic.table import Table, View


class People:
    """They play a whole match by themselves, and react to what lights and screens show.

    >>> people = People("take_six", ("ana", "bia"), {"limit": {"rounds": 1}}, seed=3)
    >>> while (time := people.next_change()) is not None:
    ...     table = people.step(time)
    >>> people.match.state.phase, people.mistakes, table.things
    ('over', [], ())

    The same seed, told the same at the same times, gives the same. What the seats decide depends on the seed
    alone, and not on when they hear what.
    """

    def __init__(
        self,
        game: str,
        seats: tuple[str, ...],
        options: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        rates: Rates | None = None,
        habits: Habits | None = None,
        pace: Pace | None = None,
        mat: Mat | None = None,
        style: str = "any",
        cards: Cards = own_card,
    ) -> None:
        self.seed, self.style = seed, style
        match = Match.open(game, seats, **(options or {}))
        habits, pace = habits or Habits(), pace or Pace()
        minds, errors = Random(f"{seed} minds"), Random(f"{seed} errors")
        self.mat = mat or plan(game, len(seats), None, str(match.header.terms.variant))
        scene = Scene(game, self.mat, len(seats), minds, habits, cards)
        self._clockwork = Clockwork()
        self._playing = playing(game)
        self.start = Start(game, seats, options or {})
        self.sitting = Sitting(
            match,
            seat_players(match, seed, style),
            scene,
            self._clockwork,
            Gestures(scene, pace, habits, minds),
            Slips(rates or Rates(), errors),
            Ears(),
            habits,
            pace,
            minds,
        )
        self._task = self._clockwork.start(self._playing.play(self.sitting))

    def step(self, now: int) -> Table:
        """The table as it is at that time, which is never before the last one."""
        self._clockwork.run(now)
        return self.sitting.scene.table

    def next_change(self) -> int | None:
        """When something happens next, if nothing more is heard; None once the match is over."""
        return None if self.over else self._clockwork.next()

    def hear(self, said: Effect | Cue, now: int) -> None:
        """What lights and screens show: effects of the steward, or cues."""
        self._clockwork.run(now)
        self.sitting.ears.hear(said, now)
        answers(self.sitting)
        self._clockwork.stir()

    def inputs(self, now: int) -> list[Input]:
        """What people have pressed and entered up to that time, since this was last asked."""
        self._clockwork.run(now)
        said = [one for at, one in self.sitting.says if at <= now]
        self.sitting.says = [(at, one) for at, one in self.sitting.says if at > now]
        return said

    @property
    def over(self) -> bool:
        """Whether the match is over and the table cleared."""
        return self._task.done

    @property
    def match(self) -> Match:
        """The truth so far. See `truth` for what it is where mistakes were not noticed."""
        return self.sitting.match

    @property
    def mistakes(self) -> list[Mistake]:
        return self.sitting.slips.made

    def unfounded(self) -> list[tuple[int, Objection]]:
        """The objections, and when they were made, at times when nothing was wrong that anybody had done."""
        return [
            (at, said) for at, said in self.sitting.ears.objected if not any(one.lasts(at) for one in self.mistakes)
        ]

    @property
    def at_rest(self) -> bool:
        """Whether the table is now exactly as the match says, and nobody has a hand over it."""
        return self.sitting.rest

    def disagreements(self) -> list[str]:
        """What of the table is not as the match says; at rest nothing."""
        return self._playing.disagreements(self.sitting)

    def view(self, view: View) -> View:
        """Where a camera looks now that looked there before anybody knocked against the table."""
        for _, by, turn in self.sitting.bumps:
            view = view.bumped(by, turn)
        return view

    def bumped(self, now: int, lasts: int = 1_500) -> bool:
        """Whether somebody knocked against the table a moment ago."""
        return bool(self.sitting.bumps) and now - self.sitting.bumps[-1][0] < lasts
