"""What a picture shows, as plain data: counted on all rows, sampled only where dots are drawn.

Nothing here draws. `plots` draws these with matplotlib, `report` as SVG.
"""
