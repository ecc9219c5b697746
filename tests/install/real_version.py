"""A version made from this clone as on a Raspberry Pi: part of `make boot`, because it fetches every pinned package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from firmware_host.install import steps
from firmware_host.install.layout import SERVICE, Layout
from firmware_host.install.machine import Machine
from firmware_host.install.version import Version, clone, units


def test_a_version_from_this_clone_runs_by_itself(tmp_path: Path) -> None:
    """The wheel, the pinned packages by their hashes, and the units in it."""
    layout, house = Layout(tmp_path), clone()
    assert house is not None
    step, machine = Version.of(layout, house), Machine(tmp_path)
    assert step.needed(machine)
    step.do(machine)
    steps.Chosen(layout, step.name).do(machine)
    assert not step.needed(machine)
    python = layout.current / "bin/python"
    program = "import cv2, numpy, firmware_host, sys; print(firmware_host.__file__, sys.flags.isolated)"
    command = [str(python), "-I", "-c", program]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    assert said == f"{layout.current.resolve()}/lib/{_lib()}/site-packages/firmware_host/__init__.py 1\n" or said == (
        f"{layout.current}/lib/{_lib()}/site-packages/firmware_host/__init__.py 1\n"
    )
    for name in (SERVICE, "drover.sh", "drover.sysusers"):
        assert (layout.current / "share/drover/systemd" / name).read_bytes() == (units() / name).read_bytes()
    packages = subprocess.run([str(python), "-I", "-m", "pip", "list"], capture_output=True, text=True, check=True)
    assert "pytest" not in packages.stdout
    assert "mypy" not in packages.stdout


def _lib() -> str:
    return f"python{sys.version_info.major}.{sys.version_info.minor}"
