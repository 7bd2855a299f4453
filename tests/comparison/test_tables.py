"""What a comparison says: the table, the methods, and clusters side by side."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest

from clusterscribe import Feature, InputError, Kind, Polyhedron
from clusterscribe.comparison.comparison import Comparison
from clusterscribe.comparison.documents import escaped_for_latex as in_latex
from clusterscribe.comparison.entry import Entry, versions
from clusterscribe.description import Description, Tally, Union
from clusterscribe.description.words.layout import markdown_escaped as in_markdown
from clusterscribe.result import Result
from tests.description.builders import at_least, at_most

AGE = Feature("age", Kind.INTEGER)
INCOME = Feature("income")


def result(**changes):
    values = {
        "status": "optimal", "errors": 0, "accuracy": 1.0, "complexity": 4, "sparsity": 1,
        "columns": 1, "objective": 4.0, "bound": 4.0, "gap": 0.0, "error_bound": 0,
        "max_errors": 0, "stop_reason": "optimal", "seconds": 0.5,
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
LABELS = ("young", "old")
COMPARISON = Comparison((SHORT, OPEN, GREEDY, NOTHING), LABELS)
LATE = replace(OPEN, result=result(status="feasible", bound=3.0, stop_reason="time limit"))
STOPPED = replace(FEW, result=result(status="feasible", bound=0.0, stop_reason="interrupted"))


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


@pytest.mark.parametrize("width", [40, 60, 80])
def test_every_line_fits_a_terminal(width):
    failed = Entry("DTDM", "tags " * 30, 0.0, reason="word " * 40)
    named = replace(LATE, method="a method whose name is much longer than most of them are")
    everything = (SHORT, OPEN, STOPPED, LATE, GREEDY, named, failed, wordy(8))
    lines = Comparison(everything, LABELS).to_text(width).splitlines()
    assert max(map(len, lines)) <= width


def test_in_60_columns_the_bound_is_below_and_in_40_more_of_the_figures():
    comparison = Comparison((SHORT, LATE, GREEDY, NOTHING), LABELS)
    assert comparison.to_text(60).split("\n\n")[0] == (
        "method    accuracy  errors  complexity  sparsity  seconds\n"
        "LC-PDP-1     100 %       0           4         1      0.5\n"
        "          bound: complexity proved\n"
        "LC-PDP-3     100 %       0           4         1     12.0 *\n"
        "          bound: complexity >= 3\n"
        "CART       66.67 %       2           4         1      0.0\n"
        "DTDM      column 'age' holds numbers; use another method\n"
        "* stopped at its time limit; more time may do better."
    )
    assert comparison.to_text(40).startswith(
        "method    accuracy  errors  complexity\n"
        "LC-PDP-1     100 %       0           4\n"
        "          sparsity: 1, bound: complexity\n"
        "          proved, seconds: 0.5\n"
    )


def test_a_method_that_was_cut_off_is_marked():
    text = Comparison((SHORT, LATE), LABELS).to_text().splitlines()
    assert text[1].endswith("  0.5")
    assert text[2].endswith("  complexity >= 3     12.0 *")
    assert text[3] == "* stopped at its time limit; more time may do better."
    assert "*" not in Comparison((SHORT, GREEDY), LABELS).to_text()
    alone = Comparison((STOPPED,), LABELS).to_text()
    assert "0.2 *\n* interrupted; this is the best that it had found so far.\n" in alone


def test_two_ways_of_being_cut_off_have_two_marks():
    both = Comparison((LATE, STOPPED), LABELS)
    text = both.to_text().splitlines()
    assert [line.split()[-1] for line in text[1:3]] == ["*", "**"]
    assert text[3].startswith("* stopped at its time limit")
    assert text[4].startswith("** interrupted")
    markdown = both.to_markdown(clusters=())
    assert "| 12.0 \\* |\n" in markdown
    assert "| 0.2 \\*\\* |\n\n\\* stopped at its time limit; more time may" in markdown
    assert "\n\n\\*\\* interrupted; this is" in markdown
    latex = both.to_latex(clusters=())
    assert "& 12.0 * \\tabularnewline\n" in latex
    assert "\\end{tabular}\n\\par{\\footnotesize * stopped at its time limit; more" in latex


def test_a_comparison_without_any_answer_has_its_table_and_its_clusters():
    comparison = Comparison((NOTHING,), LABELS)
    assert comparison.to_text(clusters=("old",)).endswith("-\n  no method describes it")
    assert "### Cluster old" in comparison.to_markdown()
    assert comparison.to_dict()["clusters"] == ["young", "old"]


def test_what_is_said_at_length_is_cut_short_unless_the_cluster_is_named():
    comparison = Comparison((wordy(8),), LABELS)
    lines = comparison.to_text().splitlines()
    assert lines[-3:] == [
        "      x5 <= 5",
        "      ... and 2 lines more: --cluster young or to_text(clusters=['young']) shows",
        "          all",
    ]
    named = comparison.to_text(clusters=["young"])
    assert "lines more" not in named
    assert "x7 <= 7" in named


def wordy(lines):
    """A method with this many conditions on the first cluster."""
    spaces = tuple(at_most(Feature(f"x{i}"), i) for i in range(lines))
    columns = tuple(f"x{i}" for i in range(lines))
    parts = (Polyhedron("young", spaces), Polyhedron("old", ()))
    return Entry("LONG", "at length", 0.0, Description(columns, parts), result())


def test_any_cluster_can_be_shown_and_none():
    assert "Cluster old" in COMPARISON.to_text(clusters=("old",))
    assert "Cluster" not in COMPARISON.to_text(clusters=())
    both = COMPARISON.to_text(clusters=COMPARISON.labels)
    assert both.index("Cluster young") < both.index("Cluster old")
    with pytest.raises(
        InputError, match=r"^there is no cluster 'odd'; the clusters are young, old"
    ):
        COMPARISON.to_text(clusters=("odd",))


def test_a_single_label_need_not_be_in_a_list():
    assert "Cluster old" in COMPARISON.to_text(clusters="old")
    numbers = Comparison((NOTHING,), (1, 12))
    assert "Cluster 12 " in numbers.to_text(clusters=12)
    assert "Cluster 1 " in numbers.to_markdown(clusters=1).replace("\n", " ")
    with pytest.raises(InputError, match=r"^there is no cluster '12'"):
        numbers.to_latex(clusters="12")


def test_labels_are_looked_up_as_they_were_read():
    day = datetime(2024, 5, 1)
    comparison = Comparison((NOTHING,), (1, day))
    for label in (np.int64(1), np.datetime64("2024-05-01"), np.datetime64(day, "ns")):
        assert "no method describes it" in comparison.to_text(clusters=[label])
    assert "Cluster 1 " in comparison.to_text(clusters=np.array([1]))


def test_methods_that_say_the_same_are_said_once():
    found = versions(Comparison((SHORT, OPEN, FEW), LABELS), "young")
    assert [version.methods for version in found] == [("LC-PDP-1", "Sp-PDP-1"), ("LC-PDP-3",)]
    assert found[1].cells[1] == "age <= 30 and income <= 9"


def test_the_same_words_are_said_once_however_they_came_about():
    twice = description([at_most(AGE, 40), at_most(AGE, 30)], [at_least(AGE, 40)])
    (only,) = versions(Comparison((SHORT, replace(FEW, description=twice)), LABELS), "young")
    assert only.methods == ("LC-PDP-1", "Sp-PDP-1")


def test_the_same_words_with_other_figures_are_said_again():
    other = replace(BY_AGE, tallies=(Tally("young", 3, 2, 2, 0), Tally("old", 3, 3, 3, 0)))
    found = versions(Comparison((SHORT, replace(FEW, description=other)), LABELS), "young")
    assert [version.tally.inside for version in found] == [3, 2]


def test_a_cluster_that_a_method_gave_up_is_no_row_and_one_without_conditions_every_row():
    given_up = Description(("age",), (Union("a", ()), Polyhedron("b", ())))
    found = Comparison((Entry("X", "", 0.0, given_up, result()),), ("a", "b"))
    assert [versions(found, label)[0].cells[1] for label in "ab"] == ["no row", "every row"]
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


def test_markdown_and_plain_values_have_the_remarks():
    remarked = Comparison((replace(SHORT, remarks=("a | b", "c")),), LABELS)
    assert "- LC-PDP-1: polyhedra, short; **remark**: a \\| b; **remark**: c\n" in (
        remarked.to_markdown()
    )
    assert remarked.to_dict()["methods"][0]["remarks"] == ["a | b", "c"]


def test_latex_has_the_table_the_methods_and_every_cluster():
    text = COMPARISON.to_latex(clusters=("young",))
    assert text == (
        "\\begin{tabular}{@{}lrrrrrr@{}}\n"
        "\\toprule\n"
        "method & accuracy & errors & complexity & sparsity & bound & seconds \\tabularnewline\n"
        "\\midrule\n"
        "LC-PDP-1 & \\textbf{100 \\%} & 0 & 4 & 1 & complexity proved & 0.5 \\tabularnewline\n"
        "LC-PDP-3 & \\textbf{100 \\%} & 0 & 6 & 2 & complexity $\\ge$ 5 & 12.0 \\tabularnewline\n"
        "CART & 66.67 \\% & 2 & 4 & 1 &  & 0.0 \\tabularnewline\n"
        "DTDM & \\multicolumn{6}{p{0.7\\linewidth}@{}}{\\raggedright column 'age' holds numbers; "
        "use another method} \\tabularnewline\n"
        "\\bottomrule\n"
        "\\end{tabular}\n\n"
        "% LC-PDP-1: polyhedra, short\n"
        "% LC-PDP-3: polyhedra, several features\n"
        "% CART: a tree\n"
        "% DTDM: tags\n\n"
        "\\begin{tabular}{@{}p{0.2\\linewidth}p{0.45\\linewidth}p{0.25\\linewidth}@{}}\n"
        "\\toprule\n"
        "method & cluster young & rows \\tabularnewline\n"
        "\\midrule\n"
        "\\raggedright LC-PDP-1, CART & \\raggedright age $\\le$ 30 & "
        "\\raggedright 3 of 3 rows inside; none of others \\tabularnewline\n"
        "\\raggedright LC-PDP-3 & \\raggedright age $\\le$ 30 and income $\\le$ 9 & "
        "\\raggedright 3 of 3 rows inside; none of others \\tabularnewline\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
    )
    assert COMPARISON.to_latex().count(r"\begin{tabular}") == 3


@pytest.mark.parametrize("name", ["[mine]", "*mine"])
def test_in_latex_no_row_is_taken_for_an_option_of_the_line_before(name):
    text = Comparison((replace(SHORT, method=name),), LABELS).to_latex()
    assert f"\\midrule\n{{}}{name} & " in text


def test_in_latex_characters_are_not_joined():
    assert in_latex("a--b---c ''d'' ?`e ,,f") == "a-{}-b-{}-{}-c '{}'d'{}' ?{}`e ,{},f"
    assert in_latex('5" pipe') == r"5{\ttfamily\char34} pipe"


def test_a_name_of_several_lines_is_on_one():
    comparison = Comparison((replace(SHORT, method="one\ntwo"), GREEDY), LABELS)
    text = comparison.to_text()
    assert "\none\\ntwo     100 %" in text
    assert "  one\\ntwo, CART\n" in text
    assert "| one\\\\ntwo | **100 %** |" in comparison.to_markdown()
    assert "\none\\textbackslash{}ntwo & " in comparison.to_latex()
    assert "\n% one\\ntwo: polyhedra" in comparison.to_latex()


def test_special_characters_in_names_are_escaped():
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
    assert (second["max_errors"], second["stop_reason"]) == (0.0, "optimal")
    assert (last["accuracy"], last["complexity"], last["stop_reason"]) == (None, None, None)
    assert last["reason"] == "column 'age' holds numbers; use another method"


def test_entries_are_found_by_their_method():
    assert COMPARISON["CART"] is GREEDY
    assert COMPARISON["cart"] is GREEDY
    lower = replace(GREEDY, method="cart")
    assert Comparison((GREEDY, lower), LABELS)["cart"] is lower
    assert list(COMPARISON) == [SHORT, OPEN, GREEDY, NOTHING]
    assert len(COMPARISON) == 4
    with pytest.raises(KeyError, match="Did you mean 'CART'"):
        COMPARISON["CARTS"]


def test_a_notebook_shows_the_table_and_the_console_the_text():
    assert COMPARISON._repr_markdown_() == COMPARISON.to_markdown(clusters=())
    assert str(COMPARISON) == COMPARISON.to_text()
    assert "<table>" in COMPARISON._repr_html_()
