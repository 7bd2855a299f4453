"""One feature per condition: the complete list of bounds, in order encoding."""
