"""How much a circle counts for a chip beside the others: made by `python -m vision.training.chips`."""

AMONG = (
    0.1180,
    -4.5023,
    -3.3087,
    0.0121,
    0.5692,
    2.0143,
    -0.2075,
    -2.6881,
    18.1848,
    6.0320,
    -1.2484,
    -8.4538,
)
