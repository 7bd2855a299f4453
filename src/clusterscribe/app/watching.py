"""What a page says of a running search: what is done, how good it is so far, and the time."""

from __future__ import annotations

from math import floor
from typing import Any

from clusterscribe.app.job import Job
from clusterscribe.app.trace import Trace
from clusterscribe.charts.data.figures import amount_of, counted, grouped
from clusterscribe.progress import Snapshot
from clusterscribe.stage_words import FRONTIER, stage_of

FOR_THE_SLIDER = "looking for shorter and more accurate descriptions, for the slider"
ROUNDING = 1e-9  # of a sum of weights
TIMED = ("describing them", "frontier", "sample")  # the searches, each of which has a limit


def status_of(job: Job) -> dict[str, Any]:
    """Return all that a page shows of a running job."""
    begun = _start(job, "describing them") or 0.0  # from which the chart counts
    return {
        "doing": doing(job.current),
        "found": found(job),
        "time": spent(job),
        "part": part(job),
        "stopping": job.stopping,
        "answers": job.answers,
        "trace": [
            (round(max(seconds - begun, 0.0), 2), best, bound)
            for seconds, best, bound in job.trace.moments
        ],
        "seconds": round(max(job.seconds - begun, 0.0), 1),
        "chart": in_words(job.trace),
    }


def doing(snapshot: Snapshot | None) -> str:
    """Say in plain words what is being done."""
    if snapshot is None:
        return "Starting"
    stage = stage_of(snapshot.stage)
    is_behind = FRONTIER in (snapshot.stage, stage.part_of)
    words = FOR_THE_SLIDER if is_behind else stage.doing
    return words[:1].upper() + words[1:]


def found(job: Job) -> str:
    """Say how good the best description so far is, and how much better any can be."""
    answer, bound = job.answer, job.trace.bound
    if answer is None:
        return "" if job.task.choices is None else "There is no description yet."
    # sums of weights depend on their order
    if answer.errors < bound * (1 - ROUNDING):  # it was an answer that breaks limits
        return "So far no description keeps to all limits."
    wrong = counted(round(answer.errors, 2), "wrong row")
    choices = job.task.choices
    alike = " (all clusters counted alike)" if choices and choices.counting == "clusters" else ""
    best = f"{wrong} of {amount_of(answer.rows)} so far{alike}, length {answer.complexity}"
    if answer.errors <= bound * (1 + ROUNDING):
        return f"{best}; fewer wrong rows are impossible."
    return f"{best}{possible(bound)}."


def possible(bound: float) -> str:
    """Say what is proved to be impossible; nothing where nothing is."""
    proved = floor(100 * bound) / 100  # never rounded up
    return f"; fewer than {amount_of(proved)} wrong rows are impossible" if proved else ""


def spent(job: Job) -> str:
    """Write the time of the search that is running, and its limit: `38 of 60 s`."""
    timed = _timed(job)
    if timed is None:
        return f"{grouped(round(job.seconds))} s"
    seconds, limit = timed
    return f"{grouped(round(seconds))} of {amount_of(limit)} s"


def part(job: Job) -> float | None:
    """Return which part of its time a search has taken; None where there is no limit."""
    timed = _timed(job)
    return None if timed is None else round(timed[0] / timed[1], 4)


def _timed(job: Job) -> tuple[float, float] | None:
    """Return the seconds of the search that is running, and how many it may take."""
    choices = job.task.choices
    search = next((name for name in reversed(TIMED) if _start(job, name) is not None), None)
    if choices is None or search is None:
        return None
    seconds = job.seconds - (_start(job, search) or 0.0)
    return min(max(seconds, 0.0), choices.time_limit), choices.time_limit


def _start(job: Job, search: str) -> float | None:
    return next((since for kind, since in job.began.items() if kind.startswith(search)), None)


def in_words(trace: Trace) -> str:
    """Say what the chart shows."""
    known = [best for _, best, _ in trace.moments if best is not None]
    if not known:
        return "No description yet."
    course = f"Wrong rows over time: {amount_of(known[0])} at first"
    if known[-1] != known[0]:
        course += f", {amount_of(known[-1])} now"
    return f"{course}{possible(trace.bound)}."
