"""Groups of options that commands share."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import signature
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from clusterscribe.cli.compare import compare
from clusterscribe.cli.describe import describe
from clusterscribe.cli.frontier import frontier
from clusterscribe.cli.options import (
    ColumnOptions,
    GoalOptions,
    RunOptions,
    class_weight_of,
    parameters_of,
    with_groups,
)
from clusterscribe.parameters import check


@dataclass(frozen=True, kw_only=True)
class Size:
    width: Annotated[int, typer.Option(help="How wide.")] = 3
    height: int = 4


@with_groups
def draw(name: str, *, before: bool = False, size: Size, after: bool = False) -> None:
    typer.echo(f"{name} {before} {size.width} x {size.height} {after}")


def test_a_group_stands_for_its_fields_in_its_place():
    assert list(signature(draw).parameters) == ["name", "before", "width", "height", "after"]


def test_values_reach_the_command_in_their_group(capsys):
    draw(name="box", width=7)
    assert capsys.readouterr().out == "box False 7 x 4 False\n"


def test_typer_reads_the_options_of_a_group():
    app = typer.Typer()
    app.command()(draw)
    done = CliRunner().invoke(app, ["box", "--height", "9", "--after"])
    assert (done.exit_code, done.stdout) == (0, "box False 3 x 9 True\n")
    assert "How wide." in CliRunner().invoke(app, ["--help"]).stdout


def test_every_parameter_of_the_search_is_an_option_of_describe():
    assert set(signature(check).parameters) <= set(signature(describe).parameters)


@pytest.mark.parametrize("command", [describe, frontier, compare])
def test_commands_that_search_share_their_options(command):
    theirs = signature(command).parameters
    for group in (ColumnOptions, RunOptions):
        for name, shared in signature(group).parameters.items():
            assert theirs[name].default == shared.default


def test_parameters_of_a_search_are_read_and_the_rest_is_left_out():
    asked = parameters_of(GoalOptions(objective="1,2"), RunOptions(n_jobs=2, quiet=True))
    assert asked == {
        "objective": (1.0, 2.0),
        "max_terms": 1,
        "max_coefficient": 1,
        "max_conditions": None,
        "max_polyhedra": 1,
        "min_recall": 0.5,
        "class_weight": None,
        "n_jobs": 2,
        "random_state": None,
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, None),
        (["balanced"], "balanced"),
        (["a=2"], {"a": 2}),
        (["a=2,b=0.5", "c=1"], {"a": 2, "b": 0.5, "c": 1}),
        (['"a,b=3",x=y=2'], {"a,b": 3, "x=y": 2}),
    ],
)
def test_class_weights_are_read(given, expected):
    assert class_weight_of(given) == expected


@pytest.mark.parametrize("given", [["equal"], ["a=much"], ["=2"], ["a=2,b"]])
def test_class_weights_that_are_none_are_refused(given):
    with pytest.raises(typer.BadParameter, match="is not balanced, or a label and its weight"):
        class_weight_of(given)
