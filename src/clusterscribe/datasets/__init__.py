"""The ten data sets of the paper, each with its reference clustering.

    from clusterscribe.datasets import load

    zoo = load("zoo")
    model = PolyhedralDescriber().fit(zoo.table, zoo.labels)

They are read from the folder named by $CLUSTERSCRIBE_DATA or from the user's cache, ship with
scikit-learn, or are fetched once from a public address and checked.
"""

from __future__ import annotations

from clusterscribe.datasets.catalogue import NAMES, Facts, facts
from clusterscribe.datasets.loading import DataSet, load, locate

__all__ = ["NAMES", "DataSet", "Facts", "facts", "load", "locate"]
