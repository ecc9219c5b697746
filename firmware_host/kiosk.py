"""`drover kiosk`: the screen at the table. Waits for the page, then becomes a browser that shows it alone."""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from firmware_host.errors import UserError
from firmware_host.words import Words

URL = Path("/run/drover/url")
"""Where the service says that the page is: at another port where its own was taken."""

USUAL = "http://127.0.0.1:8080"
BROWSERS = ("chromium", "chromium-browser")
ASKED_EVERY_S = 0.5
OPTIONS = (
    "--kiosk",
    "--ozone-platform=wayland",
    "--incognito",
    "--no-first-run",
    "--noerrdialogs",
    "--disable-infobars",
    "--disable-session-crashed-bubble",
    "--disable-pinch",
    "--overscroll-history-navigation=0",
    "--password-store=basic",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-features=Translate,TouchpadOverscrollHistoryNavigation,GlobalMediaControls",
    "--autoplay-policy=no-user-gesture-required",
)
"""No gesture leads away from the page, nothing asks, nothing phones."""


def publish(url: str | None, environment: Mapping[str, str] = os.environ) -> None:
    """Say to the screen where the page is; only where systemd has given a folder for that."""
    folder = environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if url is not None and folder:
        with suppress(OSError):
            fresh = Path(folder) / ".url.new"
            fresh.write_text(f"{url}\n", encoding="ascii")
            fresh.chmod(0o644)  # for the screen's user
            fresh.replace(Path(folder) / URL.name)


def page(file: Path = URL) -> str:
    """Where the page is, as far as is known."""
    with suppress(OSError, ValueError):
        return file.read_text(encoding="ascii").strip() or USUAL
    return USUAL


def answers(url: str) -> bool:
    """Whether somebody listens there."""
    parts = urlsplit(url)
    with suppress(OSError), socket.create_connection((parts.hostname, parts.port or 80), 1):
        return True
    return False


def command(url: str, profile: str, found: Callable[[str], str | None] = shutil.which) -> list[str] | None:
    """What shows that page on the whole screen; None where something for it is missing."""
    cage = found("cage")
    browser = next((one for one in map(found, BROWSERS) if one is not None), None)
    if cage is None or browser is None:
        return None
    # -d: no window decorations. Without -s no key changes to another console. With --app beside --kiosk, Chromium 156
    # falls over under Wayland.
    return [cage, "-d", "--", browser, *OPTIONS, f"--user-data-dir={profile}/chromium", url]


def _become(wanted: Sequence[str]) -> None:
    os.execv(wanted[0], list(wanted))  # noqa: S606


def show(words: Words, become: Callable[[Sequence[str]], None] = _become) -> int:
    """Wait for the page as long as it takes, then be the browser."""
    if command(USUAL, "") is None:
        raise UserError(words.say("kiosk.missing"))
    while not answers(url := page()):
        time.sleep(ASKED_EVERY_S)
    profile = os.environ.get("RUNTIME_DIRECTORY") or os.environ.get("HOME", "/tmp")  # noqa: S108
    wanted = command(url, profile)
    assert wanted is not None
    become(wanted)
    return 0
