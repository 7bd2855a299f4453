"""Faults in what is claimed of several features a condition, and of several polyhedra a cluster."""

from __future__ import annotations

from tests.faults.planting import Fault

SUMS, UNIONS = "oracle/test_claims_of_sums.py", "oracle/test_claims_of_unions.py"
WHOLE = "whole/test_whole_search.py"
NO_FALSE_PROOF = "describer/test_no_false_proof.py"

FAULTS = [
    Fault(
        "one feature proves all",
        "the pricer of single features proves where sums exist that nobody goes through",
        "pricing/axis_parallel.py",
        {"if self.proves else": "if True else"},
        (NO_FALSE_PROOF,),
    ),
    Fault(
        "cones are always sharp",
        "cones bound unscaled sums that are rounded by more than cones allow for",
        "search/slanted/slanted_bound.py",
        {"return rounded <= ROUNDING / 4": "return True"},
        (NO_FALSE_PROOF,),
    ),
    Fault(
        "a constant rounds nothing",
        "sums with a constant column, whose size decides on their rounding, are left out",
        "problem/columns.py",
        {"matters |= self.sizes > 0": "matters |= self.sizes < 0"},
        (NO_FALSE_PROOF,),
    ),
    Fault(
        "proved in an older pass",
        "after an interrupt, the short answer of a pass with a looser budget counts as proved",
        "search/columns/column_stages.py",
        {"self.second.closed and is_of_this_pass": "self.second.closed"},
        (NO_FALSE_PROOF,),
    ),
    Fault(
        "a guide proves",
        "bounds come from columns that count with what they cut off for sure",
        "search/columns/shortest.py",
        {
            "self.generation = self._generation()": (
                "self.generation = self._generation(at_best=False)"
            )
        },
        ("search/test_shortest.py",),
    ),
    Fault(
        "as much noise for many terms as for few",
        "sums of many features are said to be in a certain order although rounding decides",
        "tolerance.py",
        {"PER_TERM, MARGIN = 3, 10": "PER_TERM, MARGIN = 1, 16"},
        ("test_tolerance.py",),
    ),
    Fault(
        "active members cut off",
        "a bound may not lie behind the members that pricing works with",
        "pricing/active.py",
        {"if weight <= prices.budget:": "if False:"},
        ("pricing/test_active_members.py",),
    ),
    Fault(
        "held by one feature",
        "an outsider counts as held where a member is as far out in some feature, not in all",
        "problem/levels.py",
        {"np.all(below, axis=0)": "np.any(below, axis=0)"},
        ("problem/test_levels.py",),
    ),
    Fault(
        "half of the gap",
        "columns that a better answer could use are left out of the certificate's list",
        "search/columns/certificate.py",
        {"below = self.incumbent.value - self.incumbent.step - bound": (
            "below = (self.incumbent.value - self.incumbent.step - bound) / 2"
        )},
        ("search/test_certificate.py",),
    ),
    Fault(
        "half of a cluster's gap",
        "the same, where each cluster is a problem of its own",
        "search/columns/certificate.py",
        {"below = reached - self.goal.complexity - float(bounds[cluster])": (
            "below = (reached - self.goal.complexity - float(bounds[cluster])) / 2"
        )},
        ("search/test_certificate.py",),
    ),
    Fault(
        "certificate without a proof",
        "an answer that the integer master had no time to prove closes the gap",
        "search/columns/certificate.py",
        {"if outcome is not None and outcome.optimal:\n            self.incumbent": (
            "if outcome is not None and outcome.found:\n            self.incumbent"
        )},
        ("search/test_certificate.py",),
    ),
    Fault(
        "cluster without a proof",
        "the same, where each cluster is a problem of its own",
        "search/columns/certificate.py",
        {"if outcome is not None and outcome.optimal:\n            self.by_cluster": (
            "if outcome is not None and outcome.found:\n            self.by_cluster"
        )},
        ("search/test_certificate.py",),
    ),
    Fault(
        "closed out of time",
        "half-spaces that there was no time to price are said to cost too much",
        "search/columns/column_generation.py",
        {"is_cut_short = clock.expired": "is_cut_short = False"},
        ("search/test_certificate.py",),
    ),
    Fault(
        "sets of features out of time",
        "sets of features that there was no time to look at are said not to be enough",
        "search/columns/fewest_features.py",
        {"                or search.expired\n": ""},
        ("search/test_certificate.py",),
    ),
    Fault(
        "overpriced",
        "duals under which half-spaces cost too little prove a bound",
        "search/columns/restricted_master.py",
        {"return max(0.0, bound) / float(proof.overpriced.max())": "return max(0.0, bound)"},
        ("search/test_live_relaxation.py",),
    ),
    Fault(
        "one feature stands for sums",
        "the fewest errors with one feature a condition are claimed of sums",
        "search/columns/column_stages.py",
        {"return self.error_bound if limit is None else max(limit, self.error_bound)": (
            "known = max(self.error_bound, self.axis.error_bound)\n"
            "        return known if limit is None else max(limit, known)"
        )},
        (SUMS,),
    ),
    Fault(
        "half of all columns",
        "half-spaces that cut off many members are left out of the list of all",
        "search/columns/column_stages.py",
        {"self.tools.pool_of_everything(first, first.errors - 1, limit)": (
            "self.tools.pool_of_everything(first, (first.errors - 1) // 2, limit)"
        )},
        ("search/test_certificate.py",),
    ),
    Fault(
        "columns that are just affordable",
        "half-spaces that cut off as many members as are allowed are left out",
        "search/columns/integer_master.py",
        {"@ ranks.weight[member] <= self.budget)": "@ ranks.weight[member] < max(1, self.budget))"},
        ("search/test_column_master.py",),
    ),
    Fault(
        "one polyhedron stands for two",
        "what is proved of one polyhedron a cluster is claimed of several",
        "search/unions/union_stages.py",
        {"        first.raise_bound(self.error_bound)\n        first.offer(short.polyhedra)": (
            "        first.raise_bound(self.axis.error_bound)\n"
            "        first.offer(short.polyhedra)"
        )},
        (UNIONS,),
    ),
    Fault(
        "no two alike",
        "polyhedra of one cluster with as many conditions are ruled out",
        "search/unions/union_master.py",
        {"self.model.add(first.conditions >= second.conditions)": (
            "self.model.add(first.conditions >= second.conditions + second.there)"
        )},
        (UNIONS,),
    ),
    Fault(
        "counted as one feature",
        "sums need two conditions where one feature a condition does",
        "search/unions/union_stages.py",
        {"        if self.is_axis:\n            needed": "        if True:\n            needed"},
        ("search/test_unions.py",),
    ),
    Fault(
        "a union gains as one",
        "several polyhedra are priced as if a cluster had one",
        "search/unions/union_bound.py",
        {"means, begun=begun, polyhedra=polyhedra)": "means, begun=begun, polyhedra=1)"},
        (WHOLE,),
    ),
    Fault(
        "two conditions gain as one",
        "what two slanted conditions cut off counts once",
        "search/slanted/slanted_bound.py",
        {"np.where(weight < 0, -self.conditions * weight, -weight)": "-weight"},
        ("slanted/test_slanted_bound.py",),
    ),
    Fault(
        "prices above one",
        "a row that is wrong once costs more than once",
        "search/whole/prices.py",
        {"        of_row = _within(of_row, unit)\n": ""},
        ("whole/test_lengths.py",),
    ),
    Fault(
        "one error more",
        "a bound of a whole number of errors counts as one more",
        "search/whole/lengths.py",
        {"return -(-self.units // self.prices.unit)": "return self.units // self.prices.unit + 1"},
        ("whole/test_lengths.py",),
    ),
    Fault(
        "decided out of time",
        "a choice among polyhedra that came to no end decides",
        "search/whole/closing.py",
        {"return outcome.infeasible or outcome.optimal": "return True"},
        ("whole/test_closing.py",),
    ),
    Fault(
        "a list one too short",
        "polyhedra that are just heavy enough for a better answer are left out",
        "search/whole/lengths.py",
        {"return self.prices.constant - self.prices.unit * errors - rest": (
            "return self.prices.constant - self.prices.unit * errors - rest + self.prices.unit"
        )},
        ("whole/test_lengths.py",),
    ),
]  # fmt: skip
