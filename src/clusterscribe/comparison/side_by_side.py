"""One cluster as each method describes it; methods that say the same are said once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clusterscribe.comparison.comparison import Comparison
from clusterscribe.description import Label, Tally
from clusterscribe.description.core.conditions import Condition, conditions_of
from clusterscribe.description.words import region_wording


@dataclass(frozen=True, slots=True)
class Version:
    """What some methods say of a cluster, and how many rows that is true of."""

    methods: tuple[str, ...]
    conditions: tuple[Condition, ...]  # in the order in which they are said
    tally: Tally | None

    @property
    def sentence(self) -> str:
        """All conditions in one line."""
        return " and ".join(map(region_wording.condition, self.conditions)) or "every row"


def versions(comparison: Comparison, label: Label) -> tuple[Version, ...]:
    """Return the different descriptions of a cluster, in the order of the methods."""
    found: list[Version] = []
    for entry in comparison:
        description = entry.description
        if description is None or label not in description.polyhedra:
            continue
        region, tally = description.polyhedra[label], description.tally_of(label)
        new = Version((entry.title,), conditions_of(region), tally)
        for place, version in enumerate(found):
            if (version.conditions, version.tally) == (new.conditions, new.tally):
                found[place] = replace(version, methods=(*version.methods, entry.title))
                break
        else:
            found.append(new)
    return tuple(found)
