"""Several methods on one table, side by side."""
