"""Wheel and sdist: built, looked into, and tried in empty environments."""
