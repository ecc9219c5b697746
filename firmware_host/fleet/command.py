"""`drover fleet`: the chain's page, until it is ended."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from socket import SO_SNDBUF, SOL_SOCKET, socket

import uvicorn

from firmware_host.config import Config
from firmware_host.errors import UserError
from firmware_host.fleet.collector import Collector
from firmware_host.fleet.cups import Cups
from firmware_host.fleet.database import StoreError, opened
from firmware_host.fleet.fetching import Fetching
from firmware_host.fleet.live import Live
from firmware_host.fleet.page import Chain, application
from firmware_host.fleet.store import Store
from firmware_host.places import data_folder
from firmware_host.trouble import unreadable, unwritable
from firmware_host.web.connections import Counts, Limits, protocol
from firmware_host.web.pins import write_private
from firmware_host.web.server import ENDS_WITHIN, listening
from firmware_host.words import Said, Words
from vision.cameras.clock import SystemClock

TELLS_EVERY_S = 0.25
"""Pages are told at most so often what is new."""


def fleet(config: Config, words: Words, ended: threading.Event | None = None) -> int:
    """Hear all tables, and show them."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    if not config.fleet.wanted:
        raise UserError(words.say("fleet.no_broker"))
    folder = data_folder() / "fleet"
    with ExitStack() as undo:
        store = _store(config.chain.store or str(folder / "chain.db"), words)
        undo.callback(store.close)
        secret = _secret(config.chain.pin_file, folder / "page.pin", words)
        chain = _joined(config, store, secret, words)
        undo.callback(chain.collector.stop)
        undo.callback(chain.fetching.stop)
        try:
            listener = listening(config.chain.address, config.chain.port)
        except OSError as error:
            raise unwritable(f"{config.chain.address}:{config.chain.port}", error, words) from None
        try:
            chain.collector.start()
        except (OSError, ValueError) as error:
            raise unreadable(str(getattr(error, "filename", "") or config.fleet.broker.ca), error, words) from None
        chain.fetching.start()
        host, port = listener.getsockname()[:2]
        print(words.say("fleet.page_at", url=Said(f"http://{host}:{port}")), flush=True)
        _serve(chain, listener, config.web.names, ended)
    return 0


def _store(address: str, words: Words) -> Store:
    try:
        return Store(opened(address))
    except StoreError as error:
        # An address may have a password in it.
        place = address if "://" not in address else "PostgreSQL"
        raise UserError(words.say("file.unwritable", file=place, why=Said(str(error).splitlines()[0]))) from None


def _secret(file: str, own: Path, words: Words) -> str:
    """The page's PIN or password: as configured, as made before, or made now and said once."""
    path = Path(file) if file else own
    try:
        if not file and not own.exists():
            made = "".join(str(secrets.randbelow(10)) for _ in range(8))
            write_private(own, made.encode())
            print(words.say("fleet.page_pin", pin=made, file=str(own)), flush=True)
            return made
        found = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(str(path), error, words) from None
    if len(found) < 4:
        raise UserError(words.say("fleet.pin_short", file=str(path)))
    return found


def _joined(config: Config, store: Store, secret: str, words: Words) -> Chain:
    live = Live()
    collector = Collector(config.fleet.broker, config.chain.name, store, live, keep_days=config.chain.keep_days)
    fetching = Fetching(store.database, collector.ask, live.is_online, _now)
    collector.piece = fetching.piece
    return Chain(collector, fetching, Cups(store, _now), secret, words.language, SystemClock())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _serve(chain: Chain, listener: socket, names: tuple[str, ...], ended: threading.Event | None) -> None:
    """Until somebody ends it: a signal, or, where there is one, the event."""
    limits = Limits()
    listener.setsockopt(SOL_SOCKET, SO_SNDBUF, limits.buffered)
    settings = uvicorn.Config(
        application(chain, names),
        loop="asyncio",
        http=protocol(Counts(limits)),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=ENDS_WITHIN,
    )
    server = uvicorn.Server(settings)

    async def run() -> None:
        teller = asyncio.ensure_future(_tell(chain, server, ended))
        listener.listen(128)
        await server.serve(sockets=[listener])
        teller.cancel()

    with suppress(KeyboardInterrupt), _quietly_ended():
        asyncio.run(run())
    listener.close()


async def _tell(chain: Chain, server: uvicorn.Server, ended: threading.Event | None) -> None:
    """Wake the pages where there is something new, but not for every message."""
    news = threading.Event()
    chain.collector.changed = news.set
    before = False
    while not server.should_exit and not (ended is not None and ended.is_set()):
        await asyncio.sleep(TELLS_EVERY_S)
        connected = chain.collector.newest.connected.is_set()
        if news.is_set() or connected != before:
            news.clear()
            before = connected
            chain.board.touch()
    server.should_exit = True
    chain.board.close()


@contextmanager
def _quietly_ended() -> Iterator[None]:
    """uvicorn raises the signal that ended it once more: here it has done its work."""
    before = {one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGINT)}
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    for one in before:
        signal.signal(one, lambda *_: None)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
