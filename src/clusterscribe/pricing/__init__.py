"""Pricing: which half-spaces would improve the relaxation, and the proof when none does."""
