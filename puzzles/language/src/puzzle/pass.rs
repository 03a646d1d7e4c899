//! Passes: what the compiler does only to make a model stronger or smaller than posting each rule by itself, in general, would.
//!
//! Each can be left out ([`BuildOptions::without_passes`](super::BuildOptions::without_passes)): the model then has the same
//! solutions, and takes longer to search or to make. `language/tests/passes.txt` has a puzzle for each in which it matters.

macro_rules! passes {
    ($($pass:ident $name:literal $finds:literal $why:literal)*) => {
        /// What the compiler does only to make a model stronger or smaller.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Pass {
            $(#[doc = $finds] #[doc = ""] #[doc = $why] $pass,)*
        }

        impl Pass {
            /// All passes.
            pub const ALL: &'static [Self] = &[$(Self::$pass),*];

            /// What it is called.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$pass => $name),* }
            }

            /// What it finds, and what it makes of that.
            pub const fn finds(self) -> &'static str {
                match self { $(Self::$pass => $finds),* }
            }

            /// Why the solutions stay the same.
            pub const fn why(self) -> &'static str {
                match self { $(Self::$pass => $why),* }
            }
        }
    };
}

passes! {
    NormalWords "normal-words"
        "Rules are compiled in the normal words of their core, the wording for which there are most passes."
        "Each law of the core keeps the meaning."
    Nearest "nearest"
        "`each cell c: nearest equal L of c = L of c`: a propagator for each number."
        "It is what the rule says of the cells with this number."
    Sight "sight"
        "`directions from c to nearest A cells = arrow of c`: one propagator for the four rays."
        "It is the rule."
    MutualSight "mutual-sight"
        "`no A cell c, A cell d seen from c until W`: a count for each line of sight, not a clause for each two cells of it."
        "Cells of one line of sight see each other, so at most one of them is A."
    Visibility "visibility"
        "A count of conjunctions, each of which has one fact more than the one before, is how far is seen: one propagator."
        "The first fact that fails ends all that follow."
    Runs "runs"
        "A list or bag of sizes or sums over the runs of a line: an automaton."
        "The automaton accepts the lines that have this list (Pesant 2004)."
    Remainder "remainder"
        "`N divides reading L in l`, or `reading L in l mod N = k`: an automaton over the remainders."
        "The remainder of a number with one digit more follows from that without it."
    RunClues "run-clues"
        "Each run of a line reads as a number that satisfies a clue, or has a least size: one propagator for the line."
        "It is the rule, for all runs of the line."
    Lines "lines"
        "A line with a clue whose neighbours are tied: a table of the words that it can be."
        "Each word satisfies the clue, the ties and the domains, and no other does."
    Ties "ties"
        "What ties neighbours in a line is not posted if the propagator of the line implies it."
        "It is implied."
    Windows "windows"
        "A rule about each run that passes from a run to its parts: a clause for each shortest stretch that breaks it."
        "A run breaks the rule if and only if it has such a stretch as a part."
    Neighbours "neighbours"
        "A rule about each two touching regions to find is asked of the regions of each two neighbours."
        "Two regions touch if and only if two neighbours lie in one each."
    Owners "owners"
        "Regions to find that have one mark each: a variable for each cell that says whose it is."
        "Two cells are in one region if and only if they have the same mark."
    OfMarks "marks"
        "A rule about each region that has a mark is asked of each mark."
        "Regions and marks correspond one to one."
    MarkedRectangles "marked-rectangles"
        "Regions to find that are rectangles with one mark each: all ways to place them."
        "Every rectangle with one mark is listed."
    Polyominoes "polyominoes"
        "Regions to find of one small size, or of given shapes: all ways to place them."
        "Every connected set of this size is listed (Redelmeier 1981), or every image of a shape."
    Pieces "pieces"
        "Groups of which rules give the shapes, or some shapes for each: all ways to place each shape as a group of its own."
        "Every placement is listed."
    Rectangles "rectangles"
        "`each group g of A cells: g is a rectangle`, or a square: tests about blocks of two by two cells, and of sides."
        "A connected set is a rectangle if and only if no such block has three cells of it."
    Border "border"
        "`each group g of A: some border cell in g`: the cells are connected with the border, one propagator."
        "It is the rule."
    Checkerboards "checkerboards"
        "Cells of one kind are connected, and all others with the border: no block of two by two is a checkerboard."
        "A path between the two corners of one kind would cut the others off, in the plane."
    FewWays "few-ways"
        "So many cells of a room are shaded, and they are connected: a table of the ways in which they can lie."
        "No others are connected and so many."
    OneRegion "one-region"
        "That cells lie in one region to find is asked of neighbours among them, as far as these connect them."
        "Being in one region is transitive."
    Different "different"
        "`all different` over variables: one propagator, domain consistent for narrow ones (Régin 1994)."
        "It is the rule."
    Cliques "cliques"
        "Variables that differ two by two: all of them are different, one propagator."
        "Every two of them differ."
    AllEqual "all-equal"
        "`all equal over groups g of A: …`: one variable that the number of each group equals."
        "Equality is transitive."
    Room "room"
        "Values with as much distance as they say, and regions that hold each value once: each leaves the others room."
        "It follows from the two rules."
    Displaced "displaced"
        "Amounts that cells pass on if they are tiles: a propagator for each cell in place of a sum for either case."
        "If no two adjacent cells are tiles, an amount goes one way."
    Sized "sized"
        "Groups of equal numbers that are as large as their number: one propagator."
        "It is the rule."
    Measured "measured"
        "A rule about each group that only compares sums over its members: a propagator of such rules."
        "It is the rule."
    Whole "whole"
        "What rules say of groups as a whole, such as that they are symmetric, and of sums over the same groups: one propagator more."
        "It holds if these rules hold."
    Sums "sums"
        "Sums over the groups of several cells: one propagator for all of them."
        "It is what the rules of the single groups say together."
    Implied "implied"
        "Parts of a rule about each group that follow from being a member, or from a rule about one variable, are left out."
        "They are implied."
    Visits "visits"
        "Whether a loop visits a cell or a corner is a variable, twice which is the number of its lines there."
        "A loop has two lines in each that it visits."
    NamedParts "named-parts"
        "A long sum within a formula, or a long disjunction within several, gets a variable."
        "The variable is defined as the part."
    ByValue "by-value"
        "One of several relations to a shared variable holds: a clause for each of its values."
        "The shared variable has one of these values."
    Clauses "clauses"
        "A disjunction of a few conjunctions of facts is multiplied out to clauses."
        "The law of distribution."
    Diagrams "diagrams"
        "A test of which little is left to know after each of its variables, as along a line: a decision diagram."
        "A path of the diagram is an assignment that passes the test, and what is left after some variables is the test with their values."
    Pairs "pairs"
        "A test of two variables with few values: the pairs that pass, where several wait for each other (`ties`, `cliques`)."
        "The pairs are those that pass."
    Joint "joint"
        "For a search that does not learn: what several tests say of the same few variables, or of some of them, whatever rules they are from: one table more."
        "It has the assignments that pass all of these."
    AsBefore "as-before"
        "A formula about two cells is evaluated once for all with the same values."
        "It depends on these values alone."
    Once "once"
        "What one rule says of two variables is posted once."
        "It would be the same again."
    Flat "flat"
        "For a search that learns: a test as clauses, with a variable for each part (Tseitin 1968)."
        "Each variable is defined as its part."
    Partial "partial"
        "For a search that learns: a long sum a few terms at a time, with a variable for each."
        "Each variable is defined as its part."
    Reach "reach"
        "A region may have only so many cells of a place: cells that it reaches only through more are not its."
        "A way from its mark takes a cell with every step."
    ShapePlacements "shape-placements"
        "A place of many cells has one of some shapes: a table of all ways."
        "Every way is listed."
    Cover "cover"
        "For a search that learns: each cell of a place with a shape is covered by one of its images."
        "It follows from the shape."
}
