"""From syntax to commands."""
