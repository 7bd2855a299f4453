"""Plots with matplotlib (extra `plot`): each takes an Axes, or makes one, and returns it."""

from clusterscribe.charts.mpl import band, bands, frontier, heat, overlap, row_map

__all__ = ["band", "bands", "frontier", "heat", "overlap", "row_map"]
