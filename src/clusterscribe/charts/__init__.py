"""Charts: what they show, as data, and two ways to draw it."""
