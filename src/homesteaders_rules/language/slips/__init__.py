"""What is told about text that cannot be read: where it is wrong, why, and what was meant."""
