"""Other tools on the same tables: counting that knows no method, and reading what they write."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from benchmarks.layout import plain
from benchmarks.peers import cases, environment, report, run, tables
from benchmarks.peers.cases import METHODS, OF_NAME, Method
from benchmarks.peers.measure import measured
from benchmarks.peers.measures import measures
from benchmarks.peers.offers import best_of, whole
from benchmarks.peers.rules import Bound, complexity, inside_rule, read_rule, tidied, tidied_region
from benchmarks.peers.runners import explorer, kauri, ours, streed, subgroups
from benchmarks.peers.runners.given import Given, same_cut
from benchmarks.peers.tables import Table
from benchmarks.peers.trees import regions_of
from benchmarks.segments.tables import compared, customers
from clusterscribe import PolyhedralDescriber, PrototypeDescriber, TreeDescriber, __version__
from clusterscribe.estimator import Describer

# six rows, two columns, two clusters: 0 0 0 1 1 1 from left to right
VALUES = np.array([[0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [4.0, 5.0], [5.0, 6.0]])
LABELS = np.array([0, 0, 0, 1, 1, 1])
TABLE = Table(("size", "height"), VALUES, LABELS, VALUES)


def region(*rules: list[Any]) -> tuple[Any, ...]:
    return tuple(map(read_rule, rules))


def test_row_is_an_error_unless_inside_its_own_region_and_no_other() -> None:
    # rows 2 and 3 are in both regions, row 5 is in none
    figures = measures((region([[0, "<=", 3]]), region([[0, ">=", 2], [0, "<", 5]])), TABLE)
    assert figures["errors"] == 3
    assert figures["complexity"] == 6
    assert (figures["rules"], figures["columns"], figures["given_up"]) == (2, 1, 0)
    assert figures["recall"] == pytest.approx(2 / 3)


def test_measures_of_cluster_explorer_are_those_of_its_source() -> None:
    figures = measures((region([[0, "<=", 3]]), region([[0, ">=", 2], [1, "<=", 5]])), TABLE)
    assert figures["coverage"] == pytest.approx((1 + 2 / 3) / 2)
    assert figures["separation"] == pytest.approx((1 / 4 + 1 / 3) / 2)
    assert figures["conciseness"] == pytest.approx((1 + 1 / 2) / 2)


def test_cluster_without_rule_covers_nothing_and_separates_nothing() -> None:
    figures = measures((region([[0, "<", 3]]), ()), TABLE)
    assert figures["errors"] == 3
    assert (figures["coverage"], figures["separation"]) == (0.5, 0.5)
    assert (figures["given_up"], figures["conciseness"], figures["recall"]) == (1, 1.0, 0.0)


def test_relative_accuracy_is_one_for_the_cluster_itself_and_zero_for_all_rows() -> None:
    perfect = measures((region([[0, "<", 3]]), region([[0, ">=", 3]])), TABLE)
    assert perfect["relative_accuracy"] == 1
    everything = measures((region([]), region([])), TABLE)
    assert everything["relative_accuracy"] == 0
    assert everything["conciseness"] is None


def test_price_is_the_cost_of_how_rows_are_divided_and_needs_a_division() -> None:
    rows = VALUES[:, :1]
    table = Table(("size",), rows, LABELS, rows)
    assert measures((region([[0, "<", 3]]), region([[0, ">=", 3]])), table)["price"] == 1
    # 0 1 2 3 and 4 5: squares 5 and 0.5, instead of 2 and 2
    moved = measures((region([[0, "<", 4]]), region([[0, ">=", 4]])), table)
    assert moved["price"] == pytest.approx(5.5 / 4)
    assert measures((region([[0, "<", 4]]), region([[0, ">=", 3]])), table)["price"] is None


def test_tightest_bound_of_a_side_counts_and_bounds_that_all_rows_meet_do_not() -> None:
    rule = read_rule([[0, "<=", 4], [0, "<", 4], [0, ">=", 0], [0, ">", 1], [1, "<=", 6]])
    kept = tidied(rule, VALUES)
    assert set(kept) == {Bound(0, "<", 4.0), Bound(0, ">", 1.0)}
    assert complexity(kept) == 4
    assert inside_rule(rule, VALUES).tolist() == inside_rule(kept, VALUES).tolist()


def test_rules_that_add_no_row_are_dropped() -> None:
    rules = region([[0, "<=", 1]], [[0, "<=", 2]], [[0, "<=", 2]], [[0, ">=", 5]])
    assert len(tidied_region(rules, VALUES)) == 2


def test_value_and_its_absence_count_as_one_condition() -> None:
    rule = read_rule([[0, "==", 2]])
    assert inside_rule(rule, VALUES).tolist() == [False, False, True, False, False, False]
    assert complexity(read_rule([[0, "!=", 2]])) == 2


def test_sums_and_balls_are_read_and_counted() -> None:
    slanted = read_rule([{"shares": [[0, 1, 0, 1], [1, -2, 5, 6]], "at_most": 3.0}])
    assert inside_rule(slanted, VALUES).tolist() == [True, True, True, True, False, True]
    assert complexity(slanted) == 3
    ball = read_rule([{"shares": [[0, 1, 2.0, 3.0]], "radius": 1.0}])
    assert inside_rule(ball, VALUES).tolist() == [False, True, True, True, False, False]
    assert complexity(ball) == 2


def test_unknown_sign_is_refused() -> None:
    with pytest.raises(ValueError, match="no sign"):
        read_rule([[0, "=>", 2]])


def test_tree_becomes_ways_to_leaves_and_a_split_of_one_cluster_is_none() -> None:
    tree = {
        "column": 0, "cut": 2.0,
        "below": {
            "column": 0, "cut": 1.0, "below": {"cluster": 0}, "above": {"cluster": 0},
        },
        "above": {
            "column": 1, "cut": 5.0, "below": {"cluster": 1},
            "above": {"column": 0, "cut": 4.0, "below": {"cluster": 0}, "above": {"cluster": 1}},
        },
    }  # fmt: skip
    first, second, third = regions_of(tree, 3)
    assert first[0] == (Bound(0, "<=", 2.0),)
    assert len(first) == 2
    assert len(second) == 2
    assert third == ()
    figures = measures((first, second), TABLE)
    assert figures["errors"] == 0
    # x <= 2; x > 2 and y <= 5; x > 4 and y > 5, of which y <= 5 and x > 4 are needed to say so;
    # no row comes to the second leaf of the first cluster
    assert (figures["rules"], figures["complexity"]) == (3, 2 + 4 + 4)


def test_alternatives_are_chosen_for_all_clusters_together() -> None:
    offers = [
        {"alternatives": [[[[0, "<=", 3]]], [[[0, ">=", 3]]]]},
        # alone, each makes as many mistakes as the first; together with the other's they are right
        {"alternatives": [[[[0, "<=", 1]], [[0, "<", 3], [0, ">=", 0]]], []]},
    ]
    _, regions = best_of(offers, TABLE)
    figures = measures(regions, TABLE)
    assert (figures["errors"], figures["complexity"]) == (0, 4)


def test_offer_with_the_fewest_errors_is_the_answer_and_then_the_shortest() -> None:
    long = {"rules": [[[[0, "<", 3], [1, "<", 6]]], [[[0, ">=", 3]]]], "setting": "long"}
    short = {"rules": [[[[0, "<", 3]]], [[[0, ">=", 3]]]], "setting": "short"}
    wrong = {"rules": [[[[0, "<", 9]]], []], "setting": "wrong"}
    assert best_of([wrong, long, short], TABLE)[0]["setting"] == "short"


def test_rule_of_cluster_explorer_is_read() -> None:
    text = (
        "[[['c0', '>=', np.float64(0.0)], ['and'], ['c0', '<=', np.float64(0.25)], ['and'], "
        "['c12_1.0', '==', np.float64(1.0)], ['and'], ['c3_2.0', '==', 0.0]]]"
    )
    read = [[0, ">=", 0.0], [0, "<=", 0.25], [12, "==", 1.0], [3, "!=", 2.0]]
    assert explorer.rule_of(text) == read
    assert read_rule(read)[0] == Bound(0, ">=", 0.0)


def test_tests_of_streed_are_read() -> None:
    assert streed.test_of("c3 <= 12.065") == (3, 12.065, True)
    assert streed.test_of("c3") == (3, 0.5, False)  # a column of zeros and ones


def test_tree_of_streed_is_read() -> None:
    def leaf(label: int) -> SimpleNamespace:
        return SimpleNamespace(is_leaf_node=lambda: True, label=label)

    def node(feature: int, left: object, right: object) -> SimpleNamespace:
        return SimpleNamespace(
            is_leaf_node=lambda: False, feature=feature, left_child=left, right_child=right
        )

    # rows that meet a test go to the right
    root = node(0, node(1, leaf(2), leaf(1)), leaf(0))
    read = streed.node_of(root, ["c0 <= 2.5", "c1"])
    assert (read["column"], read["cut"], read["below"]) == (0, 2.5, {"cluster": 0})
    inner = {"column": 1, "cut": 0.5, "below": {"cluster": 2}, "above": {"cluster": 1}}
    assert read["above"] == inner


def test_box_of_csd_has_its_finite_bounds() -> None:
    read = subgroups.box([-np.inf, 3.0], [5.1, np.inf])
    assert read == [[1, ">=", 3.0], [0, "<=", 5.1]]


def test_clusters_that_were_found_are_matched_so_that_most_rows_agree() -> None:
    names = kauri.matched(np.array([2, 2, 0, 0, 0]), np.array([0, 0, 1, 1, 0]))
    assert (names[2], names[0]) == (0, 1)


@pytest.mark.parametrize(("cut", "same"), [(0.5, 100.0), (-1.0, 99.0), (9.0, 300.0)])
def test_cut_of_a_scaled_column_is_found_in_its_own_units(cut: float, same: float) -> None:
    assert same_cut(np.array([0.0, 1.0, 2.0]), np.array([100.0, 200.0, 300.0]), cut) == same


def test_what_a_runner_is_given_has_the_means_of_the_clusters() -> None:
    given = Given(VALUES, VALUES, LABELS, limit=1.0)
    assert given.centres[:, 0].tolist() == [1.0, 4.0]
    assert list(given.frame.columns) == ["c0", "c1"]


def test_distances_are_those_between_the_rows_that_were_clustered() -> None:
    table = customers(400)
    given = tables.as_clustered(tables.as_numbers(table).to_numpy())
    clustered = compared(table)
    assert {tuple(column.round(9)) for column in given.T} == {
        tuple(column.round(9)) for column in clustered.T
    }


def test_table_becomes_numbers() -> None:
    frame = pd.DataFrame(
        {
            "plan": ["b", "a"],
            "since": pd.to_datetime(["1970-01-03", "1970-01-01"]),
            "open": [True, False],
        }
    )
    numbers = tables.as_numbers(frame)
    assert list(numbers.columns) == ["plan = a", "plan = b", "since", "open"]
    assert numbers.to_numpy().tolist() == [[0, 1, 2, 1], [1, 0, 0, 0]]


def test_method_goes_the_whole_way_in_its_own_process() -> None:
    figures = measured(OF_NAME["tree, K leaves"], TABLE, limit=30)
    assert (figures["errors"], figures["complexity"]) == (0, 4)
    assert (figures["said_errors"], figures["vote_errors"]) == (0, 0)
    assert figures["seconds"] < 30


@pytest.mark.parametrize(
    "describer",
    [
        TreeDescriber(max_leaves=6),
        PrototypeDescriber(time_limit=5),
        PolyhedralDescriber(max_terms=2, max_coefficient=3, time_limit=5),
    ],
)
def test_our_descriptions_are_counted_as_they_say(describer: Describer) -> None:
    random = np.random.default_rng(0)
    values, labels = random.normal(size=(40, 2)), np.repeat([0, 1], 20)
    values[labels == 1] += 1.5
    table = Table(("x", "y"), values, labels, values)
    given = Given(values, values, labels, limit=5.0)
    model = describer.fit(given.frame, labels)
    figures = measures(whole(ours.offer(model.description_, model.result_), table), table)
    assert figures["errors"] == model.result_.errors
    assert figures["columns"] == model.result_.sparsity


def test_method_that_fails_says_why() -> None:
    broken = Method("broken", "nothing", "no_such_runner", "none", package="scikit-learn")
    assert "no_such_runner" in measured(broken, TABLE, limit=1)["failure"]


def test_method_is_not_tried_with_more_rows_than_it_can_have() -> None:
    small = Method("small", "nothing", "none", "none", most_rows=5, why="it is small")
    assert measured(small, TABLE, 1)["failure"] == "not tried with more than 5 rows: it is small"


def figures_of(method: str, table: str, errors: int, length: int, **more: Any) -> dict[str, Any]:
    return {
        "table": table, "method": method, "rows": 100, "limit": 15.0, "version": "package 1.0",
        "clusterscribe": __version__, "errors": errors, "complexity": length, "rules": 2,
        "columns": 1, "given_up": 0, "recall": 0.9, "coverage": 0.95, "separation": 0.05,
        "conciseness": 1.0, "relative_accuracy": 0.9, "price": 1.1, "seconds": 0.5,
        "peak_mebibytes": 100.0, "settings": 1, "setting": None, "note": None, "is_optimal": None,
        "vote_errors": None, "agreement": None, "said_errors": None, "error_bound": None,
        "bound": None, **more,
    }  # fmt: skip


RESULTS = [
    figures_of("clusterscribe", "iris", 2, 8, error_bound=2),
    figures_of("tree, K leaves", "iris", 5, 6, vote_errors=5),
    figures_of("RUG", "iris", 1, 30, vote_errors=0, note="cut off at the time limit"),
    {
        "table": "iris", "method": "Kauri", "rows": 100, "limit": 15.0, "version": None,
        "clusterscribe": __version__, "failure": "MemoryError: a | b", "seconds": None,
    },
]  # fmt: skip


def test_table_has_a_line_for_each_method_and_a_dash_where_there_is_no_answer() -> None:
    found = report.page_tables(RESULTS)["errors on the ten sets"][1]
    assert plain(found) == (
        "method         gives each cluster   iris\n"
        "clusterscribe  a polyhedron       2* / 8\n"
        "tree, K leaves leaves              5 / 6\n"
        "Kauri          leaves                  -\n"
        "RUG            weighted rules     1 / 30"
    )


def test_methods_are_counted_beside_ours() -> None:
    rows = report.page_tables(RESULTS)["beside ours"][1]
    assert rows[1] == ("tree, K leaves", "leaves", "1", "0", "0", "1", "0", "0", "1")
    assert rows[2] == ("RUG", "weighted rules", "1", "1", "0", "0", "0", "0", "0")


def test_reasons_stand_below_and_break_no_table() -> None:
    rows = report.page_tables(RESULTS)["reasons"][1]
    assert rows[1] == ("Kauri", "iris", "MemoryError: a / b")
    assert rows[2][2] == "cut off at the time limit (the answer is of what was done before)"


def test_summary_is_of_tables_that_all_but_few_answered() -> None:
    text, rows = report.page_tables(RESULTS)["all methods"]
    assert "1 tables that all but `Kauri` answered" in text
    assert rows[1][:5] == ("clusterscribe", "a polyhedron", "1", "2.00", "8")
    assert rows[3][3] == "-"


def test_every_line_of_everything_is_as_long_as_its_header() -> None:
    assert {len(row) for row in report.tables(RESULTS)[-1][1]} == {len(report.ALL_HEADER)}


def test_tables_of_the_page_are_there_whatever_was_measured() -> None:
    assert set(report.page_tables(RESULTS)) == set(report.PLACES)
    assert report.page_tables(RESULTS)["errors on the mixtures"][1][0] == (
        "method", "gives each cluster",
    )  # fmt: skip


def test_run_that_was_cut_short_is_taken_up_and_a_whole_one_is_not() -> None:
    known = {(one["table"], one["method"]): one for one in RESULTS}
    assert run.done_before(known) == set(known)
    every = {
        (name, method.name): figures_of(method.name, name, 0, 4)
        for name in tables.NAMES
        for method in METHODS
    }
    assert run.done_before(every) == set()


def test_errors_that_the_rows_do_not_confirm_are_noticed() -> None:
    assert run.is_false(figures_of("clusterscribe", "iris", 2, 8, said_errors=1))
    assert not run.is_false(figures_of("clusterscribe", "iris", 2, 8, said_errors=2))


def test_every_package_of_the_methods_is_in_the_requirements() -> None:
    named = {line.partition("==")[0] for line in environment.wanted()}
    assert {method.package for method in cases.METHODS if method.is_foreign} <= named
