//! The laws that make terms with one meaning one term. Each is applied in the constructor of its form, so that nothing
//! searches for a law to apply, and each makes terms smaller or brings them closer to a fold over single atoms.

/// A law, by its number in [`LAWS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law {
    Inward,
    Flat,
    Interval,
    Clip,
    Proportion,
    Choice,
    ExactDivision,
    JoinEach,
    SomeWithin,
    FilteredRange,
    MemberRange,
    MemberKind,
    TwoWords,
    PairOnce,
    OneInEach,
    ReachedGroup,
    ComponentAndMember,
    IfAsGuard,
    Multiple,
    SumOfSums,
    Order,
    Told,
    Irreflexive,
    Nearest,
    OneComponent,
    SomeMember,
    Pairs,
    Values,
    Pigeonhole,
    Split,
    OneGroup,
    NoneApart,
    EqualGroup,
    TouchingGroups,
    OnlyOne,
    Sides,
    Square,
    RunInLine,
    WordGroup,
    Walk,
    LineOfRun,
    GroupsInLine,
    SingleRuns,
    GroupsOfTwo,
    Ring,
    Others,
    AllButOne,
    Area,
    NoPair,
    PairsInOne,
    ValueGroups,
    OneLoop,
    TwoKinds,
    NoCorner,
    SeenByRuns,
    Alone,
    AsMany,
    NeighboursInOne,
    TouchingRegions,
    JoinedGroups,
    Forest,
    TwoGroups,
    Absorbed,
    Skipped,
    ValueFirst,
    RunOfCell,
    InBag,
    PairAfter,
    InLine,
}

/// Name of each law, and what it says.
pub(crate) const LAWS: [(&str, &str); 69] = [
    (
        "inward",
        "`not (a and b)` is `not a or not b`; not in a set is in the others, of what is never empty",
    ),
    (
        "flat",
        "`and` and `or` have no order, and nothing is said twice",
    ),
    (
        "interval",
        "a number in two sets is in what they share; in one of two sets, in their union",
    ),
    (
        "clip",
        "a set says nothing beyond the ends of the number: a count that is not 0 is at least 1",
    ),
    (
        "proportion",
        "a multiple of one number is in a set where the number is in a smaller one",
    ),
    ("choice", "`if a then b otherwise true` is `not a or b`"),
    (
        "exact division",
        "a / b = c without a remainder is a = b * c, where b is at least 1",
    ),
    (
        "join each",
        "what is said of the same members of the same number is said once, with both sets",
    ),
    ("some within", "`no p: some q` is `no p, q`"),
    (
        "filtered range",
        "the cells in those cells of r that are open are the open cells in r",
    ),
    (
        "member range",
        "each cell of which the rule asks only where it is in r is each cell in r",
    ),
    (
        "member kind",
        "the cells in a group or a run of open cells are open",
    ),
    (
        "two words",
        "what is not open is shaded, where each cell is one of the two",
    ),
    (
        "pair once",
        "what is said of each cell and each neighbour alike is said of each pair of neighbours",
    ),
    (
        "one in each",
        "no two of some cells are in one group if each group has at most one of them",
    ),
    (
        "reached group",
        "the open cells reached from an open cell through open cells are its group of open cells",
    ),
    (
        "component and member",
        "each group with each cell in it is each cell with its group",
    ),
    (
        "if as guard",
        "a sum of `if a then x otherwise 0` is a sum of x where a",
    ),
    (
        "multiple",
        "a sum of the same number is a multiple of a count",
    ),
    ("sum of sums", "a sum of sums is one sum"),
    (
        "order",
        "where the order does not matter, what holds others comes first",
    ),
    (
        "told",
        "what compares a value of the data is missing where the data has none, so `with` adds nothing",
    ),
    (
        "irreflexive",
        "nothing is its own neighbour, or seen from itself",
    ),
    (
        "nearest",
        "the least distance of another cell with an equal value is that of the nearest one",
    ),
    (
        "one component",
        "two cells have the same group if the group of one holds the other",
    ),
    (
        "some member",
        "`no cell c: x (region of c)` is `no region r: x r`, as each region has a cell",
    ),
    (
        "pairs",
        "values of which no two are equal are all different",
    ),
    (
        "values",
        "values of which each possible one occurs at most once are all different",
    ),
    (
        "pigeonhole",
        "if each of n values occurs in n places, they are all different",
    ),
    ("split", "`each p: x and y` is `each p: x` and `each p: y`"),
    (
        "one group",
        "cells are connected if they form at most one group",
    ),
    (
        "none apart",
        "cells are connected if each is in the group of each other, or of the first, or if a group has all of them",
    ),
    (
        "equal group",
        "each cell and its group of equal values is each such group and the cells in it; its first value is that of each",
    ),
    (
        "touching groups",
        "the cells of the groups that touch a cell are those reached from it, unless it is a group of its own",
    ),
    (
        "only one",
        "of exactly one, the sum and the first of some values are the value of each; what is so of the only one is so of each",
    ),
    (
        "sides",
        "from the least x to the greatest is one less than the width",
    ),
    (
        "square",
        "where the width is the height, its square is width times height",
    ),
    (
        "run in line",
        "the runs of all rows and columns are those in each of them",
    ),
    (
        "word group",
        "the group of equal values of an open cell is its group of open cells",
    ),
    (
        "walk",
        "`distance from a to b through p >= 0` says that b is reached from a through p",
    ),
    (
        "line of run",
        "the width of a run in a row is its size; its first cell has the least x, and its first value",
    ),
    (
        "groups in line",
        "the groups of the shaded cells in a row are its runs of shaded cells",
    ),
    (
        "single runs",
        "no two neighbours are shaded if each run of shaded cells has one cell",
    ),
    (
        "groups of two",
        "each shaded cell has one shaded neighbour if each group has two cells",
    ),
    ("ring", "the cells in the ring of a cell are its contacts"),
    (
        "others",
        "all of them less those that are so are the others",
    ),
    (
        "all but one",
        "the cells in the region of a cell besides it are one less than all of them",
    ),
    (
        "area",
        "a place has at most as many cells as its width times its height",
    ),
    (
        "no pair",
        "a place has at most one shaded cell if no pair of its cells is shaded, or any two are the same",
    ),
    (
        "pairs in one",
        "the pairs of cells in one region are, of each region, the pairs of its cells",
    ),
    (
        "value groups",
        "the groups of the cells with each value are the groups of equal values",
    ),
    (
        "one loop",
        "links are one loop if there are some, they are connected, and each cell has none of them or two",
    ),
    (
        "two kinds",
        "what holds for the groups of open cells and for those of shaded cells holds for the groups of equal shade",
    ),
    (
        "no corner",
        "regions, or groups of shaded cells, are rectangles if no block of two by two has three cells of one",
    ),
    (
        "seen by runs",
        "the runs through an open cell in its row and its column are the cell and what is seen from it",
    ),
    (
        "alone",
        "a region to find, which hangs together, has one cell if no neighbour of a cell of it, or no other cell, is in it",
    ),
    (
        "as many",
        "each region has exactly one number if there are as many regions as numbers and each has one at least; or at most, and none lies outside",
    ),
    (
        "neighbours in one",
        "two neighbours are in one group of shaded cells if both are shaded",
    ),
    (
        "touching regions",
        "what is said of the regions of neighbours, if these are two, is said of each two regions that touch",
    ),
    (
        "joined groups",
        "drawn links are connected if they join at most one group of two cells or more",
    ),
    (
        "forest",
        "drawn links are without loop if they and the groups that they join are together as many as the cells",
    ),
    (
        "two groups",
        "on one board, shaded cells and open cells are connected if there are at most two groups of equal shade",
    ),
    ("absorbed", "`a or a and b` is a, `a and (a or b)` is a"),
    (
        "skipped",
        "a sum passes over what has no number, which may be left out, or be counted as 0",
    ),
    (
        "value first",
        "what is said of each value k and each cell whose number is k is said of each cell and its number",
    ),
    (
        "run of cell",
        "the run in the row of a cell that has the cell is the run of the cell",
    ),
    ("in bag", "values that together are a list are each in it"),
    (
        "pair after",
        "what is said of each cell and each cell after it is said of each pair of cells",
    ),
    (
        "in line",
        "in a row, a cell with a greater x than another one comes after it",
    ),
];
