"""A machine in QEMU that can be asked to do things, and whose plug can be pulled."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from vision.frame import Picture

BOOTS_WITHIN_S = 2000.0
ANSWERS_WITHIN_S = 2000.0


class Wrong(Exception):
    """The machine did not do what it should."""


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


class Line:
    """One of QEMU's sockets."""

    def __init__(self, path: Path, patience_s: float = 20.0) -> None:
        until = time.monotonic() + patience_s
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(str(path))
                break
            except OSError:
                self.socket.close()
                if time.monotonic() > until:
                    raise Wrong(f"nobody listens at {path.name}") from None
                time.sleep(0.05)
        self._rest = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def line(self, patience_s: float) -> Any:
        """The next line of JSON; raises `TimeoutError`."""
        until = time.monotonic() + patience_s
        while b"\n" not in self._rest:
            self.socket.settimeout(max(0.01, until - time.monotonic()))
            data = self.socket.recv(65536)
            if not data:
                raise Wrong("the machine is off")
            self._rest += data
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)

    def close(self) -> None:
        self.socket.close()


class Machine:
    """Boots from `disk`; `shared` folders can be mounted in it by their names. Kill it at any time."""

    def __init__(self, image: Path, disk: Path, work: Path, shared: dict[str, Path] | None = None) -> None:
        self._image, self._disk, self._work, self._shared = image, disk, work, shared or {}
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        self.booted_in = 0.0
        self.pictures = b""
        self._sending = threading.Lock()

    def on(self, bar: str = "") -> None:
        """Plugs it in; `bar` is the terminal behind which a light bar is."""
        for name in ("control", "camera", "qmp"):
            (self._work / name).unlink(missing_ok=True)
        with (self._work / "console.log").open("ab") as console:
            self._process = subprocess.Popen(self._command(bar), stdout=console, stderr=console)
        self._control = Line(self._work / "control")
        self._camera = Line(self._work / "camera")
        self._qmp = Line(self._work / "qmp")
        self._qmp.line(20)
        self.monitor("qmp_capabilities")
        self._send_pictures()

    def boot(self, bar: str = "") -> float:
        """Plugs it in and waits until it answers; how many seconds that took."""
        began = time.monotonic()
        self.on(bar)
        self.run("true", BOOTS_WITHIN_S)
        self.booted_in = time.monotonic() - began
        return self.booted_in

    def _command(self, bar: str) -> list[str]:
        work = self._work
        command = ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=single", "-cpu", "max", "-m", "1536"]
        # The guest's time goes by what it has done, a nanosecond an instruction, and not by the clock on the wall: so
        # its limits are those of a machine of that speed, however slow and busy this one is.
        command += ["-icount", "shift=0,sleep=on", "-rtc", "clock=vm"]
        command += ["-smp", "1", "-nodefaults", "-display", "none", "-no-reboot", "-serial", "stdio"]
        command += ["-kernel", str(self._image / "vmlinuz"), "-initrd", str(self._image / "initrd.img")]
        command += ["-append", "root=/dev/vda rw console=ttyS0 net.ifnames=0 quiet systemd.show_status=0"]
        command += ["-drive", f"file={self._disk},if=none,id=disk,format=qcow2", "-device", "virtio-blk-pci,drive=disk"]
        command += ["-device", "virtio-rng-pci", "-netdev", "user,id=net", "-device", "virtio-net-pci,netdev=net"]
        command += ["-device", "virtio-serial-pci", "-qmp", f"unix:{work / 'qmp'},server=on,wait=off"]
        for name in ("control", "camera"):
            command += ["-chardev", f"socket,id={name},path={work / name},server=on,wait=off"]
            command += ["-device", f"virtserialport,chardev={name},name=rig.{name}"]
        for name, folder in self._shared.items():
            command += ["-virtfs", f"local,path={folder},mount_tag={name},security_model=none,readonly=on"]
        command += ["-device", "qemu-xhci,id=usb"]
        if bar:
            command += ["-chardev", f"serial,id=bar,path={bar}"]
        return command

    def run(self, script: str, patience_s: float = ANSWERS_WITHIN_S) -> Answer:
        """Does that in the guest, as root, and waits for the end."""
        self._asked += 1
        wish = {"id": self._asked, "run": script, "timeout": patience_s}
        self._control.send(json.dumps(wish).encode() + b"\n")
        until = time.monotonic() + patience_s + 10
        while True:
            try:
                said = self._control.line(until - time.monotonic())
            except TimeoutError:
                raise Wrong(f"no answer within {patience_s:.0f} s: {script[:80]}") from None
            if said["id"] == self._asked:
                return Answer(said["rc"], said["out"], said["err"])

    def do(self, script: str, patience_s: float = ANSWERS_WITHIN_S) -> str:
        """The same, where it must not fail."""
        answer = self.run(script, patience_s)
        if answer.code:
            raise Wrong(f"{script[:200]}: {answer.code}\n{answer.out[-2000:]}\n{answer.err[-2000:]}")
        return answer.out.strip()

    def wait(self, what: str, is_it: Callable[[], bool], patience_s: float = 2000.0) -> float:
        """Looks again and again until it is so; how many seconds of the guest's own time that took."""
        began, until = self.time(), time.monotonic() + patience_s
        while not is_it():
            if time.monotonic() > until:
                raise Wrong(f"waited in vain for {what}")
            time.sleep(0.02)
        return self.time() - began

    def time(self) -> float:
        """Seconds since power, by the guest's own clock."""
        return float(self.do("cat /proc/uptime").split()[0])

    def show(self, pictures: Sequence[Picture]) -> None:
        """From now on the camera sees this: the same table again and again, with the noise that it has each time."""
        height, width = pictures[0].shape[:2]
        parts = [struct.pack("<HHH", width, height, len(pictures))]
        for picture in pictures:
            _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
            parts += [struct.pack("<I", len(jpeg)), jpeg.tobytes()]
        self.pictures = b"".join(parts)
        self._send_pictures()

    def _send_pictures(self) -> None:
        """Without waiting: nobody takes them before the guest has its camera."""
        line, pictures = self._camera, self.pictures

        def send() -> None:
            with self._sending, suppress(OSError):
                line.send(pictures)

        if pictures:
            threading.Thread(target=send, daemon=True).start()

    def monitor(self, command: str, **arguments: object) -> None:
        """Tells QEMU something."""
        self._qmp.send(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while "return" not in (said := self._qmp.line(20)):
            if "error" in said:
                raise Wrong(f"{command}: {said['error']['desc']}")

    def plug_bar(self) -> None:
        self.monitor("device_add", driver="usb-serial", id="bar", chardev="bar", bus="usb.0")

    def unplug_bar(self) -> None:
        self.monitor("device_del", id="bar")

    def cut(self) -> None:
        """Pulls the plug: what was not on the disk is lost."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._close()

    def off(self) -> None:
        """Shuts it down as one should."""
        assert self._process is not None
        self._control.send(json.dumps({"id": 0, "run": "systemctl poweroff", "timeout": 60}).encode() + b"\n")
        try:
            self._process.wait(1200)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise Wrong("it did not shut down within twenty minutes") from None
        finally:
            self._close()

    @property
    def is_on(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _close(self) -> None:
        for line in (self._control, self._camera, self._qmp):
            line.close()
        # Whoever still sent pictures to the machine that was on has noticed now.


def layer(base: Path, over: Path, kind: str) -> None:
    """An empty disk over another one, which is only read from then on."""
    over.unlink(missing_ok=True)
    command = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", kind, "-b", str(base.resolve()), str(over)]
    subprocess.run(command, check=True)


def missing_tools() -> list[str]:
    """The packages that have to be installed first."""
    tools = {"qemu-system-x86_64": "qemu-system-x86", "qemu-img": "qemu-utils", "mmdebstrap": "mmdebstrap"}
    return [package for tool, package in tools.items() if shutil.which(tool) is None] + (
        [] if os.geteuid() == 0 else ["(and run it as root)"]
    )
