"""Faults where a solver is run, and where models are written for it."""

from __future__ import annotations

from tests.faults.planting import Fault

RUN, SETTLING = "search/test_cp_sat.py", "search/test_settling.py"
BOUNDS, LUCK = "search/test_bounds.py", "oracle/test_without_luck.py"

FAULTS = [
    Fault(
        "feasible is optimal",
        "an answer that a solver was stopped at is called the best",
        "search/cp_sat.py",
        {"optimal=status == cp_model.OPTIMAL,": "optimal=found,"},
        (RUN,),
    ),
    Fault(
        "first answer of large models",
        "models of over 400 variables end with their first answer, and it is called the best",
        "search/cp_sat.py",
        {
            "watcher = _Watcher(on_solution)": (
                "is_large = len(model.proto.variables) > 400\n"
                "    watcher = _Watcher(lambda value: on_solution(value) or is_large)"
            ),
            "optimal=status == cp_model.OPTIMAL,": (
                "optimal=status == cp_model.OPTIMAL or (found and is_large),"
            ),
        },
        (RUN,),
    ),
    Fault(
        "unknown is infeasible",
        "what was not found in time is said not to exist",
        "search/cp_sat.py",
        {"infeasible=status == cp_model.INFEASIBLE,": "infeasible=not found,"},
        (RUN,),
    ),
    Fault(
        "value for bound",
        "the value of the best answer is taken for what is proved",
        "search/cp_sat.py",
        {"return self.value if self.optimal else self.bound": "return self.value"},
        (RUN,),
    ),
    Fault(
        "known faults are let in",
        "presolve drops solutions, as it is known to do",
        "search/cp_sat.py",
        {"parameters.presolve_inclusion_work_limit = 0": "pass"},
        (RUN,),
    ),
    Fault(
        "settled out of time",
        "rows are settled although the time to settle them was over",
        "search/axis/settle.py",
        {"            been_wrong |= wrong\n    return None": (
            "            been_wrong |= wrong\n    return ~been_wrong | problem.settled"
        )},
        (SETTLING,),
    ),
    Fault(
        "settled as nothing was found",
        "rows are settled where the solver has not found a way to get them wrong",
        "search/axis/settle.py",
        {"if outcome.infeasible:": "if not found:"},
        (SETTLING,),
    ),
    Fault(
        "settled with errors to spare",
        "all rows are settled where one error is allowed",
        "problem/reduce.py",
        {"np.full(len(ranks), budget == 0)": "np.full(len(ranks), budget <= 1)"},
        ("search/test_bounds.py",),
    ),
    Fault(
        "candidates of another budget",
        "the candidates of a smaller budget are taken for those of a larger one",
        "problem/reduce.py",
        {"self._asked[0] == budget and self._asked[1] is settled": "self._asked[1] is settled"},
        ("search/test_two_stages.py",),
    ),
    Fault(
        "a threshold too few",
        "bounds that cost just what is allowed are left out",
        "problem/ladders.py",
        {"bounds = (first + falling)[shut_out <= budget]": (
            "bounds = (first + falling)[shut_out < max(1, budget)]"
        )},
        ("problem/test_problem.py",),
    ),
    Fault(
        "one error fewer allowed",
        "the solver keeps to a smaller budget than the one it was asked about",
        "search/axis/gap.py",
        {"master.model.add(master.errors <= self.budget)": (
            "master.model.add(master.errors <= max(0, self.budget - 1))"
        )},
        (f"{LUCK}::test_one_feature",),
    ),
    Fault(
        "length without a proof",
        "an answer is called the shortest whatever its bound",
        "search/axis/axis_stages.py",
        {"shortest = self._bound == self._objective": "shortest = True"},
        (f"{LUCK}::test_no_time",),
    ),
    Fault(
        "as good as a tree",
        "answers no worse than a tree are said to make the fewest errors",
        "search/axis/axis_stages.py",
        {"(is_met and not self.first.broken) or self.first.closed": (
            "(is_met and not self.first.broken) or self.first.errors <= self._worst"
        )},
        ("search/test_two_stages.py",),
    ),
    Fault(
        "rounded up too far",
        "a bound that is a whole number is raised to the next one",
        "search/goal.py",
        {"np.ceil((bound - WHOLE) / step)": "np.ceil((bound + WHOLE) / step)"},
        ("search/test_incumbent.py",),
    ),
    Fault(
        "steps of two for sums",
        "bounds of sums are rounded up to even numbers, which three terms are not",
        "search/incumbent.py",
        {"return goal.finest_step": "return goal.step"},
        ("search/test_incumbent.py",),
    ),
    Fault(
        "closed over budget",
        "an answer above its budget counts as proved where the bound has reached it",
        "search/incumbent.py",
        {"return self.bound >= self.value and not self.is_over": (
            "return self.bound >= self.value"
        )},
        ("search/test_incumbent.py",),
    ),
    Fault(
        "relaxation without reduced costs",
        "what variables at their upper limit gain is not taken off the bound",
        "search/axis/relaxation.py",
        {" + np.minimum(cost - gained, 0.0).sum())": ")"},
        (BOUNDS,),
    ),
    Fault(
        "parts that overlap",
        "errors of rows that are in two parts count twice",
        "search/axis/parts.py",
        {"self.covered += len(part)": "self.covered += max(1, len(part) // 2)"},
        ("search/test_parts.py",),
    ),
    Fault(
        "shares inside asked of parts",
        "parts of the rows have to hold a share of each cluster, and so prove too much",
        "search/settings.py",
        {"return replace(self, least_inside=(), wishes": "return replace(self, wishes"},
        (
            "search/test_parts.py::"
            "test_no_share_of_a_cluster_has_to_be_inside_for_a_part_of_the_rows",
        ),
    ),
    Fault(
        "few conditions stand for any",
        "what is proved of few conditions is claimed of any number of them",
        "search/axis/few_conditions.py",
        {"            first.offer(best.best)\n        first.tell()": (
            "            first.offer(best.best)\n"
            "            first.raise_bound(best.bound)\n        first.tell()"
        )},
        ("search/test_few_conditions.py",),
    ),
    Fault(
        "two conditions too soon",
        "counting demands a second condition where one is just enough",
        "problem/quick_bound.py",
        {"np.minimum(with_one, self.errors_without) > budget": (
            "np.minimum(with_one, self.errors_without) >= budget"
        )},
        (BOUNDS,),
    ),
    Fault(
        "noise is a cluster",
        "rows of noise in one place with others count as errors that cannot be avoided",
        "problem/merging.py",
        {"np.maximum.at(best, key // kinds, weight)": (
            "np.maximum.at(best, key // kinds, weight * (key % kinds > 0))"
        )},
        ("problem/test_merging.py",),
    ),
]  # fmt: skip
