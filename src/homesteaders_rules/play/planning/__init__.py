"""What comes after exchanges: which options they open, and what the placing will bring."""
