"""Rules written at random: every notion of the grammar, in texts that should be right."""
