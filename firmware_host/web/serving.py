"""The pages while a table runs: begun beside it, ended with it, and never a reason for it not to run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware_host.config import WebConfig
from firmware_host.places import data_folder
from firmware_host.web.joined import Joined
from firmware_host.web.network import address_of_this_machine
from firmware_host.words import Said, Words, shown


def web_folder() -> Path:
    """Where PIN and links are kept."""
    return data_folder() / "web"


@contextmanager
def serving(joined: Joined, words: Words) -> Iterator[str | None]:
    """Serve the pages meanwhile; gives where they are, or None where that can't be, which is said."""
    from firmware_host.web.server import WebServer, listening

    web = joined.config.web
    if not web.there:
        yield None
        return
    try:
        listener = listening(web.address, web.port)
    except OSError as error:
        why = Said(shown(error.strerror or str(error)))
        print(words.say("run.no_pages", address=f"{web.address}:{web.port}", why=why), flush=True)
        yield None
        return
    with WebServer(joined, listener) as server:
        print(words.say("run.pages", url=Said(_told(web, server.url))), flush=True)
        yield server.url


def _told(web: WebConfig, url: str) -> str:
    """Where the table's page is: at its own screen, and, where the network may see it, from there."""
    if web.address not in ("0.0.0.0", "::"):  # noqa: S104  these are compared, not bound
        return url
    host = web.names[0] if web.names else address_of_this_machine()
    return url if host is None else f"{url}, http://{host}:{url.rpartition(':')[2]}"
