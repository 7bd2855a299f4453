"""Trees on the public data sets: accuracy in per cent, complexity and sparsity that are known."""

from pathlib import Path

import pytest

from benchmarks.data import VARIABLE, load, missing_data
from clusterscribe.baselines.trees.tree_describers import IMMDescriber, TreeDescriber

# Both as in the paper, but for libras, whose clustering is another one (CART 78.06, 82 and 9;
# IMM 82.50, 98 and 9 there), and for IMM's sparsity on bank, 6 there: no other cut has as few
# mistakes at any node but that between housing=no and housing=yes, which are one cut.
CART = {
    ("adult", "paper"): (99.63, 10, 2),
    ("bank", "paper"): (92.79, 42, 6),
    ("default", "paper"): (100.0, 4, 1),
    ("seeds", "paper"): (98.57, 4, 1),
    ("zoo", "paper"): (100.0, 18, 3),
    ("zoo", "clean"): (98.02, 18, 3),
    ("iris", "paper"): (100.0, 4, 1),
    ("framingham", "paper"): (100.0, 48, 3),
    ("wine", "paper"): (97.19, 4, 1),
    ("wine", "clean"): (93.82, 4, 1),
    ("libras", "paper"): (76.39, 80, 9),
    ("spam", "paper"): (99.98, 4, 1),
}
IMM = CART | {
    ("adult", "paper"): (99.93, 10, 2),
    ("bank", "paper"): (97.74, 44, 5),
    ("zoo", "clean"): (100.0, 18, 3),
    ("libras", "paper"): (80.0, 98, 9),
}
LARGE = {"adult"}
SETS = [
    pytest.param(name, variant, marks=[pytest.mark.slow] if name in LARGE else [])
    for name, variant in CART
]


@pytest.fixture(autouse=True)
def at_home(monkeypatch):
    """Look for the data beside the project, wherever the tests are started."""
    monkeypatch.chdir(Path(__file__).resolve().parents[2])
    if missing_data():
        pytest.skip(f"the folder with the data sets is not there (set {VARIABLE})")


def measures(model, name, variant):
    result = model.fit(*load(name, variant)).result_
    return round(100 * result.accuracy, 2), result.complexity, result.sparsity


@pytest.mark.parametrize(("name", "variant"), SETS)
def test_cart_is_as_good_as_it_is_known_to_be(name, variant):
    assert measures(TreeDescriber(), name, variant) == CART[name, variant]


@pytest.mark.parametrize(("name", "variant"), SETS)
def test_imm_is_as_good_as_it_is_known_to_be(name, variant):
    assert measures(IMMDescriber(), name, variant) == IMM[name, variant]


def test_more_leaves_describe_libras_better():
    few, more = (measures(IMMDescriber(n), "libras", "paper") for n in (10, 40))
    assert few[0] < more[0]
