"""What is proven about a description, and the sentences that say so."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clusterscribe.contrast import Contrast
from clusterscribe.description.words import wording
from clusterscribe.description.words.contrasting import in_words
from clusterscribe.description.words.wishing import with_what
from clusterscribe.proof import CappedBound, DescriptionClass, Status
from clusterscribe.series import series
from clusterscribe.wish import Wish


@dataclass(frozen=True, slots=True)
class Proof:
    """What is known about *all* descriptions of a class, beside the one that was found.

    The class is made of half-spaces with at most `max_terms` features and integer weights
    up to `max_coefficient`; a polyhedron has at most `max_conditions` of them, if that is a
    number, and a cluster at most `max_polyhedra` polyhedra, which contain at least the share
    `min_recall` of it. Whatever makes no more than `recall_is_met_within` errors does so anyway.
    Within `max_errors` errors none of the class has an `objective` below `bound` (the description
    has `value`), and none at all makes fewer than `error_bound` errors. Each of the two bounds may
    fall short of what was found. Where more is proved of descriptions with few conditions, `capped`
    says so. All of them keep to the `wishes`.

    With a `contrast` one cluster is described alone, and so it is by all descriptions of the class.
    All of them do `without` some columns of the table, if any are named there.

    `verified` says whether a checker that knows nothing of the solver has confirmed all of this
    from a certificate; None: there is no certificate.
    """

    status: Status
    objective: str  # "complexity", "sparsity" or the weighted sum of both, in words
    value: float
    bound: float
    max_errors: float
    error_bound: float
    max_terms: int
    max_coefficient: int
    max_conditions: int | None = None
    min_recall: float = 0.0
    recall_is_met_within: float = 0.0
    capped: CappedBound[float] | None = None
    max_polyhedra: int = 1
    verified: bool | None = None
    contrast: Contrast | None = None
    without: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()

    @property
    def gap(self) -> float:
        """How far the bound falls short of the value, as a share of the value."""
        return (self.value - self.bound) / self.value if self.value else 0.0

    @property
    def descriptions(self) -> DescriptionClass:
        """The class of descriptions that the proof is about."""
        return DescriptionClass(
            self.max_terms,
            self.max_coefficient,
            max_conditions=self.max_conditions,
            min_recall=self.min_recall,
            max_polyhedra=self.max_polyhedra,
            wishes=self.wishes,
        )

    @property
    def headline(self) -> str:
        """What is proved, in plain words; `sentences` state it exactly."""
        if self.value == 0:
            return f"No condition is needed: {self._how}."
        # a proof says nothing of descriptions of another kind, such as sums of features
        better = {"complexity": "shorter of its kind", "sparsity": "of its kind on fewer features"}
        words = better.get(self.objective, "of its kind that scores better")
        words += " within the constraints" if self.wishes else ""
        if self._is_open:
            return f"Something {words} may be as accurate: that is not settled."
        return f"Nothing {words} is this accurate: {self._how}."

    @property
    def _how(self) -> str:
        return "proved and verified" if self.verified else "proved by the solver"

    def sentences(self, errors: float | None = None) -> tuple[str, ...]:
        """Say what is proved; `errors` are those of the description itself, where known."""
        said = self._sentences(errors)
        if not self.verified:
            return said
        return tuple(re.sub("([Pp]roved):", r"\1 and verified:", sentence) for sentence in said)

    def _sentences(self, errors: float | None) -> tuple[str, ...]:
        if self.value == 0:
            return (f"Proved: with {self.budget} no condition is needed.",)
        if self._is_open:
            apart = self._errors_apart(errors)
            return _capitals(self._open_objective(), *apart, *self._errors_of_few())
        aside = self._needed_errors()
        if aside and not self._leaves_errors_open(errors):
            return (f"Proved: {self._closed_objective()}, and {aside}.",)
        apart = self._errors_apart(errors)
        return _capitals(f"Proved: {self._closed_objective()}.", *apart, *self._errors_of_few())

    @property
    def is_settled(self) -> bool:
        """Whether nothing of a smaller objective is within the errors that are allowed."""
        return not self._is_open

    @property
    def _is_open(self) -> bool:
        return self.status != Status.OPTIMAL and self.bound < self.value

    def _closed_objective(self) -> str:
        return f"no {self._class} has {self.measure} below {wording.at_least(self.value)}"

    def _open_objective(self) -> str:
        value, bound = wording.number(self.value), wording.at_least(self.bound)
        if self.bound <= 0:
            return f"{self._objective} {value}; it is not known whether less is possible."
        gap = wording.number(100 * self.gap, digits=2)
        return (
            f"{self._objective} {value}; proved: at least {bound} for every {self._class} "
            f"(gap {gap} %)."
        )

    @property
    def _objective(self) -> str:
        """The objective before its value; one that tells what columns cost ends in words."""
        return f"{self.objective}:" if " counted " in self.objective else self.objective

    def _needed_errors(self) -> str:
        """Say what is known about the fewest errors, or nothing where that is trivial."""
        if self.error_bound <= 0:
            return ""
        if self.error_bound == 1:
            return "none is without errors"
        return f"none makes fewer than {wording.at_least(self.error_bound)} errors"

    def _leaves_errors_open(self, errors: float | None) -> bool:
        return self.status != Status.OPTIMAL and errors is not None and errors > self.error_bound

    def _errors_apart(self, errors: float | None) -> tuple[str, ...]:
        if errors is None or not self._leaves_errors_open(errors):
            aside = self._needed_errors()
            return (f"Proved: {self._of_class(aside)}.",) if aside else ()
        if self.error_bound <= 0:
            return (
                f"{wording.count(errors, 'error')}; it is not known whether fewer are possible.",
            )
        fewest = wording.at_least(self.error_bound)
        every = f" for every {self.kind}" if self._is_restricted else ""
        return (f"{wording.count(errors, 'error')}; proved: at least {fewest}{every}.",)

    def _of_class(self, aside: str) -> str:
        """Name the class where it is less than all descriptions with such conditions."""
        return aside.replace("none", f"no {self.kind}", 1) if self._is_restricted else aside

    def _errors_of_few(self) -> tuple[str, ...]:
        if self.capped is None:
            return ()
        conditions = wording.count(self.capped.max_conditions, "condition")
        errors = wording.at_least(self.capped.errors)
        recall = "".join(f" and {share}" for share in self._recall(self.capped.errors))
        return (
            f"Proved: with at most {conditions} per {self._one}{recall}, none makes fewer than "
            f"{errors} errors.",
        )

    @property
    def kind(self) -> str:
        """What the descriptions are that the proof is about, whatever their errors."""
        name = "axis-parallel description" if self.max_terms == 1 else "description"
        if self.contrast is not None:
            name += f" of {in_words(self.contrast)}"
        if self.without:
            name += f" without {_listed([*map(wording.name, self.without)])}"
        return f"{name} with {series(self._limits)}" if self._limits else name

    @property
    def _limits(self) -> tuple[str, ...]:
        """What descriptions must keep to, beside what `kind` calls them."""
        limits: tuple[str, ...] = ()
        if self.max_terms > 1:
            largest = self.max_coefficient
            weights = "weights of 1 and -1" if largest == 1 else f"integer weights up to {largest}"
            limits = (f"at most {self.max_terms} features per condition", weights)
        if self.max_conditions is not None:
            most = wording.count(self.max_conditions, "condition")
            limits += (f"at most {most} per {self._one}",)
        if self.max_polyhedra > 1:
            limits += (f"at most {self.max_polyhedra} polyhedra per cluster",)
        limits += self._recall(max(self.max_errors, self.error_bound))
        return limits + tuple(with_what(wish) for wish in self.wishes)

    @property
    def _one(self) -> str:
        """What may have so many conditions."""
        return "cluster" if self.max_polyhedra == 1 else "polyhedron"

    def _recall(self, errors: float) -> tuple[str, ...]:
        """Name the least share inside where so many errors leave room for less."""
        if not self.min_recall or errors <= self.recall_is_met_within:
            return ()
        is_of_all = not any(wish.kind == "min_recall" for wish in self.wishes)
        every = "every cluster" if is_of_all else "every other cluster"
        of_each = every if self.contrast is None else "the cluster"
        return (f"at least {wording.percent(self.min_recall)} of {of_each} inside",)

    @property
    def _is_restricted(self) -> bool:
        """Whether not all descriptions with such conditions are meant."""
        return bool(self.without) or len(self._limits) > (2 if self.max_terms > 1 else 0)

    @property
    def _class(self) -> str:
        return f"{self.kind} {'that makes' if self._limits else 'with'} {self.budget}"

    @property
    def budget(self) -> str:
        """How many errors are allowed, in words."""
        few = wording.count(self.max_errors, "error", proven=True)
        return "no errors" if self.max_errors == 0 else f"at most {few}"

    @property
    def measure(self) -> str:
        """What is minimised, with its article."""
        if self.objective.startswith(("complexity", "sparsity")):  # columns may have costs
            return f"a {self.objective}"
        return f"a weighted sum ({self.objective})"


def _capitals(*sentences: str) -> tuple[str, ...]:
    return tuple(sentence[:1].upper() + sentence[1:] for sentence in sentences)


def _listed(names: list[str], most: int = 5) -> str:
    """Return `a, b and c`, of many names the first ones."""
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} other columns"]
    return series(names)
