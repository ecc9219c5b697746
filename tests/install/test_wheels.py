"""Everything that is pinned installs on a Raspberry Pi, as a wheel or from its system. Part of `make lint`."""

from __future__ import annotations

import json
import re

from firmware_host.install.plan import ON_A_PI
from tests.install.wheels import FILE, LOCK, TARGETS, pins, troubles

LOCKED = LOCK.read_text(encoding="utf-8")
WHEELS = json.loads(FILE.read_text(encoding="utf-8"))
BOOKWORM, TRIXIE = TARGETS


def test_every_pin_has_a_wheel_that_runs_there() -> None:
    assert troubles(LOCKED, WHEELS) == []


def test_what_has_no_wheel_is_a_package_of_the_system() -> None:
    """Without a wheel for Python 3.13, lgpio is not pinned there; picamera2 is built against the system's libcamera."""
    assert "lgpio" in {pin.name for pin in pins(LOCKED, BOOKWORM)}
    assert "lgpio" not in {pin.name for pin in pins(LOCKED, TRIXIE)}
    assert "picamera2" not in {pin.name for pin in pins(LOCKED, BOOKWORM)}
    packages = {name for group in ON_A_PI for name in group}
    assert {"python3-lgpio", "python3-picamera2", "python3-spidev"} <= packages


def test_bookworm_stays_on_the_numpy_that_its_camera_was_built_against() -> None:
    numpy = next(pin for pin in pins(LOCKED, BOOKWORM) if pin.name == "numpy")
    opencv = next(pin for pin in pins(LOCKED, BOOKWORM) if pin.name == "opencv-python-headless")
    assert numpy.version.startswith("1.")
    assert opencv.version.startswith("4.11.")


def test_a_pin_that_nobody_asked_about_is_found() -> None:
    fresh = f"{LOCKED}\nnewcomer==1.0 \\\n    --hash=sha256:{'0' * 64}\n"
    assert troubles(fresh, WHEELS) == [
        f"{target.system}: newcomer 1.0 is pinned, and nobody has asked for a wheel of it: run make lock"
        for target in TARGETS
    ]


def test_another_version_is_found_by_its_checksum() -> None:
    changed = re.sub(r"(?ms)^(pyserial==)3\.5 \\\n.*?(?=^\S)", rf"\g<1>3.6 \\\n    --hash=sha256:{'1' * 64}\n", LOCKED)
    assert changed != LOCKED
    assert any("pyserial 3.6 is not the one" in one for one in troubles(changed, WHEELS))


def test_a_wheel_for_another_machine_or_a_newer_system_is_found() -> None:
    file, checksum = WHEELS["bookworm"]["lgpio"].split()
    assert "manylinux_2_34_aarch64" in file
    for other in ("manylinux_2_34_x86_64", "manylinux_2_38_aarch64", "musllinux_1_2_aarch64"):
        wheels = {**WHEELS, "bookworm": {**WHEELS["bookworm"], "lgpio": f"{_on(file, other)} {checksum}"}}
        (trouble,) = troubles(LOCKED, wheels)
        assert "does not run with Python 3.11" in trouble
    empty = {**WHEELS["bookworm"], "lgpio": f"lgpio-0.0.0.2-py3-none-any.whl {checksum}"}
    assert any("is no wheel of lgpio 0.2.2.0" in one for one in troubles(LOCKED, {**WHEELS, "bookworm": empty}))


def _on(file: str, platform: str) -> str:
    return f"{file.rpartition('-')[0]}-{platform}.whl"
