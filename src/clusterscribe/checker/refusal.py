"""Why a claim is not verified."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - not an error of the program, but an answer of it
    """The evidence does not show what is claimed; says why in one sentence."""
