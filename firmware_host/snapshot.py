"""How the running table does, in a file for whoever asks: only the one who holds camera and bar can say."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, is_dataclass
from pathlib import Path

from firmware_host.service import Service
from firmware_host.web.setup_camera import Sees, judge
from hardware.hands import Hands
from vision.cameras.clock import monotonic_ms
from vision.cameras.newest import Newest

FILE = Path("/run/drover/health.json")
EVERY_MS = 5000
FRESH_MS = 20_000
READABLE = 0o644
"""There is nothing in it that not everybody at the table sees."""

Snapshot = Mapping[str, object]


def taken(camera: Newest, service: Service, hands: Hands, address: str, now: int) -> Snapshot:
    """What there is to say now."""
    status, counts, frame = camera.status, camera.counts, camera.newest()
    watcher = service.programme.watcher
    pose, mat = watcher.pose, watcher.mat
    findings = () if frame is None else judge(frame, Sees(mat, pose))[0]
    faults = {fault.part: {"reason": fault.reason, **dict(fault.facts)} for fault in hands.faults}
    match = service.programme.situation.match
    return {
        "ms": now,
        "camera": {
            "address": address,
            "state": str(status.state),
            "error": None if status.error is None else {"reason": status.error.reason, **status.error.facts},
            "frames": counts.used,
            "generation": status.generation,
            "findings": [[one.kind, one.level, one.facts] for one in findings],
            "error_mm": None if pose is None else pose.error_mm,
        },
        "parts": {
            keeper.name: faults.get(keeper.name, None if keeper.has is not None else {"reason": ""})
            for keeper in hands.keepers
        },
        "bar": _bar(hands),
        "troubles": list(service.programme.situation.troubles),
        "playing": match is not None and match.state.phase != "over",
    }


def _bar(hands: Hands) -> object:
    for keeper in hands.keepers:
        identity = keeper.identity
        if is_dataclass(identity) and not isinstance(identity, type):
            return asdict(identity)
    return None


class Kept:
    """Writes one every few seconds, where systemd has given a folder for that."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
        self._file = Path(folder) / FILE.name if folder else None
        self._at = 0
        self._wrong: object = None

    def due(self, now: int, wrong: object = None) -> bool:
        """Every few seconds, and at once where something else is wrong than the last time."""
        changed, self._wrong = wrong != self._wrong, wrong
        return self._file is not None and (changed or not self._at or now - self._at >= EVERY_MS)

    def write(self, snapshot: Snapshot, now: int) -> None:
        """At no instant half."""
        self._at = now
        if self._file is not None:
            with suppress(OSError):
                fresh = self._file.with_name(f".{self._file.name}.new")
                fresh.write_text(json.dumps(snapshot, default=str), encoding="utf-8")
                fresh.chmod(READABLE)
                fresh.replace(self._file)


def read(file: Path = FILE) -> Snapshot | None:
    """What the running table says of itself; None where none runs, or it says nothing any more."""
    with suppress(OSError, ValueError):
        said = json.loads(file.read_text(encoding="utf-8"))
        # Both clocks are the machine's own, which is never set.
        if isinstance(said, dict) and 0 <= monotonic_ms() - said["ms"] < FRESH_MS:
            return said
    return None
