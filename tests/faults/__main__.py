"""Plants all faults, or those that are named, one at a time: `python -m tests.faults [NAME ...]`.

Each is planted in a copy of the package. Exits with 1 if one of them goes unnoticed.
"""

from __future__ import annotations

import sys

from tests.faults.faults import FAULTS
from tests.faults.planting import try_out


def main(names: list[str]) -> int:
    """Try out faults, and say of each whether it was noticed."""
    chosen = [fault for fault in FAULTS if not names or fault.name in names]
    unnoticed = 0
    for fault in chosen:
        report = try_out(fault)
        unnoticed += not report.noticed
        verdict = "noticed" if report.noticed else "NOT NOTICED"
        sys.stdout.write(f"{verdict:12} {report.seconds:5.1f} s  {fault.name}: {fault.why}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(chosen) - unnoticed} of {len(chosen)} faults were noticed.\n")
    return bool(unnoticed or not chosen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
