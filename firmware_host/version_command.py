"""`drover version`: what is at work here, and what else is installed."""

from __future__ import annotations

import sys

from firmware_host import __version__
from firmware_host.install.layout import Layout
from firmware_host.words import Words


def say_version(words: Words) -> int:
    print(words.say("version.this", version=__version__, python=sys.version.partition(" ")[0]))
    return 0


def reads(config: str, words: Words) -> int:
    """Whether this version understands that configuration; an update asks this of a version that is new here."""
    from firmware_host.config_file import load_config

    load_config(config, words)
    return say_version(words)


def say_all(layout: Layout, words: Words) -> int:
    """A line a version that is installed, the oldest first."""
    installed, current, previous = layout.installed(), layout.current_version(), layout.previous_version()
    if not installed:
        print(words.say("version.none"))
        return say_version(words)
    for name in installed:
        if name == current:
            print(words.say("version.current", version=name))
        elif name == previous:
            print(words.say("version.previous", version=name))
        else:
            print(words.say("version.installed", version=name))
    return 0
