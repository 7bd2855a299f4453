"""The cards that a notebook shows."""

import re
from dataclasses import replace
from html.parser import HTMLParser

from clusterscribe.description import Proof, tally

from .builders import SEGMENTED, SEGMENTS, WINE, describe, is_level, people
from .test_tally import APART, NOISY


class Outline(HTMLParser):
    """Collects tags and text, and checks that every tag is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.words = [], [], []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip() and self.open[-1:] != ["style"]:
            self.words.append(data.strip())


def outline(html):
    parser = Outline()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser


def test_card_for_each_cluster_figures_and_proof():
    description = replace(
        SEGMENTED,
        tallies=tally(SEGMENTED, people(), SEGMENTS),
        proof=Proof("optimal", "complexity", 18, 18, 0, 0, 1, 1),
    )
    words = outline(description._repr_html_()).words
    assert words[:6] == [
        "Cluster young",
        "2 rows, 40 % of all",
        "income <= 45000",
        "18 <= age <= 30",
        "job is not in {admin, retired}",
        "2 of 2 rows inside; none of others",
    ]
    assert words[-3:] == [
        "Sparsity",
        "6 features of 5 columns: income, age, job, member, signup",
        "Proved: no axis-parallel description with no errors has a complexity below 18.",
    ]


def test_terms_of_a_score_stand_below_each_other():
    first, second = re.findall("<bdi>(.*?)</bdi>", WINE._repr_html_())[1:3]
    assert " ".join(outline(first).words) == "score = 3 x alcohol (11.03 -> 0, 14.83 -> 1)"
    assert " ".join(outline(second).words) == "- 2 x hue (0.48 -> 0, 1.71 -> 1), at most 0.4"


def test_everything_from_the_table_is_escaped():
    evil = "<script>alert('x')</script>"
    description = describe([evil], **{evil: [is_level(evil, evil)]})
    page = outline(description._repr_html_())
    assert "script" not in page.tags
    assert f"Cluster {evil}" in page.words


def test_fragment_needs_nothing_from_elsewhere():
    html = SEGMENTED._repr_html_()
    assert "http" not in html
    assert "src=" not in html


def test_noise_has_a_card():
    outside = replace(APART, noise="outside")
    counted = replace(outside, tallies=tally(outside, NOISY, [0, 0, -1, 1, -1]))
    assert "1 of 2 rows outside every cluster" in outline(counted._repr_html_()).words


def test_empty_parts_leave_no_empty_tags():
    assert "<p></p>" not in SEGMENTED._repr_html_()
