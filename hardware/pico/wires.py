"""The Pico's own side: LEDs, contacts, the buzzer's pin and the USB line."""

import select
import sys

import machine
import rp2
from neopixel import NeoPixel

HALF = 32768


def strips(pins, leds):
    """A dark strip on each pin."""
    return [NeoPixel(machine.Pin(pin, machine.Pin.OUT), leds) for pin in pins]


def contact(pin):
    """Tells whether a button that joins this pin to ground is held."""
    value = machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP).value
    return lambda: not value()


def tone(pin, kind):
    """Makes the buzzer sound so many hertz; 0 is silence."""
    if pin is None:
        return lambda hertz: None
    if kind == "active":
        value = machine.Pin(pin, machine.Pin.OUT, value=0).value
        return lambda hertz: value(1 if hertz else 0)
    pwm = machine.PWM(machine.Pin(pin))

    def sound(hertz):
        if hertz:
            pwm.freq(hertz)
        pwm.duty_u16(HALF if hertz else 0)

    sound(0)
    return sound


def serial():
    """Eight bytes that only this Pico has."""
    return (machine.unique_id() + bytes(8))[:8]


def wants_out():
    """Whether the Pico's own button is held, by someone who wants to get at its files."""
    return rp2.bootsel_button()


class Usb:
    """The line to the host. What the host does not take is lost, as waiting for it would stop everything."""

    def __init__(self):
        self._input, self._output = sys.stdin.buffer, sys.stdout.buffer
        self._news, self._room = select.poll(), select.poll()
        self._news.register(sys.stdin, select.POLLIN)
        self._room.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)

    def read(self, wait_ms):
        """The next byte; -1 if none comes in that time."""
        byte = -1
        for _, event in self._news.ipoll(wait_ms):
            if event & select.POLLIN and self._input.readinto(self._byte):
                byte = self._byte[0]
        return byte

    def send(self, frame):
        for _, event in self._room.ipoll(0):
            if event & select.POLLOUT:
                self._output.write(frame)
