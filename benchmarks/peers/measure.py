"""One method on one table: its process is started, ended in time, and what it offers is counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers.cases import Method
from benchmarks.peers.measures import measures
from benchmarks.peers.offers import Offer, best_of
from benchmarks.peers.tables import Table

ROOT = Path(__file__).parents[2]
PEERS = ROOT / ".venv-peers" / "bin" / "python"
OVERTIME = 5.0  # seconds after the time limit until a method is interrupted
STUBBORN = 10.0  # more seconds until one that does not react is ended
LOADING = 300.0  # seconds for libraries and compiling, also on a busy machine
MEMORY = 10 * 2**30  # bytes that a method of others may use
MISSING = "not installed: make peers"


def measured(method: Method, table: Table, limit: float) -> dict[str, Any]:
    """Run a method and return all figures, or why there are none."""
    if method.most_rows is not None and len(table.labels) > method.most_rows:
        tried = f"not tried with more than {method.most_rows:,} rows: {method.why}"
        return {"failure": tried, "seconds": None}
    answer = answer_of(method, table, limit)
    offers, failure = answer["offers"], answer["failure"]
    if not offers or is_cut_short(offers, table):
        return {"failure": failure or "no answer", "seconds": None}
    best, regions = best_of(offers, table)
    is_pool = "alternatives" in best
    votes = vote_errors(best, table)
    return {
        **measures(regions, table),
        "seconds": sum(offer["seconds"] for offer in offers) if is_pool else best["seconds"],
        "peak_mebibytes": answer["peak_mebibytes"],
        "settings": len(offers),
        "setting": best.get("setting"),
        "note": failure,
        "is_optimal": is_optimal(offers if is_pool else [best]),
        "vote_errors": votes,
        # what a tree predicts says whether it was read rightly
        "said_errors": votes if "tree" in best else best.get("said_errors"),
        **{key: best.get(key) for key in ("agreement", "error_bound", "bound")},
    }


def is_cut_short(offers: list[Offer], table: Table) -> bool:
    """Whether a method that goes from cluster to cluster did not come to the last one."""
    if any(not offer.get("is_one_by_one") for offer in offers):
        return False
    seen = {place for offer in offers for place, some in enumerate(offer["alternatives"]) if some}
    return len(seen) < table.clusters


def is_optimal(offers: list[Offer]) -> bool | None:
    """Whether a method says that all of its answer is the best of its kind; None: it never does."""
    said = [offer.get("is_optimal") for offer in offers]
    return None if None in said else all(said)


def vote_errors(offer: Offer, table: Table) -> int | None:
    """Count the rows that the method itself predicts another cluster for."""
    predicted = offer.get("predicted")
    return None if predicted is None else int((np.array(predicted) != table.labels).sum())


def answer_of(method: Method, table: Table, limit: float) -> dict[str, Any]:
    """Run the process of a method, and read what it has written when it ends or is ended."""
    python = PEERS if method.is_foreign else Path(sys.executable)
    if not python.exists():
        return {"offers": [], "failure": MISSING}
    with tempfile.TemporaryDirectory() as folder:
        rows, out = Path(folder) / "table.npz", Path(folder) / "answer.json"
        np.savez(rows, values=table.values, scaled=table.scaled, labels=table.labels)
        task = {
            "module": method.module,
            "function": method.function,
            "options": dict(method.options),
            "table": str(rows),
            "out": str(out),
            "limit": limit,
            "patience": limit + OVERTIME,
            "memory": MEMORY if method.is_foreign else 0,
        }
        ended = waited_for([str(python), "-m", "benchmarks.peers.runners", json.dumps(task)],
                           out, limit + OVERTIME + STUBBORN, environment(method))  # fmt: skip
        if not out.exists():
            return {"offers": [], "failure": ended or "could not be loaded"}
        answer: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return {**answer, "failure": answer["failure"] or ended}


def waited_for(
    command: list[str], out: Path, patience: float, variables: Mapping[str, str]
) -> str | None:
    """Wait for a process, so long from when it is ready; say why it was ended, or died."""
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, cwd=ROOT, env=variables, stdout=said, stderr=said)
        end = time.monotonic() + LOADING
        is_ready = False
        try:
            while process.poll() is None:
                if not is_ready and out.exists():
                    is_ready, end = True, time.monotonic() + patience
                if time.monotonic() > end:
                    process.kill()
                    return "did not end at the time limit" if is_ready else "could not be loaded"
                time.sleep(0.05)
        finally:
            process.kill()
            process.wait()
        if process.returncode == 0:
            return None
        said.seek(0)
        lines = said.read().strip().splitlines()
        return lines[-1] if lines else f"ended with code {process.returncode}"


def environment(method: Method) -> dict[str, str]:
    """Return the variables of a process: one thread each where two run side by side."""
    threads = {} if method.uses_all_cores else {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return {**os.environ, "PYTHONHASHSEED": "0", **threads}
