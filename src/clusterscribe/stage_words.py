"""What each stage of a search is doing, in plain words, and why searches end.

A stage as searches name it has up to three parts: `North: fewest errors, one feature each` is the
stage `fewest errors` of the segment North, among descriptions with one feature per condition. Only
the part in the middle is ours, so it is looked up from the right: what stands before it may be a
label or the name of a column.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from clusterscribe.proof import StopReason

PART_OF = ": "
READING = "reading the table"
FRONTIER = "frontier"


@dataclass(frozen=True, slots=True)
class Work:
    """What a stage does, as people say it; `{}` stands for the figures in its name."""

    doing: str
    proving: str = ""  # what it does once the bound moves and the answer does not
    spent: str = ""  # what its time was spent on, for the account at the end
    has_figures: bool = True  # whether its best and its bound are about the whole answer


FEWEST = Work(
    "looking for the fewest wrong rows",
    "proving that fewer wrong rows are impossible",
    "fewest wrong rows",
)

# every stage that a search has; `#` is a figure, and `*` anything
STAGES = MappingProxyType(
    {
        "fewest errors": FEWEST,
        "shortest description": Work(
            "making it shorter", "proving that nothing shorter will do", "making it shorter"
        ),
        "ties": Work(
            "choosing among equally good descriptions", spent="choosing", has_figures=False
        ),
        "fewest errors at #": Work(
            "looking for the fewest wrong rows at length {}",
            "proving how many wrong rows length {} needs",
            "other lengths",
        ),
        "fewest errors at features #": Work(
            "looking for the fewest wrong rows with at most {} of the features",
            "proving how many wrong rows {} of the features need",
            "other numbers of features",
        ),
        "fewest errors at cost #": Work(
            "looking for the fewest wrong rows at cost {}",
            "proving how many wrong rows cost {} needs",
            "other costs",
        ),
        "shortest with # errors": Work(
            "looking for the shortest description with {} wrong rows",
            "proving that none with {} wrong rows is shorter",
            "other lengths",
        ),
        "prices of a sample": Work(
            "proving how many wrong rows are needed, on a sample first",
            spent="proofs",
            has_figures=False,
        ),
        "errors on all rows, round #": Work(
            "counting the wrong rows among all rows, round {}", spent="counting on all rows"
        ),
        "certificate (*)": Work(
            "writing down the proof, so that it can be checked ({})",
            spent="certificate",
            has_figures=False,
        ),
        "checking the proof, # %": Work(
            "checking the proof, {} % done", spent="checking the proof"
        ),
        "sample # of #": Work(
            "describing sample {} of {}, to see what is stable",
            spent="stability",
            has_figures=False,
        ),
        "best prototypes": Work(
            "looking for the best prototypes", "proving that none are better", "prototypes"
        ),
        "fewest uncovered rows": Work(
            "looking for tags that cover the most rows",
            "proving that no tags cover more rows",
            "tags",
        ),
        "fewest tags": Work(
            "looking for the fewest tags", "proving that fewer are too few", "tags"
        ),
        READING: Work(READING, spent="reading"),
        FRONTIER: Work("going along the frontier", spent="frontier"),
        "finding the clusters": Work("finding the clusters", spent="finding the clusters"),
        "describing them": Work("describing the clusters", spent="describing"),
        "writing the report": Work("writing the report", spent="report"),
    }
)

# what a stage looks at where it does not look at all descriptions; `{}` is again a figure
SIMPLER = MappingProxyType(
    {
        "one feature each": "with one feature per condition",
        "one polyhedron each": "with one polyhedron per cluster",
        "# conditions each": "with at most {} conditions per cluster",
    }
)

STOPPED = MappingProxyType(
    {
        StopReason.OPTIMAL: "everything is proved",
        StopReason.TIME_LIMIT: "stopped by the time limit",
        StopReason.INTERRUPTED: "stopped by you",
        StopReason.STALLED: "stopped because nothing moved any more",
        StopReason.TOO_LARGE: "stopped because it is too large to prove more",
        StopReason.NO_COLUMN: "stopped because no better condition was found",
        StopReason.ROUNDED_WEIGHTS: "everything is proved, for rounded weights",
        StopReason.AGREED: "stopped because groups and rows agree",
        StopReason.SOLVED: "stopped because the groups were solved",
        StopReason.DONE: "done",
        StopReason.GREEDY: "done",
        StopReason.UNKNOWN: "",
    }
)


@dataclass(frozen=True)
class Stage:
    """The name of a stage, taken apart."""

    part_of: str  # a segment, a method, the columns left out, "frontier"; or nothing
    work: Work
    figures: tuple[str, ...]  # in its name
    simpler: str  # what it looks at in place of all descriptions; or nothing

    @cached_property
    def doing(self) -> str:
        """What is being done."""
        return self._filled(self.work.doing)

    @cached_property
    def proving(self) -> str:
        """What is being done once only the bound moves."""
        return self._filled(self.work.proving or self.work.doing)

    @property
    def spent(self) -> str:
        """What the time is spent on."""
        outer = STAGES.get(self.part_of)
        return (outer or self.work).spent or self.work.doing

    def _filled(self, words: str) -> str:
        told = words.format(*self.figures)
        return f"{told} ({self.simpler})" if self.simpler else told


def stage_of(name: str) -> Stage:
    """Take the name of a stage apart; one that nobody knows is its own words."""
    part_of, _, own = name.rpartition(PART_OF)
    simpler = ""
    for pattern, words in SIMPLER.items():
        found = re.fullmatch(rf"(.+), {_expression(pattern)}", own)
        if found:
            own, simpler = found[1], words.format(*found.groups()[1:])
            break
    for pattern, work in STAGES.items():
        found = re.fullmatch(_expression(pattern), own)
        if found:
            return Stage(part_of, work, found.groups(), simpler)
    # a method or a segment of which nothing more is known yet
    return Stage("", Work("{}", spent=""), (name,), "")


def ending(reason: str) -> str:
    """Say why a search ended."""
    return STOPPED[StopReason(reason)] if reason in tuple(StopReason) else reason


def _expression(pattern: str) -> str:
    """Return the regular expression of the names that a pattern stands for."""
    return re.escape(pattern).replace(r"\#", r"([-+.,\w]+)").replace(r"\*", "(.*)")
