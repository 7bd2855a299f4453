"""A search that begins with a description claims and finds the same as one that does not."""

import warnings
from dataclasses import replace

import pytest

from clusterscribe.describing import describe_clusters
from clusterscribe.parameters import LabelledTable, check
from clusterscribe.progress import silent
from clusterscribe.search.rows.encode import encode
from clusterscribe.search.rows.starting import start_of

from .claims import check_all, check_claims
from .nasty import tame_case
from .one_feature import best_of_one_feature

SEEDS = range(12)


def rows_of(case):
    arguments = case.arguments
    return LabelledTable(
        case.table, case.labels, arguments["sample_weight"], noise_label=arguments["noise_label"]
    )


def found(case, start=None, **asked):
    """Describe a case, perhaps from a description on."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asked = {"min_recall": 0, "time_limit": 20, **asked}
        return describe_clusters(rows_of(case), check(**asked), silent, start=start)


def shuffled(description):
    """The same polyhedra under the labels of others: a start that is as bad as can be."""
    labels = [part.label for part in description.parts]
    parts = [
        replace(part, label=label)
        for part, label in zip(description.parts, [*labels[1:], labels[0]], strict=True)
    ]
    order = {label: place for place, label in enumerate(labels)}
    return replace(description, parts=tuple(sorted(parts, key=lambda part: order[part.label])))


@pytest.mark.parametrize("asked", [{}, {"max_conditions": 1}, {"max_errors": 1}])
def test_good_and_bad_starts_change_nothing_of_what_is_claimed(asked):
    def look(seed):
        case = tame_case(seed)
        limits = {"max_conditions": 1} if "max_conditions" in asked else {}
        best = best_of_one_feature(case, **limits)
        free, _ = found(case)  # which may break the limits
        for start in (free, shuffled(free)):
            check_claims(
                case, asked, best, run=lambda one, start=start, **o: found(one, start, **o)
            )

    check_all(SEEDS, look)


def test_a_description_comes_back_as_the_columns_that_it_was():
    def look(seed):
        case = tame_case(seed)
        description, result = found(case)
        data = encode(rows_of(case))
        start = start_of(data, description)
        assert start is not None
        assert 2 * sum(map(len, start.polyhedra)) <= result.complexity

    check_all(SEEDS, look)


def test_a_description_of_other_clusters_is_no_start():
    case = tame_case(1)
    description, _ = found(case)
    other = replace(description.parts[0], label="nobody")
    strange = replace(description, parts=(other, *description.parts[1:]))
    assert start_of(encode(rows_of(case)), strange) is None
    assert found(case, strange)[1].errors == found(case)[1].errors
