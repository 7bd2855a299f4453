"""What is measured: the paper's design, and what its text leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

KIND = "grouping"
CORES = 2  # instances that are measured at once, each on one core


@dataclass(frozen=True)
class Design:
    """One experiment; the paper gives the first five numbers and `sigma_size`."""

    clusters: int = 3
    columns: int = 10
    rows: int = 10_000  # of each cluster
    instances: int = 50
    samples: int = 5  # sub-samples of each size
    sigma_size: int = 800  # sample size for all standard deviations
    sigmas: tuple[float, ...] = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4)
    size_sigmas: tuple[float, ...] = (0.2, 0.3)  # standard deviations for all sample sizes
    sizes: tuple[int, ...] = (100, 200, 400, 800, 1600)
    solve_seconds: float = 2.0  # for each solve on groups or on a sub-sample
    further_seconds: float = 3.0  # for lazy rows, and for adaptive grouping

    @property
    def cells(self) -> list[tuple[float, int]]:
        """The standard deviations and sample sizes that are measured together."""
        by_size = [(sigma, size) for sigma in self.size_sigmas for size in self.sizes]
        by_sigma = [(sigma, self.sigma_size) for sigma in self.sigmas]
        return sorted({*by_size, *by_sigma})

    @property
    def all_sigmas(self) -> list[float]:
        """Every standard deviation there is."""
        return sorted({sigma for sigma, _ in self.cells})

    @property
    def patience(self) -> float:
        """Seconds that one instance takes at most, apart from making it and its groups."""
        solves = len(self.cells) * (1 + self.samples)
        return solves * self.solve_seconds + 2 * len(self.all_sigmas) * self.further_seconds

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as they come back from JSON."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(self).items()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Design:
        """Read back what `to_dict` wrote."""
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return cls(**known)


QUICK = Design(
    rows=1000,
    instances=2,
    samples=2,
    sigma_size=100,
    sigmas=(0.2,),
    size_sigmas=(0.2,),
    sizes=(50, 100),
)


@dataclass(frozen=True)
class Instance:
    """One instance of the experiment: a seed."""

    design: Design
    seed: int
    kind: str = KIND

    @property
    def title(self) -> str:
        """The name as people read it."""
        return f"instance {self.seed + 1} of {self.design.instances}"

    @property
    def time_limit(self) -> float:
        """Seconds that it may take."""
        return self.design.patience

    def to_dict(self) -> dict[str, Any]:
        """Plain values, to be handed to the measuring process."""
        return {"kind": self.kind, "seed": self.seed, "design": self.design.to_dict()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Instance:
        """Read back what `to_dict` wrote."""
        return cls(Design.from_dict(values["design"]), values["seed"])
