"""The Qwixx card game: cross as many numbers as you can, always from left to right."""

from engine.game import Game
from engine.qwixx_cards.advice import advice, candidates
from engine.qwixx_cards.moves import MOVES
from engine.qwixx_cards.rules import play
from engine.qwixx_cards.state import as_record, opening
from engine.qwixx_cards.terms import terms

GAME = Game("qwixx_cards", MOVES, terms, opening, play, candidates, advice, as_record)
