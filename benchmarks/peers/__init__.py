"""Other tools: public methods that explain clusters, ours among them, on the same tables.

requirements.txt  the others, for an environment of their own
environment       makes that environment
cases             the methods, and what is asked of each
tables            the tables as numbers, which every method is given alike
rules             conditions, rules and regions that know no method
trees             any tree of thresholds as regions
offers            what a method offers, and the best of it
measures          errors and length as we count them, and what the others count
runners/          the methods, each in its own process: a table in, offers as JSON out
measure           one method on one table
report            tables of figures, for the results and for docs/peers.md
run               all of it, taken up where it was cut short
"""
