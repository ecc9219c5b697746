"""The program: commands, and in time everything that runs a table."""

__version__ = "0.1.0"
