"""Lots: spread evenly, and the same for equal rows."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from clusterscribe.engine.survey import survey
from clusterscribe.parameters import LabelledTable

from .tables import gaussians


def lots_of(table, seed):
    known = survey(LabelledTable(table, "segment"))
    return known.rows.mutate(lot=known.lot(known.rows, seed)).to_pyarrow()["lot"].to_numpy()


def test_lots_are_spread_evenly(in_duckdb):
    lots = lots_of(in_duckdb(gaussians(20_000)), seed=0)
    assert ((lots >= 0) & (lots < 1)).all()
    tenths = np.histogram(lots, bins=10, range=(0, 1))[0]
    assert tenths.min() > 1_800
    assert tenths.max() < 2_200


def test_another_seed_draws_other_rows(in_duckdb):
    table = in_duckdb(gaussians(20_000))
    first, second = (np.argsort(lots_of(table, seed))[:1000] for seed in (0, 1))
    assert len(np.intersect1d(first, second)) < 200  # of independent draws, about 50


def test_equal_rows_have_equal_lots(in_duckdb):
    columns = {"x": [0.1, 0.1, 0.3], "word": ["it's", "it's", None], "segment": [0, 1, 1]}
    first, second, third = lots_of(in_duckdb(pa.table(columns)), seed=3)
    assert first == second != third
