"""One cluster that is described alone: against all others, or against one of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from clusterscribe.errors import InputError


@dataclass(frozen=True, slots=True)
class Contrast:
    """What is to be distinguished: the rows of a cluster, and those that must lie outside of it.

    These are all others, or only those of one other cluster. Then the rest does not count.
    """

    cluster: Hashable
    against: Hashable | None = None  # None: all others

    def concerns(self, label: Hashable) -> bool:
        """Whether rows with this label count."""
        return self.against is None or label in (self.cluster, self.against)


def contrast_of(cluster: Hashable | None, against: Hashable | None) -> Contrast | None:
    """Check what is asked for; whether there are such labels is known only when they are read."""
    if cluster is None:
        if against is None:
            return None
        raise InputError(
            f"against={against!r} needs the cluster that is described against it: give cluster, "
            "too (on the command line --cluster)"
        )
    for name, label in (("cluster", cluster), ("against", against)):
        try:
            hash(label)
        except TypeError:
            raise InputError(f"{name} must be a single label, such as 'A', not {label!r}") from None
    if against is not None and cluster == against:
        raise InputError(
            f"cluster and against are both {cluster!r}; a cluster is described against another one"
        )
    return Contrast(cluster, against)
