"""From the commands of a table to its program and its layout."""
