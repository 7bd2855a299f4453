"""How time and effort are divided among the parts of a search, in one place.

Shares are of the time that is left when a step begins, unless something else is said. Nothing here
decides what is proved or what is better, only how long is spent on what. Tests pass a schedule of
their own in, to reach with few rows what otherwise takes many. What a single algorithm needs for
itself (the size of parts, rows that a relaxation begins with) stays beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long to wait for news, of the answer or of its bound: longer where news took longer."""

    least: float  # seconds
    share: float  # of the time until the last news

    def is_over(self, until_news: float, since_news: float) -> bool:
        """Whether nothing has moved for too long."""
        return since_news > max(self.least, self.share * until_news)


@dataclass(frozen=True, slots=True)
class StallSchedule:
    """When a step ends because nothing moves any more."""

    searching: Waiting = Waiting(2.0, 0.5)  # local search, which finds soon what it can find
    # solvers say nothing for long before they end a proof (bank: 16 s on a busy machine)
    proving: Waiting = Waiting(20.0, 1.0)
    far_off: Waiting = Waiting(10.0, 1.0)  # where there will be none, as far as can be seen
    in_reach: float = 0.25  # of the answer: a bound below this is far off
    least_shakes: int = 10  # that local search tries in any case, however long they take


@dataclass(frozen=True, slots=True)
class RowSchedule:
    """Which rows the solver sees, and for how long."""

    large: int = 100_000  # rows from which it pays to look at few of them
    # seconds, measured: to read and rank all rows, and to fit the tree that no answer is worse than
    seconds_per_cell: float = 2e-7
    seconds_per_split: float = 2.5e-7  # of a cell, each time that a tree doubles its leaves
    # lazy rows
    lazy: float = 0.5  # share for lazy rows that do not come to an end
    least_lazy: float = 0.5  # seconds, even where all rows will need more than there are
    first_rows: int = 2_000  # of all clusters together
    least_of_a_cluster: int = 20
    of_a_kind: int = 100  # wrong rows of one kind that are taken at once, beside the extreme ones
    most_looked_at: int = 20_000  # wrong rows to choose from
    least_round: float = 2.0  # seconds
    round: float = 0.2  # share for one round that may end without a proof
    too_many_errors: int = 5_000  # of all rows, estimated by those that are taken
    # groups of rows
    improving_the_tree: float = 0.1  # share for local search on all rows
    trying_groups: float = 0.5  # share for groups that do not meet a budget
    # engines
    # where lazy rows come to no end, a sample: rows at least, rows and cells at most, and the share
    # of the time that it takes to read and rank them
    sample: int = 50_000
    largest_sample: int = 1_000_000
    most_cells: int = 20_000_000
    sampling: float = 0.1
    describing_the_sample: float = 0.5  # where its bound is sought afterwards
    first_passes: int = 4  # over all rows, to take the first of them
    last_passes: int = 6  # that are still to come when the time is over
    draws: int = 5  # to find wrong rows that are not taken yet


@dataclass(frozen=True, slots=True)
class AxisSchedule:
    """One feature per condition."""

    start: float = 0.1
    stage_one: float = 0.5
    meeting_a_budget: float = 0.8  # for stage one, where it has to come down to a given budget
    first_look: float = 0.05  # at what is within a given budget, and then
    fewer_errors: float = 0.3  # at the fewest errors, of whose shortest answer conditions go
    parts: float = 0.2
    tight: float = 0.02  # of the budget to spare: it is close to the fewest errors
    keeping_to_wishes: float = 0.5  # of what is left, for a first answer that does
    a_little: float = 1.0  # seconds of local search where there is a model, which is soon better
    a_moment: float = 0.3  # seconds, where few rows are wrong, and clauses end it soon
    least_pass: float = 2.0  # seconds left for which stage one is worth another try
    worthwhile: float = 0.02  # of the errors, by which a pass should raise their bound
    longest_parts: float = 60.0  # seconds at a time
    least_ties: float = 2.0  # seconds; otherwise no longer than the search itself took
    shorter: float = 0.05  # of the time that it took until then, to see what shorter ones cost
    least_shorter: float = 0.5  # seconds for that
    shorter_in_any_case: float = 0.1  # seconds, on few rows, even when the time is over
    # what a model costs, measured: seconds to build one, by its number of literals
    seconds_per_literal: float = 3e-6
    # seconds to list the candidates of a cluster on one side of a feature, and for each box
    seconds_per_ladder: float = 5e-5
    seconds_per_box: float = 1e-8
    largest_model: int = 4_000_000  # literals
    largest_table: int = 50_000_000  # cells to go through to know the number of literals
    reducing: float = 0.5  # at most, to find out which bounds matter
    # refuting clauses, before everything else
    refuting: float = 0.3
    refuting_at_first: float = 0.1  # where many rows are wrong, and the rest after many starts
    least_refuting: float = 2.0  # seconds
    seconds_per_written: float = 1e-6  # measured: to write and load a literal of a clause
    most_written: int = 20_000_000  # literals
    limiting: float = 0.5  # of that, to find out how much of a limit is needed in any case
    largest_sum: int = 1_000_000  # clauses that limit what is left, and
    seconds_per_clause: float = 2e-6  # measured: to write one of them
    tell: float = 0.1  # seconds between reports of progress
    first_try: float = 0.1
    exploring: float = 0.2
    # many starts come before the solver where more than this share of the rows is wrong, and
    touching: float = 0.05
    small_model: int = 50_000  # literals: the model is larger than that
    searching_widely: float = 0.5
    near: float = 0.05  # of the errors between answer and bound, for which few shakes will do
    relaxation: float = 0.1
    settling: float = 0.6
    least_try: float = 3.0  # seconds
    first_round: float = 60.0  # seconds, where there is no time limit
    patience: int = 30  # fruitless shakes before something else gets the time instead
    more_patience: int = 100  # for the length, which nothing else works on where there is no model


@dataclass(frozen=True, slots=True)
class WholeSchedule:
    """Whole polyhedra of few conditions, where clusters touch."""

    share: float = 0.7  # where few conditions were asked for
    shortening: float = 0.5  # of stage two
    afterwards: float = 0.5  # where they were not, after the answer was found
    start: float = 0.15  # for fewer conditions, or fewer rows, to begin with
    rows: int = 50_000  # of many, to begin with
    least_rounds: float = 2.0  # over all sets of literals, for which there has to be time
    # measured: seconds of a set of features, and for each row, to bound and to refine
    seconds_per_shape: float = 5e-6
    seconds_per_cell: float = 2e-8  # and for each cell and cluster, to begin with
    seconds_per_row: float = 8e-9
    many_shapes: int = 400  # sets of literals from which few rounds refine all of them
    refined: int = 16  # in the other rounds
    most_partial: int = 8  # of these in a row
    too_many_shapes: int = 5_000  # to look at all of them in the other rounds
    promising: int = 20  # one in so many is looked at then
    several: int = 8  # sets of literals that bring up a polyhedron each, in any round
    steps: int = 100  # of the multipliers, in a round, or for so many patterns times polyhedra
    most_cells: int = 400_000_000
    fewest_steps: int = 10
    spare: float = 0.1  # of the gap, that pricing may leave open in a round
    first_gap: float = 0.3  # of the errors, as long as nothing is proved
    answers: float = 0.3  # seconds for answers in each second of rounds
    most_polyhedra: int = 60  # of a cluster
    least_rise: float = 1e-4  # of the errors, by which a round should raise the bound
    start_rise: float = 5e-3  # where a good start is all that is wanted
    patience: int = 8  # rounds that raise it by less
    choosing: float = 0.2
    most_listed: int = 4_000  # polyhedra of a cluster that a better answer could be made of
    largest_list: int = 400_000_000  # rows times these
    largest_choice: int = 20_000_000  # patterns times polyhedra of the integer master
    few: int = 1_000  # polyhedra that are priced one by one
    part_rise: float = 0.02  # of the gap, by which a round should raise the bound of a part
    part_patience: int = 3


@dataclass(frozen=True, slots=True)
class WideSchedule:
    """Many starts for one feature per condition, and best responses around them."""

    rows: int = 10_000  # to search on at first, where there are more, and
    more_rows: int = 4  # times as many each time that it goes on
    grid: int = 64  # ranks of a feature, of about equal weight, that bounds are sought among
    fine_grid: int = 1_000
    starts: int = 16  # at a time, and
    beginning: float = 0.4  # share for them
    crowd: int = 6  # of them that are shaken
    fruitless: int = 15  # shakes in vain, to begin with
    trees: float = 0.2  # share for each tree that no answer may be worse than; measured:
    seconds_per_cell: float = 7e-7
    no_time: float = 0.25  # seconds, for which no clock is asked


@dataclass(frozen=True, slots=True)
class ColumnSchedule:
    """Several features per condition."""

    axis_parallel: float = 0.3
    stage_one: float = 0.5
    meeting_a_budget: float = 0.8
    proving: float = 0.3
    features: float = 0.5  # for enumerating sets of features
    most_sets: int = 30  # of the fewest features, among which the shortest description is sought
    ties: float = 0.2  # of the time that it took until then
    worthwhile: float = 0.05  # of an error, by which a column should lower the guide of stage one
    least_pass: float = 2.0  # seconds left for which stage one is worth another try
    least_ties: float = 2.0  # seconds
    quickly: float = 2.0  # seconds: a start that took no longer has its ties broken
    most_finishing: float = 2.0  # seconds
    readable: int = 10  # largest weight of a column that is turned to a wider margin
    first_round: float = 60.0  # seconds, where there is no time limit
    slice: float = 0.15  # for generation, before the integer master looks at the columns
    least_slice: float = 2.0  # seconds
    reserve: float = 0.03  # for choosing among columns that are found at the end
    largest_model: int = 100_000_000  # columns times boxes


@dataclass(frozen=True, slots=True)
class SlantedSchedule:
    """Local search over conditions of several features."""

    stage_one: float = 0.5  # share of what is left
    few_errors: float = 0.1  # where few rows are wrong, and column generation gets further
    stage_two: float = 0.5
    fruitless: int = 12  # shakes in vain
    many_rows: int = 5_000  # from which bounds come before column generation
    bounding: float = 0.4  # where one or two conditions were asked for
    bounding_afterwards: float = 0.3  # where the answer has no more, though it might


@dataclass(frozen=True, slots=True)
class UnionSchedule:
    """Several polyhedra per cluster."""

    single: float = 0.3  # for one polyhedron per cluster, which no answer is worse than
    one_feature: float = 0.3  # of local search, where conditions may have several
    first_try: float = 0.15  # of the integer master
    stage_one: float = 0.6
    searching: float = 0.7  # of a stage, for local search
    meeting_a_budget: float = 0.8
    proving: float = 0.3  # for a bound by whole polyhedra
    shortening: float = 0.5  # of stage two, for local search
    least_ties: float = 2.0  # seconds
    largest_model: int = 400_000  # literals, beyond which local search gets all of the time
    rows: int = 10_000  # to search on at first, where there are more
    more_rows: int = 4  # times as many each time that it goes on
    grid: int = 200  # ranks of a feature that bounds are sought among
    fine_grid: int = 1_000
    at_a_price: float = 0.25  # of the time left, to shake an answer at a price of a condition
    starts: int = 12
    beginning: float = 0.4  # share for them
    crowd: int = 5  # of them that are shaken
    fruitless: int = 20  # shakes in vain, to begin with
    prices: int = 16  # of a condition that are tried, for shorter descriptions
    finishing: float = 2.0  # seconds, or
    finishing_share: float = 0.05  # of the time that it took
    least_finishing: float = 1.0  # seconds, even when the time is over
    least_pass: float = 2.0  # seconds left for which stage one is worth another try
    first_round: float = 60.0  # seconds, where there is no time limit


@dataclass(frozen=True, slots=True)
class FrontierSchedule:
    """All numbers of errors; shares are of the whole time, and say when a part has to be done."""

    first_point: float = 0.4  # with one feature per condition
    one_feature: float = 0.3
    first_point_of_columns: float = 0.55
    in_between: float = 0.9
    first_try: float = 2.0  # seconds of the integer master at one length, or
    first_share: float = 0.3  # of what there is for it, if that is less
    whole_polyhedra: float = 0.6  # share of the rest, where clusters touch
    least_step: float = 1.0  # seconds
    least_budget: float = 1.0  # seconds
    most_ties: float = 2.0  # seconds for each point
    most_finishing: float = 1.0  # seconds
    first_round: float = 60.0  # seconds for one budget, where there is no time limit


@dataclass(frozen=True, slots=True)
class Schedule:
    """All of it."""

    stall: StallSchedule = field(default_factory=StallSchedule)
    rows: RowSchedule = field(default_factory=RowSchedule)
    axis: AxisSchedule = field(default_factory=AxisSchedule)
    whole: WholeSchedule = field(default_factory=WholeSchedule)
    wide: WideSchedule = field(default_factory=WideSchedule)
    columns: ColumnSchedule = field(default_factory=ColumnSchedule)
    slanted: SlantedSchedule = field(default_factory=SlantedSchedule)
    unions: UnionSchedule = field(default_factory=UnionSchedule)
    frontier: FrontierSchedule = field(default_factory=FrontierSchedule)


DEFAULT = Schedule()
