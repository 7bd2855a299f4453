"""The problem as numbers: boxes, their ranks, candidate bounds, and answers.

No tables, no solver. `boxes -> ranks -> ladders -> reduced ranks`, and `Ranges` for what
an answer is.
"""
