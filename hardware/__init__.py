"""What lights up, beeps and is pressed. Knows cues, no games."""
