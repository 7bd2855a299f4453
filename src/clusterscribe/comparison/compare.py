"""All methods on one table, one after the other; none keeps the others from going on."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from clusterscribe.comparison.comparison import Comparison, Entry
from clusterscribe.comparison.methods import ERROR_SLACK, Method, chosen_methods
from clusterscribe.comparison.remarks import collected, give
from clusterscribe.description import Label, Noise
from clusterscribe.description.words import wording
from clusterscribe.errors import InputError
from clusterscribe.estimator import Describer
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.progress import Listener, Snapshot, silent
from clusterscribe.search.rows.encode import encode
from clusterscribe.table import Table, as_table, select_columns

TIME_LIMIT = 12.0  # seconds for each method: all of them together stay below two minutes
INTERRUPTED = "interrupted"

Announce: TypeAlias = Callable[[Entry], None]
Rows: TypeAlias = tuple[Table, object, object]  # with their labels and weights


def compare(
    X: object,
    labels: object,
    *,
    methods: Iterable[str] | Mapping[str, Describer] | None = None,
    time_limit: float | None = TIME_LIMIT,
    error_slack: float = ERROR_SLACK,
    n_jobs: int | None = None,
    random_state: object = None,
    noise_label: Label = None,
    noise: Noise = "outside",
    sample_weight: object = None,
    features: Iterable[str] | None = None,
    exclude: Iterable[str] | None = None,
    listener: Listener | None = None,
    announce: Announce | None = None,
) -> Comparison:
    """Describe the clusters of a table by several methods and hold the answers side by side.

    `methods` are names of standard methods (LC-PDP-1, Sp-PDP-1, LC-PDP-3, Sp-PDP-3, CART,
    IMM, PROTO, DTDM; None: all), or describers by the names that they are to have, which
    keep their own parameters. `time_limit` is for each method. A method that fails or does
    not apply says why, and the others go on; what a method remarks is given as a warning in
    its name. `announce` is told of each method when it is done, `listener` of the progress
    within one. Ctrl-C ends the comparison with what there is. All else is as for `describe`.
    """
    check(error_slack=error_slack, time_limit=time_limit, n_jobs=n_jobs, random_state=random_state)
    chosen = chosen_methods(methods, error_slack)
    table = as_table(X)
    table = table.only(select_columns(table.columns, features, exclude))
    # what is wrong or odd about the table or the labels is so for every method: it is said once
    with collected() as caught:
        clusters = encode(
            LabelledTable(
                table, labels, weights=sample_weight, noise_label=noise_label, noise=noise
            )
        ).clusters.labels
    give(caught)
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
        if _was_interrupted(entries):
            entries.append(Entry(method.name, method.words, 0.0, reason="not run: interrupted"))
            continue
        title, told = wording.visible(method.name), listener or silent
        told(Snapshot(title, len(table), 0, None, None, 0.0))
        heard = _prefixed(told, title)
        entry = _remarked(method, shared, (table, labels, sample_weight), heard, known)
        entries.append(entry)
        if announce is not None:
            announce(entry)
    return Comparison(tuple(entries), clusters, _was_interrupted(entries))


def _remarked(
    method: Method,
    shared: Mapping[str, Any],
    rows: Rows,
    listener: Listener,
    known: Collection[str],
) -> Entry:
    """Run one method, and pass on what it remarks in its name."""
    with collected() as caught:
        entry = _tried(method, shared, rows, listener)
    return replace(entry, remarks=give(caught, entry.title, known))


def _tried(method: Method, shared: Mapping[str, Any], rows: Rows, listener: Listener) -> Entry:
    """Run one method; whatever goes wrong becomes the reason why there is no answer."""
    table, labels, sample_weight = rows
    start = time.monotonic()
    entry = Entry(method.name, method.words, 0.0)
    try:
        describer = method.make(shared)
        description, result = describer.describe(table, labels, sample_weight, listener)
        entry = replace(entry, description=description, result=result)
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
        entry.reason == INTERRUPTED
        or (entry.result is not None and entry.result.stop_reason == INTERRUPTED)
        for entry in entries
    )


def _prefixed(listener: Listener, name: str) -> Listener:
    def heard(snapshot: Snapshot) -> None:
        listener(replace(snapshot, stage=f"{name}: {snapshot.stage}"))

    return heard
