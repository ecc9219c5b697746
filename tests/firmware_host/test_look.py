"""`drover look` as its users meet it: the real command, on pictures and on anything else."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.firmware_host.table_pictures import card, laid_out, photographed, small_mat
from tests.firmware_host.test_replay import drover
from vision.mat.file import as_json
from vision.synthetic.bench import corner_error
from vision.synthetic.table import Table

NAMES = ("14", "27", "55", "100", "3", "back", "72", "45", "31", "104", "58", "back", "82", "77")


def looked(*arguments: str | Path, code: int = 0) -> list[dict[str, object]]:
    done = drover("look", "--json", *arguments)
    assert done.returncode == code, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def table_picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("look") / "table.png"
    photographed(laid_out(NAMES), file)
    return file


def test_every_card_on_a_table_is_found_and_read(table_picture: Path) -> None:
    (seen,) = looked(table_picture)
    assert (seen["size"], seen["mat"]) == ([2304, 1296], None)
    assert isinstance(seen["ms"], float)
    cards = seen["cards"]
    assert isinstance(cards, list)
    assert len(cards) == len(NAMES)
    assert sum(card["face"] == "down" for card in cards) == NAMES.count("back")
    named = sorted(card["card"] for card in cards if card["card"] is not None)
    assert set(named) <= set(NAMES)
    assert len(named) >= 10


def test_quads_are_the_cards_own_corners_as_one_reads_them(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    truth = {one.lying.card.name: one.quad for one in photographed(laid_out(("14", "27", "55", "72")), file)}
    (seen,) = looked(file)
    for found in seen["cards"]:  # type: ignore[attr-defined]
        assert set(found) >= {"face", "card", "confidence", "quad", "zone", "alternatives"}
        if found["card"] is not None:
            assert corner_error(np.array(found["quad"]), truth[found["card"]]) < 0.02
            assert np.linalg.norm(np.array(found["quad"])[0] - truth[found["card"]][0]) < 20


def test_with_a_mat_each_card_has_its_zone(tmp_path: Path) -> None:
    mat = small_mat()
    table = Table(mat=mat).with_card(card("14"), "row/1").with_card(card("72"), "row/3").with_card(card("55"), "seat/2")
    file, plan_file = tmp_path / "a.png", tmp_path / "mat.json"
    photographed(table, file)
    plan_file.write_text(json.dumps(as_json(mat)))
    (seen,) = looked(file, "--mat", plan_file)
    told = seen["mat"]
    assert isinstance(told, dict)
    assert told["error_mm"] < 2
    assert len(told["markers"]) >= 6
    zones = {one["card"]: one["zone"] for one in seen["cards"]}  # type: ignore[attr-defined]
    expected = {"14": "row/1", "72": "row/3", "55": "seat/2"}
    assert {name: zone for name, zone in zones.items() if name is not None}.items() <= expected.items()
    assert set(zones.values()) == set(expected.values())


def test_a_mat_that_is_not_in_the_picture_gives_no_zones(table_picture: Path, tmp_path: Path) -> None:
    plan_file = tmp_path / "mat.json"
    plan_file.write_text(json.dumps(as_json(small_mat())))
    (seen,) = looked(table_picture, "--mat", plan_file)
    assert seen["mat"] == {"error_mm": None, "markers": []}
    assert all(one["zone"] is None for one in seen["cards"])  # type: ignore[attr-defined]


def test_the_table_that_people_read(table_picture: Path, tmp_path: Path) -> None:
    out = tmp_path / "drawn.png"
    done = drover("look", table_picture, "--draw", out, "--language", "de")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert f"{len(NAMES)} Karten" in lines[0]
    assert len(lines) == 1 + len(NAMES)
    assert sum("verdeckt" in line for line in lines) == NAMES.count("back")
    before, after = cv2.imread(str(table_picture)), cv2.imread(str(out))
    assert after.shape == before.shape
    assert 0.001 < float(np.any(before != after, axis=2).mean()) < 0.2


def test_files_that_are_no_pictures_are_said_and_the_others_are_read(table_picture: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.png"
    torn.write_bytes(table_picture.read_bytes()[:40_000])
    empty = tmp_path / "empty.jpg"
    empty.touch()
    text = tmp_path / "text.png"
    text.write_text("hello")
    done = drover("look", "--json", tmp_path / "missing.png", torn, table_picture, empty, text)
    assert done.returncode == 1
    assert [json.loads(line)["picture"] for line in done.stdout.splitlines()] == [str(table_picture)]
    said = done.stderr.decode().splitlines()
    assert [line.split(" ")[0].rsplit("/", 1)[1] for line in said] == [
        "missing.png",
        "torn.png",
        "empty.jpg",
        "text.png",
    ]


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (40, 900), (640, 480), (1296, 2304)])
def test_pictures_of_any_size_are_looked_at(size: tuple[int, int], tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    cv2.imwrite(str(file), np.full((size[1], size[0], 3), 90, np.uint8))
    (seen,) = looked(file)
    assert (seen["size"], seen["cards"]) == (list(size), [])


def test_a_picture_on_its_side_shows_the_same_cards(table_picture: Path, tmp_path: Path) -> None:
    file = tmp_path / "side.png"
    cv2.imwrite(str(file), cv2.rotate(cv2.imread(str(table_picture)), cv2.ROTATE_90_CLOCKWISE))
    straight, side = looked(table_picture, file)
    assert len(side["cards"]) == len(straight["cards"])  # type: ignore[arg-type]


def test_an_unknown_game_or_deck_is_one_line(table_picture: Path, tmp_path: Path) -> None:
    for arguments in (("--game", "poker"), ("--deck", "nothing"), ("--mat", tmp_path / "no.json")):
        done = drover("look", table_picture, *arguments, data=tmp_path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
