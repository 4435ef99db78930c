"""A screen of a table, drawn on a terminal: each part in forms from lean to rich."""
