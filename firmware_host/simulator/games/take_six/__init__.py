"""How people play Take Six at a table."""

from firmware_host.simulator.games.take_six.evening import play
from firmware_host.simulator.games.take_six.lying import disagreements

__all__ = ["disagreements", "play"]
