"""Auctions: lots with bids, and who passes."""
