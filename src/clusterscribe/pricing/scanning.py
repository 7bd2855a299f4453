"""Searching sets of features with the compiled search."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from clusterscribe.clock import Clock
from clusterscribe.pricing.directions import Directions, directions
from clusterscribe.pricing.prices import Prices
from clusterscribe.problem.columns import Direction, Geometry
from clusterscribe.tolerance import noise_factor

SECONDS_PER_TASK = 0.3  # how long one task should take: the clock is read between tasks
SECONDS_TO_STOP = 0.1  # until a running task hears that nothing more is needed
SECONDS_PER_SET = 3e-8  # for each sign pattern and row, measured

T = TypeVar("T")
Call: TypeAlias = tuple[Callable[..., T], tuple[object, ...]]  # a function and its arguments
TupleT = TypeVar("TupleT", bound=tuple[object, ...])


@dataclass(frozen=True, slots=True)
class Task:
    """Sets of features to search for one cluster."""

    place: int  # of the prices in the list they were given in
    sets: NDArray[np.int64]
    needed: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Found:
    """Directions of interest, with their worths, and what the search looked at."""

    place: int
    directions: list[Direction]
    worths: list[float]
    count: int  # of all that are of interest, including those without room
    nodes: int
    tried: int
    covered: int
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Mirrored:
    """The rows of one cluster's pricing problem, as they are and mirrored for negative weights."""

    members: NDArray[np.float64]  # side x features x rows
    loss: NDArray[np.float64]
    weight: NDArray[np.float64]
    outsiders: NDArray[np.float64]
    gain: NDArray[np.float64]
    levels: NDArray[np.int64]  # how many values a feature has, where these are few, else 0
    member_codes: NDArray[np.uint8]  # the position of a value among the few, features x rows
    outsider_codes: NDArray[np.uint8]
    sizes: NDArray[np.float64]  # the largest share of each feature
    steps: NDArray[np.int64]  # how many steps make 1, where shares are exact, else 0
    member_holes: NDArray[np.bool_]  # features x rows, or without rows where nothing is missing
    outsider_holes: NDArray[np.bool_]
    is_open: NDArray[np.bool_]  # side x features: whether weights may have the sign of a side
    feature: NDArray[np.int64]  # axes of one feature are not added up
    budget: float

    @classmethod
    def of(cls, geometry: Geometry, prices: Prices) -> Mirrored:
        """Take the far corner of members and the near corner of outsiders."""
        lower, upper = geometry.lower, geometry.upper
        members, outsiders = prices.members, prices.outsiders
        levels, codes = geometry.few_values
        axes = geometry.ranks.sides
        # always one memory layout, as each would be compiled separately
        whole = np.ascontiguousarray
        return cls(
            members=whole(np.stack([upper[:, members], -lower[:, members]])),
            loss=prices.loss.astype(np.float64),
            weight=geometry.ranks.weight[members].astype(np.float64),
            outsiders=whole(np.stack([lower[:, outsiders], -upper[:, outsiders]])),
            gain=prices.gain.astype(np.float64),
            levels=levels,
            member_codes=whole(codes[:, members]),
            outsider_codes=whole(codes[:, outsiders]),
            sizes=geometry.sizes,
            steps=geometry.steps,
            member_holes=_holes(geometry, members),
            outsider_holes=_holes(geometry, outsiders),
            is_open=np.stack([axes.high, axes.low]),
            feature=axes.feature,
            budget=float(prices.budget),
        )


def _holes(geometry: Geometry, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    if geometry.holes is None:
        return np.zeros((geometry.ranks.features, 0), dtype=bool)
    return np.ascontiguousarray(geometry.holes[:, rows])


def all_sets(
    features: NDArray[np.int64], terms: int, chunk: int, skip: int = 0
) -> Iterator[NDArray[np.int64]]:
    """Yield all sets of `terms` features, in chunks, the first `skip` sets last."""
    every = features.tolist()
    later = islice(combinations(every, terms), skip, None)
    for sets in (later, islice(combinations(every, terms), skip)):
        while part := list(islice(sets, chunk)):
            yield np.array(part, dtype=np.int64).reshape(-1, terms)


def tasks_for(
    prices: Prices, place: int, chunks: Iterable[NDArray[np.int64]], limit: float
) -> Iterator[Task]:
    """Yield the tasks of one cluster; of interest is a reduced cost below the limit."""
    fixed, by_feature = prices.condition, prices.term + prices.feature
    for sets in chunks:
        yield Task(place, sets, fixed + by_feature[sets].sum(axis=1) - limit)


def chunk_size(prices: Prices, terms: int) -> int:
    """Return how many sets make a task of a good length."""
    rows = len(prices.members) + len(prices.outsiders)
    return max(16, int(SECONDS_PER_TASK / (SECONDS_PER_SET * 2**terms * max(rows, 32))))


def run_tasks(
    geometry: Geometry,
    many: Sequence[Prices],
    tasks: Iterable[Task],
    largest: int,
    *,
    clock: Clock,
    n_jobs: int,
    listing: int = 0,
    enough: Callable[[int], bool] = lambda _: False,
    over: Callable[[], bool] = lambda: False,
) -> Iterator[Found]:
    """Run the tasks, many at once; those that begin after the time limit do nothing.

    `enough` says which prices need no more columns; their tasks are passed over. `over` says when
    nothing more is needed; a task that is running then comes to an early end.
    """
    rows: dict[int, Mirrored] = {}
    deadline = time.time() + clock.remaining
    stop, ended = np.zeros(1, dtype=np.uint8), threading.Event()

    def watch() -> None:
        while not (clock.expired or over() or ended.wait(min(SECONDS_TO_STOP, clock.remaining))):
            pass
        stop.fill(1)

    def calls() -> Iterator[Call[Found]]:
        for task in tasks:
            if clock.expired or enough(task.place):
                yield _pass_over, (task,)
                continue
            if task.place not in rows:
                rows[task.place] = Mirrored.of(geometry, many[task.place])
            yield _run, (rows[task.place], task, largest, listing, (deadline, stop))

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield from _run_all(calls(), n_jobs)
    finally:  # also where the caller does not want the rest
        ended.set()
        stop.fill(1)


def _run_all(tasks: Iterable[Call[T]], n_jobs: int) -> Iterator[T]:
    """Yield what the tasks return, in order; a single task is run right here.

    Compiled pricing releases the interpreter, so threads are enough on one machine. Inside
    `joblib.parallel_config(backend="dask")`, or "ray", the very same tasks go to a cluster.
    """
    import joblib

    waiting = iter(tasks)
    first = list(islice(waiting, 2))
    if n_jobs == 1 or len(first) < 2:
        for function, arguments in chain(first, waiting):
            yield function(*arguments)
        return
    run = joblib.Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")
    yield from run(
        joblib.delayed(function)(*arguments) for function, arguments in chain(first, waiting)
    )


def _pass_over(task: Task) -> Found:
    return Found(task.place, [], [], 0, 0, 0, 0, complete=False)


def _run(
    rows: Mirrored, task: Task, largest: int, listing: int, end: tuple[float, NDArray[np.uint8]]
) -> Found:
    """Run one task unless it is too late; a top-level function, so that it can be pickled.

    `end` is the time after which it does not begin, and a flag that stops it on the way, which
    only reaches a task in the same process.
    """
    deadline, stop = end
    if time.time() > deadline:
        return _pass_over(task)
    return run_task(rows, task, largest, listing, stop)


def run_task(
    rows: Mirrored,
    task: Task,
    largest: int,
    listing: int,
    stop: NDArray[np.uint8] | None = None,
) -> Found:
    """Search the sets of one task."""
    from clusterscribe.pricing import kernels

    stop = np.zeros(1, dtype=np.uint8) if stop is None else stop
    terms = task.sets.shape[1]
    tree, hard = directions(terms, largest), rows.budget == 0
    room = listing or len(task.sets)
    whole, counts = np.empty((3, room), dtype=np.int64), np.zeros(4, dtype=np.int64)
    listed = kernels.Listed(whole[0], whole[1], whole[2], np.empty(room), counts)
    kernels.scan(
        _as_tuple(kernels.Rows, rows),
        task.sets,
        task.needed,
        _as_tuple(kernels.Tree, tree),
        kernels.Rule(rows.budget, hard, stop, listing > 0, noise_factor(terms)),
        listed,
    )
    count, nodes, tried, done = counts.tolist()
    kept = min(count, room)
    places = whole[:, :kept].T.tolist()
    return Found(
        place=task.place,
        directions=[_direction(task.sets[s], mask, tree, ray) for s, mask, ray in places],
        worths=listed.worths[:kept].tolist(),
        count=count,
        nodes=nodes,
        tried=tried,
        covered=done * 2**terms * len(tree),
        complete=done == len(task.sets),
    )


def _as_tuple(kind: type[TupleT], source: object) -> TupleT:
    """Return the attributes of an object as the named tuple that compiled code takes."""
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    return kind(*(getattr(source, name) for name in fields))


def _direction(features: NDArray[np.int64], mask: int, tree: Directions, ray: int) -> Direction:
    signs = [-1 if mask >> d & 1 else 1 for d in range(len(features))]
    weights = tuple(int(w) * sign for w, sign in zip(tree.weights[ray], signs, strict=True))
    return Direction(tuple(features.tolist()), weights)
