"""Exact solving. The only package that imports a solver."""
