"""Parts of the compiled search, run as plain Python, where indices are checked."""

import numpy as np

from clusterscribe.pricing import kernels


def field_of(members, outsiders):
    """Rows in play at depth 0, in one feature; every price and weight is 1."""
    field = kernels.new_field.py_func(2, 1, len(members), len(outsiders))
    field.members[0, 0], field.loss[0], field.weight[0] = members, 1.0, 1.0
    field.outsiders[0, 0], field.gain[0] = outsiders, 1.0
    field.counts[0] = len(members), len(outsiders)
    field.low[:], field.high[:], field.score[:] = members, members, outsiders
    return field


def test_without_outsiders_a_cone_is_worth_nothing_and_any_bound_will_do():
    field = field_of(members=[0.0, 0.5], outsiders=[])
    assert kernels.count_bins.py_func(field, 0, 1.0) == (0.0, -np.inf)


def test_bins_never_rate_a_cone_below_its_worth():
    field = field_of(members=[0.0, 0.5, 0.75], outsiders=[0.6, 0.7, 1.0])
    worth, lowest = kernels.count_bins.py_func(field, 0, 1.0)
    assert worth >= 2.0  # the bound 0.5 gains three and loses one
    assert lowest <= 0.5
