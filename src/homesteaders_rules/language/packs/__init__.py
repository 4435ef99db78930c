"""Packs: found, put in order, compared and merged."""
