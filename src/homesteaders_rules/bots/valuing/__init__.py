"""What positions, duties, exchanges and bids are worth: what bots weigh things by."""
