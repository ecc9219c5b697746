"""`drover deck`: learn what a deck looks like, show it, list the learned ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import cv2

from firmware_host.decks import deck_file, deck_files, load_deck
from firmware_host.errors import UserError
from firmware_host.places import data_folder
from firmware_host.trouble import tell_fault, unwritable, write_file
from firmware_host.words import Said, Words
from vision.cameras import CameraLost, NoPicture, open_camera
from vision.cards import GAMES, names_of
from vision.deck import Deck, read_deck
from vision.errors import VisionError
from vision.eyes import Eyes
from vision.frame import Picture
from vision.learn import Doubt, Lesson, learn_pictures, learn_single, name_in
from vision.pictures import SUFFIXES, read_picture
from vision.synthetic.own import deck_list, own_deck_pdf

CAMERAS = ("pi", "/dev/video0")
"""Where `--camera` looks for one, in this order."""

STALE = 5
"""So many pictures may wait in a camera from before the cards were laid."""


def learn(name: str, folder: str | None, game: str, camera: bool, words: Words) -> int:
    """Teach the deck of that name, from a folder or at the table; what it knew already it keeps."""
    if game not in GAMES:
        raise UserError(words.say("look.game_unknown", game=game, games=GAMES))
    if (folder is None) is not camera:
        raise UserError(words.say("deck.folder_or_camera"))
    file = deck_file(name, words)
    deck = load_deck(file, name, words) if file.exists() else Deck(name, game, {})
    if deck.game != game:
        raise UserError(words.say("deck.other_game", deck=name, game=deck.game))
    if folder is not None:
        return _learn_folder(deck, Path(folder), file, words)
    return _learn_at_table(deck, file, words)


def _learn_folder(deck: Deck, folder: Path, file: Path, words: Words) -> int:
    if not folder.is_dir():
        raise UserError(words.say("deck.no_folder", folder=str(folder)))
    pictures = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not pictures:
        raise UserError(words.say("deck.no_pictures", folder=str(folder)))
    # What has a name comes first: it helps to read what has none.
    named = [(path, card) for path in pictures if (card := name_in(path.stem, deck.game)) is not None]
    code = 0
    eyes = Eyes(deck.game)
    for path, card in named:
        try:
            deck = learn_single(deck, card, read_picture(path), eyes)
        except VisionError as error:
            code = _complain(path, error, words)
    unnamed = sorted(set(pictures) - {path for path, _ in named})
    unreadable: dict[Path, VisionError] = {}
    lesson = learn_pictures(deck, partial(_read_all, unnamed, unreadable))
    for path, why in unreadable.items():
        code = _complain(path, why, words)
    return max(code, _finish(lesson, file, words))


def _read_all(paths: Sequence[Path], unreadable: dict[Path, VisionError]) -> Iterator[Picture]:
    """The pictures, one after the other; of those that can't be read it is noted why."""
    for path in paths:
        try:
            yield read_picture(path)
        except VisionError as error:
            unreadable[path] = error


def _complain(path: Path, error: VisionError, words: Words) -> int:
    print(tell_fault(words, error, file=str(path)), file=sys.stderr)
    return 1


def _learn_at_table(deck: Deck, file: Path, words: Words) -> int:
    """Cards are laid out, a line is entered, they are learned; an empty table ends it."""
    lesson, asked = Lesson.of(deck), set[int]()
    for picture in _pictures_on_demand(words):
        lesson = lesson.with_picture(picture)
        # An answer may settle other doubts.
        while (number := next((one for one in lesson.doubts if one not in asked), None)) is not None:
            asked.add(number)
            answer = _asked(lesson.doubts[number], deck.game, words)
            lesson = lesson.with_name(number, answer) if answer is not None else lesson
        print(words.say("deck.so_far", cards=len(lesson.deck.cards), missing=len(lesson.deck.missing)))
    return _finish(lesson, file, words)


def _asked(doubt: Doubt, game: str, words: Words) -> str | None:
    maybe = Said(", ".join(words.card(name) for name in doubt.maybe) or "?")
    return name_in(_line(words.say("deck.which", maybe=maybe)) or "", game)


def _pictures_on_demand(words: Words) -> Iterator[Picture]:
    for address in CAMERAS:
        try:
            camera = open_camera(address)
            break
        except (CameraLost, NoPicture):
            continue
    else:
        raise UserError(words.say("deck.no_camera"))
    try:
        while _line(words.say("deck.lay_out")) is not None:
            for _ in range(STALE):
                camera.read()
            yield camera.read().picture
    finally:
        camera.close()


def _line(question: str) -> str | None:
    """What was typed, or None at the end of input or for `q`."""
    try:
        answer = input(question + " ").strip()
    except EOFError:
        return None
    return None if answer.lower() == "q" else answer


def _finish(lesson: Lesson, file: Path, words: Words) -> int:
    deck, doubts = lesson.deck, list(lesson.doubts.values())
    if not deck.cards:
        raise UserError(words.say("deck.nothing", deck=deck.name))
    try:
        data = deck.as_bytes()
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        new.write_bytes(data)
        new.replace(file)
    except OSError as error:
        raise unwritable(str(file), error, words) from None
    print(_summary(deck, len(data), words))
    if doubts:
        folder = _write_doubts(deck.name, doubts)
        print(words.say("deck.doubts", count=len(doubts), folder=str(folder), deck=deck.name))
    return 0


def _write_doubts(name: str, doubts: list[Doubt]) -> Path:
    """The doubtful cards as pictures, for somebody to name after what they are."""
    folder = data_folder() / "decks" / f"{name} doubts"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("doubt *.png"):
        old.unlink()
    for at, doubt in enumerate(doubts, 1):
        maybe = " or ".join(doubt.maybe[:3])
        data = cv2.imencode(".png", doubt.shown.sample)[1].tobytes()
        (folder / f"doubt {at:03} {maybe}.png".replace(" .", ".")).write_bytes(data)
    return folder


def _summary(deck: Deck, size: int, words: Words) -> str:
    everything = len(names_of(deck.game)) + 1
    line = words.say("deck.learned", deck=deck.name, cards=len(deck.cards), all=everything, kilobytes=-(-size // 1000))
    if not deck.missing:
        return line
    missing = ", ".join(words.card(name) for name in deck.missing[:12]) + (", …" if len(deck.missing) > 12 else "")
    return line + "\n" + words.say("deck.missing", missing=Said(missing))


def print_own(game: str, out: str, words: Words) -> int:
    """Write drover's own deck for printing."""
    if game not in GAMES:
        raise UserError(words.say("look.game_unknown", game=game, games=GAMES))
    write_file(out, own_deck_pdf(game), words)
    print(words.say("deck.printed", file=out, cards=len(deck_list(game))))
    return 0


def show(name: str, words: Words) -> int:
    """Say which cards the deck knows."""
    file = deck_file(name, words)
    print(_summary(load_deck(file, name, words), file.stat().st_size, words))
    return 0


def list_all(words: Words) -> int:
    """One line a deck."""
    files = deck_files()
    if not files:
        print(words.say("deck.none"))
    code = 0
    for file in files:
        try:
            deck = read_deck(file)
        except VisionError as error:
            code = _complain(file, error, words)
            continue
        print(words.say("deck.line", deck=deck.name, game=deck.game, cards=len(deck.cards)))
    return code
