"""At the table: what people say there, what they are told besides the board, and who sits where."""
