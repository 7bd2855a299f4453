"""Wishes: what people want to say about a whole description, in every search."""
