"""Around everything that is answered: whose request it is, and what a browser may do with the answer."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from firmware_host.web.guard import Hosts, is_own_page
from firmware_host.web.refusals import Refused
from firmware_host.words import Words

POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "font", "connect", "manifest")),
        *("base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"),
    )
)

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # A seat's link is in the address of its page, and is nobody else's business.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Shield:
    """Refuses what does not belong here before anything reads it."""

    def __init__(self, app: ASGIApp, hosts: Hosts, words: Words) -> None:
        self._app, self._hosts, self._words = app, hosts, words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def shielded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        request = HTTPConnection(scope)
        app: ASGIApp = self._app
        if not self._hosts.knows(request):
            app = Refused(421, "wrong_host", self._words.say("web.wrong_host"), Connection="close").response()
        elif not is_own_page(request):
            app = Refused(403, "other_site", self._words.say("web.other_site"), Connection="close").response()
        await app(scope, receive, shielded)
