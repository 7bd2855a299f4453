"""Segments within segments: each is described among its siblings, along the whole tree."""
