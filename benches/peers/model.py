"""A model that each solver's front end translates: variables and constraints as plain data."""


class Model:
    """Variables are numbered from 0; a literal is (variable, value, whether it holds).

    `decisions` are what makes two solutions different. `refute` is asked of each of them for what is cheaper to test
    than to state: a clause that it breaks, or None. With `witnesses` other variables are free within a solution.
    """

    def __init__(self):
        self.domains = []
        self.decisions = []
        self.clauses = []
        self.permutations = []
        self.differing = []
        self.automata = []
        self.tables = []
        self.linear = []
        self.witnesses = False
        self.refute = lambda values: None
        # What a solution shows: the decisions that are cells, and the text for a value of theirs.
        self.grid = []
        # What it has besides the grid: a variable for each name.
        self.named = {}
        self.show = str
        # How a solver without an order of its own chooses: variable and value, in MiniZinc's words.
        self.order = "dom_w_deg, indomain_min"

    def variable(self, low, high):
        self.domains.append((low, high))
        return len(self.domains) - 1

    def clause(self, literals):
        self.clauses.append(list(literals))

    def permutation(self, variables):
        """Each value from 1 to their number once."""
        self.permutations.append(list(variables))

    def differ(self, a, b):
        self.differing.append((a, b))

    def automaton(self, variables, automaton):
        """`automaton` is (start, finals, arcs), or None when there is no word."""
        if automaton is None:
            self.clause([])
        else:
            self.automata.append((list(variables), automaton))

    def table(self, variables, rows):
        self.tables.append((list(variables), rows))

    def equation(self, terms, total, given=()):
        """The sum of factor * variable is `total` if all literals of `given` hold."""
        self.linear.append((list(terms), total, list(given)))

    def conjunction(self, literals):
        """A 0/1 variable that is 1 if and only if all literals hold."""
        literals = list(literals)
        both = self.variable(0, 1)
        for literal in literals:
            self.clause([(both, 1, False), literal])
        self.clause([(both, 1, True)] + [negated(literal) for literal in literals])
        return both


    def other_than(self, values):
        """The clause that forbids a solution."""
        return [(variable, values[variable], False) for variable in self.decisions]

    def picture(self, values):
        """A solution as texts: those besides the grid, then those of the cells."""
        beside = [f"{name}={values[variable]}" for name, variable in sorted(self.named.items())]
        return (*beside, *(self.show(values[variable]) for variable in self.grid))


def negated(literal):
    variable, value, holds = literal
    return variable, value, not holds
