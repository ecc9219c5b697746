"""`drover run`: the table at work, with what is there; what is not there is simulated, and that is said."""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host import __version__
from firmware_host.config import Config, TableConfig
from firmware_host.cueing import notice_in
from firmware_host.decks import deck_named
from firmware_host.ending import Ending
from firmware_host.errors import UserError
from firmware_host.fleet.joining import joined
from firmware_host.heat import celsius
from firmware_host.journal import At, Journal, JournalError, Limits
from firmware_host.kiosk import publish
from firmware_host.mats import mat_for
from firmware_host.notify import Notify
from firmware_host.places import data_folder
from firmware_host.pulse import Pulse, Vitals, tell_status
from firmware_host.safe_mode import SafeMode, Wrong, configuration, wrong_value
from firmware_host.service import Devices, Inbox, Service, goes_on, wall_clock
from firmware_host.sight import Sight
from firmware_host.simulator.live import LivePeople
from firmware_host.snapshot import Kept, taken
from firmware_host.steward.effects import Effect
from firmware_host.steward.inputs import Start, Trouble
from firmware_host.steward.lobby import Lobby
from firmware_host.steward.settings import Settings
from firmware_host.web.board import Board
from firmware_host.web.crops import Crops
from firmware_host.web.joined import Joined
from firmware_host.web.links import names_kept
from firmware_host.web.serving import serving, web_folder
from firmware_host.web.setup_bench import Bench
from firmware_host.web.setup_run import Again, parts_for
from firmware_host.words import Said, Words
from hardware.connect import found, plans_for
from hardware.hands import Hands, PartPlan
from hardware.keeper import Edge, Part
from hardware.terminal import Face, Terminal
from vision.cameras import Camera, CameraLost, NoPicture, camera_at, camera_is_live, open_camera
from vision.cameras.clock import SystemClock
from vision.cameras.newest import Newest
from vision.deck import Deck
from vision.errors import VisionError
from vision.eyes import Eyes
from vision.mat.model import Mat
from vision.watch import Watcher

SIZE = (2304, 1296)
CAMERAS = ("pi", "/dev/video0")
SIMULATED = "simulated"
ASKED_EVERY = 0.2
JOURNAL_SAID_S = 60.0
"""So long it is said that the journal was begun anew; then play goes on also where nobody presses anything."""


@dataclass(frozen=True)
class Running:
    """How the table is to be run, beyond its configuration."""

    config: Config
    simulate: bool = False
    seed: int = 0
    file: Path | None = None
    """The configuration's."""

    unattended: bool = False
    """Nobody reads what the program says: whatever is broken, lights and screens are to say it."""

    wrongs: tuple[Wrong, ...] = ()


def unattended(file: Path, simulate: bool, seed: int, words: Words) -> Running:
    """How to run with what is sound in that configuration."""
    config, wrongs = configuration(file, words, data_folder() / "aside", wall_clock())
    return Running(config, simulate, seed, file, True, wrongs)


def run(wish: Running, words: Words, ending: Ending) -> int:
    """Play until somebody ends it."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    # What all threads were at, for the system's journal, when a watchdog ends this.
    faulthandler.enable()
    notify = Notify()
    ending.tell(partial(notify.tell, STOPPING=1))
    config = wish.config
    table = config.table
    wrongs = list(wish.wrongs)
    mat, deck = _mat_and_deck(wish, words, wrongs)
    eyes = Eyes(table.game, deck)
    clock = SystemClock()
    seats = table.names or tuple(words.say("seat.numbered", seat=seat) for seat in range(1, table.seats + 1))
    address = SIMULATED if wish.simulate else camera_for(config.camera, wish.unattended)
    start = Start(table.game, seats, {"variant": table.variant})
    people = LivePeople(table.game, seats, start.options, clock, wish.seed) if address == SIMULATED else None
    _say_camera(address, wish.simulate, words)
    with ExitStack() as undo:
        journal = undo.enter_context(_journal(wish, words, wrongs, start))
        _take_up(people, journal, start)
        inbox = Inbox()
        hands = _hands(config, words, inbox)
        undo.callback(hands.close)
        make: Callable[[], Camera] = (lambda: camera_at(address)) if people is None else (lambda: people.camera(SIZE))
        camera = Newest(make, on_change=inbox.camera_changed, clock=clock)
        board, crops = Board(), Crops()
        heard = _both(crops.heard, _unheard if people is None else people.hear)
        devices = Devices(camera, hands, journal, heard, clock, shown=board.show)
        if camera_is_live(address):
            devices = replace(devices, sight=Sight(), celsius=celsius)
        # Where nobody is named and the game shows who plays, whoever lays a card does.
        named = names_kept(web_folder(), seats, time.time())
        lobby = Lobby(table.game, named, start.options, seats) if _is_open(table, people) else None
        settings = Settings(
            words,
            table.mode,
            lobby=lobby,
            again=True,
            idle_after=table.idle_seconds * 1000,
            gives_up_after=table.gives_up_seconds * 1000,
        )
        service = Service(Watcher(eyes, mat), settings, devices, inbox)
        crops.watch(service)
        board.show(service.programme.situation)
        ending.by(service.stop)
        again = Again(service.stop)
        undo.enter_context(Pulse(notify, vitals_of(camera, service, hands, words, address), words, clock))
        hands.start()
        undo.enter_context(camera)
        if people is not None:
            undo.enter_context(_passed_on(people, inbox))
        _join(wish, undo, joined(config, service, inbox, words), wrongs)
        pages = Joined(
            *(board, inbox.post, web_folder(), config, journal_folder(config), wish.file),
            *(camera.newest, crops.jpeg, clock, parts_for(service.programme.watcher, hands, again)),
        )
        publish(undo.enter_context(serving(pages, words)))
        undo.enter_context(SafeMode(wrongs, inbox.post, service.stop))
        service.run(None if lobby is not None else start)
    again.begin()
    return 0


def _join(wish: Running, undo: ExitStack, fleet: AbstractContextManager[None], wrongs: list[Wrong]) -> None:
    """Tell a broker of the table; where nobody attends, what is wrong with that is said and no reason not to start."""
    try:
        undo.enter_context(fleet)
    except UserError as error:
        if not wish.unattended:
            raise
        wrongs.append(wrong_value(wish.file, ("fleet", "broker"), str(error)))


def _mat_and_deck(wish: Running, words: Words, wrongs: list[Wrong]) -> tuple[Mat, Deck | None]:
    """As configured; where that is not there and nobody attends, the usual ones."""
    table = wish.config.table
    mat, deck = table.mat or None, table.deck or None
    usual = partial(mat_for, None, table.game, table.places, table.variant, words)
    try:
        planned = mat_for(mat, table.game, table.places, table.variant, words)
    except UserError as error:
        if not wish.unattended or mat is None:
            raise
        wrongs.append(wrong_value(wish.file, ("table", "mat"), str(error)))
        planned = usual()
    try:
        return planned, deck_named(deck, table.game, words)
    except UserError as error:
        if not wish.unattended:
            raise
        wrongs.append(wrong_value(wish.file, ("table", "deck"), str(error)))
        return planned, None


def _is_open(table: TableConfig, people: LivePeople | None) -> bool:
    return table.game == "take_six" and table.variant == "base" and not table.names and people is None


def camera_for(address: str, unattended: bool) -> str:
    """The camera to use: as configured, or the first one that gives pictures.

    With nobody there to read that people are simulated, a camera is waited for instead.
    """
    if address != "auto":
        return address
    for one in CAMERAS:
        try:
            with open_camera(one) as camera:
                camera.read()
        except (CameraLost, NoPicture, VisionError):
            continue
        return one
    return (CAMERAS[0] if find_spec("picamera2") else CAMERAS[1]) if unattended else SIMULATED


def _say_camera(address: str, on_purpose: bool, words: Words) -> None:
    key = "run.simulated" if on_purpose else "run.camera_simulated" if address == SIMULATED else "run.camera"
    print(words.say(key, file=address))


def journal_folder(config: Config) -> Path:
    """Where that configuration has the journal."""
    return Path(config.journal.folder) if config.journal.folder else data_folder() / "journal"


@contextmanager
def _journal(wish: Running, words: Words, wrongs: list[Wrong], start: Start) -> Iterator[Journal]:
    config = wish.config
    folder = journal_folder(config)
    limits = Limits(
        photograph_bytes=config.journal.photograph_megabytes * 1_000_000, photograph_days=config.journal.photograph_days
    )
    clock = SystemClock()
    opened = partial(Journal.open, limits=limits, facts={"drover": __version__})
    instead = None
    try:
        journal = opened(folder, At(wall_clock(), clock.now()))
    except JournalError as error:
        told = words.say("file.unwritable", file=str(folder), why=Said(error.why or error.reason))
        if not wish.unattended:
            raise UserError(told) from None
        # One that is never used, so that the rest can run and say what is wrong.
        instead = TemporaryDirectory(prefix="drover-")
        journal = opened(Path(instead.name), At(wall_clock(), clock.now()))
        wrongs.append(Wrong(Trouble("storage", error.reason), told, partial(_opens, folder)))
    print(words.say("run.journal", folder=str(folder)))
    if journal.set_aside is not None:
        aside = journal.set_aside
        told = words.say("run.journal_replaced", why=Said(aside.why), file=str(aside.file))
        print(told)
        if wish.unattended:
            wrongs.append(Wrong(Trouble("journal_replaced", aside.why), told, passes_s=JOURNAL_SAID_S))
    with suppress(JournalError):
        unfinished = journal.unfinished()
        if unfinished is not None and goes_on(unfinished.lines[0], start):
            print(words.say("run.resumed"))
    sys.stdout.flush()
    try:
        yield journal
    finally:
        journal.close(At(wall_clock(), clock.now()))
        if instead is not None:
            instead.cleanup()


def _opens(folder: Path) -> bool:
    """Whether the journal can be opened by now."""
    at = At(wall_clock(), SystemClock().now())
    try:
        Journal.open(folder, at).close(at)
    except JournalError:
        return False
    return True


def _both(first: Callable[[Effect], None], then: Callable[[Effect, int], None]) -> Callable[[Effect, int], None]:
    def heard(effect: Effect, now: int) -> None:
        first(effect)
        then(effect, now)

    return heard


def _unheard(effect: Effect, now: int) -> None:
    """Real people see the lights themselves."""


def _hands(config: Config, words: Words, inbox: Inbox) -> Hands:
    """Everything that is connected; where that is nothing, the terminal."""
    wiring, said = config.wiring, config.said
    plans = plans_for(wiring, config.looked_for)
    alone = sys.stdout.isatty() and not {"gpio", "display", "bar"} & said
    if alone and not any(one.kind in ("oled", "lcd", "bar") for one in found()):
        print(words.say("run.hands_simulated"))
        plans = (PartPlan("terminal", _terminal(config.table.places)),)
    return Bench(plans, inbox.press, inbox.fault, notice_in(words))


def _terminal(seats: int) -> Callable[[Edge], Part]:
    def opened(edge: Edge) -> Part:
        from hardware.panel import drawn

        return Terminal(sys.stdout, None, Face(4, seats), drawn, edge)

    return opened


def vitals_of(camera: Newest, service: Service, hands: Hands, words: Words, address: str = "") -> Vitals:
    """What shows that all of them make progress."""

    def ready() -> bool:
        return camera.counts.used > 0 and service.looks > 0 and all(keeper.tried for keeper in hands.keepers)

    def status() -> str:
        return tell_status(service.programme.situation, words, ready())

    kept = Kept()

    def keep(now: int) -> None:
        if kept.due(now, (camera.status.state, service.programme.situation.troubles)):
            kept.write(taken(camera, service, hands, address, now), now)

    return Vitals({"camera": camera.idle_ms, "owner": service.idle_ms, "hands": hands.idle_ms}, ready, status, keep)


def _take_up(people: LivePeople | None, journal: Journal, start: Start) -> None:
    """Simulated people go on with the match that was cut off."""
    with suppress(JournalError):
        unfinished = journal.unfinished()
        if people is not None and unfinished is not None and goes_on(unfinished.lines[0], start):
            people.take_up(unfinished.lines)


@contextmanager
def _passed_on(people: LivePeople, inbox: Inbox) -> Iterator[None]:
    """What simulated people press and answer reaches the service."""
    over = threading.Event()

    def ask() -> None:
        while not over.wait(ASKED_EVERY):
            for given in people.inputs():
                inbox.post(given)

    thread = threading.Thread(target=ask, name="people", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(1)
