"""What is put where, in which order: the whole of installing and of taking away, as data."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host.install.layout import KIOSK, SERVICE, USER, Layout
from firmware_host.install.steps import Chosen, Console, Gone, Link, Packages, Put, Run, Step
from firmware_host.install.version import Version

UPDATE = "drover-update.service"
NO_CURSOR = "drover-no-cursor"
NEEDED = (("python3-venv",), ("python3-pip",), ("ca-certificates",), ("fonts-dejavu-core",), ("openssh-client",))
ON_A_PI = (("python3-picamera2",), ("python3-lgpio",), ("python3-spidev",))
"""The camera's and the pins' own libraries, where the system has them. Of lgpio Python 3.11 also gets a wheel."""

FOR_THE_SCREEN = (("cage",), ("xwayland",), ("chromium", "chromium-browser"), ("dbus",))
"""cage does not start without xwayland, though its package only recommends it."""

UDEV = Path("/run/udev/control")
"""Where there is none, as in a container, nobody gives names to devices."""

CURSORS = ("left_ptr", "default", "hand", "hand1", "hand2", "pointer", "text", "xterm", "wait", "watch", "grab")

POLICY = {
    "URLBlocklist": ["*"],
    "URLAllowlist": ["http://127.0.0.1", "http://localhost"],
    "AllowFileSelectionDialogs": False,
    "AutofillAddressEnabled": False,
    "AutofillCreditCardEnabled": False,
    "BookmarkBarEnabled": False,
    "BrowserSignin": 0,
    "BrowserAddPersonEnabled": False,
    "DefaultNotificationsSetting": 2,
    "DefaultPopupsSetting": 2,
    "DeveloperToolsAvailability": 2,
    "DownloadRestrictions": 3,
    "IncognitoModeAvailability": 0,
    "PasswordManagerEnabled": False,
    "PrintingEnabled": False,
    "TranslateEnabled": False,
}
"""Whatever is touched, the browser can go nowhere else."""

CONFIG = """\
# What this table is. docs/config.md has every key; drover doctor says what is found here.

[table]
language = "{language}"

[camera]
address = "{camera}"
"""


@dataclass(frozen=True)
class Wish:
    """What is to be installed. `source` has the units; without a `version` that of the program stays."""

    source: Path
    version: Version | None = None
    screen: bool = True
    language: str = "en"
    camera: str = "pi"


def installing(layout: Layout, wish: Wish) -> Iterator[Step]:
    """Everything that makes a machine a table."""
    screen = FOR_THE_SCREEN if wish.screen else ()
    yield Packages((*NEEDED, *ON_A_PI, *screen))
    yield from _files(layout, wish)
    users = ("systemd-sysusers", f"--root={layout.root}")
    yield Run("users", ("systemd-sysusers",), users)
    yield Run("folders", ("systemd-tmpfiles", "--create", str(_tmpfiles(layout))))
    yield Put(layout.kept_config, CONFIG.format(language=wish.language, camera=wish.camera).encode(), 0o644, True)
    yield Link(layout.config, "/var/lib/drover/drover.toml")
    yield Run("owner", ("chown", "-R", f"{USER}:{USER}", str(layout.state)))
    yield Run("buses", ("raspi-config", "nonint", "do_i2c", "0"), missing=(layout.root / "dev/i2c-1",))
    yield Run("buses", ("raspi-config", "nonint", "do_spi", "0"), missing=(layout.root / "dev/spidev0.0",))
    if wish.version is not None:
        yield wish.version
        yield Chosen(layout, wish.version.name)
    yield from _enabled(layout, wish)


def _files(layout: Layout, wish: Wish) -> Iterator[Step]:
    unit_files = [SERVICE, UPDATE, *([KIOSK] if wish.screen else [])]
    for name in unit_files:
        yield Put(layout.units / name, (wish.source / name).read_bytes())
    yield Put(_sysusers(layout), (wish.source / "drover.sysusers").read_bytes())
    yield Put(_tmpfiles(layout), (wish.source / "drover.tmpfiles").read_bytes())
    yield Put(_rules(layout), (wish.source / "drover.rules").read_bytes())
    yield Put(layout.command, (wish.source / "drover.sh").read_bytes(), 0o755)
    if wish.screen:
        policy = json.dumps(POLICY, indent=2).encode() + b"\n"
        yield from (Put(file, policy) for file in _policies(layout))
        yield Put(_icons(layout) / "index.theme", b"[Icon Theme]\nName=No cursor\n")
        yield from (Put(_icons(layout) / "cursors" / name, empty_cursor()) for name in CURSORS)


def _enabled(layout: Layout, wish: Wish) -> Iterator[Step]:
    """The units at work. Nothing is started where nothing is chosen to be."""
    names = (SERVICE, UPDATE, *((KIOSK,) if wish.screen else ()))
    yield Run("reload", ("systemctl", "daemon-reload"))
    yield Run("devices", ("udevadm", "control", "--reload"), only_with=UDEV)
    yield Run("devices", ("udevadm", "trigger", "--subsystem-match=tty", "--subsystem-match=gpio"), only_with=UDEV)
    wanted = tuple(layout.units / "multi-user.target.wants" / name for name in names)
    enable = ("systemctl", "enable", *names)
    yield Run("enable", enable, ("systemctl", f"--root={layout.root}", "enable", *names), wanted)
    if wish.screen:
        yield Console(layout)
    yield Run("start", ("systemctl", "restart", "--no-block", *names[:1], *names[2:]))


def taking_away(layout: Layout) -> Iterator[Step]:
    """Everything that installing brought, but for the journal and the decks that were learned."""
    names = (KIOSK, SERVICE, UPDATE)
    there = tuple(name for name in names if (layout.units / name).exists())
    yield Run("stop", ("systemctl", "disable", "--now", *there) if there else (), always=bool(there))
    gone: list[Path] = [layout.units / "multi-user.target.wants" / name for name in names]
    # With what the owner added to them: it would hold unseen for whoever installs again.
    gone += [layout.units / name for unit in names for name in (unit, f"{unit}.d")]
    gone += [_sysusers(layout), _tmpfiles(layout), _rules(layout), layout.command]
    gone += [*_policies(layout), layout.root / "usr/local/share/drover", layout.settings, layout.home]
    gone += [layout.state / name for name in ("drover.toml", "drover.toml.before", "aside", "web")]
    yield Console(layout, back=True)
    yield from (Gone(path, layout.root) for path in gone)
    yield Run("reload", ("systemctl", "daemon-reload"))
    yield Run("devices", ("udevadm", "control", "--reload"), only_with=UDEV)
    if there:
        yield Run("kept", ("chown", "-R", "root:root", str(layout.state)))
        yield from (Run("no_users", ("userdel", name)) for name in (USER, f"{USER}-kiosk"))


def empty_cursor() -> bytes:
    """A cursor of one transparent dot, in the form that every display server on Linux reads.

    >>> empty_cursor()[:4]
    b'Xcur'
    """
    size, image = 24, 0xFFFD0002
    head = struct.pack("<4s3I", b"Xcur", 16, 0x10000, 1)
    contents = struct.pack("<3I", image, size, 28)
    return head + contents + struct.pack("<9I", 36, image, size, 1, 1, 1, 0, 0, 0) + struct.pack("<I", 0)


def _sysusers(layout: Layout) -> Path:
    return layout.root / "etc/sysusers.d/drover.conf"


def _tmpfiles(layout: Layout) -> Path:
    return layout.root / "etc/tmpfiles.d/drover.conf"


def _rules(layout: Layout) -> Path:
    return layout.root / "etc/udev/rules.d/60-drover.rules"


def _icons(layout: Layout) -> Path:
    return layout.root / "usr/local/share/drover/icons" / NO_CURSOR


def _policies(layout: Layout) -> list[Path]:
    return [layout.root / f"etc/{name}/policies/managed/drover.json" for name in ("chromium", "chromium-browser")]
