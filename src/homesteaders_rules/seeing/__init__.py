"""What is to be seen at a table, apart from how it is drawn."""
