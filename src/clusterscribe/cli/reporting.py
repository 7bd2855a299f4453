"""The search of `describe`, and what its report shows besides the description.

That is the frontier, and the stability of the description. Both use the time that is left once the
clusters are described. A share is reserved for them, so that `--time-limit` covers everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clusterscribe.cli.console import WIDTH
from clusterscribe.cli.labelled import LabelledFile
from clusterscribe.cli.options import option
from clusterscribe.description.words.beside import beside
from clusterscribe.description.words.layout import wrapped
from clusterscribe.description.words.naming import naming
from clusterscribe.description.words.sentence import check_noun
from clusterscribe.errors import hint
from clusterscribe.parameters import LabelledTable, Parameters
from clusterscribe.progress import within
from clusterscribe.proof import StopReason

if TYPE_CHECKING:
    from clusterscribe.clock import Clock
    from clusterscribe.describing import Kept
    from clusterscribe.description import Description
    from clusterscribe.description.after.stability import Stability
    from clusterscribe.frontiers.frontier import Frontier
    from clusterscribe.progress import Listener
    from clusterscribe.result import Result

DESCRIPTION = 0.75  # share of the time at most, if the report shows more than that
FRONTIER = 0.7  # share of the remaining time, if the report also shows stability
LEAST = 0.5  # seconds; with less, neither is started
NO_BREAK = "\u00a0"
BUDGET = f"--max-errors{NO_BREAK}{{}}"  # on one line, to be copied
SAMPLES = 10  # bootstrap samples of the rows, for stability
PLAIN_REPORT = (
    "the table stays in DuckDB, so the report has no charts, no frontier and no stability"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """What the report shows, and in which words."""

    report: Annotated[str | None, option("OUT", "Write an HTML report with charts.")] = None
    frontier: Annotated[
        bool, typer.Option(help="In the report: descriptions for other numbers of errors.")
    ] = True
    stability: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="In the report: samples of the rows for stability."),
    ] = SAMPLES
    feature_names: Annotated[
        Path | None,
        option("FILE", "JSON object with names and units of columns."),
    ] = None
    noun: Annotated[str, option("PLURAL", "What the rows are, such as customers.")] = "rows"
    title: Annotated[str | None, option("TEXT", "The title of the report.")] = None

    @property
    def has_surroundings(self) -> bool:
        """Whether the report shows more than the description."""
        return self.report is not None and (self.frontier or self.stability > 0)

    def checked(self, table: LabelledFile, names: Mapping[str, str] | None) -> PageOptions:
        """Refuse wrong words before the search; drop what a table in an engine cannot have."""
        naming(names, table.columns)
        check_noun(self.noun)
        if not table.in_engine:
            return self
        if self.report is not None:
            hint(PLAIN_REPORT)
        return replace(self, frontier=False, stability=0)


@dataclass(frozen=True, slots=True)
class Findings:
    """A description, what is proved about it, and what the report shows besides."""

    description: Description
    result: Result
    frontier: Frontier | None = None
    stability: Stability | None = None
    stopped: bool = False  # by an interrupt after the description was found

    def to_text(self, width: int = WIDTH) -> str:
        """Write the description, and what stands beside it."""
        text, objective = self.description.to_text(width), self.result.statistics["objective"]
        lines = [
            line.replace(NO_BREAK, " ")
            for sentence in beside(self.result, objective, BUDGET, self.description.contrast)
            for line in wrapped(sentence, width, "  ", "  ")
        ]
        return "\n".join([text, "", *lines]) if lines else text

    @property
    def stop_reason(self) -> StopReason:
        """Why the search for the description ended, or an interrupt after that."""
        return StopReason.INTERRUPTED if self.interrupted else self.result.stop_reason

    @property
    def interrupted(self) -> bool:
        """Whether an interrupt ended the search for the description or the frontier."""
        return (
            self.stopped
            or self.result.stop_reason == StopReason.INTERRUPTED
            or (self.frontier is not None and self.frontier.interrupted)
        )


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds a description, and what the report shows besides."""

    data: LabelledTable
    parameters: Parameters
    page: PageOptions
    clock: Clock
    listener: Listener

    def find(self) -> Findings:
        """Describe the clusters; an interrupt after that keeps the description."""
        from clusterscribe.describing import describe_clusters

        limit = self.parameters.time_limit
        if self.page.has_surroundings and limit is not None:
            limit *= DESCRIPTION
        parameters = replace(self.parameters, time_limit=limit)
        kept: list[Kept] = []
        pair = describe_clusters(self.data, parameters, self.listener, keep=kept.append)
        found = Findings(*pair)
        if not self.page.has_surroundings:
            return found
        if not found.interrupted:
            try:
                found = self.with_surroundings(found, kept)
            except KeyboardInterrupt:
                found = replace(found, stopped=True)
        if self.page.frontier and found.frontier is None and kept:
            found = replace(found, frontier=self._known(kept[0]))
        return found

    def with_surroundings(self, found: Findings, kept: Sequence[Kept]) -> Findings:
        """Add the frontier and the stability, as far as there is time."""
        samples = self.page.stability
        if self.page.frontier and _is_time(self.clock, "the rest of the frontier", "--no-frontier"):
            share = FRONTIER if samples else 1.0
            seconds = share * self.clock.remaining
            found = replace(found, frontier=self._frontier(seconds, kept))
        is_wanted = samples > 0 and not found.interrupted
        if is_wanted and _is_time(self.clock, "stability", "--stability 0"):
            found = replace(found, stability=self._stability(found.description))
        return found

    def _known(self, kept: Kept) -> Frontier:
        """Return what was found on the way, for a report that gets no other frontier."""
        from clusterscribe.find_frontier import known_frontier

        return known_frontier(kept, self.parameters)

    def _frontier(self, seconds: float, kept: Sequence[Kept]) -> Frontier:
        from clusterscribe.find_frontier import find_frontier

        # it covers every number of errors, and sees all rows
        parameters = replace(
            self.parameters, max_errors=None, error_slack=0.0, grouping="auto", time_limit=seconds
        )
        known = kept[0] if kept else None
        return find_frontier(self.data, parameters, within("frontier", self.listener), known=known)

    def _stability(self, description: Description) -> Stability:
        from clusterscribe.resampling import describe_samples

        # without a noise label, samples have the noise of the description
        data = replace(self.data, noise_label=None, noise="outside")
        limit = self.clock.remaining
        parameters = replace(self.parameters, grouping="auto", time_limit=limit, certificate=False)
        return describe_samples(data, description, self.page.stability, parameters, self.listener)


def _is_time(clock: Clock, what: str, otherwise: str) -> bool:
    """Whether there is time left; if not, a remark says how to get more."""
    if clock.remaining >= LEAST:
        return True
    hint(
        f"no time was left for {what} in the report; allow more with --time-limit, or use "
        f"{otherwise}"
    )
    return False


def to_html(
    found: Findings,
    page: PageOptions,
    *,
    rows: Mapping[str, Any],
    names: Mapping[str, str] | None,
    settings: Mapping[str, object],
) -> str:
    """Return the report as a page, with charts of the rows."""
    return found.description.to_html(
        **rows,
        result=found.result,
        frontier=found.frontier,
        stability=found.stability,
        feature_names=names,
        noun=page.noun,
        title=page.title,
        settings=settings,
    )
