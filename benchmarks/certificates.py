"""Certificates: which claims of known answers are verified, in what time and size."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from benchmarks.cases import OBJECTIVES, SETS
from benchmarks.data import load, load_segments, missing_data, missing_segments
from benchmarks.layout import Row, Titled
from benchmarks.parts import Part, shown
from clusterscribe import describe, verify
from clusterscribe.certificates.certify import certified
from clusterscribe.errors import DescriptionWarning
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.progress import silent

LIMIT = 120.0  # seconds for the search, and again for the certificate
TOUCHING_LIMIT = 45.0  # the same where clusters touch and not everything is proved
SLANTED = {"max_terms": 3, "max_coefficient": 10}
SLANTED_SETS = ("seeds", "zoo", "wine", "framingham")
SEGMENTS = ("seeds5", "wine5", "bank5", "framingham6", "spam4", "default5", "adult5")
HEADER = (
    "set", "asked for", "errors", "objective", "solve s", "certificate s", "verify s", "kB",
    "claims", "verdict",
)  # fmt: skip
EXPLANATION = """\
`describe` first, then `certified`, which makes the certificate and verifies it once, then `verify`
from its JSON text, all in one process. In brackets: the proven lower bounds. `claims` is how many
of the claims were verified, of how many. The verdict is ok if all of them were. At most 120 seconds
to describe and again to certify; 45 for the last ones, whose clusters touch.
"""


@dataclass(frozen=True)
class Certified:
    """A table, and what is asked for."""

    name: str
    variant: str
    asked: Mapping[str, Any]

    @property
    def title(self) -> str:
        """The name of the set as people read it."""
        return f"{self.name}, clean" if self.variant == "clean" else self.name

    @property
    def limit(self) -> float:
        """Seconds for the search, and again for the certificate."""
        return TOUCHING_LIMIT if self.variant == "segments" else LIMIT

    @property
    def words(self) -> str:
        """What is asked for, as people read it."""
        return ", ".join(f"{name} {value}" for name, value in self.asked.items()) or "defaults"

    def table(self) -> tuple[Any, Any]:
        """Read the table and its labels."""
        if self.variant == "segments":
            return load_segments(self.name)
        return load(self.name, self.variant)


def cases() -> Iterator[Certified]:
    """Yield the ten sets with one feature, four of them with several, and segments that touch."""
    for name, variant in SETS:
        for objective in OBJECTIVES:
            yield Certified(name, variant, {"objective": objective})
    for name, variant in SETS:
        if name in SLANTED_SETS:
            yield Certified(name, variant, SLANTED)
    for name in SEGMENTS:
        yield Certified(name, "segments", {"max_conditions": 2})


def measure(case: Certified) -> dict[str, Any]:
    """Describe, certify and verify one table."""
    X, labels = case.table()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DescriptionWarning)
        began = perf_counter()
        answer = describe(X, labels, **case.asked, time_limit=case.limit)
        solved = perf_counter()
        parameters = check(**case.asked, time_limit=case.limit)
        _, result = certified(*answer, LabelledTable(X, labels), parameters, silent)
        made = perf_counter()
        assert result.certificate is not None
        text = result.certificate.to_json()
        written = perf_counter()
        found = verify(text, X, labels)
        ended = perf_counter()
    return {
        "name": case.title,
        "asked": case.words,
        "errors": result.errors,
        "error_bound": result.error_bound,
        "objective": result.objective,
        "bound": result.bound,
        "solve": round(solved - began, 2),
        "make": round(made - solved, 2),
        "verify": round(ended - written, 2),
        "size": len(text),
        "claims": len(found.claims),
        "verified": len(found.claims) - len(found.reasons),
        "reasons": list(found.reasons),
    }


def row(figures: Mapping[str, Any]) -> Row:
    """Write the figures of one table."""
    return (
        figures["name"],
        figures["asked"],
        f"{figures['errors']:,} ({figures['error_bound']:,})",
        f"{figures['objective']:g} ({figures['bound']:g})",
        f"{figures['solve']:.1f}",
        f"{figures['make']:.1f}",
        f"{figures['verify']:.1f}",
        f"{figures['size'] / 1000:,.0f}",
        f"{figures['verified']} of {figures['claims']}",
        "ok" if figures["verified"] == figures["claims"] else "unproved",
    )


def tables(results: Sequence[Mapping[str, Any]]) -> list[Titled]:
    """Return the one table, with what its columns are."""
    return [(EXPLANATION, [HEADER, *map(row, results)])]


PART = Part("certificates", "Benchmark: certificates", lambda figures: [row(figures)], tables)


def run(names: set[str] | None, quick: bool) -> set[str]:
    """Measure all cases or some, print the figures, and keep those of a whole run."""
    problem = missing_data() or missing_segments()
    if problem:
        print(problem, file=sys.stderr)
        return set()
    results = []
    for case in cases():
        if (names is None or case.name in names) and not (quick and case.variant == "segments"):
            results.append(measure(case))
            print("  ".join(row(results[-1])), file=sys.stderr, flush=True)
    return shown(PART, results, keep=names is None and not quick)
