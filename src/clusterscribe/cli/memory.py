"""Memory that a search cannot do without."""

from __future__ import annotations

import sys

from clusterscribe.errors import InputError

# bytes of addresses, measured: with less, solvers are not even loaded, or abort without a word
LEAST = 2_500_000_000
GIGABYTE = 1_000_000_000


def refuse_tight_memory() -> None:
    """Refuse a search in less memory than its libraries take up (`ulimit -v`)."""
    if sys.platform == "win32":
        return
    import resource

    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    if allowed != resource.RLIM_INFINITY and allowed < LEAST:
        raise InputError(
            f"ulimit -v allows {allowed / GIGABYTE:.1f} GB of memory, too little to load what the "
            f"search needs; allow {LEAST / GIGABYTE:.1f} GB or more"
        )
