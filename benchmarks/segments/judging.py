"""What answers and bounds must show where clusters touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from benchmarks.segments.answers import Answer, is_as_short, is_of
from benchmarks.segments.cases import LIMIT, OF_NAME
from benchmarks.segments.others import IMM, LEAVES

Figures: TypeAlias = Mapping[str, Any]

# Errors with at most so many conditions per cluster that were found apart from this project
KNOWN = {
    2: {
        "seeds5": 24, "wine5": 27, "framingham6": 1748, "bank5": 795, "spam4": 969,
        "default5": 6107, "adult5": 8862,
    },
    3: {"framingham6": 1348, "bank5": 472, "default5": 4634, "adult5": 5486},
}  # fmt: skip
# the least share of the errors that must be proved, by the most conditions per cluster
SHARES = {2: 0.97, 3: 0.97, 4: 0.93}
HARDER = {"framingham6": {2: 0.90, 3: 0.90}}
PROVED_BELOW = 1000  # rows with which few conditions must be proved to be the best


def verdict(figures: Figures, answer: Answer) -> str:
    """Say whether an answer shows what it must."""
    if is_contradicted(figures, answer):
        return "FALSE"
    if answer["errors"] > min(yardsticks(figures, answer), default=answer["errors"]):
        return "WORSE"
    # known figures and bounds are asked of the whole time only
    if figures["time_limit"] < LIMIT:
        return "ok"
    if answer["errors"] > (known(figures, answer) or answer["errors"]):
        return "WORSE"
    if share(answer) < asked_share(figures, answer):
        return "WORSE"
    return "unproved" if is_unproved(figures, answer) else "ok"


def is_contradicted(figures: Figures, answer: Answer) -> bool:
    """Whether the rows or another answer of the same class show that a claim is false."""
    if answer["errors"] != answer["said_errors"]:
        return True
    way = OF_NAME[answer["way"]]
    every = [*figures["answers"], *figures["others"].values()]
    same = [one for one in every if is_of(one, way)]
    as_good = [one for one in same if one["errors"] <= answer["errors"]]
    is_false = any(answer["error_bound"] > one["errors"] for one in same)
    is_false |= any(answer["bound"] > one["complexity"] for one in as_good)
    if answer["capped"] is None:
        return is_false
    most, errors = answer["capped"]
    few = replace(way, max_conditions=most)
    return is_false or any(errors > one["errors"] for one in every if is_of(one, few))


def yardsticks(figures: Figures, answer: Answer) -> Iterator[int]:
    """Yield the errors of others of the class, and of trees whatever they give up."""
    way = OF_NAME[answer["way"]]
    for name, other in figures["others"].items():
        if is_as_short(other, way) if name in (LEAVES, IMM) else is_of(other, way):
            yield other["errors"]


def known(figures: Figures, answer: Answer) -> int | None:
    """Return the fewest errors that were found elsewhere, if any were.

    There a cluster could be given up. Where it is proved that fewer errors than that are out of
    reach, it was.
    """
    errors = KNOWN.get(most_of(answer), {}).get(figures["name"])
    return None if errors is None or errors < answer["error_bound"] else errors


def share(answer: Answer) -> float:
    """Return the share of the errors that is proved to be unavoidable."""
    return float(answer["error_bound"] / answer["errors"]) if answer["errors"] else 1.0


def asked_share(figures: Figures, answer: Answer) -> float:
    """Return the share of the errors that must be proved, 0 if none need be."""
    shares = {**SHARES, **HARDER.get(figures["name"], {})}
    return shares.get(most_of(answer), 0.0)


def is_unproved(figures: Figures, answer: Answer) -> bool:
    """Whether few conditions for few rows are not proved to be the best."""
    is_asked = figures["rows"] < PROVED_BELOW and most_of(answer) in SHARES
    return is_asked and bool(answer["error_bound"] < answer["errors"])


def most_of(answer: Answer) -> int:
    """Return the most conditions per cluster that were asked for, 0 for any number."""
    return OF_NAME[answer["way"]].max_conditions or 0
