"""The light bar's own program, in MicroPython. Its folder is copied to a Raspberry Pi Pico as it is.

What both ends must agree on lies here once and is imported by the host too: `patterns` and `tunes`, and
`frames`, the form in which messages travel.
"""
