"""Putting drover onto a machine, and taking it away again."""
