"""What must hold of the boards of players."""
