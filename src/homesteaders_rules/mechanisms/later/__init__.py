"""Later rounds: what an effect brings in rounds to come, and when that is collected."""
