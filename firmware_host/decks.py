"""Where learned decks are kept, and how one is found by its name."""

from __future__ import annotations

import re
from pathlib import Path

from firmware_host.errors import UserError
from firmware_host.places import data_folder
from firmware_host.trouble import tell_fault
from firmware_host.words import Words
from vision.deck import Deck, read_deck
from vision.errors import VisionError
from vision.synthetic.own.known import NAME as OWN
from vision.synthetic.own.known import own_deck

SUFFIX = ".deck"
_NAME = re.compile(r"[\w][\w .-]{0,39}")


def deck_file(name: str, words: Words) -> Path:
    """The file of a deck of that name, whether or not it is there."""
    if not _NAME.fullmatch(name):
        raise UserError(words.say("deck.bad_name", deck=name))
    return data_folder() / "decks" / f"{name}{SUFFIX}"


def deck_named(name: str | None, game: str, words: Words) -> Deck | None:
    """The learned deck of that name; it must be one of this game."""
    if name is None:
        return None
    if name == OWN:
        return own_deck(game)
    deck = load_deck(deck_file(name, words), name, words)
    if deck.game != game:
        raise UserError(words.say("deck.other_game", deck=name, game=deck.game))
    return deck


def load_deck(file: Path, name: str, words: Words) -> Deck:
    if not file.exists():
        known = tuple(one.stem for one in deck_files())
        raise UserError(words.say("deck.unknown_of" if known else "deck.unknown", deck=name, decks=known))
    try:
        return read_deck(file)
    except VisionError as error:
        raise UserError(tell_fault(words, error)) from None


def deck_files() -> list[Path]:
    return sorted((data_folder() / "decks").glob(f"*{SUFFIX}"))
