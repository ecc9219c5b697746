"""Draws what the world looks like: decks, tables, light, lenses. Seeded; the same seed, the same picture.

It is the simulated camera, the training set of the reader, and the test bench of the eyes.
"""
