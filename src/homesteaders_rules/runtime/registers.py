"""Registers: the first cells of every state, and the number of cells before the goods.

``ACTOR`` whose turn it is ("you"); ``START`` the start player; ``ROUND`` counts from 1, one more
than the last in the final round; ``NEXT_STEP`` the number of the step that asks; ``RANDOM`` the
random numbers; ``LOT`` the lot being resolved (its number less one); ``BUILT`` the piece built
last, plus one; ``DECLINED`` whether a build that was allowed was not used on this lot; ``OUT`` bits
of the players who are out of the auction; ``OPEN`` bits of the lots on offer; ``PART`` the part of
the course being played.
"""

ACTOR, START, ROUND, NEXT_STEP, RANDOM, LOT, BUILT, DECLINED, OUT, OPEN, PART = range(11)
REGISTERS = 11

# Some tables have more, and their layout knows these by name.
END = ("end",)
"""The name of the cell with the number of the last round; 0: nobody knows it yet."""
TURN, AGAIN = ("turn",), ("again",)
"""Those of whose turn it is, and whether they take another."""
