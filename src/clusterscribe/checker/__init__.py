"""The checker: a small program that verifies what is claimed, and trusts nobody.

It reads the table and the certificate, writes every statement down itself, and checks the evidence
for it step by step, in whole numbers. It knows nothing of the solver, and of no reduction that the
solver makes. What it does is in the first lines of each module.

    labelled_rows.py  the rows that claims are about, from the table
    certificate.py    the file, and `packing.py` long texts in it
    claims.py         what is claimed, and the statement that contradicts each claim
    witness.py        the description itself, counted again
    evidence.py       the kinds of evidence that a statement is impossible
    formula.py        clauses that every short description with few errors satisfies
    replay.py         a refutation of clauses, step by step
    multipliers.py    prices of rows that prove errors, for few bounds per cluster
    no_heavier.py     what polyhedra weigh at such prices
    half_spaces.py    all half-spaces of several features, by what they can do at best
    undominated.py    those among which a description need choose
    duals.py          what multipliers, and clauses over what they leave, prove of sums
    telling.py        who hears of progress
    verify.py         every claim of a certificate
"""
