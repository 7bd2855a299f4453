"""The checker: a small program that verifies what is claimed, and trusts nobody.

It reads the table and the certificate, writes every statement down itself, and checks the evidence
for it step by step, in whole numbers. It knows nothing of the solver, and of no reduction that the
solver makes. What it does is in the first lines of each module.

    labelled_rows.py  the rows that claims are about, from the table
    formula.py        clauses that every short description with few errors satisfies
    replay.py         a refutation of clauses, step by step
    multipliers.py    prices of rows that prove errors, for few bounds per cluster
    no_heavier.py     what polyhedra weigh at such prices
"""
