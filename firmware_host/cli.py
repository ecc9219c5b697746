"""The command `drover`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from firmware_host import __version__
from firmware_host.errors import UserError
from firmware_host.words import LANGUAGES, Words, language_of_environment

USAGE_ERROR = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the result is the exit code."""
    options = _parser().parse_args(arguments)
    # OpenCV has its own word for each camera that is not there; a table looks for one all night, and says it itself.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
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
    _add_look(commands.add_parser("look", help="say which cards lie on pictures"))
    _add_deck(commands.add_parser("deck", help="learn what a deck looks like, or list the learned ones"))
    _add_demo(commands.add_parser("demo", help="a match at a simulated table, camera to lights and screen"))
    _add_run(commands.add_parser("run", help="keep a table: camera to lights, until it is ended"))
    _add_watch(commands.add_parser("watch", help="follow a match on recorded pictures, eyes to lights"))
    _add_hands(commands.add_parser("hands", help="try out lights, display, buzzer and buttons"))
    _add_pin(commands.add_parser("pin", help="set the PIN of the referee's and the set-up page"))
    _add_fleet(commands.add_parser("fleet", help="show all tables of a chain that tell a broker"))
    _add_journal(commands.add_parser("journal", help="what happened at the table, and whether anybody changed it"))
    _add_install(commands.add_parser("install", help="make this machine a table that starts by itself"))
    _add_uninstall(commands.add_parser("uninstall", help="take everything away again but the journal"))
    _add_doctor(commands.add_parser("doctor", help="say how camera, lights, machine and page do, and what to do"))
    _add_kiosk(commands.add_parser("kiosk", help="show the table's page on the whole of the attached screen"))
    _add_update(commands.add_parser("update", help="take a new version from a signed file, and back if it fails"))
    _add_version(commands.add_parser("version", help="say which version is at work, and what else is installed"))
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default=language_of_environment(), help="of the sentences")


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default="take_six", metavar="GAME", help="take_six, no_thanks or qwixx_cards")


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object for each line")
    parser.add_argument("--keep-going", action="store_true", help="go on after a refused line")
    parser.add_argument("--secret", action="store_true", help="show what only a seat may know")
    _add_language(parser)
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
    _add_language(parser)
    parser.set_defaults(run=_mat)


def _mat(options: argparse.Namespace) -> int:
    from firmware_host.mat_command import Wish, print_mat

    wish = Wish(options.game, options.seats, options.paper, options.variant)
    return print_mat(wish, Words(options.language), options.json, options.pdf, options.png)


def _add_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pictures", nargs="+", metavar="PICTURE", help="a PNG, JPEG or WebP file")
    _add_game(parser)
    parser.add_argument("--deck", metavar="DECK", help="a learned deck, by its name")
    parser.add_argument("--mat", metavar="MAT", help="a file that drover mat --json wrote")
    parser.add_argument("--json", action="store_true", help="one JSON object for each picture")
    parser.add_argument("--draw", metavar="OUT", help="write the picture with what was seen drawn on it")
    _add_language(parser)
    parser.set_defaults(run=_look)


def _look(options: argparse.Namespace) -> int:
    from firmware_host.look_command import Looking, look

    pictures, game = tuple(options.pictures), options.game
    wish = Looking(pictures, game, options.deck, options.mat, options.json, options.draw)
    return look(wish, Words(options.language))


def _add_deck(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    learn = actions.add_parser("learn", help="learn a deck from pictures of its cards")
    learn.add_argument("name", metavar="NAME", help="what the deck will be called")
    learn.add_argument("folder", nargs="?", metavar="FOLDER", help="pictures named after the cards, or of many cards")
    learn.add_argument("--camera", action="store_true", help="learn it at the table instead")
    _add_game(learn)
    show = actions.add_parser("show", help="say which cards of a deck are known")
    show.add_argument("name", metavar="NAME")
    listed = actions.add_parser("list", help="list the learned decks")
    printed = actions.add_parser("print", help="write drover's own deck as a PDF, in true size")
    _add_game(printed)
    printed.add_argument("--pdf", required=True, metavar="OUT", help="the file")
    for action, name in ((learn, "learn"), (show, "show"), (listed, "list"), (printed, "print")):
        _add_language(action)
        action.set_defaults(run=_deck, action=name)


def _deck(options: argparse.Namespace) -> int:
    from firmware_host import deck_command

    words = Words(options.language)
    if options.action == "learn":
        return deck_command.learn(options.name, options.folder, options.game, options.camera, words)
    if options.action == "print":
        return deck_command.print_own(options.game, options.pdf, words)
    return deck_command.show(options.name, words) if options.action == "show" else deck_command.list_all(words)


def _add_hands(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="what is connected to where, as TOML")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--list", action="store_true", help="name every device found")
    action.add_argument("--simulate", action="store_true", help="show lights, display and buttons in the terminal")
    action.add_argument("--wiring", metavar="OUT", help="draw how the configured parts are wired, as SVG")
    _add_language(parser)
    parser.set_defaults(run=_hands)


def _hands(options: argparse.Namespace) -> int:
    from firmware_host import hands_command
    from firmware_host.config_file import load_config

    words = Words(options.language)
    if options.list:
        return hands_command.list_found(words)
    if options.simulate:
        return hands_command.simulate(words)
    config = load_config(options.config, words)
    if options.wiring:
        return hands_command.draw_wiring(config, options.wiring, words)
    from firmware_host.hands_check import check_hands

    return check_hands(config, words)


def _add_watch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", help="a folder of numbered pictures, or a video")
    parser.add_argument("--game", required=True, metavar="GAME", help="take_six, no_thanks or qwixx_cards")
    parser.add_argument("--seats", required=True, metavar="A,B,C", help="who plays, clockwise")
    parser.add_argument("--variant", default="base", metavar="VARIANT", help="of the game")
    parser.add_argument("--mat", metavar="MAT", help="a file that drover mat --json wrote")
    parser.add_argument("--deck", metavar="DECK", help="a learned deck, by its name")
    parser.add_argument("--fps", type=_rate, default=10.0, metavar="N", help="pictures a second")
    parser.add_argument("--record", metavar="OUT", help="write the match as a record")
    parser.add_argument("--cues", metavar="OUT", help="write what lights, display and buzzer show, a line each")
    parser.add_argument("--json", action="store_true", help="end with a summary as JSON")
    _add_language(parser)
    parser.set_defaults(run=_watch)


def _rate(text: str) -> float:
    rate = float(text)
    if not 0.1 <= rate <= 240:
        raise argparse.ArgumentTypeError("give a number from 0.1 to 240")
    return rate


def _watch(options: argparse.Namespace) -> int:
    from firmware_host.watch_command import Watching, watch

    seats = tuple(options.seats.split(","))
    wish = Watching(
        *(options.source, options.game, seats, options.variant, options.mat, options.deck, options.fps),
        *(options.record, options.cues, options.json),
    )
    return watch(wish, Words(options.language))


def _add_journal(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    listed = actions.add_parser("list", help="a line for each match")
    shown = actions.add_parser("show", help="tell a match in sentences")
    shown.add_argument("--secret", action="store_true", help="show what only a seat may know")
    export = actions.add_parser("export", help="write the record of a match, for drover replay")
    dispute = actions.add_parser("dispute", help="write all there is about a match into one file, and keep it")
    release = actions.add_parser("release", help="a dispute is settled: the match may be deleted when it is old")
    for action in (shown, export, dispute, release):
        action.add_argument("match", metavar="MATCH", help="its number in the list, or “last”")
    export.add_argument("out", metavar="OUT", help="the file, such as match.jsonl")
    dispute.add_argument("out", metavar="OUT", help="the file, such as match.zip")
    verify = actions.add_parser("verify", help="find out whether everything is as it was written")
    verify.add_argument("--head", metavar="HASH", help="that an entry had when it was noted")
    for action, name in (
        *((listed, "list"), (shown, "show"), (export, "export")),
        *((dispute, "dispute"), (release, "release"), (verify, "verify")),
    ):
        action.add_argument("--journal", metavar="FOLDER", help="where it is, if not where the table keeps it")
        _add_language(action)
        action.set_defaults(run=_journal, action=name)


def _journal(options: argparse.Namespace) -> int:
    from firmware_host import journal_command as command

    words, folder = Words(options.language), command.folder_of(options.journal)
    match options.action:
        case "list":
            return command.list_matches(folder, words)
        case "show":
            return command.show(folder, options.match, words, options.secret)
        case "export":
            return command.export(folder, options.match, options.out, words)
        case "dispute":
            return command.dispute(folder, options.match, options.out, words)
        case "release":
            return command.release_match(folder, options.match, words)
    return command.verify_all(folder, options.head, words)


def _add_pin(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--forget", action="store_true", help="let the next one be set at the table's own screen")
    _add_language(parser)
    parser.set_defaults(run=_pin)


def _pin(options: argparse.Namespace) -> int:
    from firmware_host import pin_command

    words = Words(options.language)
    return pin_command.forget_pin(words) if options.forget else pin_command.set_pin(words)


def _add_fleet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", required=True, metavar="FILE", help="the broker and the page; see docs/fleet.md")
    parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; else as configured")
    parser.set_defaults(run=_fleet)


def _fleet(options: argparse.Namespace) -> int:
    from firmware_host.config_file import load_config
    from firmware_host.fleet.command import fleet

    config = load_config(options.config, Words(options.language or language_of_environment()))
    return fleet(config, Words(options.language or config.table.language))


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="docs/config.md has every key")
    parser.add_argument("--simulate", action="store_true", help="let people at a simulated table play")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the simulated people")
    parser.add_argument("--unattended", action="store_true", help="start whatever is broken, and say it on the table")
    parser.add_argument("--language", choices=LANGUAGES, help="of the sentences; else as configured")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from firmware_host.ending import Ending

    with Ending() as ending:
        from firmware_host.config_file import load_config
        from firmware_host.run_command import Running, run, unattended

        if options.unattended:
            words = Words(options.language or language_of_environment())
            wish = unattended(Path(options.config or "/etc/drover/drover.toml"), options.simulate, options.seed, words)
            return run(wish, Words(options.language or wish.config.table.language), ending)
        config = load_config(options.config, Words(options.language or language_of_environment()))
        language = options.language or (config.table.language if options.config else language_of_environment())
        file = Path(options.config) if options.config else None
        return run(Running(config, options.simulate, options.seed, file), Words(language), ending)


def _add_demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--turns", type=int, metavar="N", help="how many; else the match, and then its pages stay")
    parser.add_argument("--seed", type=int, default=3, metavar="N", help="of the people and their cards")
    parser.add_argument("--out", default="build/demo", metavar="FOLDER", help="where journal and picture go")
    _add_language(parser)
    parser.set_defaults(run=_demo)


def _demo(options: argparse.Namespace) -> int:
    from pathlib import Path

    from firmware_host.demo_command import demo

    return demo(Words(options.language), options.turns, options.seed, Path(options.out))


def _add_install(parser: argparse.ArgumentParser) -> None:
    _add_root(parser)
    parser.add_argument("--no-screen", action="store_true", help="leave the browser on the attached screen out")
    parser.add_argument("--camera", metavar="ADDRESS", help="for the configuration, where there is none yet")
    parser.add_argument("--no-version", action="store_true", help="only what is around the program, not itself")
    parser.set_defaults(run=_install)


def _add_uninstall(parser: argparse.ArgumentParser) -> None:
    _add_root(parser)
    parser.set_defaults(run=_uninstall)


def _add_root(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="tell every step, and do none")
    parser.add_argument("--root", default="/", type=Path, metavar="FOLDER", help="of another system, such as an image")
    _add_language(parser)


def _install(options: argparse.Namespace) -> int:
    from firmware_host.install_command import Installing, install

    root = options.root.resolve()
    wish = Installing(root, options.dry_run, not options.no_screen, options.camera, not options.no_version)
    return install(wish, Words(options.language))


def _uninstall(options: argparse.Namespace) -> int:
    from firmware_host.install_command import Installing, uninstall

    return uninstall(Installing(options.root.resolve(), options.dry_run), Words(options.language))


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="left out: the one of the installed table, if there is one")
    parser.add_argument("--json", action="store_true", help="one JSON object for each line")
    _add_language(parser)
    parser.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    from firmware_host.doctor_command import doctor

    return doctor(options.config, options.json, Words(options.language))


def _add_kiosk(parser: argparse.ArgumentParser) -> None:
    _add_language(parser)
    parser.set_defaults(run=_kiosk)


def _kiosk(options: argparse.Namespace) -> int:
    from firmware_host.kiosk import show

    return show(Words(options.language))


def _add_update(parser: argparse.ArgumentParser) -> None:
    wish = parser.add_mutually_exclusive_group(required=True)
    wish.add_argument("file", nargs="?", metavar="FILE", help="what make bundle wrote")
    wish.add_argument("--back", action="store_true", help="return to the version before")
    wish.add_argument("--finish", action="store_true", help="finish what a pulled plug cut off; the system does this")
    _add_language(parser)
    parser.set_defaults(run=_update)


def _update(options: argparse.Namespace) -> int:
    from firmware_host import update_command as command
    from firmware_host.install.layout import Layout

    layout, words = Layout(), Words(options.language)
    if options.file is not None:
        return command.update(options.file, layout, words)
    return command.back(layout, words) if options.back else command.finish(layout, words)


def _add_version(parser: argparse.ArgumentParser) -> None:
    wish = parser.add_mutually_exclusive_group()
    wish.add_argument("--all", action="store_true", help="every version that is installed")
    wish.add_argument("--reads", metavar="CONFIG", help="whether this version understands that configuration")
    _add_language(parser)
    parser.set_defaults(run=_version)


def _version(options: argparse.Namespace) -> int:
    from firmware_host import version_command as command
    from firmware_host.install.layout import Layout

    words = Words(options.language)
    if options.reads is not None:
        return command.reads(options.reads, words)
    return command.say_all(Layout(), words) if options.all else command.say_version(words)
