"""`drover journal` as its users meet it: the real command on a real journal."""

from __future__ import annotations

import json
import subprocess
import zipfile
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from firmware_host.journal import Journal, Kind
from firmware_host.journal.entries import link
from firmware_host.journal.store import FILE
from firmware_host.journal.verify import verify
from firmware_host.words import LANGUAGES
from tests.firmware_host.journals import HEADER, LINES, NOW, ROOMY, evening, jpeg, opened
from tests.firmware_host.test_replay import NO_THANKS, drover

WILD = '<script>alert("x")</script>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    evening(tmp_path / "journal")
    return tmp_path / "journal"


def said(folder: Path, action: str, *arguments: str | Path, code: int = 0, language: str = "en") -> str:
    done = drover("journal", action, *arguments, "--journal", folder, "--language", language)
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    assert (done.stdout if code < 2 else b"") == done.stdout
    return (done.stdout or done.stderr).decode()


def recorded(folder: Path, record: str, how: str = "") -> int:
    journal = Journal.open(folder, NOW, ROOMY)
    header, *lines = map(json.loads, record.splitlines())
    match = journal.begin(header, NOW)
    for line in lines:
        journal.write(match, line, NOW)
    if how:
        journal.close_match(match, how, NOW)
    journal.close(NOW)
    return match


def test_the_list_has_a_line_for_each_match(folder: Path) -> None:
    record = Path("docs/sample-match.jsonl").read_text(encoding="utf-8")
    over = recorded(folder, record, "over")
    going_on = recorded(folder, NO_THANKS)
    lines = said(folder, "list").splitlines()
    assert lines[0] == "2  2025-03-01 19:00  Take Six: ana, bia and caio. Abandoned."
    assert lines[1].startswith(f"{over}  2025-03-01 19:30  Take Six: ")
    assert " wins: " in lines[1] or " share the win: " in lines[1], "worked out from the record"
    assert lines[2] == f"{going_on}  2025-03-01 19:30  No Thanks!: ana, bia and caio. Not finished."


def test_the_list_takes_the_result_that_was_noted(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    match = journal.begin(HEADER, NOW)
    score = {"ana": 3, "bia": 0, "caio": 12}
    journal.close_match(match, "over", NOW, {"score": score, "winners": ["bia"]})
    assert said(tmp_path, "list").endswith("bia wins: ana 3, bia 0, caio 12.\n")


def test_a_match_is_told_with_what_came_between(folder: Path) -> None:
    told = said(folder, "show", "2")
    assert told.splitlines()[0] == "19:00:01  Take Six, base game: ana, bia and caio."
    wanted = (
        "Round 1. The rows begin with 12, 37, 43 and 58.",
        "3 fits behind no row, and ana chooses row 2",
        "Taken back: line 5.",
        "Question to ana: Which card is this: 68 or 89?",
        "Answer: 68.",
        "Objection: 14 does not belong in row 2.",
        "That was put right.",
        "Pause.",
        "The match is closed. Abandoned.",
    )
    places = [told.index(text) for text in wanted]
    assert places == sorted(places)
    assert said(folder, "show", "last") == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_secrets_are_told_only_to_who_asks_for_them(language: str, tmp_path: Path) -> None:
    hands, tigers = recorded(tmp_path, "\n".join(map(json.dumps, (HEADER, *LINES)))), recorded(tmp_path, NO_THANKS)
    held = "60, 61, 62"
    assert held not in said(tmp_path, "show", str(hands), language=language)
    assert held in said(tmp_path, "show", str(hands), "--secret", language=language)
    assert "33" not in said(tmp_path, "show", str(tigers), language=language)
    told = said(tmp_path, "show", str(tigers), "--secret", language=language)
    assert "ana: 33" in told
    assert "ana: 10" in told, "the chips that it has left"
    assert held not in said(tmp_path, "list", language=language)


def test_what_is_exported_is_replayed(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    said(folder, "export", "2", out)
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == [HEADER, *LINES]
    assert drover("replay", out).returncode == 0


def test_a_record_of_wild_names_is_exported_as_it_was(tmp_path: Path) -> None:
    header = {**HEADER, "seats": ["Zoë", WILD, "名前"]}
    match = recorded(tmp_path, json.dumps(header))
    said(tmp_path, "export", str(match), tmp_path / "out")
    assert json.loads((tmp_path / "out").read_text(encoding="utf-8")) == header
    assert "Zoë" in (tmp_path / "out").read_text(encoding="utf-8")
    assert WILD in said(tmp_path, "show", str(match)), "a terminal runs no scripts"


def test_lines_that_no_rules_allow_are_told_and_not_stumbled_over(tmp_path: Path) -> None:
    odd = recorded(tmp_path, json.dumps(HEADER) + '\n{"move": "fly"}\n{"moves": [1]}\n{"move": "undo"}')
    told = said(tmp_path, "show", str(odd))
    assert told.count("is refused") == 3
    unknown = recorded(tmp_path, '{"record": 9, "game": "chess", "seats": 3}\n{"move": "e4"}', "over")
    assert "no header that can be read" in said(tmp_path, "show", str(unknown))
    assert said(tmp_path, "list").count("\n") == 2
    journal = opened(tmp_path)
    for kind in Kind:
        if kind != Kind.HEADER:
            journal.note(odd, kind, {"facts": 3, "choices": 4, "result": [], "seats": None, "reason": []}, NOW)
    journal.close(NOW)
    said(tmp_path, "show", str(odd))
    said(tmp_path, "dispute", str(odd), tmp_path / "odd.zip")


class Page(HTMLParser):
    """Its elements, each closed in order, and what they refer to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.references: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.references += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def unzipped(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dispute_is_one_file_with_all_that_there_is(language: str, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "dispute.zip"
    said(folder, "dispute", "2", out, language=language)
    files = unzipped(out)
    pictures = {name for name in files if name.startswith("photographs/")}
    assert files.keys() - pictures == {"index.html", "record.jsonl", "journal.jsonl", "chain.json", "SHA256SUMS"}
    assert len(pictures) == 7
    assert jpeg(99) in files.values()
    page = Page(files["index.html"].decode())
    assert set(page.references) == pictures
    assert not page.tags & {"script", "link", "iframe", "object", "form", "base"}
    assert f'<html lang="{language}">' in files["index.html"].decode()
    assert "url(" not in files["index.html"].decode()
    decimal = "." if language == "en" else ","
    for text in (f"99{decimal}8 %", f"44 (0{decimal}1 %)", f"89 (39{decimal}0 %)", "81234", "3f2a", "60, 61"):
        assert text in page.text


def test_the_hashes_of_a_dispute_can_be_checked_without_drover(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "dispute.zip"
    said(folder, "dispute", "2", out)
    with zipfile.ZipFile(out) as archive:
        archive.extractall(tmp_path / "out")
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"],  # noqa: S607
        cwd=tmp_path / "out",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    chain = json.loads((tmp_path / "out" / "chain.json").read_text(encoding="utf-8"))
    before = bytes.fromhex(chain["before"])
    for line in (tmp_path / "out" / "journal.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        before = link(before, *list(entry.values())[:6])
        assert entry["hash"] == before.hex()
        if entry["kind"] == "photograph":
            picture = (tmp_path / "out" / "photographs" / f"{entry['seq']}.jpg").read_bytes()
            assert json.loads(entry["body"])["sha256"] == sha256(picture).hexdigest()
    assert verify(folder, chain["head"]["hash"]).reason == ""
    assert drover("replay", tmp_path / "out" / "record.jsonl").returncode == 0


def test_who_opens_a_dispute_has_it_kept_until_it_is_settled(folder: Path, tmp_path: Path) -> None:
    first = said(folder, "dispute", "last", tmp_path / "1.zip")
    assert "drover journal release 2" in first
    said(folder, "dispute", "last", tmp_path / "2.zip")
    assert "disputed" in said(folder, "list")
    said(folder, "release", "2")
    assert "disputed" not in said(folder, "list")
    assert verify(folder).reason == ""


def test_names_on_the_page_are_only_names(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    match = journal.begin({**HEADER, "seats": [WILD, "b", "c"]}, NOW)
    facts = {WILD: WILD, "read": [{"card": WILD, "zone": WILD, "confidence": 1, "alternatives": [[WILD, 0.1], 7]}, 3]}
    journal.photograph(match, match, WILD, jpeg(1), facts, NOW)
    journal.note(match, Kind.OBJECTION, {"rule": WILD, "seat": WILD, "card": WILD}, NOW)
    journal.note(match, Kind.NOTE, {"kind": WILD, "facts": {WILD: WILD}}, NOW)
    journal.close(NOW)
    said(tmp_path, "dispute", "last", tmp_path / "out.zip")
    html = unzipped(tmp_path / "out.zip")["index.html"].decode()
    assert "<script" not in html
    assert "<script" in Page(html).text


def test_photographs_that_are_gone_are_said_to_be(tmp_path: Path) -> None:
    from firmware_host.journal import Limits

    journal = Journal.open(tmp_path, NOW, Limits(photograph_bytes=1500, free_bytes=0, reserve_bytes=0))
    match = journal.begin(HEADER, NOW)
    for number in range(4):
        journal.photograph(match, match, "move", jpeg(number), {}, NOW)
    journal.close(NOW)
    said(tmp_path, "dispute", "last", tmp_path / "out.zip")
    assert "This photograph was deleted" in unzipped(tmp_path / "out.zip")["index.html"].decode()


def test_verify_says_what_is_sound_and_where_the_first_bad_entry_is(folder: Path) -> None:
    told = said(folder, "verify")
    assert told.startswith("All is as it was written: 23 entries, 7 photographs.\nNewest entry 23: ")
    head = told.split()[-1]
    assert said(folder, "verify", "--head", head.upper()) == told
    assert "cut off" in said(folder, "verify", "--head", "00" * 32, code=1)
    data = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(data.replace(b'"value":"68"', b'"value":"89"'))
    assert said(folder, "verify", code=1) == "Entry 17 is not as it was written.\n"
    (folder / FILE).write_bytes(data.replace(jpeg(2)[:600], jpeg(3)[:600]))
    assert said(folder, "verify", code=1).startswith("The photograph of entry ")


@pytest.mark.parametrize("action", ["list", "show", "export", "dispute", "release", "verify"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_no_journal_it_says_what_to_do(action: str, language: str, tmp_path: Path) -> None:
    arguments = {"show": ["1"], "release": ["1"], "export": ["1", "out"], "dispute": ["1", "out"]}.get(action, [])
    told = said(tmp_path / "none", action, *arguments, code=2, language=language)
    assert "--journal" in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("match", ["1", "99", "-1", "x", "²", "9" * 9999])
def test_a_match_that_is_not_there_is_said_so(match: str, folder: Path) -> None:
    assert "drover journal list" in said(folder, "show", match, code=2)


@pytest.mark.parametrize("rubbish", [b"", b"rubbish" * 99])
def test_a_file_that_is_no_journal_is_said_so(rubbish: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(rubbish)
    assert "no journal that can be read" in said(tmp_path, "list", code=2)
    assert "damaged after 0 entries" in said(tmp_path, "verify", code=1)
    assert (tmp_path / FILE).read_bytes() == rubbish


def test_an_output_that_can_not_be_written_is_said_so(folder: Path, tmp_path: Path) -> None:
    for action in ("export", "dispute"):
        assert said(folder, action, "2", tmp_path / "no" / "folder", code=2).count("\n") == 1


def test_the_journal_is_looked_for_where_everything_is_kept(tmp_path: Path) -> None:
    evening(tmp_path / "journal")
    assert drover("journal", "list", data=tmp_path).stdout.count(b"\n") == 1
