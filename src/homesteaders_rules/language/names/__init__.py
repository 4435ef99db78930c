"""Which names are declared, and what they stand for."""
