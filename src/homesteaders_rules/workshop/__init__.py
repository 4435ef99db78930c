"""What a page needs to write, check and play rules: texts in, plain data out.

``Workspace`` holds a pack in memory and checks it again and again, ``Match`` is a game between
people and bots, and an ``Engine`` answers requests in JSON with both: see docs/workshop.md.
"""
