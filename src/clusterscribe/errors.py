"""What can go wrong, in one clear sentence each.

Every error that a user can cause is an `InputError`; the command line prints its
message alone and exits with 1.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from difflib import get_close_matches


class InputError(ValueError):
    """The table, the labels or a parameter cannot be used; the message says what to do.

    Examples
    --------
    >>> from clusterscribe import InputError, describe
    >>> try:
    ...     describe([[1], [2]], ["a", "b"], max_terms=0)
    ... except InputError as error:
    ...     print(error)
    max_terms must be a whole number of at least 1, not 0

    """


class InfeasibleError(InputError):
    """Nothing was found within a limit without which there is no answer.

    `fewest_errors` is the smallest limit known to work; `proved` says whether
    anything smaller has been ruled out.

    Parameters
    ----------
    message : str
        What cannot be met, and what could.
    fewest_errors : float
        The smallest limit known to work.
    proved : bool
        Whether anything smaller has been ruled out.

    Examples
    --------
    >>> from clusterscribe import InfeasibleError
    >>> InfeasibleError("max_uncovered=0 cannot be met", 3, proved=True).fewest_errors
    3

    """

    def __init__(self, message: str, fewest_errors: float, proved: bool) -> None:
        super().__init__(message)
        self.fewest_errors = fewest_errors
        self.proved = proved


class DescriptionWarning(UserWarning):
    """The answer stands, but the user should know something about it.

    Examples
    --------
    >>> import warnings
    >>> from clusterscribe import DescriptionWarning
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", DescriptionWarning)  # to stop at any of them

    """


class OverBudgetWarning(DescriptionWarning):
    """The answer makes more errors than `max_errors` allows; the message says which would do.

    Examples
    --------
    >>> import warnings
    >>> from clusterscribe import OverBudgetWarning, describe
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     found = describe([[1], [2], [1]], ["a", "b", "b"], max_errors=0)
    >>> found.result.over_budget, caught[-1].category is OverBudgetWarning
    (True, True)

    """


def hint(message: str, category: type[Warning] = DescriptionWarning) -> None:
    """Warn about something that the user should know; the answer stands."""
    warnings.warn(message, category, stacklevel=_depth_outside())


def _depth_outside() -> int:
    """Count the frames of this package above the caller, to point at the user's own line."""
    frame, depth = sys._getframe(1), 1
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame, depth = frame.f_back, depth + 1
    return depth


def _is_ours(module: str) -> bool:
    return module == __package__ or module.startswith(f"{__package__}.")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `" Did you mean 'a' or 'b'?"` for close names, or an empty string."""
    close = get_close_matches(name, [str(k) for k in known], n=3, cutoff=0.6)
    return f" Did you mean {' or '.join(map(repr, close))}?" if close else ""
