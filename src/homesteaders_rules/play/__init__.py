"""States, decisions, and what may be done with them."""
