"""Pricing: which half-spaces would improve the master's relaxation, and a proof if none does."""
