"""What all tests of lazy rows begin with: a handful of rows, so that more have to be taken in."""

from functools import partial

from tests import scheduled
from tests.scheduled import schedule

FEW = schedule(rows={"first_rows": 4, "least_of_a_cluster": 1, "of_a_kind": 2})
describe = partial(scheduled.describe, by=FEW)
