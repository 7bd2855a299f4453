"""What columns are called where people read: names and units that a user may give."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from clusterscribe.description import wording
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind

_WITH_UNIT = re.compile(r"^(?P<name>.*\S)\s*\((?P<unit>[^()]+)\)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Naming:
    """Names for columns, such as `average order (EUR)` for `avg_ord`; the rest keep theirs."""

    names: Mapping[str, str] = field(default_factory=dict)

    def title(self, column: str) -> str:
        """Return the whole name, with its unit: for axes and headings."""
        return wording.name(self.names.get(column, column))

    def noun(self, column: str) -> str:
        """Return the name without its unit: for sentences, where units follow the number."""
        found = _WITH_UNIT.match(self.names.get(column, ""))
        return wording.name(found["name"]) if found else self.title(column)

    def unit(self, column: str) -> str:
        """Return the unit that was given with a name, or nothing."""
        found = _WITH_UNIT.match(self.names.get(column, ""))
        return wording.visible(found["unit"].strip()) if found else ""

    def feature(self, feature: Feature) -> str:
        """Return the title of a feature: a level of a category is `colour is red`."""
        title = self.title(feature.column)
        return f"{title} is {wording.level(feature.level)}" if feature.kind is Kind.LEVEL else title


def naming(feature_names: Mapping[str, str] | None, columns: tuple[str, ...]) -> Naming:
    """Check names that a user gave: each for a column of the table, each a text."""
    if feature_names is None:
        return Naming()
    if not isinstance(feature_names, Mapping):
        raise InputError(
            "feature_names must be a mapping from columns to names, such as "
            f"{{'avg_ord': 'average order (EUR)'}}, not {feature_names!r}"
        )
    known = set(columns)
    for column, name in feature_names.items():
        if column not in known:
            raise InputError(
                f"feature_names names the column {column!r}, which the description does not "
                "know; take it out or correct it"
            )
        if not isinstance(name, str) or not name.strip():
            raise InputError(
                f"feature_names must give a name for the column {column!r}, not {name!r}"
            )
    return Naming(dict(feature_names))
