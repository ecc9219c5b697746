"""The rules of the games, and matches that are played by them. Pure: values in, values out."""

from engine.errors import BadHeader, EngineError, IllegalMove
from engine.game import Advice
from engine.match import Amend, Header, Match, Undo

__all__ = ["Advice", "Amend", "BadHeader", "EngineError", "Header", "IllegalMove", "Match", "Undo"]
