"""Refuting clauses: a SAT solver, and the proof that it leaves behind."""
