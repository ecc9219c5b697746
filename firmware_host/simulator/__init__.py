"""The simulated table: people who play whole matches on a mat in millimetres, hands, mistakes and all."""

from firmware_host.simulator.eyes import PerfectEyes
from firmware_host.simulator.mistakes import Mistake
from firmware_host.simulator.moments import Moment, moments
from firmware_host.simulator.people import People
from firmware_host.simulator.rates import KINDS, Habits, Pace, Rates
from firmware_host.simulator.truth import compared, stood, truth

__all__ = [
    "KINDS",
    "Habits",
    "Mistake",
    "Moment",
    "Pace",
    "People",
    "PerfectEyes",
    "Rates",
    "compared",
    "moments",
    "stood",
    "truth",
]
