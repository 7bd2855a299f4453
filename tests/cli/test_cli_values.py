"""Flags that are more than a word or a number."""

from __future__ import annotations

import pytest
import typer

from clusterscribe.cli.labelled import column_names, number_of
from clusterscribe.cli.options import max_errors_of, objective_of


def test_named_objectives_are_kept():
    assert objective_of("complexity") == "complexity"
    assert objective_of("sparsity") == "sparsity"


def test_two_weights_are_a_pair():
    assert objective_of("1,2") == (1.0, 2.0)
    assert objective_of("0.5, 0") == (0.5, 0.0)


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "1,", "Complexity", "1,inf", "nan,1"])
def test_other_objectives_are_wrong_usage(text):
    with pytest.raises(typer.BadParameter, match="two weights for both such as 1,2"):
        objective_of(text)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("3", 3), ("1", 1), ("1.0", 1.0), ("0.05", 0.05), ("5e-2", 0.05), ("0", 0), ("none", None)],
)
def test_max_errors_is_a_count_or_a_share(text, meaning):
    read = max_errors_of(text)
    assert read == meaning
    assert type(read) is type(meaning)


@pytest.mark.parametrize("text", ["", "few", "5%", "nan", "inf", "1,5"])
def test_other_budgets_are_wrong_usage(text):
    with pytest.raises(typer.BadParameter, match=r"a count such as 3, a share such as 0\.05"):
        max_errors_of(text)


def test_number_of_anything_else_is_none():
    assert number_of("1e400") is None
    assert number_of("x") is None


KNOWN = {"a", "b", "c", "height, in cm", "b,c"}


def test_columns_with_commas_between_them():
    assert column_names(["a,b", "c"], KNOWN) == ["a", "b", "c"]
    assert column_names(["a, b"], KNOWN) == ["a", "b"]


def test_name_with_a_comma_is_found_whole():
    assert column_names(["height, in cm"], KNOWN) == ["height, in cm"]
    assert column_names(["b,c"], KNOWN) == ["b,c"]


def test_quotes_protect_a_comma():
    assert column_names(['a,"height, in cm"'], KNOWN) == ["a", "height, in cm"]


def test_a_column_that_is_named_twice_counts_once():
    assert column_names(["a,a", "a"], KNOWN) == ["a"]


def test_nothing_named():
    assert column_names([], KNOWN) == []
    assert column_names(["", ","], KNOWN) == []
