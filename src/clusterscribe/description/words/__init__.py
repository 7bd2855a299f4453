"""A description in words."""
