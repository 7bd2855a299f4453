"""Running the tasks of pricing at once, on whatever back end joblib has been given.

Compiled pricing releases the interpreter, so threads are enough on one machine. Inside
`joblib.parallel_config(backend="dask")`, or "ray", the very same tasks go to a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Call: TypeAlias = tuple[Callable[..., T], tuple[object, ...]]  # a function and its arguments


def run_all(tasks: Iterable[Call[T]], n_jobs: int) -> Iterator[T]:
    """Yield what the tasks return, in their order; a task alone is run on the spot."""
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
