"""Commands of the command line that read rules and tell of them."""
