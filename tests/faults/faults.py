"""All faults that are planted, by name."""

from __future__ import annotations

from tests.faults import of_laws, of_solvers, of_sums_and_unions, of_the_checker, of_wishes

FAULTS = [
    *of_solvers.FAULTS,
    *of_sums_and_unions.FAULTS,
    *of_laws.FAULTS,
    *of_the_checker.FAULTS,
    *of_wishes.FAULTS,
]
