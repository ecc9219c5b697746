"""How much a circle counts for a chip beside the others: made by `python -m vision.training.chips`."""

AMONG = (
    0.7891,
    0.5498,
    -2.6001,
    0.1964,
    0.6952,
    -1.0945,
    -0.8505,
    2.6233,
    1.6327,
    1.9646,
    1.4832,
    -4.3502,
)
