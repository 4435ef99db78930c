"""What the machine in C is given: the vocabulary of programs, and programs in blocks of words."""
