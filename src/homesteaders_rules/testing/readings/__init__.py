"""Second readings: what every phrase of the language means, slow and plain, written a second time.

They know the commands of a text and nothing of the machine that plays them. :class:`Reading`
plays a game in step with :func:`apply`, and :mod:`.instep` compares the two.
"""
