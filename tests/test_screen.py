"""What a notebook and a terminal show of an answer: at most a screen, and nothing unescaped."""

import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

import clusterscribe
from clusterscribe import Described, Frontier, TreeDescriber, compare, describe, verify
from clusterscribe.description.after.cluster_stability import ClusterStability, Recurrence
from clusterscribe.description.after.stability import Stability
from clusterscribe.description.core.region import polyhedra_of
from clusterscribe.frontiers.point import Point
from clusterscribe.screen import LINES, shown, thinned

CLUSTERS, COLUMNS, ROWS = 12, 40, 600
NASTY = "<script>alert('&')</script> {} שלום"


def many(seed=0):
    """A table with twelve clusters and forty columns, whose names are those of strangers."""
    random = np.random.default_rng(seed)
    codes = np.arange(ROWS) % CLUSTERS
    centres = np.random.default_rng(9).normal(size=(CLUSTERS, COLUMNS))
    values = (centres[codes] + random.normal(size=(ROWS, COLUMNS))).round(2)
    table = pd.DataFrame(values, columns=[NASTY.format(place) for place in range(COLUMNS)])
    return table, [NASTY.format(f"of {code}") for code in codes]


@pytest.fixture(scope="module")
def answers():
    """One of each kind of answer, quickly made: a tree stands for what a search would find."""
    table, labels = many()
    found = {}
    description, result = TreeDescriber(max_leaves=60).describe(table, labels)
    found["described"] = Described(description, result)
    found["description"], found["result"] = description, result
    found["explanation"] = description.explain(table.iloc[0])
    found["drift"] = description.rescore(*many(seed=1))
    found["comparison"] = compare(table, labels, methods=["CART", "IMM", "DTDM"])
    found["frontier"] = Frontier(
        tuple(Point(description, result, errors) for errors in range(300)), "complexity"
    )
    found["stability"] = Stability(
        10,
        tuple(
            ClusterStability(
                part.label,
                tuple(
                    Recurrence(space, 3, -1.0, 1.0) for space in polyhedra_of(part)[0].half_spaces
                ),
                (0.5,) * 10,
            )
            for part in description.parts
        ),
        (60,) * 10,
        (0.5,) * 10,
    )
    return found


KINDS = [
    "comparison", "described", "description", "drift", "explanation", "frontier", "result",
    "stability",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_fits_on_a_screen(answers, kind):
    assert len(repr(answers[kind]).splitlines()) <= LINES
    if kind != "description":  # which is printed to be read
        assert str(answers[kind]) == repr(answers[kind])


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"result", "comparison", "description"}))
def test_more_is_shown_on_demand(answers, kind):
    whole = answers[kind].to_text()
    assert len(whole.splitlines()) > LINES
    assert "to_text() shows all" in repr(answers[kind])
    assert "to_text() shows all" not in whole


def test_a_description_is_printed_as_a_whole(answers):
    assert str(answers["description"]) == answers["description"].to_text()


class Reader(HTMLParser):
    """Follows the tags of a fragment."""

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.words = [], set(), []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("kind", KINDS)
def test_html_is_whole_and_escaped(answers, kind):
    reader = Reader()
    reader.feed(answers[kind]._repr_html_())
    assert reader.open == []
    assert "script" not in reader.seen
    assert reader.seen <= {
        "bdi", "dd", "details", "div", "dl", "dt", "h4", "li", "p", "rect", "section", "small",
        "span", "style", "summary", "svg", "table", "tbody", "td", "th", "thead", "title",
        "tr", "ul",
    }  # fmt: skip
    if kind not in ("result", "frontier"):  # which name nothing of the table
        assert "<script>" in "".join(reader.words)


def test_a_result_says_what_is_proven_without_rounding_up():
    weights = np.array([0.1, 0.7, 1.3, 0.3])
    result = describe([[0], [1], [2], [3]], list("abab"), sample_weight=weights).result
    text = repr(result)
    assert f"at least {result.error_bound!r}" in text
    assert result.proof.sentences(result.errors)[0].split()[0] in text


def test_a_result_says_why_it_stopped(answers):
    assert "feasible (greedy)" in repr(answers["result"])
    result = describe([[0], [1]], ["a", "b"]).result
    assert re.search(r"^Status +optimal, [\d.]+ s$", repr(result), re.M)


def test_described_is_a_pair():
    found = describe([[0], [1]], ["a", "b"])
    description, result = found
    assert found == (description, result)
    assert (found.description, found.result) == (description, result)
    assert isinstance(found, Described)
    assert found.to_dict().keys() == {"version", "description", "result"}
    again = type(description).from_json(found.to_json())
    assert again == description


def test_a_verification_fits_on_a_screen():
    table, labels = many()
    few, some = table[:24], labels[:24]
    certificate = describe(few, some, certificate=True, time_limit=10).result.certificate
    checked = verify(certificate, few, some)
    assert len(repr(checked).splitlines()) <= LINES
    assert max(map(len, repr(checked).splitlines())) <= 80
    assert "<script>" not in checked._repr_html_()
    assert len(repr(certificate)) < 200


@pytest.mark.parametrize("most", [5, 10, 17, 18, 40])
def test_blocks_that_do_not_fit_are_left_out(most):
    blocks = [[f"{name}{line}" for line in range(4)] for name in "abc"]
    text = shown(blocks, [["last"]], most)
    assert text.endswith("last")
    assert text.startswith("a0")
    assert len(text.splitlines()) <= max(most, 9)
    assert ("to_text()" in text) == (most < 16)


def test_a_block_that_is_too_long_is_cut():
    assert shown([["x"] * 100], [["last"]], 10) == "\n".join(["x"] * 7 + ["...", "", "last"])


def test_thinned_keeps_the_ends():
    assert thinned(3, 5) == [0, 1, 2]
    assert thinned(100, 4) == [0, 33, 66, 99]
    assert thinned(100, 1) == [0, 99]


def test_only_public_names_are_listed():
    assert dir(clusterscribe) == sorted(clusterscribe.__all__)
