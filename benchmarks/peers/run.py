"""Run every method on every table; a run that was cut short is taken up again."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib import metadata
from typing import Any

from benchmarks.data import missing_data, missing_segments
from benchmarks.parts import Part, shown, stored, write
from benchmarks.peers import report
from benchmarks.peers.cases import LIMIT, METHODS, QUICK_LIMIT, Method
from benchmarks.peers.measure import PEERS, measured
from benchmarks.peers.tables import MIXTURES, NAMES, QUICK, SEGMENTS, SETS, Table, table_named
from clusterscribe import __version__

PART = Part(
    "peers",
    "Benchmark: other tools on the same tables",
    lambda figures: [report.row(figures)],
    report.tables,
)
AT_ONCE = 2  # methods of one core each


def run(
    names: set[str] | None, methods: set[str] | None, quick: bool, limit: float | None
) -> set[str]:
    """Measure what is missing, print the tables and keep them; return the verdicts.

    What is named is measured again. Quick figures, and those of another time limit, are not kept.
    """
    keep = not (quick or limit)
    if not PEERS.exists():
        print("The others are not installed; make peers installs them.", file=sys.stderr)
    wanted = [name for name in NAMES if name in (names or (QUICK if quick else NAMES))]
    chosen = [method for method in METHODS if methods is None or method.name in methods]
    known = {(one["table"], one["method"]): one for one in stored(PART.name)} if keep else {}
    done = set() if names or methods is not None else done_before(known)
    seconds = limit or (QUICK_LIMIT if quick else LIMIT)
    for name in wanted:
        missing = [method for method in chosen if (name, method.name) not in done]
        problem = missing_table(name)
        if problem:
            print(f"{name}: {problem}", file=sys.stderr)
        if problem or not missing:
            continue
        table = table_named(name)
        for method, figures in measured_together(missing, table, seconds):
            known[name, method.name] = {**about(name, table, method, seconds), **figures}
            print("  ".join(filter(None, report.row(known[name, method.name]))), file=sys.stderr)
            if keep:
                write(PART, in_order(known))
    results = in_order(known)
    if not results:
        return set()
    shown(PART, results, keep=keep)
    return {"FALSE" if is_false(figures) else "ok" for figures in results}


def done_before(known: dict[tuple[str, str], dict[str, Any]]) -> set[tuple[str, str]]:
    """Return what a run of this version that was cut short has done; a whole one starts anew."""
    done = {key for key, one in known.items() if one["clusterscribe"] == __version__}
    return set() if len(done) == len(NAMES) * len(METHODS) else done


def missing_table(name: str) -> str | None:
    """Say what is missing for a table, or None if it is there."""
    if name in MIXTURES or name == SEGMENTS[-1]:
        return None  # made on the spot
    return missing_data() if name in SETS else missing_segments()


def measured_together(
    methods: Iterable[Method], table: Table, limit: float
) -> Iterator[tuple[Method, dict[str, Any]]]:
    """Run methods of one core side by side, and then those that use all of them one by one."""
    alone = [method for method in methods if method.uses_all_cores]
    others = [method for method in methods if not method.uses_all_cores]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        running = {threads.submit(measured, method, table, limit): method for method in others}
        try:
            for future in as_completed(running):
                yield running[future], future.result()
        finally:  # whoever stops this does not want to wait for the rest
            threads.shutdown(wait=False, cancel_futures=True)
    for method in alone:
        yield method, measured(method, table, limit)


def about(name: str, table: Table, method: Method, limit: float) -> dict[str, Any]:
    """Say what was measured."""
    return {
        "table": name,
        "method": method.name,
        "rows": len(table.labels),
        "table_columns": len(table.columns),
        "clusters": table.clusters,
        "limit": limit,
        "clusterscribe": __version__,
        "version": version_of(method),
    }


def version_of(method: Method) -> str | None:
    """Return name and version of the package of a method, of its own environment."""
    if method.package == "clusterscribe":
        return f"clusterscribe {__version__}"
    if not method.is_foreign:
        return f"{method.package} {metadata.version(method.package)}"
    folders = [str(path) for path in PEERS.parents[1].glob("lib/python*/site-packages")]
    found = list(metadata.distributions(name=method.package, path=folders))
    return f"{method.package} {found[0].version}" if found else None


def in_order(known: dict[tuple[str, str], dict[str, Any]]) -> list[dict[str, Any]]:
    """Put figures in the order of the tables, and of the methods."""
    order = {method.name: place for place, method in enumerate(METHODS)}
    return sorted(known.values(), key=lambda one: (NAMES.index(one["table"]), order[one["method"]]))


def is_false(figures: dict[str, Any]) -> bool:
    """Whether the rows contradict what a method says of its own errors."""
    said = figures.get("said_errors")
    return said is not None and said != figures["errors"]
