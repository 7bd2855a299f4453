"""The way from `fit` to the first solved model: `python -m tests.way` prints it."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

import numpy as np
import pytest

import clusterscribe
from clusterscribe import PolyhedralDescriber
from clusterscribe.search import cp_sat
from clusterscribe.search.columns import restricted_master

PACKAGE = Path(clusterscribe.__file__).parent


class ArrivedError(Exception):
    """The first model is about to be solved."""


def way(max_terms: int, solver: str) -> list[str]:
    """Return the functions from `fit` to the first model that CP-SAT or GLOP is given."""
    chance = np.random.default_rng(0)
    table, labels = chance.normal(size=(40, 3)), chance.integers(0, 2, 40)
    passed: list[str] = []

    def arrived(*_: object, **__: object) -> None:
        for frame in traceback.extract_stack():
            path = Path(frame.filename)
            if path.is_relative_to(PACKAGE):
                passed.append(f"{path.relative_to(PACKAGE)}: {frame.name}")
        raise ArrivedError

    # the innermost functions of ours: each hands a model to a solver
    owner = cp_sat if solver == "CP-SAT" else restricted_master
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, "wait_for", arrived)
        with pytest.raises(ArrivedError):
            PolyhedralDescriber(max_terms=max_terms, time_limit=30).fit(table, labels)
    return passed


if __name__ == "__main__":
    for terms, solved_by in ((1, "CP-SAT"), (3, "CP-SAT"), (3, "GLOP")):
        chain = enumerate(way(terms, solved_by), 1)
        lines = [f"{number:4}  {function}\n" for number, function in chain]
        sys.stdout.write(f"max_terms={terms}, the first model of {solved_by}:\n{''.join(lines)}")
