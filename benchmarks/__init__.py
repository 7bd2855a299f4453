"""The benchmark: known answers, times and memory, on public data sets and on made-up tables.

Run `python -m benchmarks` (or `make bench`) in the root of the project.
"""
