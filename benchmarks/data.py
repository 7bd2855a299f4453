"""Where the tables come from: the folder of data sets, and mixtures made on the spot."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clusterscribe import InputError, datasets

VARIABLE = "CLUSTERSCRIBE_DATA"
SEGMENTS = "segments/segments.py"
UNAVOIDABLE = 0.10  # share of rows that lie nearer to another centre than to their own


def data_folder() -> Path:
    """Return the folder of the data sets: $CLUSTERSCRIBE_DATA, or ../shared/data."""
    return Path(os.environ.get(VARIABLE) or Path("..") / "shared" / "data")


def missing_data() -> str | None:
    """Say what is missing, or None if the data sets are there."""
    if (data_folder() / "prepare.py").is_file():
        return None
    return (
        f"No data sets in {data_folder()}: that folder must hold prepare.py and a folder for "
        f"each set. Set {VARIABLE} to where they are. Mixtures are measured without them "
        f"(--sets mixture)."
    )


def name_data_folder() -> None:
    """Let the package, and the processes that measure, find the data sets in the same folder."""
    if data_folder().is_dir():
        os.environ[VARIABLE] = str(data_folder().resolve())


def missing_sets(names: Iterable[str]) -> dict[str, str]:
    """Say of each set that is neither here nor can be fetched what is missing."""
    problems = {}
    for name in names:
        try:
            datasets.locate(name)
        except InputError as problem:
            problems[name] = str(problem)
    return problems


def missing_segments() -> str | None:
    """Say what is missing for the tables whose clusters touch, or None if they are there."""
    if (data_folder() / SEGMENTS).is_file():
        return None
    return (
        f"no {SEGMENTS} in {data_folder()}: set {VARIABLE} to a folder that holds it beside the "
        f"data sets"
    )


def load(name: str, variant: str) -> tuple[Any, Any]:
    """Read a scaled and encoded table and its labels through the folder's own prepare.py."""
    table, labels = script("prepare.py").load(name, variant)
    return table, labels.to_numpy()


def load_segments(name: str) -> tuple[Any, Any]:
    """Read a table in its own units and its touching clusters through the folder's own script."""
    table, labels = script(SEGMENTS).load(name)
    return table, labels.to_numpy()


def script(path: str) -> ModuleType:
    """Run a script of the folder of data sets and return what it defines."""
    whole = data_folder() / path
    spec = importlib.util.spec_from_file_location(whole.stem, whole)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(whole)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mixture(
    clusters: int, informative: int, rows: int = 20_000, columns: int = 16, seed: int = 0
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Make round Gaussian clusters, so close that about a tenth of the rows lie with another.

    The centres differ in the `informative` first columns only. The nearest centre is the best
    possible classifier here, so its share of errors is what no description can
    avoid; the distance of the centres is chosen by bisection to make it `UNAVOIDABLE`.
    """
    random = np.random.default_rng(seed)
    labels = random.integers(clusters, size=rows)
    directions = random.normal(size=(clusters, columns))
    directions[:, informative:] = 0
    noise = random.normal(size=(rows, columns))
    near, far = 0.0, 10.0
    for _ in range(40):
        distance = (near + far) / 2
        table = distance * directions[labels] + noise
        squares = ((table[:, None, :] - distance * directions) ** 2).sum(axis=2)
        wrong = float(np.mean(squares.argmin(axis=1) != labels))
        near, far = (distance, far) if wrong > UNAVOIDABLE else (near, distance)
    return table, labels
