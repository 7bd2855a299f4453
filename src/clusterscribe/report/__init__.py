"""The report: one page for a browser that says all about a description, and needs nothing else."""
