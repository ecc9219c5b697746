"""Pictures in, observations out. Knows cards and mats, no rules."""
