"""A page for the workshop, served to the browser of whoever sits at this computer."""
