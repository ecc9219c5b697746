"""What is answered where something is not done: a reason for the page, a sentence for the person."""

from __future__ import annotations

from starlette.responses import JSONResponse


class Refused(Exception):
    """Raised by handlers; becomes the answer."""

    def __init__(self, status: int, reason: str, error: str, **headers: str) -> None:
        super().__init__(error)
        self.status, self.reason, self.error, self.headers = status, reason, error, headers

    def response(self) -> JSONResponse:
        return JSONResponse({"error": self.error, "reason": self.reason}, self.status, self.headers)
