"""All methods on one table, one after the other; when one fails, the others still run."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from clusterscribe.comparison.comparison import Comparison
from clusterscribe.comparison.entry import Entry
from clusterscribe.comparison.methods import ERROR_SLACK, Method, chosen_methods
from clusterscribe.description import Label, Noise
from clusterscribe.errors import DescriptionWarning, InputError, hint
from clusterscribe.estimator import Describer
from clusterscribe.parameters import LabelledTable, Missing, Seed, check, check_missing
from clusterscribe.progress import Listener, Snapshot, silent, within
from clusterscribe.search.rows.encode import encode
from clusterscribe.table import as_table, describing_columns
from clusterscribe.table_like import Labels, TableLike, Weights

TIME_LIMIT = 12.0  # seconds for each method: all of them together stay below two minutes
INTERRUPTED = "interrupted"

Announce: TypeAlias = Callable[[Entry], None]


def compare(
    X: TableLike,
    labels: Labels,
    *,
    methods: Iterable[str] | Mapping[str, Describer] | None = None,
    time_limit: float | None = TIME_LIMIT,
    error_slack: float = ERROR_SLACK,
    n_jobs: int | None = None,
    random_state: Seed = None,
    noise_label: Label = None,
    noise: Noise = "outside",
    sample_weight: Weights | None = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    missing: Missing = "outside",
    listener: Listener | None = None,
    announce: Announce | None = None,
) -> Comparison:
    """Describe the clusters of a table by several methods and put the answers side by side.

    `methods` are names of standard methods (LC-PDP-1, Sp-PDP-1, LC-PDP-3, Sp-PDP-3, CART,
    IMM, PROTO, DTDM; None: all), or describers by name, which keep their own parameters.
    `time_limit` applies to each method. A method that fails or does not apply says why, and the
    others still run; its remarks are given as warnings that name it. `announce` is told of each
    method when it is done, `listener` of the progress within one. Ctrl-C ends the comparison with
    the answers so far. All else is as for `describe`.

    Parameters
    ----------
    X : table
        The rows: a DataFrame, an array, a list of rows or a sparse matrix.
    labels : array_like
        The cluster label of every row.
    methods : iterable of str, dict of describers or None
        The methods: names, or describers by name; None is all standard methods.
    time_limit : float or None
        Seconds for each method.
    error_slack : float
        How many more errors than the fewest polyhedra may make, as a share of them.
    n_jobs : int or None
        Threads of the solver; None or -1 leaves the choice to it.
    random_state : int, RandomState or None
        Seed of the search. None is a fixed seed.
    noise_label : object or None
        The label of rows that belong to no cluster, such as -1 from DBSCAN.
    noise : "outside" or "ignore"
        Noise rows must lie outside every polyhedron, or do not count.
    sample_weight : array_like or None
        How much each row counts; None counts each as one.
    features : iterable of str or None
        The columns to describe with; None is all that can describe.
    exclude : iterable of str or None
        Columns to leave out.
    missing : "outside" or "error"
        A missing number or date meets no condition, or is refused.
    listener : callable or None
        Called with a `Snapshot` whenever there is progress.
    announce : callable or None
        Called with each `Entry` when its method is done.

    Returns
    -------
    Comparison
        The methods in the order in which they ran.

    Examples
    --------
    >>> from clusterscribe import compare
    >>> found = compare([[20], [25], [50], [60]], list("aabb"), methods=["CART"])
    >>> found["CART"].result.complexity
    4

    """
    check(error_slack=error_slack, time_limit=time_limit, n_jobs=n_jobs, random_state=random_state)
    chosen = chosen_methods(methods, error_slack)
    # problems of the table or the labels concern every method: they are reported once
    with _collected() as caught:
        described = describing_columns(
            as_table(X), features, exclude, check_missing(missing), labels=labels
        )
        table = described.table.only(described.columns)
        data = LabelledTable(
            table, labels, weights=sample_weight, noise_label=noise_label, noise=noise
        )
        clusters = encode(data).clusters.labels
    _give(caught)
    known = {str(warning.message) for warning in caught}
    shared = {
        "time_limit": time_limit,
        "error_slack": error_slack,
        "n_jobs": n_jobs,
        "random_state": random_state,
        "noise_label": noise_label,
        "noise": noise,
    }
    entries: list[Entry] = []
    for method in chosen:
        entry = Entry(method.name, method.words, 0.0, reason="not run: interrupted")
        if not _was_interrupted(entries):
            told = within(entry.title, listener or silent)
            told(Snapshot("", len(table), 0, None, None, 0.0))
            with _collected() as caught:
                entry = _tried(method, shared, data, told)
            entry = replace(entry, remarks=_give(caught, entry.title, known))
            if announce is not None:
                announce(entry)
        entries.append(entry)
    return Comparison(tuple(entries), clusters, _was_interrupted(entries))


def _tried(
    method: Method, shared: Mapping[str, Any], data: LabelledTable, listener: Listener
) -> Entry:
    """Run one method; whatever goes wrong becomes the reason why there is no answer."""
    start = time.monotonic()
    entry = Entry(method.name, method.words, 0.0)
    try:
        describer = method.make(shared)
        found = describer.describe(data.table, data.labels, data.weights, listener)
        entry = replace(entry, description=found[0], result=found[1])
    except KeyboardInterrupt:
        entry = replace(entry, reason=INTERRUPTED)
    except InputError as error:
        entry = replace(entry, reason=str(error))
    except Exception as error:
        reason = f"failed with {type(error).__name__}: {error}"
        entry = replace(entry, reason=reason, error=error)
    return replace(entry, seconds=time.monotonic() - start)


def _was_interrupted(entries: list[Entry]) -> bool:
    return any(
        INTERRUPTED in (entry.reason, entry.result and entry.result.stop_reason)
        for entry in entries
    )


@contextmanager
def _collected() -> Iterator[list[warnings.WarningMessage]]:
    """Hold back the warnings of a block, to be given afterwards."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DescriptionWarning)
        yield caught


def _give(
    caught: Iterable[warnings.WarningMessage], method: str = "", known: Collection[str] = ()
) -> tuple[str, ...]:
    """Give the warnings that are not known, ours in the name of the method; return ours."""
    remarks: dict[str, None] = {}
    for warning in caught:
        message = str(warning.message)
        if message in known or message in remarks:
            continue
        if issubclass(warning.category, DescriptionWarning):
            remarks[message] = None
            hint(f"{method}: {message}" if method else message, warning.category)
        else:
            warnings.warn_explicit(
                warning.message, warning.category, warning.filename, warning.lineno
            )
    return tuple(remarks)
