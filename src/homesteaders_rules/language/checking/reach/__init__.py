"""What never happens: conditions, stacks, pieces and goods that nothing brings about."""
