"""Warnings of the library, as lines a person can read."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from clusterscribe.cli.console import say
from clusterscribe.errors import DescriptionWarning


@contextmanager
def remarks_as_lines(quiet: bool) -> Iterator[None]:
    """Say the library's own warnings after the block, once each; other libraries' never."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        warnings.simplefilter("always", DescriptionWarning)
        try:
            yield
        finally:
            if not quiet:
                for message in dict.fromkeys(str(warning.message) for warning in caught):
                    say(message)
