"""What columns are called: names and units that a user may give, and names of new columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.feature import Feature, Kind, Level

# a unit follows numbers, so it starts with none: `rate (1/s)` is a name as a whole
_WITH_UNIT = re.compile(r"(?P<name>.*\S)\s*\(\s*(?P<unit>[^()\d\s+.-][^()]*?)\s*\)", re.DOTALL)
_JOINING = re.compile(
    r"[,;:]|\b(and|or|nor|but|with|whose|either|neither|none of|plus|minus)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Naming:
    """Names for columns, such as `average order (EUR)` for `avg_ord`; the rest keep theirs."""

    names: Mapping[str, str] = field(default_factory=dict)

    def title(self, column: str) -> str:
        """Return the whole name, with its unit: for axes and headings."""
        return wording.name(self._name(column))

    def subject(self, column: str) -> str:
        """Return the whole name as part of a sentence: `'bed and breakfast'` has quotes there."""
        return _spoken(self._name(column), self.title(column))

    def noun(self, column: str) -> str:
        """Return the name without its unit: for sentences, where units follow the number."""
        name, _ = self._split(column)
        return _spoken(name, wording.name(name))

    def unit(self, column: str) -> str:
        """Return the unit that was given with a name, or nothing."""
        return wording.visible(self._split(column)[1])

    def feature(self, feature: Feature) -> str:
        """Return the title of a feature: a level of a category is `colour is red`."""
        title = self.title(feature.column)
        return f"{title} is {wording.level(feature.level)}" if feature.kind is Kind.LEVEL else title

    def _name(self, column: str) -> str:
        return self.names.get(column, column)

    def _split(self, column: str) -> tuple[str, str]:
        """Return a name and its unit; only names that a user gave can have a unit."""
        found = _WITH_UNIT.fullmatch(self.names.get(column, ""))
        if found is None or _is_misread(found["unit"]):
            return self._name(column), ""
        return found["name"], found["unit"]


def spoken_level(value: Level) -> str:
    """Write a level as part of a sentence."""
    written = wording.level(value)
    return _spoken(value, written) if isinstance(value, str) else written


def naming(feature_names: Mapping[str, str] | None, columns: tuple[str, ...]) -> Naming:
    """Check names that a user gave: each for a column of the table, each a text of its own."""
    if feature_names is None:
        return Naming()
    if not isinstance(feature_names, Mapping):
        raise InputError(
            "feature_names must be a mapping from columns to names, such as "
            f"{{'avg_ord': 'average order (EUR)'}}, not {feature_names!r}"
        )
    for column, name in feature_names.items():
        _check(column, name, columns)
    names = {column: name.strip() for column, name in feature_names.items()}
    _check_all_differ(names, columns)
    return Naming(names)


def unlike(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Append numbers to names that are taken; to most databases, case makes no difference."""
    used = {name.casefold() for name in taken}
    result = []
    for name in names:
        unique, number = name, 1
        while unique.casefold() in used:
            number += 1
            unique = f"{name}_{number}"
        used.add(unique.casefold())
        result.append(unique)
    return result


def _check(column: object, name: object, columns: tuple[str, ...]) -> None:
    if column not in columns:
        from clusterscribe.table.shape import unknown_column

        raise unknown_column(
            str(column), columns, f"feature_names names the column {column!r}, which"
        )
    if not isinstance(name, str) or not name.strip():
        raise InputError(f"feature_names must give a name for the column {column!r}, not {name!r}")


def _check_all_differ(names: Mapping[str, str], columns: tuple[str, ...]) -> None:
    """Refuse two columns of one name, as nobody could distinguish them."""
    called: dict[str, str] = {}
    for column in columns:
        name = names.get(column, column)
        other = called.setdefault(name, column)
        if other != column:
            raise InputError(
                f"with feature_names the columns {other!r} and {column!r} are both called "
                f"{name!r}; give each a name of its own"
            )


def _spoken(text: str, written: str) -> str:
    """Put what would be taken for other words of a sentence in quotes."""
    return repr(text) if _is_misread(text) else written


def _is_misread(text: str) -> bool:
    return bool(_JOINING.search(text)) or text.count("(") != text.count(")")
