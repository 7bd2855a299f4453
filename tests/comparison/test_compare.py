"""Several methods on one table: who runs, what is said when one fails, what Ctrl-C leaves."""

from __future__ import annotations

import warnings

import numpy as np
import pyarrow as pa
import pytest

from clusterscribe import (
    Describer,
    DescriptionWarning,
    InputError,
    PolyhedralDescriber,
    TreeDescriber,
    compare,
    describe,
)
from clusterscribe.comparison.methods import Method, standard_methods
from clusterscribe.errors import hint

NUMBERS = np.array([[1.0, 5.0], [2.0, 1.0], [3.0, 4.0], [7.0, 2.0], [8.0, 5.0], [9.0, 1.0]])
SIDES = ["left", "left", "left", "right", "right", "right"]
TABLE = {"x": [1, 2, 3, 7], "wet": [True, False, True, False], "kind": ["a", "b", "a", "b"]}


class Broken(Describer):
    """A describer that cannot."""

    def __init__(self, error=None):
        self.error = error

    def _describe(self, X, labels, sample_weight, listener):
        raise self.error


def use(monkeypatch, *methods):
    """Let these be the standard methods."""
    known = {method.name: method for method in methods}
    monkeypatch.setattr("clusterscribe.comparison.methods.standard_methods", lambda *_: known)


def broken(name, error):
    return Method(name, "a broken method", lambda _: Broken(error))


def test_every_standard_method_has_a_line_in_the_order_of_the_paper():
    comparison = compare(NUMBERS, SIDES, time_limit=5)
    assert [entry.method for entry in comparison] == [
        "LC-PDP-1", "Sp-PDP-1", "LC-PDP-3", "Sp-PDP-3", "CART", "IMM", "PROTO", "DTDM",
    ]  # fmt: skip
    assert [entry.method for entry in comparison if entry.reason] == ["DTDM"]
    for entry in comparison:
        if entry.result is not None:
            assert entry.result.errors == entry.description.errors(NUMBERS, SIDES)
            assert entry.result.complexity == entry.description.complexity
    assert comparison["LC-PDP-1"].result.errors == 0
    assert comparison["PROTO"].result.errors == 1
    assert "'x0'" in comparison["DTDM"].reason


def test_the_figures_are_those_of_the_method_by_itself():
    comparison = compare(NUMBERS, SIDES, methods=["LC-PDP-1", "CART"])
    description, result = describe(NUMBERS, SIDES)
    assert comparison["LC-PDP-1"].description == description
    assert comparison["LC-PDP-1"].result.bound == result.bound
    tree = TreeDescriber().fit(NUMBERS, SIDES)
    assert comparison["CART"].description == tree.description_


def test_names_may_be_written_in_any_case_and_count_once():
    comparison = compare(NUMBERS, SIDES, methods=["cart", "Cart", "imm"])
    assert [entry.method for entry in comparison] == ["CART", "IMM"]


def test_describers_of_ones_own_keep_their_parameters():
    own = {"budget": PolyhedralDescriber(max_errors=3), "tree": TreeDescriber(max_leaves=3)}
    comparison = compare(NUMBERS, SIDES, methods=own)
    assert [entry.method for entry in comparison] == ["budget", "tree"]
    assert comparison["budget"].words == "PolyhedralDescriber(max_errors=3)"
    assert comparison["budget"].result.max_errors == 3
    assert not hasattr(own["tree"], "description_")


@pytest.mark.parametrize(
    ("methods", "sentence"),
    [
        (["CARTS"], r"^there is no method 'CARTS'; the names are LC-PDP-1, .*Did you mean 'CART'"),
        ([], r"^methods is empty; name some of LC-PDP-1"),
        ("CART", r"^methods must be a list of names, or a dict"),
        (3, r"^methods must be a list of names, or a dict"),
        ({3: TreeDescriber()}, r"^methods has 3 as a name; a name must be text"),
        ({" ": TreeDescriber()}, r"^methods has ' ' as a name; a name must be text"),
        ({"mine": 3}, r"^methods\['mine'\] must be a describer such as PolyhedralDescriber\(\)"),
    ],
)
def test_unknown_methods_are_refused_before_any_work(methods, sentence):
    with pytest.raises(InputError, match=sentence):
        compare(NUMBERS, SIDES, methods=methods)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"time_limit": -1}, "time_limit must be"),
        ({"error_slack": -1}, "error_slack must be"),
        ({"n_jobs": 0}, "n_jobs must be"),
        ({"features": ["y"]}, "features names the column 'y'"),
        ({"sample_weight": [1, 2]}, "sample_weight"),
        ({"noise": "inside"}, "noise must be"),
    ],
)
def test_what_is_wrong_for_all_methods_is_said_once(parameters, sentence):
    with pytest.raises(InputError, match=sentence):
        compare(NUMBERS, SIDES, **parameters)


def test_a_table_or_labels_that_cannot_be_used_are_refused():
    with pytest.raises(InputError, match="labels"):
        compare(NUMBERS, SIDES[:3])
    with pytest.raises(InputError, match="missing"):
        compare(np.where(NUMBERS == 9, np.nan, NUMBERS), SIDES, missing="error")


def test_a_method_that_fails_says_why_and_the_others_go_on(monkeypatch):
    use(
        monkeypatch,
        broken("odd", ZeroDivisionError("by nothing")),
        broken("bad", InputError("column 'x' is odd; mend it")),
        standard_methods()["CART"],
    )
    comparison = compare(NUMBERS, SIDES)
    assert [entry.reason for entry in comparison] == [
        "failed with ZeroDivisionError: by nothing",
        "column 'x' is odd; mend it",
        "",
    ]
    assert comparison["CART"].result.errors == 0
    assert not comparison.interrupted
    assert isinstance(comparison["odd"].error, ZeroDivisionError)
    assert comparison["odd"].error.__traceback__ is not None
    assert comparison["bad"].error is None
    assert "error=" not in repr(comparison)


def test_when_all_methods_fail_the_clusters_are_still_known(monkeypatch):
    use(monkeypatch, broken("odd", ZeroDivisionError("by nothing")))
    comparison = compare(NUMBERS, SIDES)
    assert comparison.labels == ("left", "right")
    assert "no method describes it" in comparison.to_text(clusters="right")


def test_noise_is_no_cluster_of_a_comparison():
    comparison = compare(NUMBERS, [0, 0, 1, 1, 1, -1], methods=["CART"], noise_label=-1)
    assert comparison.labels == (0, 1)
    assert comparison.to_text(clusters=comparison.labels).count("Cluster ") == 2


def test_ctrl_c_leaves_what_there_is(monkeypatch):
    cart, imm = (standard_methods()[name] for name in ("CART", "IMM"))
    use(monkeypatch, cart, broken("slow", KeyboardInterrupt()), imm)
    comparison = compare(NUMBERS, SIDES)
    assert comparison.interrupted
    assert comparison["CART"].result.errors == 0
    assert [entry.reason for entry in comparison] == ["", "interrupted", "not run: interrupted"]


def test_a_method_that_stopped_with_its_best_so_far_is_the_last_one(monkeypatch):
    use(monkeypatch, *(standard_methods()[name] for name in ("LC-PDP-1", "CART")))

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("clusterscribe.search.axis.axis_stages.AxisStages.start", interrupted)
    with pytest.warns(match=r"^LC-PDP-1: interrupted: this is the best description so far$"):
        comparison = compare(NUMBERS, SIDES)
    assert comparison["LC-PDP-1"].result.stop_reason == "interrupted"
    assert "* interrupted; this is the best" in comparison.to_text()
    assert comparison["CART"].reason == "not run: interrupted"


def test_columns_weights_and_noise_are_the_same_for_all():
    labels = [0, 0, 1, -1]
    with pytest.warns(match=r"^DTDM: column 'x' holds numbers"):
        comparison = compare(
            pa.table(TABLE),
            labels,
            features=["x", "wet"],
            noise_label=-1,
            noise="ignore",
            sample_weight=[1, 1, 2, 1],
            time_limit=5,
        )
    for entry in comparison:
        assert entry.description is not None, entry.reason
        assert entry.description.columns == ("x", "wet")
        assert set(entry.description.polyhedra) == {0, 1}
        assert entry.description.noise == "ignore"


def test_each_method_is_announced_and_its_progress_named():
    announced, stages = [], []
    random = np.random.default_rng(0)
    compare(
        random.normal(size=(60, 3)),
        random.integers(2, size=60),
        methods=["LC-PDP-1", "CART"],
        announce=lambda entry: announced.append(entry.method),
        listener=lambda snapshot: stages.append(snapshot.stage),
    )
    assert announced == ["LC-PDP-1", "CART"]
    first, second, *others, last = dict.fromkeys(stages)
    assert [first, second, last] == ["LC-PDP-1", "LC-PDP-1: fewest errors", "CART"]
    assert all(stage.startswith("LC-PDP-1: ") for stage in others)


class Remarking(Describer):
    """A describer that has something to say."""

    def _describe(self, X, labels, sample_weight, listener):
        hint("rows are odd")
        hint("rows are odd")
        warnings.warn("old function", FutureWarning, stacklevel=1)
        return TreeDescriber().describe(X, labels, sample_weight, listener)


def test_remarks_are_given_once_and_in_the_name_of_the_method():
    labels = [-1, -1, 0, 0, 1, 1]  # which every method would remark on
    with pytest.warns() as given:
        comparison = compare(NUMBERS, labels, methods={"a": Remarking(), "b": TreeDescriber()})
    ours = [w for w in given if issubclass(w.category, DescriptionWarning)]
    first, second = (str(warning.message) for warning in ours)
    assert first.startswith("labels has a cluster -1 beside 0, 1")
    assert second == "a: rows are odd"
    assert {warning.filename for warning in ours} == {__file__}
    assert [str(w.message) for w in given if w.category is FutureWarning] == ["old function"]
    assert [entry.remarks for entry in comparison] == [("rows are odd",), ()]


def test_remarks_that_are_not_wanted_are_kept_all_the_same():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", DescriptionWarning)
        warnings.simplefilter("ignore", FutureWarning)
        comparison = compare(NUMBERS, SIDES, methods={"a": Remarking()})
    assert comparison["a"].remarks == ("rows are odd",)


def test_a_describer_that_cannot_describe_cannot_be_made():
    class Nothing(Describer):
        pass

    with pytest.raises(TypeError, match="_describe"):
        Nothing()


@pytest.mark.parametrize(
    ("slack", "words"),
    [
        (0.05, "1 feature per condition, the shortest within 5 % more than the fewest errors"),
        (0.5, "1 feature per condition, the shortest within 50 % more than the fewest errors"),
        (0, "1 feature per condition, the shortest with the fewest errors"),
    ],
)
def test_the_words_say_how_many_errors_are_allowed_for_a_short_description(slack, words):
    comparison = compare(NUMBERS, SIDES, methods=["LC-PDP-1"], error_slack=slack)
    assert comparison["LC-PDP-1"].words == f"polyhedra, {words}"


def test_every_method_has_the_whole_time_limit_and_keeps_to_it():
    random = np.random.default_rng(0)
    names = ["LC-PDP-1", "Sp-PDP-1"]
    table, labels = random.normal(size=(400, 8)), random.integers(4, size=400)
    comparison = compare(table, labels, methods=names, time_limit=0.5)
    assert [entry.result.stop_reason for entry in comparison] == ["time limit", "time limit"]
    for entry in comparison:
        # on a busy machine it may be late, though not by the limits of other methods
        assert 0.4 <= entry.seconds <= 10
    assert comparison.to_text().count(" *\n") == 2
