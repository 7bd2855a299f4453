"""What is claimed of tables that stay in DuckDB, against the oracle."""

from functools import partial

import pyarrow as pa
import pytest

from clusterscribe import describe

from .claims import check_all, check_claims, some_quick
from .nasty import nasty_case, nasty_question
from .one_feature import best_of_one_feature
from .test_claims_of_limits import exactly, limits_of


@pytest.fixture(scope="module")
def connection():
    pytest.importorskip("duckdb", reason="needs the extra clusterscribe[table]")
    ibis = pytest.importorskip("ibis", reason="needs the extra clusterscribe[table]")
    return ibis.duckdb.connect()


def in_engine(connection):
    """A way to describe a case whose rows, labels and weights are a table of DuckDB."""

    def run(case, **options):
        columns = {**case.columns, "label": case.labels}
        if case.weights:
            columns["weight"] = case.weights
        connection.con.register("oracle_case", pa.table(columns))
        return describe(
            connection.table("oracle_case"),
            "label",
            sample_weight="weight" if case.weights else None,
            noise_label=case.noise_label,
            **options,
        )

    return run


def check(connection, seed):
    case = nasty_case(seed)
    asked, best = nasty_question(seed, case), best_of_one_feature(case)
    status = check_claims(case, asked, best, run=in_engine(connection))
    assert case.weights or status in {"optimal", "over budget"}


@pytest.mark.parametrize("seed", some_quick(range(1_048, 1_080)))
def test_claims_within_limits_hold(connection, seed):
    """Shares inside that few rows do not meet are met by what is left of their answer."""
    case, limits = nasty_case(seed), limits_of(seed)
    best = best_of_one_feature(case, **exactly(limits))
    asked = {**nasty_question(seed, case), **limits}
    check_claims(case, asked, best, run=in_engine(connection))


@pytest.mark.parametrize("seed", some_quick(range(1_000, 1_048)))
def test_claims_about_nasty_tables_hold(connection, seed):
    check(connection, seed)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(2_000, 2_300, 50))
def test_claims_about_many_nasty_tables_hold(connection, start):
    check_all(range(start, start + 50), partial(check, connection))
