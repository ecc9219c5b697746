"""`drover doctor`: how the table does, a line for each thing; the exit code is 1 where something is at fault."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from firmware_host import __version__
from firmware_host.config import Config, ConfigError, parse
from firmware_host.doctor.lines import SAID, Line, Verdict, fault, ok
from firmware_host.doctor.machine import Machine, machine_lines
from firmware_host.doctor.table import Table, table_lines
from firmware_host.install.layout import Layout
from firmware_host.kiosk import URL, page
from firmware_host.places import data_folder
from firmware_host.safe_mode import salvaged
from firmware_host.snapshot import FILE, read
from firmware_host.trouble import tell_config, unreadable
from firmware_host.words import Said, Words

SIGNS = {Verdict.OK: "✓", Verdict.WARNING: "!", Verdict.FAULT: "✗"}


def doctor(file: str | None, as_json: bool, words: Words) -> int:
    """Look at everything, and tell as it goes."""
    layout = Layout()
    chosen = Path(file) if file is not None else layout.config if layout.config.is_symlink() else None
    verdicts = []
    for line in _lines(chosen, layout, words):
        verdicts.append(line.verdict)
        _tell(line, as_json, words)
    if not as_json:
        bad, poor = verdicts.count(Verdict.FAULT), verdicts.count(Verdict.WARNING)
        print(words.say("doctor.summary_bad" if bad else "doctor.summary", faults=bad, warnings=poor))
    return 1 if Verdict.FAULT in verdicts else 0


def _lines(file: Path | None, layout: Layout, words: Words) -> Iterator[Line]:
    yield ok("version", "doctor.version", version=layout.current_version() or __version__)
    config, line = _configuration(file, words)
    yield line
    yield from machine_lines(Machine(), layout.state if layout.state.is_dir() else data_folder())
    running = read(FILE)
    yield from table_lines(Table(config, words, running, page() if URL.exists() else None))


def _configuration(file: Path | None, words: Words) -> tuple[Config, Line]:
    if file is None:
        return Config(), ok("configuration", "doctor.config_none")
    text = ""
    try:
        text = file.read_text(encoding="utf-8")
        return parse(text), ok("configuration", "doctor.config", file=str(file))
    except (OSError, ValueError) as error:
        return Config(), fault("configuration", SAID, what=Said(str(unreadable(str(file), error, words))))
    except ConfigError as error:
        told = Said(tell_config(words, error, str(file)))
        return salvaged(text), fault("configuration", SAID, what=told)


def _tell(line: Line, as_json: bool, words: Words) -> None:
    if as_json:
        facts = {name: value if isinstance(value, (int, float)) else str(value) for name, value in line.facts.items()}
        said = {"about": line.about, "verdict": str(line.verdict), "text": line.tell(words), "facts": facts}
        print(json.dumps(said, ensure_ascii=False))
    else:
        verdict = words.say(f"doctor.verdict.{line.verdict}")
        print(f"{SIGNS[line.verdict]} {verdict:<9} {line.tell(words)}")
    sys.stdout.flush()
