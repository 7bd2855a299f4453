"""Lazy rows: the solver sees few rows, and what it finds is held against all of them."""
