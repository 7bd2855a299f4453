"""Segments that touch: answers, bounds and times, beside trees, IMM and linear separators.

cases       what is measured: the tables, and what is asked for on each of them
tables      the tables: stored segments of public sets, mixtures, and customers made on the spot
answers     any description, counted on the rows, and whether it is of a class
others      trees and IMM
separators  a slanted cut for each pair of clusters, without any search
measure     one table, in a process of its own
judging     what must be shown
report      tables of figures and verdicts
run         the tables one after the other, written after each
"""
