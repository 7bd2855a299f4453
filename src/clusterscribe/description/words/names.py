"""Names for new columns beside those that are there already."""

from __future__ import annotations

from collections.abc import Iterable


def unlike(names: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Put numbers to names that are taken; upper and lower case are one to most databases."""
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
