"""Commands for what many games share: piles, tracks, allocation, auctions.

Every choice in a mechanism is a field that a sentence of the rule file fills.
"""
