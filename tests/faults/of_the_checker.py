"""Faults in the checker, which has the last word, and in the solver that it checks."""

from __future__ import annotations

from tests.faults.planting import Fault

FORMULA, REPLAY = "checker/test_formula.py", "refuting/test_sat.py"
VERIFY, PARTS = "checker/test_verify.py", "checker/test_parts_of_evidence.py"

FAULTS = [
    Fault(
        "rounded shares are exact",
        "sums of whole steps are compared exactly where floating point rounds their shares",
        "checker/half_spaces.py",
        {"is_whole and list(map(Fraction, evaluated.tolist())) == shares": (
            "is_whole and steps & (steps - 1) == 0"
        )},
        ("checker/test_half_spaces.py",),
    ),
    Fault(
        "steps that are just affordable",
        "bounds that cost just what is allowed are missing in the clauses",
        "checker/formula.py",
        {"bounds = bounds[lost <= most][::-1]": "bounds = bounds[lost < max(1, most)][::-1]"},
        (FORMULA,),
    ),
    Fault(
        "a row on the bound is beyond it",
        "rows whose value is the bound count as outside",
        "checker/formula.py",
        {'np.searchsorted(-bounds, -values, side="right")': (
            'np.searchsorted(-bounds, -values, side="left")'
        )},
        (FORMULA,),
    ),
    Fault(
        "as much as allowed is too much",
        "a sum that is equal to its limit is ruled out",
        "checker/formula.py",
        {"            if weight > limit:\n": "            if weight >= limit:\n"},
        (FORMULA,),
    ),
    Fault(
        "sums are cut short",
        "two sums that are within the limit together are ruled out",
        "checker/formula.py",
        {"*([literals[a + b]] if a + b <= limit else [])": (
            "*([literals[a + b]] if a + b < limit else [])"
        )},
        (FORMULA,),
    ),
    Fault(
        "no way to give a cluster up",
        "a polyhedron that holds no row is missing in the clauses",
        "checker/formula.py",
        {"np.append(-np.inf, bounds), np.append(held.sum(), lost)": "bounds, lost"},
        (FORMULA,),
    ),
    Fault(
        "rows that are too heavy",
        "rows that are alike weigh as much as the heaviest of all",
        "checker/formula.py",
        {"np.add.at(merged, where, weight)": "np.maximum.at(merged, where, weight.max())"},
        (FORMULA,),
    ),
    Fault(
        "a condition costs three",
        "descriptions are counted as longer than they are",
        "checker/formula.py",
        {"COMPLEXITY_OF_A_BOUND = 2": "COMPLEXITY_OF_A_BOUND = 3"},
        (FORMULA,),
    ),
    Fault(
        "noise has to be right",
        "no row of noise may be an error",
        "checker/formula.py",
        {"formula.add(error, *steps)": "formula.add(*([error] if kind[0] >= 0 else []), *steps)"},
        (FORMULA,),
    ),
    Fault(
        "one literal of many",
        "a step follows although a clause leaves several ways open",
        "checker/replay.py",
        {"if len(left) > 1 or left[0] in true:": "if left[0] in true:"},
        ("refuting/test_no_false_refutation.py",),
    ),
    Fault(
        "clauses that are gone",
        "a step follows from a clause that there is not",
        "checker/replay.py",
        {"        if clause is None:\n            return False\n": (
            "        if clause is None:\n            return True\n"
        )},
        (REPLAY,),
    ),
    Fault(
        "no contradiction needed",
        "a refutation that ends before the empty clause counts",
        "checker/replay.py",
        {'raise Refused("the refutation ends without a contradiction")': "return"},
        (REPLAY,),
    ),
    Fault(
        "steps follow at the end",
        "clauses that were named in vain prove a step",
        "checker/replay.py",
        {"        true.add(left[0])\n    return False": (
            "        true.add(left[0])\n    return bool(true)"
        )},
        (REPLAY,),
    ),
    Fault(
        "refuted out of time",
        "what was not satisfied in time is said to be impossible",
        "refuting/sat.py",
        {"        return Verdict()\n": "        return Verdict(refuted=True)\n"},
        (REPLAY,),
    ),
    Fault(
        "refuted after a slice",
        "what was not satisfied in the first slice is said to be impossible",
        "refuting/sat.py",
        {"            if found is None:\n": "            if found is None and not clock.limit:\n"},
        ("refuting/test_slices.py",),
    ),
    Fault(
        "another table will do",
        "a certificate is verified for a table that it was not made for",
        "checker/verify.py",
        {"    if data.fingerprint != certificate.fingerprint:": "    if False:"},
        (VERIFY,),
    ),
    Fault(
        "no evidence will do",
        "a claim without evidence is verified",
        "checker/verify.py",
        {"return Checked(claim.sentence, Verdict.NO_EVIDENCE)": (
            "return Checked(claim.sentence, Verdict.VERIFIED)"
        )},
        (VERIFY,),
    ),
    Fault(
        "less than claimed is shown",
        "evidence for one error fewer counts",
        "checker/claims.py",
        {"replace(plain, errors=fewer)": "replace(plain, errors=max(0, fewer - 1))"},
        ("checker/test_statements.py",),
    ),
    Fault(
        "fewer errors than claimed",
        "evidence for descriptions of fewer errors counts for the objective",
        "checker/claims.py",
        {"errors=units_within(proof.max_errors, certificate.unit)": (
            "errors=max(0, units_within(proof.max_errors, certificate.unit) - 1)"
        )},
        ("checker/test_statements.py",),
    ),
    Fault(
        "counted once is enough",
        "figures of a description are believed",
        "checker/witness.py",
        {"if tallies != description.tallies:": "if False:"},
        (VERIFY,),
    ),
    Fault(
        "rows in two parts",
        "errors of rows that two parts have in common count twice",
        "checker/evidence.py",
        {"if taken[rows].any():": "if False:"},
        (PARTS,),
    ),
    Fault(
        "parts that prove too little",
        "parts count that prove as many errors as are possible",
        "checker/evidence.py",
        {'if proved <= statement.errors:\n        raise Refused(f"the parts': (
            'if proved < statement.errors:\n        raise Refused(f"the parts'
        )},
        (PARTS,),
    ),
    Fault(
        "lengths add up",
        "the objective of parts of the rows counts as that of all",
        "checker/evidence.py",
        {"if statement.length is not None and len(parts) != 1:": "if False:"},
        (PARTS,),
    ),
    Fault(
        "clauses for unions",
        "clauses about one polyhedron a cluster count for several",
        "checker/claims.py",
        {" and self.descriptions.max_polyhedra == 1": ""},
        (PARTS,),
    ),
    Fault(
        "verified unseen",
        "a certificate counts as verified, whatever the checker says of it",
        "certificates/certify.py",
        {"replace(certificate.proof, verified=found.ok)": (
            "replace(certificate.proof, verified=True)"
        )},
        (VERIFY,),
    ),
]  # fmt: skip
