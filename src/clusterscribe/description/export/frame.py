"""A description as a DataFrame, one row per half-space, and DataFrames of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, assert_never, get_args

from clusterscribe.description.core import conditions
from clusterscribe.description.core.base import BaseDescription, Tally
from clusterscribe.description.core.halfspace import HalfSpace
from clusterscribe.description.core.region import Ball, Polyhedron, Region, Union
from clusterscribe.description.export.plain import common_type
from clusterscribe.description.words import wording
from clusterscribe.description.words.condition_wording import condition as in_words
from clusterscribe.description.words.condition_wording import weighted_sum
from clusterscribe.errors import InputError
from clusterscribe.parameters import Label

if TYPE_CHECKING:
    from narwhals.dtypes import DType

Backend: TypeAlias = Literal["pandas", "polars", "pyarrow"]

TYPES = {bool: "Boolean", int: "Int64", float: "Float64", str: "String", date: "Date"}

Parts: TypeAlias = tuple[str | None, str, float | None]  # level, relation, bound


def to_frame(description: BaseDescription, backend: Backend = "pandas") -> Any:  # noqa: ANN401
    """Return a DataFrame with one row for each half-space or ball.

    `cluster`, the `condition` in words, and its parts: `column`, `kind`, `level`, `relation`
    and `bound` (a number; days or microseconds since 1970 for dates and times). A condition
    of several features has them all in `column`, and is of kind `score` where features are
    scaled and of kind `sum` where not. A ball has one row, of kind `ball`, with all its columns
    and its radius as bound. What has no half-space has one row, whose relation is `every row`,
    or `no row` for a union of no polyhedra. Where any cluster is a union, `alternative` numbers
    its polyhedra from 1. Where the rows were counted: the `rows` of the cluster, those `inside`
    it and those `wrongly_inside`.

    Parameters
    ----------
    backend : "pandas", "polars" or "pyarrow"
        Which kind of DataFrame.

    Returns
    -------
    DataFrame
        One row for each half-space or ball.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> description.to_frame()["condition"].tolist()
    ['x0 >= 40', 'x0 <= 40']

    """
    names, _ = column_of_labels(tuple(description.polyhedra))
    records = [
        {"cluster": name, **record, **_figures(description.tally_of(part.label))}
        for name, part in zip(names, description.parts, strict=True)
        for record in records_of(part)
    ]
    return framed(records, _types(description), backend)


def framed(records: Sequence[Mapping[str, Any]], types: Mapping[str, str], backend: Backend) -> Any:  # noqa: ANN401
    """Return records as a DataFrame with these columns, whose types have names of narwhals."""
    check_backend(backend)
    import narwhals as nw

    columns = {name: [record.get(name) for record in records] for name in types}
    with_gaps = {  # pandas knows no missing whole numbers
        name
        for name, kind in types.items()
        if backend == "pandas" and kind == "Int64" and None in columns[name]
    }
    schema = {
        name: nw.Float64() if name in with_gaps else getattr(nw, kind)()
        for name, kind in types.items()
    }
    return native(columns, backend, schema)


def check_backend(backend: object) -> None:
    """Refuse what is no kind of DataFrame."""
    if backend not in get_args(Backend):
        known = ", ".join(map(repr, get_args(Backend)))
        raise InputError(f"backend must be one of {known}, not {backend!r}")


def native(
    columns: Mapping[str, Sequence[Any]],
    backend: Backend,
    schema: Mapping[str, DType] | None = None,
) -> Any:  # noqa: ANN401
    """Return columns as a DataFrame of this kind."""
    import narwhals as nw

    try:
        return nw.from_dict(columns, schema, backend=backend).to_native()
    except ImportError:
        raise InputError(
            f"backend={backend!r} needs {backend}, which is not installed; install it or name "
            "another backend"
        ) from None


def _types(description: BaseDescription) -> dict[str, str]:
    """Return the columns and their types, by the names that narwhals gives them."""
    types = {"cluster": column_of_labels(tuple(description.polyhedra))[1]}
    if any(isinstance(part, Union) for part in description.parts):
        types["alternative"] = "Int64"
    types |= dict.fromkeys(("condition", "column", "kind", "level", "relation"), "String")
    types["bound"] = "Float64"
    if description.tallies is not None:
        weighted = any(tally.weighted for tally in description.tallies)
        figures = ("rows", "inside", "wrongly_inside")
        types |= dict.fromkeys(figures, "Float64" if weighted else "Int64")
    return types


def column_of_labels(labels: Sequence[Label]) -> tuple[list[Any], str]:
    """Return labels of one type as they are; a column cannot hold several, so else as text."""
    kind = common_type(labels)
    if kind is None or not _fits(labels):
        return [wording.label(label) for label in labels], "String"
    return list(labels), TYPES[kind]


def _fits(labels: Sequence[Label]) -> bool:
    """Whether whole numbers among labels are such as a column can hold."""
    return all(not isinstance(label, int) or -(2**63) <= label < 2**63 for label in labels)


def records_of(part: Region) -> Iterator[dict[str, Any]]:
    """Return the conditions of a cluster in words and in parts, one record each."""
    match part:
        case Polyhedron():
            yield from _polyhedron(part)
        case Union(polyhedra=()):
            yield all_or_none(conditions.Never())
        case Union():
            for number, alternative in enumerate(part.polyhedra, start=1):
                yield from _polyhedron(alternative, number)
        case Ball():
            yield _ball(part)
        case _:
            assert_never(part)


def _polyhedron(part: Polyhedron, alternative: int = 1) -> Iterator[dict[str, Any]]:
    yield from (_half_space(space, alternative) for space in part.half_spaces)
    if not part.half_spaces:
        yield all_or_none(conditions.Always(), alternative)


def all_or_none(condition: conditions.Condition, alternative: int = 1) -> dict[str, Any]:
    """Say what no half-space says, so that no cluster is missing."""
    words = in_words(condition)
    return {"alternative": alternative, "condition": words, "relation": words}


def _ball(ball: Ball) -> dict[str, Any]:
    columns = dict.fromkeys(feature.column for feature in ball.features)
    return {
        "alternative": 1,
        "condition": in_words(conditions.Near(ball)),
        "column": ", ".join(map(wording.name, columns)),
        "kind": "ball",
        "relation": "within",
        "bound": float(ball.radius),
    }


def _half_space(space: HalfSpace, alternative: int) -> dict[str, Any]:
    feature = space.terms[0].feature
    column, kind = feature.column, str(feature.kind)
    condition = conditions.condition_of(space)
    if isinstance(condition, conditions.Weighted):
        column = weighted_sum(condition.terms)
        kind = "score" if condition.is_score else "sum"
    level, relation, bound = _parts(condition)
    return {
        "alternative": alternative,
        "condition": in_words(condition),
        "column": column,
        "kind": kind,
        "level": level,
        "relation": relation,
        "bound": bound,
    }


def _parts(condition: conditions.OfHalfSpace) -> Parts:  # noqa: PLR0911 (one for each condition)
    match condition:
        case conditions.Between(lower=lower, upper=upper):
            return (None, ">=", lower) if upper is None else (None, "<=", upper)
        case conditions.IsLevel(level=level):
            return wording.level(level), "is", None
        case conditions.IsNoneOf(levels=levels):
            return wording.level(levels[0]), "is not", None
        case conditions.IsTruth(value=value):
            return wording.level(value), "is", None
        case conditions.IsKnown():
            return wording.level(None), "is not", None
        case conditions.Weighted(is_at_least=is_at_least, bound=bound):
            return None, ">=" if is_at_least else "<=", bound
        case conditions.Always() | conditions.Never():
            return None, in_words(condition), None
        case _:
            assert_never(condition)


def _figures(tally: Tally | None) -> dict[str, float]:
    if tally is None:
        return {}
    return {"rows": tally.rows, "inside": tally.inside, "wrongly_inside": tally.wrongly_inside}
