"""For tests: situations set up in one call, examples of rule files, checks, Hypothesis strategies.

Nothing here is needed to play. The strategies need hypothesis, imported where it is used.
"""
