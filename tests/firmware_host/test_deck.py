"""`drover deck` as its users meet it: learn from a folder, list, show, and look again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.firmware_host.table_pictures import laid_out, photographed
from tests.firmware_host.test_replay import drover
from vision.deck import BACK, MOST_BYTES, SAMPLE, Deck, read_deck
from vision.errors import VisionError
from vision.learn import name_in
from vision.synthetic.own import own_back, own_cards, own_face
from vision.synthetic.own.known import own_deck

SPECIALS = ("block", "insert", "negate", "move")


def write_cards(folder: Path, names: Sequence[str]) -> Path:
    """Cut-out pictures, as a scanner would give them."""
    folder.mkdir()
    for name in names:
        face = own_back("take_six") if name == BACK else own_face("take_six", name)
        stem = name.zfill(3) if name.isdecimal() else name
        cv2.imwrite(str(folder / f"{stem}.png"), face)
    return folder


def test_files_are_named_after_cards_in_many_ways() -> None:
    assert [
        name_in(stem, "take_six")
        for stem in ("014", "14", "014-2", "14_3", "Block", "back", "take_seven", "take-seven")
    ] == [
        *("14", "14", "14", "14", "block", "back", "take_seven", "take_seven"),
    ]
    assert [name_in(stem, "qwixx_cards") for stem in ("red 7", "red-7", "red_7-2", "joker 12", "neutral-02")] == [
        *("red 7", "red 7", "red 7", "joker 12", "neutral 2"),
    ]
    assert [name_in(stem, "take_six") for stem in ("105", "0", "table", "IMG_0014x", "")] == [None] * 5


def test_a_deck_is_learned_listed_and_shown(tmp_path: Path) -> None:
    folder = write_cards(tmp_path / "cards", (*SPECIALS, "14", "68", "89", BACK))
    data = tmp_path / "data"
    learned = drover("deck", "learn", "mine", folder, data=data)
    assert learned.returncode == 0, learned.stderr.decode()
    assert "8 of 112" in learned.stdout.decode()
    assert "mine" in drover("deck", "list", data=data).stdout.decode()
    assert "Not seen yet: 1, 2, 3" in drover("deck", "show", "mine", data=data).stdout.decode()
    file = tmp_path / "data" / "decks" / "mine.deck"
    assert file.stat().st_size <= MOST_BYTES
    again = drover("deck", "learn", "mine", write_cards(tmp_path / "more", ("27",)), data=data)
    assert "9 of 112" in again.stdout.decode()


def test_a_learned_deck_names_its_special_cards_and_its_back(tmp_path: Path) -> None:
    folder = write_cards(tmp_path / "cards", (*SPECIALS, BACK))
    data = tmp_path / "data"
    assert drover("deck", "learn", "mine", folder, data=data).returncode == 0
    picture = tmp_path / "table.png"
    photographed(laid_out((*SPECIALS, "back", "14", "72")), picture)
    done = drover("look", picture, "--deck", "mine", "--json", data=data)
    (seen,) = [json.loads(line) for line in done.stdout.splitlines()]
    named = {one["card"] for one in seen["cards"]}
    assert len(set(SPECIALS) & named) >= 3  # of four; the other may be a question
    assert named <= {*SPECIALS, "14", "72", None}
    assert sum(one["face"] == "down" for one in seen["cards"]) == 1


def test_a_deck_is_learned_from_a_picture_of_many_cards(tmp_path: Path) -> None:
    """Nobody types anything: what is surely read is learned, the rest is put by to be named."""
    folder = tmp_path / "table"
    folder.mkdir()
    names = ("14", "27", "55", "100", "3", "72", "45", "31", "104", "58", "back", "82", "77", "68")
    photographed(laid_out(names), folder / "all.png")
    data = tmp_path / "data"
    done = drover("deck", "learn", "mine", folder, data=data)
    assert done.returncode == 0, done.stderr.decode()
    deck = read_deck(tmp_path / "data" / "decks" / "mine.deck")
    assert set(deck.cards) <= set(names)
    doubts = list((tmp_path / "data" / "decks").glob("mine doubts/*.png"))
    assert len(deck.cards) + len(doubts) == len(names)
    assert len(deck.cards) >= 10
    whole = own_deck("take_six")
    for name, sample in deck.cards.items():
        upright, turned = (np.abs(way.astype(int) - whole.cards[name]).mean() for way in (sample, sample[::-1, ::-1]))
        assert upright < min(turned, 60) or name == "back"


def test_a_deck_file_is_small_and_comes_back_as_it_was(tmp_path: Path) -> None:
    deck = own_deck("take_six")
    file = tmp_path / "a.deck"
    file.write_bytes(deck.as_bytes())
    assert file.stat().st_size <= MOST_BYTES
    back = read_deck(file)
    assert (back.name, back.game, set(back.cards)) == (deck.name, deck.game, set(deck.cards))
    assert back.missing == ()
    assert all(picture.shape == (SAMPLE[1], SAMPLE[0], 3) for picture in back.cards.values())
    assert deck.as_bytes() == deck.as_bytes()


@pytest.mark.parametrize("data", [b"", b"rubbish", b"PK\x05\x06" + bytes(18)])
def test_a_file_that_is_no_deck_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "decks" / "a.deck"
    file.parent.mkdir()
    file.write_bytes(data)
    with pytest.raises(VisionError, match="deck_unreadable"):
        read_deck(file)
    done = drover("deck", "show", "a", data=tmp_path)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_what_cannot_be_learned_is_said_in_one_line(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    data = tmp_path / "data"
    for arguments in (
        ("learn", "x", tmp_path / "missing"),
        ("learn", "x", empty),
        ("learn", "x"),
        ("learn", "../x", empty),
        ("learn", "x", empty, "--game", "poker"),
        ("show", "x"),
    ):
        done = drover("deck", *arguments, data=data)
        assert (done.returncode, done.stdout) == (2, b""), arguments
        assert done.stderr.count(b"\n") == 1
    assert drover("deck", "list", data=data).returncode == 0
    assert not (tmp_path / "data" / "decks").exists()


def test_a_bad_picture_does_not_keep_the_others_from_being_learned(tmp_path: Path) -> None:
    folder = write_cards(tmp_path / "cards", ("14", "27"))
    (folder / "31.png").write_bytes(b"no picture")
    cv2.imwrite(str(folder / "45.png"), np.full((400, 900, 3), 90, np.uint8))
    done = drover("deck", "learn", "mine", folder, data=tmp_path)
    assert done.returncode == 1
    assert {line.split(b" ")[0].rsplit(b"/", 1)[1] for line in done.stderr.splitlines()} == {b"31.png", b"45.png"}
    assert set(read_deck(tmp_path / "decks" / "mine.deck").cards) == {"14", "27"}


def test_a_deck_belongs_to_its_game() -> None:
    deck = Deck("a", "no_thanks", {})
    assert "3" in deck.missing
    assert "104" not in deck.missing
    assert set(own_cards("no_thanks")) == set(deck.missing) - {BACK}
