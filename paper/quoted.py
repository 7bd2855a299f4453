"""The numbers that the paper quotes, each computed from a results file.

`quoted()` returns them by name; `rendered()` puts them into draft.md, which makes paper.md. The
draft itself has no figures of measurements, so that whatever stands in the paper was measured.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from math import floor
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

HERE = Path(__file__).parent
RESULTS = HERE.parent / "benchmarks" / "results"
FEW = ("two conditions", "three conditions")  # per cluster
ANY = "any number"
BETTER_TREES = ("IMM", "STreeD, K leaves")  # with one leaf per cluster
NEAR = 0.95  # a bound of this share of the errors is near them
WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Figures = Mapping[str, Any]


def measured(name: str) -> Figures:
    """Return a results file: the cases, and the machine."""
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def results(name: str) -> list[Figures]:
    """Return the cases of a results file."""
    return measured(name)["results"]


def wines() -> Figures:
    """Return what was measured of the wines of the demo."""
    return json.loads((HERE / "wines.json").read_text(encoding="utf-8"))


def ten_sets(name: str = "core") -> list[Figures]:
    """Return one case for each of the ten sets, the shortest description without a given budget.

    Where a set was cleaned, that is the one.
    """
    sets: dict[str, Figures] = {}
    for case in results(name):
        is_plain = case["objective"] == "complexity" and case["max_errors"] is None
        if case["name"] == "mixture" or not is_plain:
            continue
        if case["name"] not in sets or case["variant"] == "clean":
            sets[case["name"]] = case
    return list(sets.values())


def answer(table: Figures, way: str) -> Figures:
    """Return what was found of a table of segments when something was asked for."""
    return next(one for one in table["answers"] if one["way"] == way)


def share_proved(found: Figures) -> float:
    """Return which share of the errors is proved to be unavoidable."""
    return found["error_bound"] / found["errors"] if found["errors"] else 1.0


def quoted() -> dict[str, Any]:
    """Return all numbers, by the names that the draft uses."""
    sets, sums, tables = ten_sets(), ten_sets("oblique"), results("segments")
    certificates, scale = results("certificates"), {one["name"]: one for one in results("scale")}
    return {
        "core": {
            "sets": _word(len(sets)),
            "proved": _of([one["status"] == "optimal" for one in sets]),
            "better": _word(_count(one["errors"] < one["tree_errors"] for one in sets)),
            "slowest": _seconds(max(one["seconds"] for one in sets)),
            "least_rows": f"{min(one['rows'] for one in sets):,}",
            "most_rows": f"{max(one['rows'] for one in sets):,}",
            **{one["name"]: _figures(one) for one in sets},
        },
        "oblique": {
            "faultless": _of([one["errors"] == 0 for one in sums]),
            "proved": _of([one["status"] == "optimal" for one in sums]),
            "limit": _seconds(max(one["time_limit"] for one in sums)),
        },
        "segments": {
            "tables": _word(len(tables)),
            "limit": _seconds(max(one["time_limit"] for one in tables)),
            "better": _word(_count(_is_better(one, "tree") for one in tables)),
            "not_better": _given_up(tables),
            "near": f"{100 * NEAR:.0f}",
            "few": {way.split()[0]: _shares(tables, way) for way in FEW},
            "any": _shares(tables, ANY),
            "worse": _word(_count(not _is_better(one, "tree", FEW[0]) for one in tables)),
            "closed": _word(_count(share_proved(answer(one, ANY)) == 1 for one in tables)),
        },
        "better_trees": {name: _errors_of_better_trees(name) for name in ("bank", "adult")},
        "certificates": {
            "cases": len(certificates),
            "whole": _count(one["verified"] == one["claims"] for one in certificates),
            "claims": sum(one["claims"] for one in certificates),
            "verified": sum(one["verified"] for one in certificates),
            "slowest": _seconds(max(one["verify"] for one in certificates)),
        },
        "scale": {
            "rows": f"{scale['separable-10m']['rows']:,}",
            "status": scale["separable-10m"]["status"],
            "seconds": _seconds(scale["separable-10m"]["seconds"]),
            "cores": _word(measured("scale")["machine"]["cores"]),
        },
        "wines": _of_wines(wines()),
    }


def rendered() -> str:
    """Return the paper."""
    environment = Environment(
        undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False
    )
    draft = (HERE / "draft.md").read_text(encoding="utf-8")
    return environment.from_string(draft).render(quoted())


def _of_wines(wine: Figures) -> dict[str, Any]:
    knee, points = wine["knee"], wine["frontier"]
    if knee["status"] != "optimal":
        raise ValueError("the description of the wines is not proved: the paper says that it is")
    return {
        "rows": wine["rows"],
        "columns": wine["columns"],
        "clusters": _word(wine["clusters"]),
        "errors": f"{knee['errors']:g}",
        "accuracy": f"{100 * knee['accuracy']:.0f}",
        "conditions": _word(knee["complexity"] // 2),
        "used": _word(len(knee["columns"])),
        "tree_errors": f"{knee['tree_errors']:g}",
        "tree_conditions": _word(knee["tree_complexity"] // 2),
        "points": _word(len(points)),
        "proved": _of([point["proved"] for point in points]),
        "fewest": f"{min(point['errors'] for point in points):g}",
        "most": f"{max(point['errors'] for point in points):g}",
        "longest": max(point["complexity"] for point in points),
        "shortest": min(point["complexity"] for point in points),
    }


def _figures(case: Figures) -> dict[str, str]:
    keys = ("errors", "error_bound", "tree_errors", "complexity", "rows")
    return {key: f"{case[key]:,}" for key in keys}


def _is_better(table: Figures, other: str, way: str = ANY) -> bool:
    return answer(table, way)["errors"] < table["others"][other]["errors"]


def _errors_of_better_trees(name: str) -> str:
    """Return the errors of IMM and of an optimal tree, which the paper has as the same."""
    found = {
        case["errors"]
        for case in results("peers")
        if case["table"] == name and case["method"] in BETTER_TREES
    }
    if len(found) != 1:
        raise ValueError(f"trees on {name} differ: {found}; say so in draft.md")
    return f"{found.pop():,}"


def _given_up(tables: Iterable[Figures]) -> str:
    """Return the tables on which the tree is not worse; the paper says why, which has to be so."""
    others = [one for one in tables if not _is_better(one, "tree")]
    if any(one["others"]["tree"]["recall"] > 0 for one in others):
        raise ValueError("the tree is as good without giving a cluster up: say so in draft.md")
    return " and ".join(one["name"] for one in others)


def _shares(tables: Iterable[Figures], way: str) -> dict[str, str]:
    shares = sorted(share_proved(answer(one, way)) for one in tables)
    near = _count(share >= NEAR for share in shares)
    return {"least": str(floor(100 * shares[0])), "near": _word(near)}  # never rounded up


def _count(facts: Iterable[bool]) -> int:
    return sum(map(bool, facts))


def _of(facts: Sequence[bool]) -> str:
    """Say how many of some facts are true: all ten, or nine of the ten."""
    true, every = _count(facts), _word(len(facts))
    return f"all {every}" if true == len(facts) else f"{_word(true)} of the {every}"


def _word(number: int) -> str:
    return WORDS[number] if number < len(WORDS) else f"{number:,}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.1f}"
