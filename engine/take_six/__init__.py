"""Take Six: 104 cards, four rows, and whoever lays the sixth card takes the other five."""

from engine.game import Game
from engine.take_six.advice import advice, candidates
from engine.take_six.moves import MOVES
from engine.take_six.rules import play
from engine.take_six.state import as_record, opening
from engine.take_six.terms import terms

GAME = Game("take_six", MOVES, terms, opening, play, candidates, advice, as_record)
