"""What happened: records of ints, read as events."""
