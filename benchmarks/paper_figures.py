"""The figures that the paper prints in its three tables, and why ours differ where they do."""

from __future__ import annotations

from dataclasses import dataclass

ACCURACY, SPARSITY, COMPLEXITY = "accuracy", "sparsity", "complexity"
OTHER_CLUSTERING = "libras"  # its k-means does not settle, so the paper described other clusters


@dataclass(frozen=True)
class Printed:
    """One data set in the three tables of the paper; methods by the names used here."""

    rows: int
    columns: int
    clusters: int
    accuracy: dict[str, str]  # in percent, as printed; one figure for LC and Sp
    sparsity: dict[str, int]
    complexity: dict[str, int]

    @property
    def size(self) -> tuple[int, int, int]:
        """Rows, columns and clusters."""
        return self.rows, self.columns, self.clusters

    def methods(self, measure: str) -> tuple[str, ...]:
        """The methods that the table of this measure has, in its order."""
        if measure == ACCURACY:
            return tuple(self.accuracy)
        return tuple(self.sparsity if measure == SPARSITY else self.complexity)

    def text(self, measure: str, method: str) -> str:
        """The figure of a method as it is printed."""
        return self.accuracy[method] if measure == ACCURACY else f"{self.figure(measure, method)}"

    def figure(self, measure: str, method: str) -> int:
        """The sparsity or complexity of a method."""
        return (self.sparsity if measure == SPARSITY else self.complexity)[method]


def half_a_digit(text: str) -> float:
    """Return by how much a figure may differ from what is printed and still be the same."""
    decimals = len(text.partition(".")[2])
    return 0.5 * 10.0**-decimals * (1 + 1e-9)


def _printed(
    size: tuple[int, int, int],
    accuracy: tuple[str, str, str, str, str],
    sparsity: tuple[int, int, int, int],
    complexity: tuple[int, int, int, int],
) -> Printed:
    return Printed(
        *size,
        dict(zip(("IMM", "CART", "PROTO", "LC-PDP-1", "LC-PDP-3"), accuracy, strict=True)),
        dict(zip(("IMM", "CART", "Sp-PDP-1", "Sp-PDP-3"), sparsity, strict=True)),
        dict(zip(("IMM", "CART", "LC-PDP-1", "LC-PDP-3"), complexity, strict=True)),
    )


PRINTED = {
    "adult": _printed(
        (32561, 108, 3),
        ("99.93", "99.63", "66.40", "99.95", "99.95"),
        (2, 2, 1, 1),
        (10, 10, 10, 10),
    ),
    "bank": _printed(
        (4521, 51, 7),
        ("97.74", "92.79", "80.1", "97.74", "97.74"),
        (6, 6, 5, 5),
        (44, 42, 40, 40),
    ),
    "default": _printed(
        (30000, 23, 2),
        ("100.00", "100.00", "99.2", "100.00", "100.00"),
        (1, 1, 1, 1),
        (4, 4, 4, 4),
    ),
    "seeds": _printed(
        (210, 7, 2),
        ("98.57", "98.57", "98.10", "99.05", "100.00"),
        (1, 1, 2, 3),
        (4, 4, 4, 4),
    ),
    "zoo": _printed(
        (101, 17, 4),
        ("100.00", "100.00", "95.05", "100.00", "100.00"),
        (3, 3, 3, 3),
        (18, 18, 14, 14),
    ),
    "iris": _printed(
        (150, 4, 2),
        ("100.00", "100.00", "100.00", "100.00", "100.00"),
        (1, 1, 1, 1),
        (4, 4, 4, 4),
    ),
    "framingham": _printed(
        (3658, 15, 8),
        ("100.00", "100.00", "82.8", "100.00", "100.00"),
        (3, 3, 3, 3),
        (48, 48, 48, 44),
    ),
    "wine": _printed(
        (178, 13, 2),
        ("97.19", "97.19", "96.63", "98.88", "98.88"),
        (1, 1, 4, 2),
        (4, 4, 10, 6),
    ),
    "libras": _printed(
        (360, 90, 10),
        ("82.50", "78.06", "78.61", "98.06", "98.06"),
        (9, 9, 18, 18),
        (98, 82, 84, 80),
    ),
    "spam": _printed(
        (4601, 57, 2),
        ("99.98", "99.98", "94.07", "99.98", "99.98"),
        (1, 1, 1, 1),
        (4, 4, 4, 4),
    ),
}

# the errors that the paper's accuracy stands for, with its slack of 5 %, where there are any;
# not libras, whose clusters here are others
BUDGETS = {"adult": 15, "bank": 107, "wine": 2, "spam": 1}

EVERY_ROW = "PROTO of every row"  # every row a candidate, and every row counted
# runs that the reasons below rest on: set, method and errors allowed
EVIDENCE = (
    ("adult", "LC-PDP-1", 23),
    ("adult", "LC-PDP-1", 24),
    ("adult", "Sp-PDP-1", 23),
    ("adult", "Sp-PDP-1", 24),
    ("bank", EVERY_ROW, None),
    ("seeds", "LC-PDP-1", 3),
)

_SAMPLE = (
    "Another sample of 125 candidates and 500 rows per cluster, on which the program is solved to "
    "the end or nearly so, and radii that are then fitted to all rows."
)
_ALL_ROWS = (
    "The paper's program was stopped by its time or by its sample; ours is solved to the end: "
    "no other rows and radii of the sample do better."
)
_NO_ERRORS = (
    "Three features per condition need no errors at all. The paper's errors are those of one "
    "feature: presumably its column generation was stopped before it found better."
)
_MORE_FOR_NO_ERRORS = (
    "It makes no errors, which the paper's does, and takes more for it. Within the paper's own "
    "errors see the table above."
)
_SHORTER = "Shorter, and proved: the paper's column generation ended before the optimum."
_OTHER = (
    "Another clustering: k-means does not settle on libras (other seeds give other numbers of "
    "clusters), so the paper described clusters that nobody has."
)

REASONS: dict[tuple[str, str, str], str] = {
    ("adult", ACCURACY, "PROTO"): _SAMPLE,
    ("adult", ACCURACY, "LC-PDP-3"): _NO_ERRORS,
    ("adult", SPARSITY, "Sp-PDP-1"): (
        "The printed 1 belongs to other errors than the printed accuracy: with 15 to 23 errors 8 "
        "features are needed, with 24 still 2 (both proved, see below)."
    ),
    ("adult", SPARSITY, "Sp-PDP-3"): (
        "As for Sp-PDP-1, the printed 1 is not possible at the printed accuracy; moreover ours "
        "makes no errors."
    ),
    ("adult", COMPLEXITY, "LC-PDP-1"): (
        "The printed 10 belongs to other errors than the printed accuracy: 20 is proved for 15 to "
        "23 errors, 10 for 24 (see below)."
    ),
    ("adult", COMPLEXITY, "LC-PDP-3"): _MORE_FOR_NO_ERRORS,
    ("bank", ACCURACY, "PROTO"): (
        "Not explained by sample or solver: with every row as a candidate and every row counted, "
        "at least 1,428 errors are proved (see below), so that no prototypes exceed 68.5 % in this "
        "distance. The paper must have counted or measured otherwise."
    ),
    ("bank", ACCURACY, "LC-PDP-3"): _NO_ERRORS,
    ("bank", SPARSITY, "IMM"): (
        "The algorithm as published, with the means of the clusters as centres, uses five features "
        "at the printed accuracy and complexity; no tie leads to six. Not found out."
    ),
    ("bank", SPARSITY, "Sp-PDP-3"): _MORE_FOR_NO_ERRORS,
    ("bank", COMPLEXITY, "LC-PDP-3"): _MORE_FOR_NO_ERRORS,
    ("default", ACCURACY, "PROTO"): _SAMPLE,
    ("seeds", ACCURACY, "PROTO"): _ALL_ROWS,
    ("seeds", COMPLEXITY, "LC-PDP-1"): (
        "The printed 4 belongs to other errors than the printed accuracy: 8 is proved for 2 "
        "errors, 4 for 3 (see below)."
    ),
    ("seeds", COMPLEXITY, "LC-PDP-3"): (
        "The printed 4 belongs to other errors than the printed accuracy: 8 is proved for none."
    ),
    ("zoo", ACCURACY, "PROTO"): _ALL_ROWS,
    ("zoo", SPARSITY, ""): "Two features suffice, proved: three were not the fewest.",
    ("zoo", COMPLEXITY, "LC-PDP-3"): _SHORTER,
    ("framingham", ACCURACY, "PROTO"): _SAMPLE,
    ("framingham", COMPLEXITY, "LC-PDP-3"): _SHORTER,
    ("wine", ACCURACY, "PROTO"): _ALL_ROWS,
    ("wine", ACCURACY, "LC-PDP-3"): _NO_ERRORS,
    ("wine", SPARSITY, "Sp-PDP-1"): "Three features suffice, proved: four were not the fewest.",
    ("wine", SPARSITY, "Sp-PDP-3"): _MORE_FOR_NO_ERRORS,
    ("wine", COMPLEXITY, "LC-PDP-3"): _MORE_FOR_NO_ERRORS,
    ("libras", ACCURACY, ""): _OTHER,
    ("libras", SPARSITY, ""): _OTHER,
    ("libras", COMPLEXITY, ""): _OTHER,
    ("spam", ACCURACY, "PROTO"): _SAMPLE,
    ("spam", ACCURACY, "LC-PDP-3"): _NO_ERRORS,
    ("spam", SPARSITY, "Sp-PDP-3"): _MORE_FOR_NO_ERRORS,
    ("spam", COMPLEXITY, "LC-PDP-3"): _MORE_FOR_NO_ERRORS,
}


def reason(name: str, measure: str, method: str) -> str | None:
    """Return why a figure differs: the reason for the method, or for the whole row."""
    for key in ((name, measure, method), (name, measure, "")):
        if key in REASONS:
            return REASONS[key]
    return None
