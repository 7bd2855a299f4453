"""Faults in the laws by which proofs combine, in what users are told, and in few rows for many."""

from __future__ import annotations

from tests.faults.planting import Fault

LAWS, CLAIMS = "test_proof.py", "oracle/test_claims.py"
LAZY = "lazy/test_lazy_proofs.py"
POINTS = "search/test_frontier.py::test_what_a_frontier_proves_holds_for_every_description"

FAULTS = [
    Fault(
        "as long is shorter",
        "a description of just the length that is needed is said to make more errors",
        "proof.py",
        {"for within, least in self.lengths if least > objective]": (
            "for within, least in self.lengths if least >= objective]"
        )},
        (LAWS,),
    ),
    Fault(
        "smaller budgets stand for larger",
        "what is needed within few errors is claimed within many",
        "proof.py",
        {"for limit, least in claims if limit >= within)": (
            "for limit, least in claims if limit <= within)"
        )},
        (LAWS,),
    ),
    Fault(
        "any number of polyhedra",
        "a proof for one polyhedron a cluster counts for several",
        "proof.py",
        {"        if self.max_polyhedra > other.max_polyhedra:\n            return False\n": ""},
        (LAWS,),
    ),
    Fault(
        "any share inside",
        "a proof for a share inside counts where less may be inside",
        "proof.py",
        {" or not self._keeps_to_recall_of(other):": ":"},
        (LAWS,),
    ),
    Fault(
        "lengths of another measure",
        "what is proved of complexity is claimed of sparsity",
        "proof.py",
        {"return Figures(self.descriptions, objective, self.errors)": (
            "return replace(self, objective=objective)"
        )},
        (LAWS,),
    ),
    Fault(
        "interrupts prove",
        "an answer is the best as the search for it was interrupted",
        "proof.py",
        {"return self._replace(reason=StopReason.INTERRUPTED)": (
            "return Ending(True, StopReason.INTERRUPTED)"
        )},
        (LAWS,),
    ),
    Fault(
        "rounded weights prove",
        "the best for rounded weights is called the best",
        "proof.py",
        {"return Ending(optimal=False, reason=StopReason.ROUNDED_WEIGHTS)": "return self"},
        (LAWS, CLAIMS),
    ),
    Fault(
        "rounding is forgotten",
        "a bound in rounded units is claimed of the weights",
        "search/outcome.py",
        {"units >= answer.errors else data.at_least(units)": (
            "units >= answer.errors else data.amount(units)"
        )},
        (LAWS, CLAIMS),
    ),
    Fault(
        "weights are exact",
        "an answer for rounded weights is called the best for the weights",
        "search/outcome.py",
        {"return ending if is_exact else ending.of_rounded_weights()": "return ending"},
        (CLAIMS,),
    ),
    Fault(
        "optimal over budget",
        "an answer that makes more errors than allowed is called optimal",
        "search/outcome.py",
        {"answer.optimal and not answer.is_over": "answer.optimal"},
        (CLAIMS,),
    ),
    Fault(
        "short is enough",
        "an answer on the way is the best as nothing shorter is within its errors",
        "search/answer.py",
        {"optimal=is_short and self.bounds.fewest(step.value) >= step.errors": "optimal=is_short"},
        ("search/test_answer.py",),
    ),
    Fault(
        "errors of a length",
        "descriptions of some errors are said to be longer than those of fewer",
        "search/length_frontier.py",
        {"bounds.with_least(errors - 1, ceiling + step)": (
            "bounds.with_least(errors, ceiling + step)"
        )},
        (POINTS,),
    ),
    Fault(
        "points without a proof",
        "the fewest errors found of a length are called the fewest there are",
        "search/length_frontier.py",
        {"proved if found.broken else min(proved, found.errors)": "found.errors"},
        (POINTS,),
    ),
    Fault(
        "few rows stand for all",
        "the best description of some rows is called the best of all",
        "search/rows/lazy.py",
        {"optimal = agreed and answer.optimal": "optimal = answer.optimal"},
        (LAZY,),
    ),
    Fault(
        "slack of some rows",
        "a budget made of the fewest errors on some rows is taken for that of all",
        "search/rows/lazy.py",
        {"and self._is_borne_out(answer) and not lacking": "and not lacking"},
        (LAZY,),
    ),
    Fault(
        "boxes stand for rows",
        "what is proved of boxes around groups of rows is claimed of the rows",
        "search/rows/grouped.py",
        {"answer.bounds if best.is_plain else Bounds(self.rows.error_bound)": "answer.bounds"},
        ("grouping/test_grouped.py",),
    ),
    Fault(
        "budget rounded up",
        "rows within the budget in units weigh more than it",
        "problem/weights.py",
        {"math.floor((weight - self.shortfall) / self.size)": (
            "math.ceil((weight - self.shortfall) / self.size)"
        )},
        ("problem/test_weights.py",),
    ),
]  # fmt: skip
