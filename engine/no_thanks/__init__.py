"""No Thanks!: a card nobody wants, and a chip for every seat that says so."""

from engine.game import Game
from engine.no_thanks.advice import advice, candidates
from engine.no_thanks.moves import MOVES
from engine.no_thanks.rules import play
from engine.no_thanks.state import as_record, opening
from engine.no_thanks.terms import terms

GAME = Game("no_thanks", MOVES, terms, opening, play, candidates, advice, as_record)
