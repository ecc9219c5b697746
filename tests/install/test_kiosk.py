"""The screen at the table: a real compositor and a real browser, on a screen that only exists in memory."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from firmware_host import kiosk
from firmware_host.errors import UserError
from firmware_host.install.plan import FOR_THE_SCREEN
from firmware_host.kiosk import OPTIONS, USUAL, answers, command, page, publish, show
from firmware_host.words import Words

PATIENCE = 60.0
MISSING = "Please install the packages cage, xwayland and chromium (make does that)."
PAGE = b"""<!doctype html><title>table</title><script>
const say = () => fetch(`/size/${innerWidth}x${innerHeight}/${screen.width}x${screen.height}`);
addEventListener("resize", say); say();
</script>"""


class Site:
    """A page that tells its size, and who asked for what."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(PAGE)

            def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
                """Nobody reads it."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> Site:
        self._thread = threading.Thread(target=self.server.serve_forever)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self._thread.join()
        self.server.server_close()


@contextmanager
def screen(url: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """What `drover kiosk` becomes, as a user without rights, on a screen without a graphics card."""
    wanted = command(url, str(folder))
    assert wanted is not None, MISSING
    assert shutil.which("Xwayland"), MISSING
    home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    drawn = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
    folder.chmod(0o700)
    user: Sequence[str] = ()
    if os.geteuid() == 0:
        user = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs")
        os.chown(folder, 65534, 65534)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*user, *wanted],
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **home, **drawn},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that others may look into, with a name that is short enough for a socket in it."""
    with tempfile.TemporaryDirectory(prefix="drover-", ignore_cleanup_errors=True) as name:
        yield Path(name)


def test_the_browser_fills_the_screen_and_when_it_falls_all_of_it_ends(folder: Path) -> None:
    with Site() as site, screen(site.url, folder) as process:
        end = time.monotonic() + PATIENCE
        while not any(_is_full(path) for path in site.asked):
            log = (folder / "log").read_text(errors="replace")
            assert process.poll() is None, f"it ended with {process.returncode}: {log[-2000:]}"
            assert time.monotonic() < end, f"it did not fill the screen: {site.asked}\n{log[-2000:]}"
            time.sleep(0.05)
        browser = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert browser
        for child in browser:
            os.kill(int(child), signal.SIGKILL)
        # systemd sees that, and starts it anew.
        process.wait(PATIENCE)


def _is_full(path: str) -> bool:
    parts = path.split("/")
    return parts[1] == "size" and parts[2] == parts[3]


def test_no_gesture_and_no_key_leads_away() -> None:
    wanted = command("http://127.0.0.1:8080", "/run/drover-kiosk", lambda name: f"/usr/bin/{name}")
    assert wanted is not None
    assert wanted[:4] == ["/usr/bin/cage", "-d", "--", "/usr/bin/chromium"]
    assert {"--kiosk", "--incognito", "--disable-pinch", "--overscroll-history-navigation=0"} <= set(OPTIONS)
    # With -s, Ctrl-Alt-F2 would leave it.
    assert "-s" not in wanted
    assert wanted[-1] == "http://127.0.0.1:8080"
    assert {name for group in FOR_THE_SCREEN for name in group} >= {"cage", "xwayland", "chromium"}


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kiosk, "command", lambda url, profile: None)
    with pytest.raises(UserError, match="cage"):
        show(Words("en"))


def test_it_waits_until_the_page_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    became: list[Sequence[str]] = []
    monkeypatch.setattr(kiosk, "ASKED_EVERY_S", 0.01)
    monkeypatch.setattr(kiosk, "command", lambda url, profile: ["browser", url])
    monkeypatch.setattr(kiosk, "page", lambda: page(tmp_path / "url"))
    with Site() as site:
        waiting = threading.Thread(target=show, args=(Words("en"), became.append))
        monkeypatch.setattr(kiosk, "USUAL", "http://127.0.0.1:1")
        waiting.start()
        assert became == []
        publish(site.url, {"RUNTIME_DIRECTORY": str(tmp_path)})
        waiting.join(PATIENCE)
    assert became == [["browser", site.url]]


def test_where_the_page_is_everybody_may_read(tmp_path: Path) -> None:
    file = tmp_path / "url"
    assert page(file) == USUAL
    publish("http://127.0.0.1:8083", {"RUNTIME_DIRECTORY": f"{tmp_path}:/elsewhere"})
    assert page(file) == "http://127.0.0.1:8083"
    assert file.stat().st_mode & 0o777 == 0o644
    publish(None, {"RUNTIME_DIRECTORY": str(tmp_path)})
    publish("http://127.0.0.1:1", {})
    assert page(file) == "http://127.0.0.1:8083"
    assert not answers("http://127.0.0.1:1")
