"""What a comparison says: the table, the methods, and clusters side by side."""

from __future__ import annotations

import pytest

from clusterscribe import Feature, InputError, Kind, Polyhedron
from clusterscribe.comparison.comparison import Comparison, Entry
from clusterscribe.comparison.latex import escaped as in_latex
from clusterscribe.comparison.markdown import escaped as in_markdown
from clusterscribe.comparison.side_by_side import versions
from clusterscribe.description import Description, Tally, Union
from clusterscribe.result import Result
from tests.description.builders import at_least, at_most

AGE = Feature("age", Kind.INTEGER)
INCOME = Feature("income")


def result(**changes):
    values = {
        "status": "optimal", "errors": 0, "accuracy": 1.0, "complexity": 4, "sparsity": 1,
        "columns": 1, "objective": 4.0, "bound": 4.0, "gap": 0.0, "error_bound": 0,
        "max_errors": 0, "stop_reason": "proved", "seconds": 0.5,
        "statistics": {"objective": "complexity"},
    }  # fmt: skip
    return Result(**{**values, **changes})


def description(young, old):
    parts = (Polyhedron("young", tuple(young)), Polyhedron("old", tuple(old)))
    tallies = (Tally("young", 3, 3, 3, 0), Tally("old", 3, 3, 3, 0))
    return Description(("age", "income"), parts, tallies)


BY_AGE = description([at_most(AGE, 30)], [at_least(AGE, 40)])
BY_BOTH = description([at_most(AGE, 30), at_most(INCOME, 9)], [at_least(AGE, 40)])
SHORT = Entry("LC-PDP-1", "polyhedra, short", 0.54, BY_AGE, result())
FEW = Entry("Sp-PDP-1", "polyhedra, few features", 0.25, BY_AGE, result(bound=3.0))
OPEN = Entry(
    "LC-PDP-3",
    "polyhedra, several features",
    12.0,
    BY_BOTH,
    result(status="feasible", objective=6.0, complexity=6, sparsity=2, bound=5.0, gap=1 / 6),
)
GREEDY = Entry(
    "CART",
    "a tree",
    0.01,
    BY_AGE,
    result(
        status="feasible",
        errors=2,
        accuracy=2 / 3,
        objective=2.0,
        bound=0.0,
        stop_reason="greedy",
        statistics={"objective": "errors"},
    ),
)
NOTHING = Entry("DTDM", "tags", 0.0, reason="column 'age' holds numbers; use another method")
COMPARISON = Comparison((SHORT, OPEN, GREEDY, NOTHING))


def test_the_table_has_a_line_for_each_method_and_for_each_that_found_nothing():
    table, legend, cluster = COMPARISON.to_text().split("\n\n")
    assert table == (
        "method    accuracy  errors  complexity  sparsity              bound  seconds\n"
        "LC-PDP-1     100 %       0           4         1  complexity proved      0.5\n"
        "LC-PDP-3     100 %       0           6         2    complexity >= 5     12.0\n"
        "CART       66.67 %       2           4         1                         0.0\n"
        "DTDM      column 'age' holds numbers; use another method"
    )
    assert legend == (
        "LC-PDP-1  polyhedra, short\n"
        "LC-PDP-3  polyhedra, several features\n"
        "CART      a tree\n"
        "DTDM      tags"
    )
    assert cluster == (
        "Cluster young by each method -------------------------------------------- 3 rows\n"
        "  LC-PDP-1, CART\n"
        "      age <= 30\n"
        "    3 of 3 rows inside; none of others\n"
        "  LC-PDP-3\n"
        "      age <= 30\n"
        "      income <= 9\n"
        "    3 of 3 rows inside; none of others"
    )


def test_the_table_fits_a_terminal():
    long = Entry("DTDM", "tags", 0.0, reason="word " * 40)
    for width in (60, 80):
        lines = Comparison((SHORT, long)).to_text(width).splitlines()[:4]
        assert max(map(len, lines[2:])) <= width


def test_any_cluster_can_be_shown_and_none():
    assert "Cluster old" in COMPARISON.to_text(clusters=("old",))
    assert "Cluster" not in COMPARISON.to_text(clusters=())
    both = COMPARISON.to_text(clusters=COMPARISON.labels)
    assert both.index("Cluster young") < both.index("Cluster old")
    with pytest.raises(
        InputError, match=r"^there is no cluster 'odd'; the clusters are young, old"
    ):
        COMPARISON.to_text(clusters=("odd",))


def test_methods_that_say_the_same_are_said_once():
    found = versions(Comparison((SHORT, OPEN, FEW)), "young")
    assert [version.methods for version in found] == [("LC-PDP-1", "Sp-PDP-1"), ("LC-PDP-3",)]
    assert found[1].sentence == "age <= 30 and income <= 9"


def test_a_cluster_that_a_method_gave_up_is_no_row_and_one_without_conditions_every_row():
    given_up = Description(("age",), (Union("a", ()), Polyhedron("b", ())))
    found = Comparison((Entry("X", "", 0.0, given_up, result()),))
    assert [versions(found, label)[0].sentence for label in "ab"] == ["no row", "every row"]
    assert "      no row" in found.to_text()
    assert "      every row" in found.to_text(clusters=("b",))


def test_markdown_has_the_table_the_methods_and_every_cluster():
    assert COMPARISON.to_markdown(clusters=("young",)) == (
        "| method | accuracy | errors | complexity | sparsity | bound | seconds |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        "| LC-PDP-1 | **100 %** | 0 | 4 | 1 | complexity proved | 0.5 |\n"
        "| LC-PDP-3 | **100 %** | 0 | 6 | 2 | complexity \\>= 5 | 12.0 |\n"
        "| CART | 66.67 % | 2 | 4 | 1 |  | 0.0 |\n"
        "| DTDM |  |  |  |  |  | 0.0 |\n\n"
        "- LC-PDP-1: polyhedra, short\n"
        "- LC-PDP-3: polyhedra, several features\n"
        "- CART: a tree\n"
        "- DTDM: tags; **no answer**: column 'age' holds numbers; use another method\n\n"
        "### Cluster young\n\n"
        "| method | description | rows |\n"
        "| --- | --- | --- |\n"
        "| LC-PDP-1, CART | age \\<= 30 | 3 of 3 rows inside; none of others |\n"
        "| LC-PDP-3 | age \\<= 30 and income \\<= 9 | 3 of 3 rows inside; none of others |\n"
    )
    assert COMPARISON.to_markdown().count("### Cluster") == 2


def test_latex_has_the_table_and_every_cluster():
    text = COMPARISON.to_latex(clusters=("young",))
    assert text == (
        "\\begin{tabular}{lrrrrrr}\n"
        "\\toprule\n"
        "method & accuracy & errors & complexity & sparsity & bound & seconds \\\\\n"
        "\\midrule\n"
        "LC-PDP-1 & \\textbf{100 \\%} & 0 & 4 & 1 & complexity proved & 0.5 \\\\\n"
        "LC-PDP-3 & \\textbf{100 \\%} & 0 & 6 & 2 & complexity $\\ge$ 5 & 12.0 \\\\\n"
        "CART & 66.67 \\% & 2 & 4 & 1 &  & 0.0 \\\\\n"
        "DTDM & \\multicolumn{6}{p{0.7\\linewidth}}{column 'age' holds numbers; use another "
        "method} \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n\n"
        "\\begin{tabular}{p{0.2\\linewidth}p{0.75\\linewidth}}\n"
        "\\toprule\n"
        "method & cluster young \\\\\n"
        "\\midrule\n"
        "LC-PDP-1, CART & age $\\le$ 30 \\\\\n"
        "LC-PDP-3 & age $\\le$ 30 and income $\\le$ 9 \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
    )
    assert COMPARISON.to_latex().count(r"\begin{tabular}") == 3


def test_names_of_strangers_do_no_harm():
    assert in_markdown("a|b <script> *x* _y_ [z](u) `c` #1 $2") == (
        r"a\|b \<script\> \*x\* \_y\_ \[z\](u) \`c\` \#1 \$2"
    )
    assert in_latex("50% of $x_1 & {y} \\input ~^# <=") == (
        r"50\% of \$x\_1 \& \{y\} \textbackslash{}input \textasciitilde{}\textasciicircum{}\# $\le$"
    )


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_the_frame_has_a_row_for_each_method(backend):
    pytest.importorskip(backend)
    frame = COMPARISON.to_frame(backend)
    records = (
        frame.to_pylist()
        if backend == "pyarrow"
        else frame.to_dicts()
        if backend == "polars"
        else None
    )
    if records is None:
        records = frame.astype(object).where(frame.notna(), None).to_dict("records")
    assert [record["method"] for record in records] == ["LC-PDP-1", "LC-PDP-3", "CART", "DTDM"]
    first, second, _, last = records
    assert (first["accuracy"], first["status"], first["bound"]) == (1.0, "optimal", 4.0)
    assert (second["objective"], second["value"], second["bound"]) == ("complexity", 6.0, 5.0)
    assert (last["accuracy"], last["complexity"]) == (None, None)
    assert last["reason"] == "column 'age' holds numbers; use another method"


def test_entries_are_found_by_their_method():
    assert COMPARISON["CART"] is GREEDY
    assert list(COMPARISON) == [SHORT, OPEN, GREEDY, NOTHING]
    assert len(COMPARISON) == 4
    with pytest.raises(KeyError, match="Did you mean 'CART'"):
        COMPARISON["CARTS"]


def test_a_notebook_shows_the_table_and_the_console_the_text():
    assert COMPARISON._repr_markdown_() == COMPARISON.to_markdown(clusters=())
    assert str(COMPARISON) == COMPARISON.to_text()
