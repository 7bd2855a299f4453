"""The benchmark: known answers, times and memory on ten public data sets and on mixtures.

Run `python -m benchmarks` (or `make bench`) in the root of the project.
"""
