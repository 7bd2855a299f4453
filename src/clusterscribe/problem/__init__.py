"""The problem as numbers: boxes, their ranks, candidate bounds, and answers.

There are no tables here and no solver. `boxes -> ranks -> ladders -> reduced ranks`; an answer is
`Ranges` or, with half-spaces of several features, `Polyhedra` of columns.
"""
