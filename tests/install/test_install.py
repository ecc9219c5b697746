"""`drover install` and `drover uninstall`, below a folder that stands for a machine."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from firmware_host.config import parse
from firmware_host.errors import UserError
from firmware_host.install import steps
from firmware_host.install.layout import KIOSK, SERVICE, Layout
from firmware_host.install.machine import Failed, Machine
from firmware_host.install.plan import UPDATE, Wish, empty_cursor, installing, taking_away
from firmware_host.install.version import Version, clone, digest, units
from firmware_host.install_command import Installing, install, uninstall
from firmware_host.words import LANGUAGES, Words

WORDS = Words("en")
JOURNAL = "journal/journal.db"
OF_THE_SYSTEM = ("etc/passwd", "etc/group", "etc/gshadow", "etc/shadow", "etc/.pwd")


def installed(root: Path, **more: object) -> Layout:
    wish = Installing(root, version=False, camera="simulated", **more)  # type: ignore[arg-type]
    assert install(wish, WORDS) == 0
    return Layout(root)


def everything(root: Path) -> dict[str, tuple[int, bytes]]:
    """Every file and link below a folder, with what is in it; not the system's own lists of users."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = (0, str(path.readlink()).encode())
        elif path.is_file() and not name.startswith(
            ("etc/passwd", "etc/group", "etc/gshadow", "etc/shadow", "etc/.pwd")
        ):
            found[name] = (stat.S_IMODE(path.stat().st_mode), path.read_bytes())
    return found


def test_what_is_told_is_there_afterwards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    layout = installed(tmp_path)
    told = capsys.readouterr().out
    for name in (SERVICE, UPDATE, KIOSK):
        assert str(layout.units / name) in told
        assert (layout.units / name).read_bytes() == (units() / name).read_bytes()
        assert (layout.units / "multi-user.target.wants" / name).is_symlink()
    assert (layout.units / "default.target").readlink().name == "multi-user.target"
    assert os.access(layout.command, os.X_OK)
    assert (tmp_path / "etc/udev/rules.d/60-drover.rules").is_file()
    policy = json.loads((tmp_path / "etc/chromium/policies/managed/drover.json").read_text())
    assert policy["URLBlocklist"] == ["*"]
    assert "drover" in (tmp_path / "etc/passwd").read_text()
    config = parse(layout.kept_config.read_text(encoding="utf-8"))
    assert (config.camera, config.table.language) == ("simulated", "en")
    assert str(layout.config.readlink()) == "/var/lib/drover/drover.toml"


def test_twice_does_no_harm_and_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    installed(tmp_path)
    before = everything(tmp_path)
    capsys.readouterr()
    installed(tmp_path)
    assert everything(tmp_path) == before
    assert capsys.readouterr().out == WORDS.say("install.nothing") + "\n"


def test_the_configuration_is_the_owner_s_and_a_unit_is_not(tmp_path: Path) -> None:
    layout = installed(tmp_path)
    layout.kept_config.write_text('[table]\ngame = "qwixx_cards"\n')
    (layout.units / SERVICE).write_text("[Service]\nExecStart=/bin/false\n")
    installed(tmp_path)
    assert layout.kept_config.read_text() == '[table]\ngame = "qwixx_cards"\n'
    assert (layout.units / SERVICE).read_bytes() == (units() / SERVICE).read_bytes()


def test_a_dry_run_tells_all_and_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert install(Installing(tmp_path, dry_run=True, camera="simulated"), WORDS) == 0
    told = capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    layout = Layout(tmp_path)
    house = clone()
    assert house is not None
    for step in installing(layout, Wish(units(), Version.of(layout, house))):
        assert step.tell(WORDS) in told
    assert str(layout.units / SERVICE) in told


def test_taken_away_nothing_is_left_but_the_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "etc/chromium/policies").mkdir(parents=True)
    (tmp_path / "etc/chromium/policies/own").write_text("the owner's")
    (tmp_path / "etc/systemd/system").mkdir(parents=True)
    (tmp_path / "etc/systemd/system/default.target").symlink_to("/lib/systemd/system/graphical.target")
    before = everything(tmp_path)
    layout = installed(tmp_path)
    kept = layout.state / JOURNAL
    kept.parent.mkdir()
    kept.write_bytes(b"what was played")
    (layout.state / "aside").mkdir()
    (layout.state / "aside/drover.toml.broken").write_bytes(b"")
    added = layout.units / f"{SERVICE}.d/override.conf"
    added.parent.mkdir()
    added.write_text("[Service]\nIPAddressAllow=203.0.113.7\n")
    assert uninstall(Installing(tmp_path), WORDS) == 0
    after = everything(tmp_path)
    assert after.pop(f"var/lib/drover/{JOURNAL}")[1] == b"what was played"
    assert after == before
    assert not layout.home.exists()
    assert not layout.settings.exists()
    assert str(layout.state) in capsys.readouterr().out
    assert uninstall(Installing(tmp_path), WORDS) == 0
    assert everything(tmp_path) == {**before, f"var/lib/drover/{JOURNAL}": (0o644, b"what was played")}


def test_only_what_is_there_is_stopped(tmp_path: Path) -> None:
    layout = installed(tmp_path, screen=False)
    stop = next(iter(taking_away(layout)))
    assert isinstance(stop, steps.Run)
    assert stop.live == ("systemctl", "disable", "--now", SERVICE, UPDATE)


def test_without_a_screen_the_desktop_stays(tmp_path: Path) -> None:
    layout = installed(tmp_path, screen=False)
    assert not (layout.units / KIOSK).exists()
    assert not (layout.units / "default.target").exists()
    assert not (tmp_path / "etc/chromium").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_tells_itself_in_every_language(language: str, tmp_path: Path) -> None:
    words, layout, house = Words(language), Layout(tmp_path), clone()
    assert house is not None
    for step in (*installing(layout, Wish(units(), Version.of(layout, house))), *taking_away(layout)):
        assert step.tell(words)


def test_a_command_that_fails_is_named_with_what_it_said(tmp_path: Path) -> None:
    step = steps.Run("users", ("false",), ("sh", "-c", "echo no such thing >&2; exit 3"), always=True)
    machine = Machine(tmp_path)
    assert step.needed(machine)
    with pytest.raises(Failed) as failed:
        step.do(machine)
    assert failed.value.said == "no such thing"


def test_after_one_that_was_cut_off_what_follows_from_its_changes_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(machine: Machine, command: object, **environment: str) -> str:
        raise Failed(("systemctl",), "the plug")

    with monkeypatch.context() as patched:
        patched.setattr(Machine, "run", fail)
        with pytest.raises(UserError, match="the plug"):
            installed(tmp_path)
    capsys.readouterr()
    installed(tmp_path)
    assert WORDS.say("install.run.users") in capsys.readouterr().out
    assert not Layout(tmp_path).unfinished.exists()


def test_what_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "opt").write_bytes(b"a file where a folder should be")
    with pytest.raises(UserError, match="opt"):
        installed(tmp_path)


def test_only_the_administrator_installs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.install_command.os.geteuid", lambda: 1000)
    monkeypatch.setattr("firmware_host.install_command.Path.exists", lambda path: True)
    with pytest.raises(UserError, match="sudo"):
        install(Installing(), WORDS)


def test_the_digest_of_a_clone_changes_with_every_file(tmp_path: Path) -> None:
    for name in ("requirements.lock", "pyproject.toml", "engine/match.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one")
    before = digest(tmp_path)
    assert digest(tmp_path) == before
    (tmp_path / "engine/match.py").write_text("two")
    assert digest(tmp_path) != before


def test_an_empty_cursor_is_one_dot_that_nobody_sees() -> None:
    cursor = empty_cursor()
    assert cursor[:4] == b"Xcur"
    assert len(cursor) == 28 + 36 + 4
    assert cursor[-4:] == b"\0\0\0\0"
