"""The chain's page in a real browser."""
