"""A second opinion on the rules: the three games and the record once more, to disagree with `engine`.

It was written from the rules alone and shares no code with `engine`, so a mistake would have
to be made twice to go unnoticed. It is plain where the engine is clever: a match is one
mutable object, copied whole before each move, and a correction plays everything again. That
makes it slow, and easy to check against the rules by reading.

`oracle` answers the lines of a record, `mistakes` makes lines that a good record does not have.
"""
