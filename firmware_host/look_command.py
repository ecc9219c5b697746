"""`drover look`: what lies on single pictures, with no history and no rules."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from firmware_host.decks import deck_named
from firmware_host.errors import UserError
from firmware_host.mats import mat_in
from firmware_host.trouble import tell_fault, unwritable, write_file
from firmware_host.words import Said, Words
from vision.cards import GAMES
from vision.chips import ChipCount, count_chips
from vision.drawing import drawn_on
from vision.errors import VisionError
from vision.eyes import Eyes
from vision.frame import Picture
from vision.mat.model import Mat
from vision.mat.pose import Pose, locate
from vision.pictures import read_picture
from vision.sighting import Sighting

WITH_CHIPS = "no_thanks"


@dataclass(frozen=True)
class Looking:
    """What somebody wants to be looked at, and how."""

    pictures: tuple[str, ...]
    game: str = "take_six"
    deck: str | None = None
    mat: str | None = None
    as_data: bool = False
    draw: str | None = None


@dataclass(frozen=True, eq=False)
class Seen:
    """One picture and what lies on it."""

    name: str
    picture: Picture
    milliseconds: float
    pose: Pose | None
    sightings: tuple[Sighting, ...]
    chips: tuple[ChipCount | None, ...]
    """What lies on each open card, where the game has chips."""


def look(wish: Looking, words: Words) -> int:
    """Look at each picture; those that can't be read are said on standard error and make the result 1."""
    if wish.game not in GAMES:
        raise UserError(words.say("look.game_unknown", game=wish.game, games=GAMES))
    mat = None if wish.mat is None else mat_in(wish.mat, words)
    eyes = Eyes(wish.game, deck=deck_named(wish.deck, wish.game, words))
    code = 0
    for name in wish.pictures:
        try:
            seen = _seen(name, eyes, mat)
        except VisionError as error:
            print(tell_fault(words, error), file=sys.stderr)
            code = 1
            continue
        print(json.dumps(as_json(seen, mat is not None)) if wish.as_data else _table(seen, words))
        if wish.draw is not None:
            _draw(seen, _drawn_name(wish, name), words)
    return code


def _seen(name: str, eyes: Eyes, mat: Mat | None) -> Seen:
    picture = read_picture(Path(name))
    start = time.perf_counter()
    pose = locate(picture, mat) if mat is not None else None
    readings = eyes.look(picture, places=[] if mat is None or pose is None else pose.slots(mat))
    if mat is not None and pose is not None:
        readings = [reading for reading in readings if pose.is_as_large_as_a_card(mat, reading.quad)]
    sightings = tuple(eyes.conclude(readings))
    if mat is not None and pose is not None:
        sightings = tuple(replace(one, zone=pose.zone_of(mat, one.quad)) for one in sightings)
    counts = tuple(
        count_chips(picture, one.quad) if eyes.game == WITH_CHIPS and one.face == "up" else None for one in sightings
    )
    return Seen(name, picture, (time.perf_counter() - start) * 1000, pose, sightings, counts)


def as_json(seen: Seen, with_mat: bool = False) -> dict[str, object]:
    """What lies on the picture, in the fixed format."""
    height, width = seen.picture.shape[:2]
    mat: dict[str, object] | None = {"error_mm": None, "markers": []} if with_mat else None
    if seen.pose is not None:
        mat = {"error_mm": round(seen.pose.error_mm, 2), "markers": sorted(seen.pose.markers)}
    cards = [_card(*one) for one in zip(seen.sightings, seen.chips, strict=True)]
    size = [width, height]
    return {"picture": seen.name, "size": size, "ms": round(seen.milliseconds, 1), "mat": mat, "cards": cards}


def _card(sighting: Sighting, chips: ChipCount | None) -> dict[str, object]:
    counted = {"chips": {"count": chips.count, "confidence": round(chips.confidence, 5)}} if chips is not None else {}
    return {
        "face": sighting.face,
        "card": sighting.card,
        "confidence": round(sighting.confidence, 5),
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in sighting.quad],
        "zone": sighting.zone,
        "alternatives": [[name, round(chance, 5)] for name, chance in sighting.alternatives],
        **counted,
    }


def _table(seen: Seen, words: Words) -> str:
    height, width = seen.picture.shape[:2]
    lines = [words.say("look.picture", file=seen.name, cards=len(seen.sightings), width=width, height=height)]
    for sighting, chips in zip(seen.sightings, seen.chips, strict=True):
        x, y = (round(float(value)) for value in sighting.quad.mean(0))
        where = sighting.zone or f"{x}, {y}"
        counted = "" if chips is None or not chips.count else "  " + words.say("look.chips", chips=chips.count)
        lines.append(f"  {_told(sighting, words):<34} {where}{counted}")
    return "\n".join(lines)


def _told(sighting: Sighting, words: Words) -> str:
    if sighting.face == "down":
        return words.say("look.face_down")
    if sighting.card is not None:
        return words.say("look.card", card=Said(words.card(sighting.card)), percent=_percent(sighting.confidence))
    maybe = [f"{words.card(name)} ({_percent(chance)} %)" for name, chance in sighting.alternatives[:3]]
    return words.say("look.unsure", maybe=Said(", ".join(maybe))) if maybe else words.say("look.unread")


def _percent(chance: float) -> Said:
    return Said(f"{chance * 100:.1f}")


def _drawn_name(wish: Looking, name: str) -> Path:
    """Where the drawn picture goes; each of several gets its own name."""
    assert wish.draw is not None
    out = Path(wish.draw)
    return out if len(wish.pictures) == 1 else out.with_name(f"{out.stem}-{Path(name).stem}{out.suffix}")


def _draw(seen: Seen, out: Path, words: Words) -> None:
    try:
        good, data = cv2.imencode(out.suffix or ".png", drawn_on(seen.picture, seen.sightings))
    except cv2.error as error:
        raise unwritable(str(out), error, words) from None
    if not good:
        raise unwritable(str(out), OSError(f"no picture format {out.suffix}"), words)
    write_file(str(out), data.tobytes(), words)
