"""Remarks on many splits, said once: most are about the table, and would come with every one."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from clusterscribe.errors import DescriptionWarning, hint
from clusterscribe.nested.hierarchy import Path, in_words
from clusterscribe.search.rows.source import INTERRUPTED

MOST = 5  # remarks on single splits; whoever has more reads none


class Remarks:
    """Collects the warnings of each split."""

    def __init__(self) -> None:
        self._said = {INTERRUPTED}  # which is said of the whole tree
        self._heard: dict[tuple[str, type[Warning]], list[Path]] = {}

    @contextmanager
    def said(self) -> Iterator[None]:
        """Take what the block warns of as said already, of all rows in one remark."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DescriptionWarning)
            yield
        self._said |= {str(one.message) for one in caught}

    @contextmanager
    def at(self, path: Path) -> Iterator[None]:
        """Keep what the block warns of for later."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DescriptionWarning)
            try:
                yield
            finally:
                for one in caught:
                    if str(one.message) not in self._said:
                        self._heard.setdefault((str(one.message), one.category), []).append(path)

    def say(self) -> None:
        """Warn of each once, and where: what is said of all rows is said of their parts, too."""
        about_parts = 0
        for (message, category), paths in self._heard.items():
            if not paths[0]:
                hint(message, category)
                continue
            about_parts += 1
            if about_parts <= MOST:
                more = len(set(paths)) - 1
                others = f" and {more} more" if more else ""
                hint(f"in the segment {in_words(paths[0])}{others}: {message}", category)
        if about_parts > MOST:
            hint(f"there are {about_parts - MOST} more remarks on single segments")
