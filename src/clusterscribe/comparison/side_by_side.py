"""One cluster as each method describes it; methods that say the same are said once."""

from __future__ import annotations

from dataclasses import dataclass

from clusterscribe.comparison.comparison import Comparison
from clusterscribe.description import Label, Region, Tally, region_wording
from clusterscribe.description.conditions import Condition, conditions_of


@dataclass(frozen=True, slots=True)
class Version:
    """What some methods say of a cluster, and how many rows that is true of."""

    methods: tuple[str, ...]
    region: Region
    tally: Tally | None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions, in the order in which they are said."""
        return conditions_of(self.region)

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
        for place, version in enumerate(found):
            if version.region == region:
                found[place] = Version((*version.methods, entry.method), region, tally)
                break
        else:
            found.append(Version((entry.method,), region, tally))
    return tuple(found)
