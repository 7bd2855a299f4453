"""Compiling the search, once after installation and in parallel with other work.

The first call ever compiles for some seconds and keeps the result on disk; later processes
only read it. Either way it happens in a separate thread, so that no caller waits for it
longer than the time limit allows.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from clusterscribe.background import Background
from clusterscribe.pricing.scanning import Mirrored, Task, run_task


@cache
def compilation() -> Background:
    """Return the one compilation of this process, which begins with the first call."""
    return Background(_compile)


def _compile() -> None:
    run_task(_smallest(), Task(0, np.array([[0, 1]]), np.zeros(1)), 1, 0)


def _smallest() -> Mirrored:
    """Return a problem of one member and one outsider."""
    rows, prices = np.zeros((2, 2, 1)), np.ones(1)
    return Mirrored(
        members=rows,
        loss=prices,
        weight=prices,
        outsiders=rows + 1.0,
        gain=prices,
        levels=np.zeros(2, dtype=np.int64),
        member_codes=np.zeros((2, 1), dtype=np.uint8),
        outsider_codes=np.zeros((2, 1), dtype=np.uint8),
        sizes=np.ones(2),
        steps=np.zeros(2, dtype=np.int64),
        member_holes=np.zeros((2, 0), dtype=bool),
        outsider_holes=np.zeros((2, 0), dtype=bool),
        is_open=np.ones((2, 2), dtype=bool),
        feature=np.arange(2),
        budget=0.0,
    )
