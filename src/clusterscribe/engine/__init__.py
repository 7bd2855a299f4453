"""Tables that stay where they are: in DuckDB, on Spark, or wherever else Ibis reaches.

    open_table     a file or a folder becomes a table of DuckDB
    survey         the schema and a few aggregates become features, clusters and extremes
    rows           samples and wrongly described rows are fetched, as the search needs them
    counting       a description is held against all rows in one query
    labelling      labels are written back through the engine

Only aggregates, samples and some of the wrongly described rows ever leave the engine.
"""
