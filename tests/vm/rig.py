"""What is asked of a table in the guest: its pins, its service, its journal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tests.vm.machine import Machine
from tests.vm.table import Light

ROWS = (17, 27, 22, 23)
SEATS = (5, 6)
STATUS = 26
_CHIP = "/sys/devices/platform/gpio-sim.0/gpiochip0"
_JOURNAL = "/var/lib/drover/journal/journal.db"

_READ = """\
import json, sqlite3, sys
journal = sqlite3.connect('file:' + sys.argv[1] + '?mode=ro', uri=True)
rows = journal.execute('SELECT body FROM entries WHERE kind = ? ORDER BY seq', sys.argv[2:])
print(json.dumps([json.loads(row[0]) for row in rows]))
"""

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
    machine.wait("the service", lambda: machine.run("systemctl is-active drover").out.strip() == "active")
    return machine.time()


def pins(machine: Machine, wanted: Sequence[int], times: int = 8) -> list[tuple[int, ...]]:
    """What the chip has on these pins, several times in a row."""
    files = " ".join(f"{_CHIP}/sim_gpio{pin}/value" for pin in wanted)
    said = machine.do(f"for i in $(seq {times}); do cat {files} | tr '\\n' ' '; echo; sleep 0.15; done")
    return [tuple(map(int, line.split())) for line in said.splitlines()]


def lit_row(machine: Machine) -> Light | None:
    """The only row whose light is on, steadily or by turns."""
    seen = pins(machine, ROWS)
    on = [row for row in range(1, 5) if any(one[row - 1] for one in seen)]
    return Light(on[0], takes=not all(one[on[0] - 1] for one in seen)) if len(on) == 1 else None


def until_lit(machine: Machine, light: Light) -> float:
    """How long it took until the chip had that row's line on as it should be, and no other."""
    return machine.wait(f"the light of row {light.row}", lambda: lit_row(machine) == light)


def entries(machine: Machine, kind: str) -> list[dict[str, object]]:
    """What the journal has of a kind, read beside the running service."""
    said = machine.do(f'test -e {_JOURNAL} || {{ echo "[]"; exit; }}; python3 -c "{_READ}" {_JOURNAL} {kind}')
    found: list[dict[str, object]] = json.loads(said)
    return found


def lines(machine: Machine) -> list[dict[str, object]]:
    return entries(machine, "line")


def until_written(machine: Machine, count: int) -> float:
    return machine.wait(f"{count} lines in the journal", lambda: len(lines(machine)) >= count)


def what_is_wrong(machine: Machine) -> str:
    return machine.run("systemctl status drover --no-pager -n 25; tail -c 500 /proc/loadavg").out


def memory(machine: Machine) -> str:
    return machine.do("systemctl show -p MemoryCurrent -p NRestarts --value drover.service | tr '\\n' ' '")
