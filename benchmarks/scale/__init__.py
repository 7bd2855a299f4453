"""Time and memory from a hundred thousand to twenty million rows.

cases      what is measured, and what it must show
tables     the tables, made on the spot from a seed
measure    one table in memory, beside scikit-learn's tree, in a process of its own
engine     one table on disk, through DuckDB, its errors counted again in SQL
report     tables and verdicts
run        the cases one after the other, written after each
"""
