"""The configuration out of its file; what is wrong with it is said in one line."""

from __future__ import annotations

from pathlib import Path

from firmware_host.config import Config, ConfigError, parse
from firmware_host.errors import UserError
from firmware_host.trouble import tell_config, unreadable
from firmware_host.words import Words


def load_config(file: str | None, words: Words) -> Config:
    """The configuration in that file, or the one that holds without any."""
    if file is None:
        return Config()
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise unreadable(file, error, words) from None
    try:
        return parse(text)
    except ConfigError as error:
        raise UserError(tell_config(words, error, file)) from None
