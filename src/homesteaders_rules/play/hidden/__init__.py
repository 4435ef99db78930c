"""What is hidden in a state: what a view leaves out, and states that agree with a view."""
