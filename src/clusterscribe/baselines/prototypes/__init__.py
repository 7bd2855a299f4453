"""Prototypes: a typical row and a radius for each cluster, chosen together (PROTO)."""
