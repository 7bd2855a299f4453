"""Slanted conditions where clusters touch: a local search over half-spaces of several features."""
