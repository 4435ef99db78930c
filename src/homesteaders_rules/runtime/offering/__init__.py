"""What may be chosen: options, payments, exchanges, and parts in any order."""
