"""What goes wrong outside the rules."""

from __future__ import annotations


class DroverError(Exception):
    """The base of everything that `firmware_host` raises on purpose."""


class UserError(DroverError):
    """Something that the user can put right; its text is one line that says what to do."""
