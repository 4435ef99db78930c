"""What must hold for rules as a whole."""
