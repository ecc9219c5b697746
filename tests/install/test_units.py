"""The units: nothing in them that systemd does not know, and the service sealed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.install.layout import GROUPS, KIOSK, SERVICE, USER
from firmware_host.install.plan import UPDATE

UNITS = Path(__file__).parents[2] / "systemd"
MOST_EXPOSED = 2.0
FROM_SYSTEMD = "Please install the package systemd."


def analyzed(*wish: str) -> subprocess.CompletedProcess[str]:
    assert shutil.which("systemd-analyze"), FROM_SYSTEMD
    return subprocess.run(["systemd-analyze", *wish], capture_output=True, text=True, check=False)  # noqa: S607


def copied(name: str, folder: Path, more: str = "") -> Path:
    """The unit as it is, but for the program, which is not installed here."""
    text = re.sub(r"/opt/drover/\w+/bin/python", sys.executable, (UNITS / name).read_text(encoding="utf-8"))
    file = folder / name
    file.write_text(text.replace("[Service]\n", f"[Service]\n{more}"), encoding="utf-8")
    return file


@pytest.mark.parametrize("name", [SERVICE, KIOSK, UPDATE])
def test_systemd_has_nothing_to_say_about_a_unit(name: str, tmp_path: Path) -> None:
    said = analyzed("verify", "--man=no", str(copied(name, tmp_path)))
    assert (said.returncode, said.stderr, said.stdout) == (0, "", "")


def test_it_would_say_so_of_a_key_that_it_does_not_know(tmp_path: Path) -> None:
    said = analyzed("verify", "--man=no", str(copied(SERVICE, tmp_path, "WatchdogSecs=3\n")))
    assert said.returncode == 0
    assert "WatchdogSecs" in said.stderr


def exposure(name: str) -> tuple[float, dict[str, str]]:
    said = analyzed("security", "--offline=true", "--no-pager", "--json=short", str(UNITS / name))
    told = analyzed("security", "--offline=true", "--no-pager", str(UNITS / name))
    assert said.returncode == 0, said.stderr
    (overall,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", told.stdout)
    return float(overall), {one["name"]: one["exposure"] for one in json.loads(said.stdout) if not one["set"]}


def test_the_service_is_sealed_as_far_as_its_work_allows() -> None:
    overall, left = exposure(SERVICE)
    assert overall <= MOST_EXPOSED
    allowed = {
        *("RootDirectory=/RootImage=", "SupplementaryGroups=", "PrivateDevices=", "PrivateMounts=", "DeviceAllow="),
        *("PrivateNetwork=", "IPAddressDeny=", "RestrictAddressFamilies=~AF_(INET|INET6)", "UMask=", "ProcSubset="),
        *("RestrictAddressFamilies=~AF_UNIX", "RestrictAddressFamilies=~AF_NETLINK"),
    }
    assert set(left) <= allowed


def setting(text: str, key: str) -> list[str]:
    return [line.partition("=")[2] for line in text.splitlines() if line.startswith(f"{key}=")]


def test_it_has_no_rights_and_writes_its_own_folder_alone() -> None:
    text = (UNITS / SERVICE).read_text(encoding="utf-8")
    assert setting(text, "CapabilityBoundingSet") == [""]
    assert setting(text, "AmbientCapabilities") == [""]
    assert setting(text, "NoNewPrivileges") == ["yes"]
    assert setting(text, "ProtectSystem") == ["strict"]
    assert setting(text, "ReadWritePaths") == []
    assert setting(text, "StateDirectory") == ["drover"]
    assert setting(text, "DevicePolicy") == ["closed"]
    assert setting(text, "User") == [USER]
    assert setting(text, "SupplementaryGroups") == [" ".join(GROUPS)]
    assert setting(text, "Type") == ["notify"]


def test_the_table_s_user_has_the_groups_of_its_devices_and_no_others() -> None:
    lines = [line.split() for line in (UNITS / "drover.sysusers").read_text(encoding="utf-8").splitlines()]
    assert {line[2] for line in lines if line[:2] == ["m", USER]} == set(GROUPS)
    # systemd complains at every start of a group to which somebody else gives a number.
    assert {line[1] for line in lines if line and line[0] == "g"} == {"gpio", "i2c", "spi", "render", "input"}


def test_the_bar_has_a_name_that_stays() -> None:
    from hardware.bar_port import RASPBERRY_PI, STABLE_NAME

    rules = (UNITS / "drover.rules").read_text(encoding="utf-8")
    assert f'ATTRS{{idVendor}}=="{RASPBERRY_PI:04x}"' in rules
    assert f'SYMLINK+="{STABLE_NAME.name}"' in rules
    if shutil.which("udevadm") and "verify" in _help_of("udevadm"):
        said = subprocess.run(
            ["udevadm", "verify", "--resolve-names=never", str(UNITS / "drover.rules")],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
        )
        assert said.returncode == 0, said.stdout + said.stderr


def _help_of(command: str) -> str:
    return subprocess.run([command, "--help"], capture_output=True, text=True, check=False).stdout
