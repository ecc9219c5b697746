"""What is asked of a table in the guest: its pins, its service, its journal."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

from tests.vm.machine import Machine, Wrong
from tests.vm.table import Light

ROWS = (17, 27, 22, 23)
SEATS = (5, 6)
STATUS = 26
_WATCHING = Path(__file__).with_name("watching.py").read_text(encoding="utf-8")
_PATIENCE_S = 300.0
"""Of the guest's own time."""

CONFIG = """\
[table]
game = "take_six"
seats = 2
deck = "drover"
[camera]
address = "/dev/video0"
[gpio]
rows = [17, 27, 22, 23]
seats = [5, 6]
status = 26
lights = "plain"
[display]
there = false
[bar]
port = "/dev/ttyUSB0"
[update]
keys = ["{key}"]
"""

# The service may see no processes but its own, and its /proc is a new one: there the Pi's revision is put in again.
DROP_IN = "[Service]\nBindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo\n"


def configure(machine: Machine, key: str) -> None:
    put(machine, "/var/lib/drover/drover.toml", CONFIG.format(key=key))
    put(machine, "/etc/systemd/system/drover.service.d/rig.conf", DROP_IN)
    machine.do("chown drover: /var/lib/drover/drover.toml; systemctl daemon-reload")


def put(machine: Machine, file: str, text: str) -> None:
    machine.do(f"mkdir -p {Path(file).parent}; cat > {file} <<'THE_END'\n{text}THE_END\nsync")


def until_ready(machine: Machine) -> float:
    machine.do("until systemctl --quiet is-active drover; do sleep 1; done")
    return machine.time()


def pins(machine: Machine, wanted: Sequence[int]) -> list[list[int]]:
    """What the chip has on these pins, several times in a row."""
    seen: list[list[int]] = json.loads(_asked(machine, "pins", list(wanted)))
    return seen


def until_lit(machine: Machine, light: Light) -> float:
    """How long it took until the chip had that row's line on as it should be, and no other."""
    return _until(machine, "lit", [ROWS, light.row, light.takes])


def entries(machine: Machine, kind: str) -> list[dict[str, object]]:
    """What the journal has of a kind, read beside the running service."""
    found: list[dict[str, object]] = json.loads(_asked(machine, "entries", kind))
    return found


def lines(machine: Machine) -> list[dict[str, object]]:
    return entries(machine, "line")


def until_written(machine: Machine, count: int) -> float:
    return _until(machine, "written", count)


def faults(machine: Machine, part: str) -> int:
    """How often that part was missed so far."""
    return sum(one["part"] == part and bool(one["reason"]) for one in entries(machine, "fault"))


def until_fault(machine: Machine, part: str, before: int) -> float:
    """How long it took until that part was missed once more than before."""
    return _until(machine, "fault", [part, before])


def _until(machine: Machine, what: str, wish: object) -> float:
    began = machine.time()
    return float(_asked(machine, what, wish, _PATIENCE_S)) - began


def _asked(machine: Machine, what: str, wish: object, *more: object) -> str:
    told = " ".join(shlex.quote(str(one)) for one in (what, json.dumps(wish), *more))
    answer = machine.run(f"python3 - {told} <<'THE_END'\n{_WATCHING}THE_END\n")
    if answer.code:
        raise Wrong(f"waited in vain: {told}\n{answer.err[-2000:]}")
    return answer.out.strip()


def what_is_wrong(machine: Machine) -> str:
    return machine.run("systemctl status drover --no-pager -n 25; tail -c 500 /proc/loadavg").out


def memory(machine: Machine) -> str:
    return machine.do("systemctl show -p MemoryCurrent -p NRestarts --value drover.service | tr '\\n' ' '")
