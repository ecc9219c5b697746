"""What `make vm` does with the guest. Each step leaves the machine as the next one wants it, or raises."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from firmware_host.install.version import digest
from firmware_host.update.bundle import make_bundle
from firmware_host.update.manifest import Target
from firmware_host.words import Words
from tests.hardware.pico import DARK, Pico
from tests.vm import rig
from tests.vm.machine import BOOTS_WITHIN_S, Machine, Wrong, layer
from tests.vm.table import SIZE, Light, Play, told
from vision.frame import Picture

HOUSE = Path(__file__).parents[2]
GUEST = Target("x86_64", "3.11")
CARDS_OF_A_ROUND = 20
START_S = 100.0
"""About so long a start takes here; the first one measured says it better."""

FILLER = Path("/var/lib/drover/filler")
BREAK = "raise SystemExit('this version is broken on purpose')\n"


@dataclass
class Visit:
    """One evening with the guest. `say` is told what was measured, a line each."""

    folder: Path
    say: Callable[[str], None]
    seed: int = 1
    play: Play = field(default_factory=Play)

    def __post_init__(self) -> None:
        self.work = self.folder / "work"
        self.work.mkdir(parents=True, exist_ok=True)
        self.clone = self.work / "clone"
        self.installed = self.folder / "installed.qcow2"
        self.random = random.Random(self.seed)

    def machine(self) -> Machine:
        return Machine(self.folder, self.work / "disk.qcow2", self.work, {"clone": self.work})

    def keep(self, name: str, text: str) -> None:
        """What somebody may want to read afterwards, in a file of its own."""
        folder = self.folder / "shown"
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")

    @property
    def key(self) -> Path:
        return self.work / "key"

    def public(self) -> str:
        if not self.key.exists():
            wish = ("-q", "-t", "ed25519", "-N", "", "-C", "vm", "-f", str(self.key))
            subprocess.run(["ssh-keygen", *wish], check=True)  # noqa: S607
        return self.key.with_suffix(".pub").read_text(encoding="ascii").strip()


def copy_clone(visit: Visit, to: Path) -> None:
    """The files of this clone, as somebody else would get them."""
    shutil.rmtree(to, ignore_errors=True)
    wish = ("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    listed = subprocess.run(wish, cwd=HOUSE, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (HOUSE / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HOUSE / name, to / name)


def install(visit: Visit, again: bool) -> None:
    """Installs drover as a user would; the disk with it is kept as long as the clone is the same."""
    mark = visit.folder / "installed.of"
    print(f"(the clone is {digest(HOUSE)})", flush=True)
    if not again and mark.exists() and mark.read_text() == digest(HOUSE):
        visit.say("installed before, from the same clone")
        return
    copy_clone(visit, visit.clone)
    disk = visit.work / "disk.qcow2"
    layer(visit.folder / "base.ext4", disk, "raw")
    machine = visit.machine()
    machine.boot()
    visit.say(f"a plain Debian is up after {machine.time():.0f} s")
    with cut_on_failure(machine):
        began = machine.time()
        mount = "mkdir -p /mnt/work && mount -t 9p -o trans=virtio,version=9p2000.L,ro clone /mnt/work"
        machine.do(f"{mount} && cp -r /mnt/work/clone /root/drover && umount /mnt/work")
        # Without a browser, which would take longer here than all else.
        said = machine.do("cd /root/drover && make install-pi ARGUMENTS='--no-screen --language en'", 9000)
        visit.say(f"make install-pi: {machine.time() - began:.0f} s")
        print(said, flush=True)
        rig.configure(machine, visit.public())
        machine.do("systemctl restart --no-block drover; sync")
        machine.off()
    shutil.move(disk, visit.installed)
    mark.write_text(digest(HOUSE))


def start(visit: Visit, bar: str = "") -> Machine:
    """The machine as it was installed, from power to a table that is ready."""
    layer(visit.installed, visit.work / "disk.qcow2", "qcow2")
    machine = visit.machine()
    visit.play.lay_rows()
    pictures = visit.play.pictures()
    machine.on(bar)
    machine.show(pictures)
    began = time.monotonic()
    machine.run("true", BOOTS_WITHIN_S)
    visit.say(
        f"power to a table that is ready: {rig.until_ready(machine):.1f} s ({time.monotonic() - began:.0f} s here)"
    )
    print(
        machine.run("systemd-analyze; journalctl -b -u drover --no-pager -o short-monotonic | tail -20").out, flush=True
    )
    return machine


def updates(visit: Visit, machine: Machine) -> None:
    """One that fails and goes back by itself, and one that works."""
    before = machine.do("drover version --all --language en")
    for version, broken in (("9.1", True), ("9.2", False)):
        changed = visit.work / "changed"
        copy_clone(visit, changed)
        init = changed / "firmware_host" / "__init__.py"
        init.write_text(f'"""Of the test."""\n\n__version__ = "{version}"\n')
        if broken:
            command = changed / "firmware_host" / "run_command.py"
            command.write_text(command.read_text().replace("import faulthandler\n", f"import faulthandler\n{BREAK}", 1))
        make_bundle(visit.work / "new.bundle", visit.key, (GUEST,), changed)
        began = machine.time()
        mount = "mkdir -p /mnt/work && mount -t 9p -o trans=virtio,version=9p2000.L,ro clone /mnt/work"
        said = machine.run(
            f"{mount}; drover update /mnt/work/new.bundle --language en; code=$?; umount /mnt/work; exit $code", 9000
        )
        print(said.out, said.err, flush=True)
        visit.keep(f"update-{version}", f"{said.out}{said.err}")
        if said.code != int(broken):
            raise Wrong(f"the update to {version} answered {said.code}: {said.out}{said.err}")
        visit.say(f"update to {version}: {said.out.strip().splitlines()[-1]} ({machine.time() - began:.0f} s)")
        rig.until_ready(machine)
        if broken and machine.do("drover version --all --language en") != before:
            raise Wrong("after the version that failed something else is installed")
    print(machine.do("drover version --all --language en"), flush=True)


def match(visit: Visit, machine: Machine, turns: Iterator[Light | None]) -> None:
    """A whole round: each step is shown to the camera, and the lit line read back from the chip."""
    waits: dict[bool, list[float]] = {False: [], True: []}
    for light in turns:
        shown(visit, machine)
        if light is not None:
            waits[light.takes].append(rig.until_lit(machine, light))
            print(
                f"row {light.row} {'pulses' if light.takes else 'is lit'} after {waits[light.takes][-1]:.1f} s",
                flush=True,
            )
        elif len([kind for kind, _ in visit.play.lines if kind == "place"]) == CARDS_OF_A_ROUND:
            break
    check_record(visit, machine)
    visit.say(
        f"a whole round: {len(waits[False])} cards shown their rows, the right line of the chip lit each time, "
        f"{max(waits[False]):.0f} s at most; {len(waits[True])} rows taken, their lines pulsing; the record is right"
    )


def shown(visit: Visit, machine: Machine) -> None:
    """The table as it lies now is shown to the camera, and what it comes to is written."""
    machine.show(visit.play.pictures())
    rig.until_written(machine, len(visit.play.lines))


def check_record(visit: Visit, machine: Machine) -> None:
    found = [told(line) for line in rig.lines(machine)]
    if found != visit.play.lines:
        raise Wrong(f"the journal has {found}, played was {visit.play.lines}")


def next_row(visit: Visit, machine: Machine, turns: Iterator[Light | None]) -> int:
    """Plays on until a row is lit and stays so."""
    for light in turns:
        shown(visit, machine)
        if light is not None and not light.takes:
            rig.until_lit(machine, light)
            return light.row
    raise Wrong("the rounds that the guest plays are over")


def bar_unplugged(visit: Visit, machine: Machine, pico: Pico, turns: Iterator[Light | None]) -> None:
    """The light bar comes, goes, and comes again after play went on without it: its pixels show what the chip does."""
    row = next_row(visit, machine, turns)
    for time_of_it in ("plugged in", "plugged in again"):
        wanted = [number == row for number in range(1, 5)]
        machine.plug_bar()
        took = machine.wait("the bar", lambda: [one != DARK for one in pico.rows()[:4]] == wanted)  # noqa: B023
        visit.say(f"bar {time_of_it}: row {row} lit on it after {took:.1f} s")
        before = rig.faults(machine, "bar")
        machine.unplug_bar()
        took = rig.until_fault(machine, "bar", before)
        doctor(visit, machine, "bar")
        row = next_row(visit, machine, turns)
        visit.say(f"bar unplugged: noted in the journal within {took:.1f} s, and play goes on with row {row}")


def camera_stops(visit: Visit, machine: Machine, turns: Iterator[Light | None]) -> None:
    """Nothing comes from it any more; then it does, and shows that play went on meanwhile."""
    before = rig.faults(machine, "camera")
    machine.do("systemctl stop rig-camera")
    took = rig.until_fault(machine, "camera", before)
    visit.say(
        f"camera without pictures: noted after {took:.0f} s; the service is {machine.do('systemctl is-active drover')}"
    )
    doctor(visit, machine, "camera")
    machine.do("systemctl start rig-camera")
    machine.show(visit.play.pictures())
    began = machine.time()
    row = next_row(visit, machine, turns)
    visit.say(f"pictures again: row {row} lit after {machine.time() - began:.0f} s")


def faults(visit: Visit, machine: Machine, turns: Iterator[Light | None]) -> None:
    """What else goes wrong in a café: each is noted, the doctor says it, and play goes on."""
    next_row(visit, machine, turns)
    doctor(visit, machine, "none")
    for part, pictures in (("camera_frozen", visit.play.pictures()[:1]), ("camera_covered", darkness())):
        before = rig.faults(machine, part)
        machine.show(pictures)
        took = rig.until_fault(machine, part, before)
        doctor(visit, machine, part)
        row = next_row(visit, machine, turns)
        visit.say(f"{part}: noted in the journal after {took:.1f} s; once it sees again row {row} is lit")
    machine.do(f"fallocate -l $(($(stat -f -c '%f*%S' {FILLER.parent}))) {FILLER} || true; df {FILLER.parent}")
    doctor(visit, machine, "disk_full")
    row = next_row(visit, machine, turns)
    check_record(visit, machine)
    visit.say(f"disk full: play goes on with row {row}, all of it in the journal")
    machine.do(f"rm {FILLER}")
    for date in ("1999-12-31 23:59:50", "2093-07-01 12:00:00"):
        machine.do(f"date -s '{date}'")
        visit.say(f"clock set to {date}: play goes on with row {next_row(visit, machine, turns)}")
    check_record(visit, machine)
    visit.say(f"started anew meanwhile: {machine.do('systemctl show -p NRestarts --value drover')} times")


def darkness() -> list[Picture]:
    """Pictures of a covered lens, with the noise of a camera."""
    random_levels = np.random.default_rng(1)
    shape = (SIZE[1], SIZE[0], 3)
    return [random_levels.integers(0, 4, shape, dtype=np.uint8) for _ in range(5)]


def doctor(visit: Visit, machine: Machine, name: str) -> None:
    """What it says of a table that is at work."""
    visit.keep(f"doctor-{name}", machine.run("drover doctor --language en").out)


def power_cuts(visit: Visit, machine: Machine, turns: Iterator[Light | None], count: int) -> None:
    """The plug is pulled at random instants: after a card was laid, and every other time while it starts again."""
    back: list[float] = []
    start_s = START_S
    for number in range(1, count + 1):
        before = [told(line) for line in rig.lines(machine)]
        light = next(turns, None)
        machine.show(visit.play.pictures())
        during_start = number % 2 == 0
        if during_start:
            machine.cut()
            machine.on()
        after_s = visit.random.uniform(1, start_s) if during_start else visit.random.uniform(0, 20)
        time.sleep(after_s)
        machine.cut()
        began = time.monotonic()
        machine.boot()
        rig.until_ready(machine)
        start_s = time.monotonic() - began
        rig.until_written(machine, len(visit.play.lines))
        if light is not None:
            rig.until_lit(machine, light)
        back.append(machine.time())
        if light is not None and not light.takes:
            visit.keep(f"boot-{number}", boot_log(machine, back[-1]))
        found = [told(line) for line in rig.lines(machine)]
        if found[: len(before)] != before:
            raise Wrong(f"lost: {before} became {found}")
        check_record(visit, machine)
        when = f"{after_s:.0f} s here {'into a start' if during_start else 'after a card was laid'}"
        print(f"cut {number}: {when}; at play again after {back[-1]:.0f} s, {len(found)} lines", flush=True)
    visit.say(
        f"{count} power cuts, {count // 2} of them while it started: each time back by itself, nothing lost, "
        f"the record right; power to play in {min(back):.0f} to {max(back):.0f} s"
    )
    said = machine.do("drover journal verify --language en")
    visit.say(f"the journal afterwards: {said.splitlines()[0]}")
    errors = machine.do("journalctl -k --no-pager | grep -c 'EXT4-fs error' || true")
    visit.say(f"errors of the file system: {errors}")


def taken_away(visit: Visit, machine: Machine) -> None:
    """Installed a second time, which changes nothing; then taken away."""
    words = Words("en")
    again = machine.do("cd /root/drover && make install-pi ARGUMENTS='--no-screen --language en'", 9000)
    if not again.endswith(words.say("install.nothing")):
        raise Wrong(f"installed again: {again}")
    visit.say("make install-pi again: nothing to do")
    print(machine.do("drover uninstall --language en"), flush=True)
    left = machine.do(
        "find / -xdev -iname '*drover*' -not -path '/root/*' -not -path '/tmp/*'; getent passwd drover || true"
    )
    visit.say(f"after drover uninstall there is left: {left}; in it: {machine.do('ls /var/lib/drover')}")
    if left != "/var/lib/drover":
        raise Wrong(f"drover uninstall leaves {left}")


def boot_log(machine: Machine, lit: float) -> str:
    """From power to the lit row, by the guest's own clock."""
    log = machine.do("journalctl -b --no-pager -o short-monotonic --no-hostname")
    chip = dict(zip(rig.ROWS, rig.pins(machine, rig.ROWS)[0], strict=True))
    return f"{log}\n[{lit:12.6f}] the chip's lines: {chip}\n"


class cut_on_failure:  # noqa: N801
    """Whatever goes wrong, the machine does not stay on."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None and self._machine.is_on:
            with suppress(Exception):
                print(rig.what_is_wrong(self._machine), flush=True)
            self._machine.cut()
