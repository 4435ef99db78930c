"""Findings, and the phrases that messages explain."""
