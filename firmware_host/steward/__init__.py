"""Runs a match at a table: what is seen, pressed and said goes in; moves, cues and questions come out.

Pure: `step(situation, input, now)` gives the next situation and effects, which are data. Nothing here
reads a clock, a camera or a file, so a whole evening replays from its inputs.
"""
