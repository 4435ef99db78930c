"""The runtime: linked steps that run on the cells of a state. It knows no command and no text."""
