"""What rules and games say in words, without a screen."""
