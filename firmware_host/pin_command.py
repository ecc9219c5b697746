"""`drover pin`: the PIN of the table's pages, where nobody can set it at the table's own screen."""

from __future__ import annotations

import getpass
import sys

from firmware_host.errors import UserError
from firmware_host.trouble import unwritable
from firmware_host.web.pins import LONGEST, SHORTEST, Pin, is_pin
from firmware_host.web.serving import web_folder
from firmware_host.words import Words


def set_pin(words: Words) -> int:
    """Ask for it twice, in a terminal; else it is the first line that comes in."""
    if sys.stdin.isatty():
        pin = getpass.getpass(words.say("pin.new"))
        if pin != getpass.getpass(words.say("pin.again")):
            raise UserError(words.say("pin.differs"))
    else:
        pin = sys.stdin.readline().strip()
    if not is_pin(pin):
        raise UserError(words.say("web.pin_digits", low=SHORTEST, high=LONGEST))
    try:
        Pin(web_folder()).set(pin)
    except OSError as error:
        raise unwritable(str(web_folder()), error, words) from None
    print(words.say("pin.kept"))
    return 0


def forget_pin(words: Words) -> int:
    """The next one is set at the table's own screen."""
    try:
        Pin(web_folder()).forget()
    except OSError as error:
        raise unwritable(str(web_folder()), error, words) from None
    print(words.say("pin.forgotten"))
    return 0
