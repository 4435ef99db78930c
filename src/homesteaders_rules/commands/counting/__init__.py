"""How numbers are bounded, compared and stepped."""
