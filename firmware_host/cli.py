"""The command `drover`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from firmware_host import __version__
from firmware_host.errors import UserError
from firmware_host.words import LANGUAGES, Words, language_of_environment

USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the result is the exit code."""
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except UserError as error:
        sys.stdout.flush()
        print(error, file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:
        # Whoever read the output has seen enough; what is still buffered must go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message}. See {self.prog} --help.\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="drover", description="A table that knows the rules.")
    parser.add_argument("--version", action="version", version=f"drover {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_replay(commands.add_parser("replay", help="read a record and say what each line did"))
    _add_mat(commands.add_parser("mat", help="print the mat for a game, in true size"))
    return parser


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object for each line")
    parser.add_argument("--keep-going", action="store_true", help="go on after a refused line")
    parser.add_argument("--secret", action="store_true", help="show what only a seat may know")
    parser.add_argument("--language", choices=LANGUAGES, default=language_of_environment(), help="of the sentences")
    parser.set_defaults(run=_replay)


def _replay(options: argparse.Namespace) -> int:
    from firmware_host.replay import replay

    return replay(options.file, Words(options.language), options.json, options.keep_going, options.secret)


def _add_mat(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", required=True, metavar="GAME", help="take_six, no_thanks or qwixx_cards")
    parser.add_argument("--seats", required=True, type=int, metavar="N", help="how many people play")
    parser.add_argument("--paper", metavar="PAPER", help="such as a2, or a3x4 for four sheets of A3 glued together")
    parser.add_argument("--variant", default="base", metavar="VARIANT", help="such as anniversary, with its fifth row")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="where everything lies, in millimetres")
    output.add_argument("--pdf", metavar="OUT", help="write a PDF, one page a sheet")
    output.add_argument("--png", metavar="OUT", help="write a picture")
    parser.add_argument("--language", choices=LANGUAGES, default=language_of_environment(), help="of the sentences")
    parser.set_defaults(run=_mat)


def _mat(options: argparse.Namespace) -> int:
    from firmware_host.mat_command import Wish, print_mat

    wish = Wish(options.game, options.seats, options.paper, options.variant)
    return print_mat(wish, Words(options.language), options.json, options.pdf, options.png)
