"""The version of the package, for all that name it."""

__version__ = "0.2.0"
"""The version, as `pip` knows it."""
