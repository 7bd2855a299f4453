"""A description for other programs."""
