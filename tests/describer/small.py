"""Small tables that a person can describe in the head."""

import os
import subprocess
import sys
import warnings

import numpy as np

from clusterscribe import PolyhedralDescriber

# two groups, apart in x and mixed in y
X = np.array([[1.0, 5.0], [2.0, 6.0], [8.0, 5.0], [9.0, 6.0]])
GROUPS = ["low", "low", "high", "high"]

# ten rows in a line; no threshold is without errors for these labels
LINE = np.arange(10.0).reshape(-1, 1)
MIXED = ["a", "a", "b", "a", "a", "b", "b", "a", "b", "b"]


def fit(table, labels, sample_weight=None, **parameters):
    """Fit with a short time limit; a warning is a failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return PolyhedralDescriber(**{"time_limit": 10, **parameters}).fit(
            table, labels, sample_weight
        )


def conditions(model):
    """The conditions of each cluster as they are read, without any figures."""
    from clusterscribe.description.core.conditions import conditions_of
    from clusterscribe.description.words import condition_wording

    return {
        part.label: [condition_wording.condition(condition) for condition in conditions_of(part)]
        for part in model.description_.parts
    }


def measures(model):
    """What every fit of the same problem must agree on."""
    result = model.result_
    return result.errors, result.complexity, result.sparsity


def refusal(call):
    """The one sentence with which a call is refused."""
    from clusterscribe import InputError

    try:
        call()
    except InputError as error:
        sentence = str(error)
        assert "\n" not in sentence
        return sentence
    raise AssertionError("nothing was refused")


def started(code):
    """Start Python with a program, its output and errors at hand as text."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
