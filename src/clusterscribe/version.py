"""The version of the package, for all that name it."""

__version__ = "0.1.0"
