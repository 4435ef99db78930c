"""Homes: goods of which a player keeps no more than have one."""
