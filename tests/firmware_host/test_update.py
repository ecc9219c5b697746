"""Updates with real keys, real files and real virtual environments; systemd alone is not there (`make vm` has it)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from firmware_host import update_command, version_command
from firmware_host.errors import UserError
from firmware_host.install.layout import Layout
from firmware_host.update.bundle import write_bundle
from firmware_host.update.errors import UpdateError
from firmware_host.update.manifest import Manifest, Target, read_manifest
from firmware_host.update.needs import pinned_for
from firmware_host.update.signing import check_signature, is_key, sign
from firmware_host.update.trial import open_trial, trial_file
from firmware_host.update.update import Outcome, back, finish, update
from firmware_host.words import LANGUAGES, Words
from firmware_host.words.en import TEXTS
from tests.firmware_host.bundles import (
    BROKEN,
    Clock,
    Supervisor,
    bundle,
    configure,
    in_a_child,
    installed,
    key_in,
    public,
    put_there,
    table,
)
from tests.firmware_host.journals import NOW, opened, play

HOUSE = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return key_in(tmp_path_factory.mktemp("key"))


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory, key: Path) -> Path:
    return bundle(tmp_path_factory.mktemp("good"), key)


def everything(layout: Layout) -> dict[str, str]:
    """What is current, kept and installed."""
    return {
        "current": str(layout.current_version()),
        "previous": str(layout.previous_version()),
        "installed": " ".join(layout.installed()),
        "folders": " ".join(sorted(one.name for one in layout.versions.iterdir())),
        "on trial": str(open_trial(layout)),
    }


def refused(layout: Layout, keys: list[str], file: Path) -> UpdateError:
    """The update is refused, and nothing has changed: not what is installed, and the table is at work."""
    supervisor = Supervisor(layout, at_work=layout.current_version())
    before = everything(layout)
    with pytest.raises(UpdateError) as error:
        update(table(layout, keys, supervisor), file)
    assert everything(layout) == before
    assert supervisor.at_work == layout.current_version()
    assert "stop" not in supervisor.did
    return error.value


def test_a_signed_version_is_installed_beside_the_old_one_and_put_to_work(
    tmp_path: Path, key: Path, good: Path
) -> None:
    layout = installed(tmp_path, "0.9", "1.0")
    supervisor = Supervisor(layout, at_work="1.0")
    assert update(table(layout, [public(key)], supervisor), good) == Outcome("2.0", "1.0", True)
    assert supervisor.did == ["stop", "start 2.0"]
    assert (layout.current_version(), layout.previous_version()) == ("2.0", "1.0")
    assert layout.installed() == ("0.9", "1.0", "2.0")
    assert open_trial(layout) is None
    ran = subprocess.run([layout.current / "bin" / "drover", "version"], check=False)
    assert ran.returncode == 0
    # The same bundle again changes nothing.
    assert update(table(layout, [public(key)], supervisor), good) is None
    assert supervisor.did == ["stop", "start 2.0"]


def test_older_versions_are_pruned_and_the_one_before_is_kept(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path, "0.7", "0.8", "0.9", "1.0")
    update(table(layout, [public(key)]), good)
    assert layout.installed() == ("0.9", "1.0", "2.0")


def test_another_bundle_of_the_same_version_gets_a_name_of_its_own(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path, "1.0", "2.0")
    outcome = update(table(layout, [public(key)]), good)
    assert outcome is not None
    assert outcome.new.startswith("2.0+")
    assert layout.current_version() == outcome.new


@pytest.mark.parametrize("how", ["hangs", "fails", "crashes", "falls", "restarts"])
def test_a_version_that_does_not_become_and_stay_ready_is_rolled_back(
    how: str, tmp_path: Path, key: Path, good: Path
) -> None:
    layout = installed(tmp_path, "0.9", "1.0")
    before = everything(layout)
    supervisor = Supervisor(layout, {"2.0": how}, at_work="1.0")
    clock = Clock()
    one = replace(table(layout, [public(key)], supervisor), clock=clock.time())
    assert update(one, good) == Outcome("2.0", "1.0", False)
    assert everything(layout) == before
    assert supervisor.at_work == "1.0"
    assert supervisor.did == ["stop", "start 2.0", "stop", "start 1.0"]
    assert clock.at < (75 if how == "hangs" else 20), "60 s for the new one, and the old one's start"


def test_a_table_that_was_off_is_off_afterwards(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path, "1.0")
    supervisor = Supervisor(layout)
    assert update(table(layout, [public(key)], supervisor), good) == Outcome("2.0", "1.0", True)
    assert supervisor.at_work is None


def test_back_returns_to_the_version_before(tmp_path: Path) -> None:
    layout = installed(tmp_path, "0.9", "1.0")
    assert back(table(layout, [])) == Outcome("0.9", "1.0", True)
    assert (layout.current_version(), layout.previous_version()) == ("0.9", "1.0")
    with pytest.raises(UpdateError, match="no_previous"):
        back(table(installed(tmp_path / "other", "1.0"), []))


def test_back_to_a_version_that_does_not_work_any_more_deletes_nothing(tmp_path: Path) -> None:
    layout = installed(tmp_path, "0.9", "1.0")
    before = everything(layout)
    assert back(table(layout, [], Supervisor(layout, {"0.9": "fails"}, at_work="1.0"))) == Outcome("0.9", "1.0", False)
    assert everything(layout) == before


def test_there_is_no_update_while_a_match_is_played(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path, "1.0")
    journal = opened(layout.state / "journal")
    match = play(journal)
    error = refused(layout, [public(key)], good)
    assert (error.reason, error.facts) == ("in_play", {"match": match})
    journal.close_match(match, "over", NOW)
    journal.close(NOW)
    assert update(table(layout, [public(key)]), good) == Outcome("2.0", "1.0", True)


def test_a_match_that_begins_while_the_update_is_installed_is_played_on_the_old_version(
    tmp_path: Path, key: Path, good: Path
) -> None:
    layout = installed(tmp_path, "1.0")
    supervisor = Supervisor(layout, at_work="1.0")
    journal = opened(layout.state / "journal")

    def begin_one(what: str) -> None:
        if what == "stop":
            play(journal)

    supervisor.watch = begin_one
    with pytest.raises(UpdateError, match="in_play"):
        update(table(layout, [public(key)], supervisor), good)
    journal.close(NOW)
    assert supervisor.did == ["stop", "start 1.0"]
    assert (layout.current_version(), open_trial(layout)) == ("1.0", None)


def test_a_journal_that_is_broken_does_not_keep_the_cure_away(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path, "1.0")
    (layout.state / "journal").mkdir(parents=True)
    (layout.state / "journal" / "journal.db").write_bytes(b"no journal" * 1000)
    assert update(table(layout, [public(key)]), good) == Outcome("2.0", "1.0", True)


def test_only_trusted_keys_count(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path / "table", "1.0")
    stranger = key_in(tmp_path, "stranger")
    assert refused(layout, [public(stranger)], good).reason == "bad_signature"
    assert refused(layout, [], good).reason == "no_key"
    assert refused(layout, ["ssh-ed25519 nonsense\n* ssh-ed25519 AAAA"], good).reason == "bad_key"
    assert update(table(layout, [public(stranger), public(key)]), good) is not None


def test_a_signature_for_something_else_does_not_count(tmp_path: Path, key: Path) -> None:
    check_signature(b"signed", sign(b"signed", key), [public(key)])
    with pytest.raises(UpdateError, match="bad_signature"):
        check_signature(b"other", sign(b"signed", key), [public(key)])
    file = tmp_path / "text"
    file.write_bytes(b"signed")
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", "git", file], check=True)  # noqa: S607
    with pytest.raises(UpdateError, match="bad_signature"):
        check_signature(b"signed", file.with_suffix(".sig").read_bytes(), [public(key)])


def test_a_file_that_is_cut_anywhere_is_refused(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path / "table", "1.0")
    data = good.read_bytes()
    cut = tmp_path / "cut.bundle"
    # The last blocks of a tar are empty, and nobody misses them.
    for length in (0, 1, 511, 512, 700, 1500, 2000, 2600, 3100, 3600, 4200):
        cut.write_bytes(data[:length])
        assert refused(layout, [public(key)], cut).reason in ("cut", "no_bundle"), length


def test_a_file_in_which_anything_was_changed_is_refused(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path / "table", "1.0")
    members = _members(good)
    changed = tmp_path / "changed.bundle"
    for place, (name, data) in enumerate(members):
        spoiled = bytes((data[0] ^ 1,)) + data[1:]
        _pack(changed, [*members[:place], (name, spoiled), *members[place + 1 :]])
        assert refused(layout, [public(key)], changed).reason in ("damaged", "bad_signature"), name
        _pack(changed, [*members[:place], *members[place + 1 :]])
        assert refused(layout, [public(key)], changed).reason in ("cut", "no_bundle"), name
    for extra in ("../../etc/cron.d/x", "/etc/passwd", "more.whl", members[-1][0]):
        _pack(changed, [*members, (extra, b"x")])
        assert refused(layout, [public(key)], changed).reason == "damaged", extra


def _members(file: Path) -> list[tuple[str, bytes]]:
    with tarfile.open(file) as archive:
        return [(one.name, _read(archive, one)) for one in archive]


def _read(archive: tarfile.TarFile, one: tarfile.TarInfo) -> bytes:
    opened_one = archive.extractfile(one)
    assert opened_one is not None
    return opened_one.read()


def _pack(file: Path, members: list[tuple[str, bytes]]) -> None:
    with tarfile.open(file, "w") as archive:
        for name, data in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, BytesIO(data))


def test_what_is_no_bundle_is_refused(tmp_path: Path, key: Path) -> None:
    layout = installed(tmp_path / "table", "1.0")
    other = tmp_path / "holiday.jpg"
    for data in (b"", b"\xff\xd8" * 5000, b"PK\x03\x04" * 500):
        other.write_bytes(data)
        assert refused(layout, [public(key)], other).reason == "no_bundle"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"{}",
        b'{"drover": 1}',
        b'{"drover": 1, "version": "../x", "targets": [{"machine": "a", "python": "3"}], "files": []}',
        b'{"drover": 1, "version": "1", "targets": [{"machine": "a", "python": "3"}],'
        b' "files": [{"name": "../x", "size": 1, "sha256": "' + b"0" * 64 + b'"}]}',
        b'{"drover": 1, "version": "1", "targets": [{"machine": "a", "python": "3"}],'
        b' "files": [{"name": "x", "size": -1, "sha256": "' + b"0" * 64 + b'"}]}',
    ],
)
def test_a_manifest_that_is_signed_but_wrong_is_refused(text: bytes) -> None:
    with pytest.raises(UpdateError, match="no_bundle"):
        read_manifest(text)


def test_a_bundle_of_a_form_to_come_says_so() -> None:
    with pytest.raises(UpdateError, match="other_form"):
        read_manifest(b'{"drover": 2}')


@pytest.mark.parametrize("target", [Target("riscv64", "3.11"), Target(Target.here().machine, "3.99")])
def test_a_bundle_for_other_machines_is_refused(target: Target, tmp_path: Path, key: Path) -> None:
    layout = installed(tmp_path / "table", "1.0")
    error = refused(layout, [public(key)], bundle(tmp_path, key, targets=(target,)))
    assert (error.reason, error.facts["targets"]) == ("wrong_machine", (str(target),))


def test_a_version_that_does_not_start_is_never_switched_to(tmp_path: Path, key: Path) -> None:
    layout = installed(tmp_path / "table", "1.0")
    error = refused(layout, [public(key)], bundle(tmp_path, key, code=BROKEN))
    assert (error.reason, error.facts["why"]) == ("does_not_start", "it has no head")


def test_a_bundle_that_lacks_a_requirement_leaves_nothing_behind(tmp_path: Path, key: Path) -> None:
    layout = installed(tmp_path / "table", "1.0")
    files = tmp_path / "files"
    shutil.copytree(bundle(tmp_path, key).parent / "files-2.0", files)
    need = files / Manifest("0", (), ()).requirements(Target.here())
    need.write_text(f"numpy==1.26.4 --hash=sha256:{'0' * 64}\n", encoding="ascii")
    lacking = tmp_path / "lacking.bundle"
    write_bundle(lacking, files, "2.0", (Target.here(),), lambda data: sign(data, key))
    assert refused(layout, [public(key)], lacking).reason == "not_installed"


def test_where_there_is_no_room_nothing_is_begun(tmp_path: Path, key: Path, good: Path) -> None:
    said = _on_a_small_disk(tmp_path, key, good, "900k")
    assert said.startswith("UpdateError: no_room")


def test_a_disk_that_becomes_full_leaves_everything_as_it_was(tmp_path: Path, key: Path) -> None:
    zeros = {f"zeros{number}.bin": bytes(20_000_000) for number in range(3)}
    said = _on_a_small_disk(tmp_path, key, bundle(tmp_path, key, more=zeros), "50m")
    assert said.startswith("UpdateError: full")


DRIVER = """
import sys
from pathlib import Path
from firmware_host.update.errors import UpdateError
from firmware_host.update.update import update
from tests.firmware_host.bundles import installed, table
layout = installed(Path(sys.argv[1]), "1.0")
try:
    update(table(layout, [sys.argv[2]]), Path(sys.argv[3]))
    print("updated")
except UpdateError as error:
    print(f"UpdateError: {error.reason}", layout.current_version(), [one.name for one in layout.versions.iterdir()])
"""


def _on_a_small_disk(folder: Path, key: Path, file: Path, size: str) -> str:
    """What an update says there; the old version is current and alone."""
    disk = folder / "disk"
    disk.mkdir()
    # A name space of its own, so that whoever runs the tests may mount a disk in memory there.
    script = f'mount -t tmpfs -o size={size} none "$0" && exec "$@"'
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, str(disk)]
    command += [sys.executable, "-c", DRIVER, str(disk), public(key), str(file)]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("1.0 ['1.0']"), done.stdout
    return done.stdout


CUTS = ("checking", "installing", "state 1", "changing", "stop", "trying", "start", "state 2", "state 4", "state 20")


@pytest.mark.parametrize("how", ["works", "hangs"])
def test_a_plug_pulled_at_any_step_leaves_a_version_that_works(how: str, tmp_path: Path, key: Path, good: Path) -> None:
    for place in CUTS:
        layout = installed(tmp_path / place, "0.9", "1.0")
        if place != "installing":
            put_there(layout, good)
        supervisor = Supervisor(layout, {"2.0": how}, at_work="1.0")
        status = in_a_child(lambda: _cut_at(place, layout, supervisor, key, good))  # noqa: B023
        assert os.WEXITSTATUS(status) == 9, place
        # The machine starts again: systemd starts what is current, and then asks for the trial to be finished.
        supervisor = Supervisor(layout, {"2.0": how})
        supervisor.start()
        finish(table(layout, [], supervisor))
        assert supervisor.at_work == layout.current_version(), place
        switched = CUTS.index(place) >= CUTS.index("trying")
        assert layout.current_version() == ("2.0" if switched and how == "works" else "1.0"), place
        assert not trial_file(layout).exists()
        assert layout.installed()[:2] == ("0.9", "1.0")
    # And the same update can be made again.
    update(table(layout, [public(key)], Supervisor(layout, at_work=layout.current_version())), good)
    assert layout.current_version() == "2.0"


def _cut_at(place: str, layout: Layout, supervisor: Supervisor, key: Path, file: Path) -> None:
    seen: dict[str, int] = {}

    def watch(what: str) -> None:
        seen[what] = seen.get(what, 0) + 1
        # Once before the change and then while it is tried.
        if place in (what, f"{what} {seen[what]}"):
            os._exit(9)

    supervisor.watch = watch
    update(replace(table(layout, [public(key)], supervisor), tell=watch), file)


def test_two_updates_at_once_are_one_too_many(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path, "1.0")
    one = table(layout, [public(key)])
    reasons: list[str] = []

    def try_another(step: str) -> None:
        with pytest.raises(UpdateError) as error:
            update(one, good)
        reasons.append(error.value.reason)

    update(replace(one, tell=try_another), good)
    assert set(reasons) == {"busy"}


def test_the_command_says_what_it_did_in_every_language(
    tmp_path: Path, key: Path, good: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in LANGUAGES:
        layout, words = installed(tmp_path / language, "1.0"), Words(language)
        configure(layout, [public(key)])
        put_there(layout, good)
        failing = Supervisor(layout, {"2.0": "fails"}, at_work="1.0")
        assert update_command.update(str(good), layout, words, failing, Clock().time()) == 1
        assert words.say("update.rolled_back", version="2.0", before="1.0") in capsys.readouterr().out
    working = Supervisor(layout, at_work="1.0")
    assert update_command.update(str(good), layout, words, working, Clock().time()) == 0
    assert words.say("update.done", version="2.0", before="1.0") in capsys.readouterr().out
    assert version_command.say_all(layout, Words("en")) == 0
    assert capsys.readouterr().out == "1.0: kept, to go back to\n2.0: at work\n"
    assert update_command.back(layout, words, working, Clock().time()) == 0
    with pytest.raises(UserError, match="No such file"):
        update_command.update(str(tmp_path / "none"), layout, Words("en"), working, Clock().time())
    with pytest.raises(UserError, match="not installed on this machine"):
        update_command.update(str(good), Layout(tmp_path / "elsewhere"), Words("en"), working, Clock().time())


def test_the_administrators_own_file_of_keys_counts_alone(tmp_path: Path, key: Path, good: Path) -> None:
    layout = installed(tmp_path / "table", "1.0")
    configure(layout, [public(key_in(tmp_path, "from the setup page"))])
    put_there(layout, good)
    trusted = layout.settings / "update.keys"
    trusted.write_text(f"{public(key)}\n\n", encoding="ascii")
    supervisor = Supervisor(layout, at_work="1.0")
    assert update_command.update(str(good), layout, Words("en"), supervisor, Clock().time()) == 0
    assert layout.current_version() == "2.0"
    trusted.write_text(f"{public(key_in(tmp_path, 'another'))}\n", encoding="ascii")
    with pytest.raises(UserError, match="None of the trusted keys"):
        update_command.update(str(good), layout, Words("en"), supervisor, Clock().time())
    trusted.write_text("", encoding="ascii")
    with pytest.raises(UserError, match="names no key"):
        update_command.update(str(good), layout, Words("en"), supervisor, Clock().time())


def test_every_reason_and_every_step_has_a_text() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (HOUSE / "firmware_host" / "update").glob("*.py"))
    reasons = {line.partition('"')[0] for line in code.split('UpdateError("')[1:]}
    steps = {line.partition('"')[0] for line in code.split('.tell("')[1:]}
    texts = {key for key in TEXTS if key.startswith(("update.no.", "update.step."))}
    said = {f"update.no.{reason}" for reason in reasons} | {f"update.step.{step}" for step in steps}
    assert texts == said


def test_public_keys_are_told_from_private_ones_and_rubbish(key: Path) -> None:
    assert is_key(public(key))
    assert not is_key(key.read_text(encoding="ascii"))
    assert not is_key("ssh-ed25519")
    assert not is_key('restrict,command="x" ssh-ed25519 AAAA')


def test_what_a_pi_needs_is_found_in_the_lock_with_its_hashes() -> None:
    lock = (HOUSE / "requirements.lock").read_text(encoding="utf-8")
    older = pinned_for(["lgpio ; python_version < '3.12'", "numpy"], lock, Target("aarch64", "3.11"))
    newer = pinned_for(["lgpio ; python_version < '3.12'", "numpy"], lock, Target("aarch64", "3.13"))
    assert "lgpio==0.2.2.0" in older
    assert "numpy==1." in older
    assert "lgpio" not in newer
    assert "numpy==2." in newer
    assert "--hash=sha256:" in newer
    with pytest.raises(UpdateError, match="not_pinned"):
        pinned_for(["nonesuch"], lock, Target("aarch64", "3.13"))
