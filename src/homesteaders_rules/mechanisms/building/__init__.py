"""Building pieces: what may be built, and for what price."""
