"""Changing a configuration's file as a careful person would: only what is different, comments where they were."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

Tables = Mapping[str, Mapping[str, object]]
"""The keys of each section with their values, as TOML has them."""


def edited(text: str, wanted: Tables) -> str:
    """That text with these values; where it is written in a way that can't be followed, a plain new one.

    >>> print(edited("[bar] # mine\\nport = 'x'  # USB\\n", {"bar": {"port": "auto", "there": True}}), end="")
    [bar] # mine
    port = "auto"  # USB
    there = true
    """
    try:
        if _same(tomllib.loads(text), wanted):
            return text
        new = _followed(text, wanted)
        if _same(tomllib.loads(new), wanted):
            return new
    except tomllib.TOMLDecodeError:
        pass
    return plain(wanted)


def plain(wanted: Tables) -> str:
    """These values as a file without any comments.

    >>> plain({"gpio": {"rows": [17, 27], "buttons": {"row/1": 20}}})
    '[gpio]\\nrows = [17, 27]\\nbuttons = { "row/1" = 20 }\\n'
    """
    sections = []
    for name, keys in wanted.items():
        lines = [f"[{name}]", *(f"{_key(key)} = {literal(value)}" for key, value in keys.items())]
        sections.append("\n".join(lines) + "\n")
    return "\n".join(sections)


def literal(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(str(key))} = {literal(entry)}" for key, entry in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    # A text of JSON is one of TOML, but for a sign that JSON lets stand as it is.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if key and all(char.isascii() and (char.isalnum() or char in "-_") for char in key) else literal(key)


def _same(one: Mapping[str, object], other: Tables) -> bool:
    return json.dumps(one, sort_keys=True, default=str) == json.dumps(other, sort_keys=True, default=list)


def _followed(text: str, wanted: Tables) -> str:
    """Line by line: what is said otherwise is replaced, what is not wanted goes, what is new comes at the end."""
    left = {name: dict(keys) for name, keys in wanted.items()}
    out: list[str] = []
    section = ""
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("["):
            _add_rest(out, left.get(section, {}))
            section = bare.strip("[").partition("]")[0].strip()
        new = _line(line, left.get(section)) if "=" in bare and not bare.startswith("#") else line
        if new is not None:
            out.append(new)
    _add_rest(out, left.get(section, {}))
    there = {name for name in tomllib.loads(text) if isinstance(name, str)}
    for name, keys in wanted.items():
        if name not in there:
            out += [*([""] if out else []), f"[{name}]"]
            _add_rest(out, dict(keys))
    return "\n".join(out) + "\n"


def _add_rest(out: list[str], keys: dict[str, object]) -> None:
    """What the section lacks, before the empty lines that part it from the next one."""
    empty = 0
    while out and empty < len(out) and not out[-1 - empty].strip():
        empty += 1
    at = len(out) - empty
    out[at:at] = [f"{_key(key)} = {literal(value)}" for key, value in keys.items()]
    keys.clear()


def _line(line: str, keys: dict[str, object] | None) -> str | None:
    """A line `key = value` as it should be now; None: it goes."""
    ((key, was),) = tomllib.loads(line).items()
    if keys is None or key not in keys:
        return None
    value = keys.pop(key)
    if json.dumps(was, default=list) == json.dumps(value, default=list):
        return line
    before = line[: line.index("=") + 1]
    return f"{before} {literal(value)}{_comment(line)}"


def _comment(line: str) -> str:
    """What stands behind the value, with the space before it."""
    whole = tomllib.loads(line)
    for at, char in enumerate(line):
        if char != "#":
            continue
        try:
            if tomllib.loads(line[:at]) == whole:
                return line[len(line[:at].rstrip()) :]
        except tomllib.TOMLDecodeError:
            continue
    return ""


def write_safely(file: Path, text: str) -> Path | None:
    """Write it in full or not at all; gives the file that keeps what was there before, if anything was."""
    file.parent.mkdir(parents=True, exist_ok=True)
    before: Path | None = None
    if file.exists():
        before = file.with_name(f"{file.name}.before")
        replace_file(before, file.read_bytes())
    replace_file(file, text.encode())
    return before


def replace_file(file: Path, data: bytes) -> None:
    """Another content for a file, there in full or not at all, also when the plug is pulled."""
    new = file.with_name(f"{file.name}.new")
    with new.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if file.exists():
        new.chmod(file.stat().st_mode & 0o777)
    new.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
