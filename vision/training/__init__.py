"""How the models are made: `make train`, seeded. Nothing here is needed to run a table."""
