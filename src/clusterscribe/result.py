"""How an answer was found and what is proven about it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol

from clusterscribe.fragment import facts, fragment, paragraphs
from clusterscribe.proof import CappedBound, Status, StopReason


class ProofInWords(Protocol):
    """What is proved of all descriptions of a class: `clusterscribe.description.core.Proof`."""

    @property
    def verified(self) -> bool | None:
        """Whether a checker has confirmed it; None where there is no certificate."""

    def sentences(self, errors: float | None = None) -> tuple[str, ...]:
        """Say what is proved."""


class CheckableProof(Protocol):
    """What `clusterscribe.verify` checks: `clusterscribe.checker.Certificate`."""

    def to_json(self, indent: int | None = 2) -> str:
        """Write everything as JSON."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another description of the same rows, counted in the same way.

    `least_recall` is the smallest share of a cluster that is inside its own description, where it
    was counted.
    """

    errors: float
    complexity: int
    sparsity: int
    least_recall: float | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Result:
    """What was reached, what is proven, and what it took.

    `objective` is the value of the measure that was asked for (complexity, sparsity or
    their weighted sum), `bound` a proven lower bound on it over *all* half-spaces of the
    class under the same error budget, `error_bound` a proven lower bound on the errors of
    any description of the class. "optimal" means that both gaps are closed.

    An answer may make more errors than `max_errors` allows where nothing better was found: it is
    `over_budget`, and `bound` is about descriptions that make no more errors than it does.

    `baseline` is the decision tree with one leaf per cluster, where one was fitted to all rows;
    `shorter` the shorter description that saves most for each further error, of all that were
    found on the way. It need not be the best of its length.

    `capped` is there where any number of conditions is allowed and little is proved of that: no
    description with at most so many conditions per cluster makes fewer errors.

    `proof` states the bounds and the class that they hold for, in words and as data; `certificate`
    is the evidence for them, where it was asked for. Neither is part of `to_dict`.

    Attributes
    ----------
    status : "optimal" or "feasible"
        Whether anything is left open.
    errors : float
        Rows (or their weight) that are not correctly described.
    accuracy : float
        The share of rows that are.
    complexity : int
        The length of the description.
    sparsity : int
        The number of features that it uses.
    columns : int
        The number of columns of the table that it uses.
    objective : float
        The value of what was minimised.
    bound : float
        A proven lower bound on it.
    gap : float
        How far both are apart, as a share of the value.
    error_bound : float
        A proven lower bound on the errors.
    max_errors : float
        The error budget: as given, or the fewest errors and the slack.
    stop_reason : str
        Why the search ended.
    seconds : float
        How long it took.
    statistics : mapping
        What the search counted on its way.
    baseline : Alternative or None
        A decision tree with one leaf per cluster.
    shorter : Alternative or None
        A shorter description, and its errors.
    capped : CappedBound or None
        What is proved for few conditions per cluster.
    proof : Proof or None
        The bounds in words.
    certificate : Certificate or None
        The evidence for them.

    Examples
    --------
    >>> from clusterscribe import describe
    >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
    >>> description, result = describe(ages, labels)
    >>> result.errors, result.complexity, result.bound
    (0, 4, 4.0)

    """

    status: Status
    errors: float
    accuracy: float
    complexity: int
    sparsity: int
    columns: int  # columns of the table that are used
    objective: float
    bound: float
    gap: float
    error_bound: float
    max_errors: float  # the error budget: as given, or the fewest errors and the slack
    stop_reason: StopReason
    seconds: float
    statistics: Mapping[str, Any] = field(default_factory=dict)
    baseline: Alternative | None = None
    shorter: Alternative | None = None
    capped: CappedBound[float] | None = None
    proof: ProofInWords | None = field(default=None, compare=False)
    certificate: CheckableProof | None = field(default=None, compare=False)

    @property
    def over_budget(self) -> bool:
        """Whether more errors are made than `max_errors` allows, as no better answer was found."""
        return self.errors > self.max_errors

    @property
    def bounded_within(self) -> float:
        """The errors that `bound` is about: the budget, or those of an answer that exceeds it."""
        return max(self.errors, self.max_errors)

    def as_alternative(self) -> Alternative:
        """Return what stands beside the result of another description.

        Returns
        -------
        Alternative
            Errors, complexity and sparsity.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> result.as_alternative()
        Alternative(errors=0, complexity=4, sparsity=1)

        """
        return Alternative(self.errors, self.complexity, self.sparsity)

    def to_text(self, width: int = 80) -> str:
        """Write what was reached and what is proven, one line each.

        Parameters
        ----------
        width : int
            Columns of a line.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> print(result.to_text().splitlines()[3])
        Complexity  4

        """
        lines = [
            line
            for name, words in self._facts().items()
            for line in textwrap.wrap(f"{name:<12}{words}", width, subsequent_indent=" " * 12)
        ]
        for sentence in self._sentences():
            lines += textwrap.wrap(sentence, width)
        return "\n".join(lines)

    def _facts(self) -> dict[str, str]:
        """Return the figures, each with its name; proven ones are written in full."""
        budget = f", more than {_figure(self.max_errors)} as allowed" if self.over_budget else ""
        told = {
            "Status": f"{self.status}{self._stopped()}, {self.seconds:.1f} s",
            "Errors": f"{_figure(self.errors)}{budget}{_proved(self.error_bound)}",
            "Accuracy": _percent(self.accuracy),
            "Complexity": str(self.complexity),
            "Sparsity": f"{self.sparsity} (columns: {self.columns})",
            "Objective": f"{_figure(self.objective)}{_proved(self.bound)}",
        }
        for name, other in (("Tree", self.baseline), ("Shorter", self.shorter)):
            if other is not None:
                told[name] = f"errors {_figure(other.errors)}, complexity {other.complexity}"
        return told

    def _stopped(self) -> str:
        is_known = self.stop_reason and self.stop_reason != StopReason.OPTIMAL
        return f" ({self.stop_reason})" if is_known else ""

    def _sentences(self) -> tuple[str, ...]:
        return () if self.proof is None else self.proof.sentences(self.errors)

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return fragment(facts(self._facts()), paragraphs(self._sentences()))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON.

        Returns
        -------
        dict
            Plain values, ready for JSON.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> result.to_dict()["complexity"]
        4

        """
        plain = asdict(replace(self, proof=None, certificate=None))
        del plain["proof"], plain["certificate"]
        return {**plain, "over_budget": self.over_budget}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Result:
        """Read back what `to_dict` wrote.

        Parameters
        ----------
        values : mapping
            What `to_dict` returned.

        Returns
        -------
        Result
            An equal result, without proof and certificate.

        Examples
        --------
        >>> from clusterscribe import describe
        >>> ages, labels = [[20], [25], [50], [60]], ["young", "young", "old", "old"]
        >>> description, result = describe(ages, labels)
        >>> type(result).from_dict(result.to_dict()) == result
        True

        """
        known = {name: value for name, value in values.items() if name != "over_budget"}
        for name in ("baseline", "shorter"):
            if known.get(name) is not None:
                known[name] = Alternative(**known[name])
        if known.get("capped") is not None:
            known["capped"] = CappedBound(**known["capped"])
        status, stop_reason = Status(values["status"]), StopReason(values["stop_reason"])
        return cls(**{**known, "status": status, "stop_reason": stop_reason})


def _proved(bound: float) -> str:
    """Say what is proven; that it is at least 0 is not worth saying."""
    return f", proved to be at least {_figure(bound)}" if bound > 0 else ""


def _percent(share: float) -> str:
    """Write a share in percent; only everything is 100 %."""
    decimals = next((d for d in range(2, 15) if round(100 * share, d) < 100), 0)
    return f"{100 * share:.{decimals}f} %"


def _figure(value: float) -> str:
    """Write a number in full: a proven one must not be rounded up."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))
