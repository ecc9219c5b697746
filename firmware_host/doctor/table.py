"""The table itself: configuration, camera, lens, lights, bar, deck, page. Where it runs, it is asked how it does."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware_host.config import Config
from firmware_host.cueing import tell_part
from firmware_host.doctor.lines import SAID, Line, Verdict, fault, ok, warning
from firmware_host.errors import UserError
from firmware_host.snapshot import Snapshot
from firmware_host.trouble import tell_fault
from firmware_host.words import Said, Words
from hardware.keeper import Fault
from vision.errors import VisionError

PAGE_WAITS_S = 3.0
BENT_MM, TOO_BENT_MM = 2.0, 5.0
"""How far off a place may be before cards are taken for those of the next."""

FRAMES = 15
LEVELS = {"good": Verdict.OK, "poor": Verdict.WARNING, "bad": Verdict.FAULT}


@dataclass(frozen=True)
class Table:
    """What is asked about, and what the running table said of itself, if one runs."""

    config: Config
    words: Words
    running: Snapshot | None = None
    url: str | None = None
    devices: Path = Path("/dev")


def table_lines(table: Table) -> Iterator[Line]:
    yield from _service(table)
    yield from _camera(table)
    yield from _hands(table)
    yield from _reader(table)
    yield from _page(table)


def _service(table: Table) -> Iterator[Line]:
    if table.running is None:
        yield ok("table", "doctor.table_idle")
    elif troubles := _texts(table.running.get("troubles")):
        parts = Said(", ".join(_trouble(table.words, part) for part in troubles))
        yield fault("table", "doctor.table_troubled", parts=parts)
    else:
        yield ok("table", "doctor.table_playing" if table.running.get("playing") else "doctor.table_ready")


def _trouble(words: Words, part: str) -> str:
    key = f"status.part.{part}"
    return words.say(key) if key in words else part


def _texts(found: object) -> list[str]:
    return [str(one) for one in found] if isinstance(found, list) else []


def _camera(table: Table) -> Iterator[Line]:
    if table.running is None:
        yield from _camera_itself(table)
        return
    said = table.running.get("camera")
    if not isinstance(said, Mapping):
        return
    error = said.get("error")
    if isinstance(error, Mapping) and said.get("state") != "live":
        facts = {name: value for name, value in error.items() if name != "reason"}
        why = tell_fault(table.words, VisionError(str(error["reason"]), **facts))
        yield fault("camera", "doctor.camera_lost", file=said["address"], why=Said(why))
        return
    if said.get("state") != "live":
        # It is opened anew; pictures that came before say nothing of now.
        yield _found(str(said["address"]), 0)
        return
    yield _found(str(said["address"]), int(said["frames"]))
    yield from _seen(table.words, [(kind, level, facts) for kind, level, facts in said["findings"]], said["error_mm"])


def _found(address: str, frames: int) -> Line:
    if address == "simulated":
        return warning("camera", "doctor.camera_simulated")
    if frames == 0:
        return fault("camera", "doctor.camera_silent", file=address)
    return ok("camera", "doctor.camera", file=address, count=frames)


def _seen(words: Words, findings: Sequence[tuple[str, str, Mapping[str, object]]], error: object) -> Iterator[Line]:
    """Light, focus, markers; then the lens, by how well the markers fit."""
    for kind, level, facts in findings:
        told = words.say_of(f"screen.setup.camera.{kind}", facts.__getitem__)
        yield Line("picture", LEVELS[level], SAID, {"what": Said(told)})
    if isinstance(error, (int, float)):
        facts = {"millimetres": f"{error:.1f}"}
        if error > BENT_MM:
            yield (fault if error > TOO_BENT_MM else warning)("lens", "doctor.lens_bent", **facts)
        else:
            yield ok("lens", "doctor.lens", **facts)
    else:
        yield warning("lens", "doctor.lens_unknown")


def _camera_itself(table: Table) -> Iterator[Line]:
    """Opened here and now: nobody else has it."""
    from firmware_host.mats import mat_for
    from firmware_host.run_command import camera_for
    from firmware_host.web.setup_camera import Finding, Sees, judge
    from vision.cameras import camera_at
    from vision.mat.pose import locate

    play, address = table.config.table, camera_for(table.config.camera, False)
    frames, memory, error = 0, None, None
    findings: tuple[Finding, ...] = ()
    try:
        mat = mat_for(play.mat or None, play.game, play.places, play.variant, table.words)
        with camera_at(address) as camera:
            frame = camera.read()
            for _ in range(FRAMES):
                frames += 1
                pose = locate(frame.picture, mat) if frames == FRAMES else None
                findings, memory = judge(frame, Sees(mat, pose), memory)
                frame = camera.read()
            error = None if pose is None else pose.error_mm
    except VisionError as lost:
        why = tell_fault(table.words, lost)
        yield fault("camera", "doctor.camera_lost", file=address, why=Said(why))
        return
    except UserError as error_said:
        yield fault("camera", SAID, what=Said(str(error_said)))
        return
    yield _found(address, frames)
    yield from _seen(table.words, [(one.kind, one.level, one.facts) for one in findings], error)


def _hands(table: Table) -> Iterator[Line]:
    if table.running is None:
        yield from _hands_themselves(table)
        return
    parts = table.running.get("parts")
    for part, trouble in parts.items() if isinstance(parts, Mapping) else ():
        yield _part(table, part, trouble)
    bar = table.running.get("bar")
    if isinstance(bar, Mapping):
        yield ok("bar", "doctor.bar", firmware=bar["firmware"], rows=bar["rows"], seats=bar["seats"])


def _part(table: Table, part: str, trouble: object) -> Line:
    name = Said(table.words.say(f"part_name.{part}") if f"part_name.{part}" in table.words else part)
    if not isinstance(trouble, Mapping):
        return ok(part, "doctor.part", part=name)
    if not trouble.get("reason"):
        # It was only looked for.
        return ok(part, "doctor.part_absent", part=name)
    facts = tuple((key, value) for key, value in trouble.items() if key != "reason")
    return fault(part, SAID, what=Said(tell_part(table.words, Fault(part, str(trouble["reason"]), facts))))


def _hands_themselves(table: Table) -> Iterator[Line]:
    """What is connected, without lighting anything."""
    from firmware_host.hands_command import line_of
    from hardware.connect import found

    there = list(found(table.devices))
    config = table.config
    for one in there:
        bad = one.kind in ("gpio", "bar") and (not one.facts or "trouble" in dict(one.facts))
        about = one.kind if one.kind in ("gpio", "bar") else "bus"
        yield Line(about, Verdict.WARNING if bad else Verdict.OK, SAID, {"what": Said(line_of(one, table.words))})
    kinds = {one.kind for one in there if "trouble" not in dict(one.facts)}
    if config.wiring.gpio is not None and "gpio" not in kinds:
        yield fault("gpio", "doctor.no_pins")
    if "display" in config.said and config.wiring.display is not None and not kinds & {"oled", "lcd", "spi"}:
        yield fault("display", "doctor.no_display")
    if "bar" in config.said and config.wiring.bar is not None and "bar" not in kinds:
        yield fault("bar", "doctor.no_bar")
    if not kinds & {"oled", "lcd", "bar"} and config.wiring.gpio is None:
        yield warning("hands", "doctor.hands_simulated")


def _reader(table: Table) -> Iterator[Line]:
    """The networks that read cards, and the deck."""
    from firmware_host.decks import deck_named
    from vision.eyes import Eyes

    play = table.config.table
    try:
        deck = deck_named(play.deck or None, play.game, table.words)
        Eyes(play.game, deck)
    except UserError as error:
        yield fault("deck", SAID, what=Said(str(error)))
        return
    except VisionError as error:
        yield fault("model", SAID, what=Said(tell_fault(table.words, error)))
        return
    yield ok("model", "doctor.model")
    if play.deck:
        yield ok("deck", "doctor.deck", deck=play.deck)
    else:
        yield ok("deck", "doctor.deck_any")


def _page(table: Table) -> Iterator[Line]:
    if not table.config.web.there:
        yield ok("page", "doctor.page_off")
        return
    if table.running is None or table.url is None:
        yield ok("page", "doctor.page_idle")
        return
    with suppress(OSError, ValueError), urllib.request.urlopen(table.url, timeout=PAGE_WAITS_S) as answer:  # noqa: S310
        if answer.status == 200:
            yield ok("page", "doctor.page", url=table.url)
            return
    yield fault("page", "doctor.page_silent", url=table.url)
