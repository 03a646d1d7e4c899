"""CP-SAT as a peer: posts a model and finds all of its solutions, with one worker."""

import time

from ortools.sat.python import cp_model

# A round continues until this many are refuted.
REFUTED = 20


class CpSat:
    def __init__(self, model):
        self.model = model
        self.solver_model = target = cp_model.CpModel()
        self.variables = [
            target.NewBoolVar("") if (low, high) == (0, 1) else target.NewIntVar(low, high, "")
            for low, high in model.domains
        ]
        self.literals = {}
        for clause in model.clauses:
            target.AddBoolOr([self.literal(literal) for literal in clause])
        for variables in model.permutations:
            for value in range(1, len(variables) + 1):
                target.AddExactlyOne(self.literal((variable, value, True)) for variable in variables)
        for a, b in model.differing:
            target.Add(self.variables[a] != self.variables[b])
        for variables, (start, finals, arcs) in model.automata:
            target.AddAutomaton([self.variables[v] for v in variables], start, finals, arcs)
        for variables, rows in model.tables:
            target.AddAllowedAssignments([self.variables[v] for v in variables], rows)
        for terms, total, given in model.linear:
            equation = target.Add(sum(factor * self.variables[v] for factor, v in terms) == total)
            if given:
                equation.OnlyEnforceIf([self.literal(literal) for literal in given])

    def literal(self, literal):
        variable, value, holds = literal
        low, high = self.model.domains[variable]
        if not low <= value <= high:
            return self.solver_model.NewConstant(not holds)
        if (low, high) == (0, 1):
            positive = self.variables[variable] if value else ~self.variables[variable]
        else:
            positive = self.literals.get((variable, value))
            if positive is None:
                positive = self.literals[variable, value] = self.solver_model.NewBoolVar("")
                self.solver_model.Add(self.variables[variable] == value).OnlyEnforceIf(positive)
                self.solver_model.Add(self.variables[variable] != value).OnlyEnforceIf(~positive)
        return positive if holds else ~positive

    def search(self, seconds, found, one_by_one=None):
        """Calls `found` with each solution until it returns true; whether these are all.

        One by one, each round forbids what the one before found: the default where a solution has many witnesses.
        Else a round finds all, once for each of their witnesses, until some are refuted: the next begins with the
        clauses that they break.
        """
        one_by_one = self.model.witnesses if one_by_one is None else one_by_one
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = not one_by_one
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            solver.parameters.max_time_in_seconds = left
            collector = Collector(self, found)
            status = solver.Solve(self.solver_model, collector)
            if collector.enough:
                return False
            if status == cp_model.INFEASIBLE or status == cp_model.OPTIMAL and not one_by_one:
                return True
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return False
            clauses = collector.refuting + [self.model.other_than(values) for values in collector.kept]
            for clause in clauses:
                self.solver_model.AddBoolOr([self.literal(literal) for literal in clause])
        return False


class Collector(cp_model.CpSolverSolutionCallback):
    """Passes on the solutions of one round; ends it when some were refuted."""

    def __init__(self, peer, found):
        super().__init__()
        self.peer, self.found = peer, found
        self.kept, self.refuting = [], []
        self.enough = False

    def on_solution_callback(self):
        values = {v: self.Value(self.peer.variables[v]) for v in self.peer.model.decisions}
        clause = self.peer.model.refute(values)
        if clause is not None:
            self.refuting.append(clause)
            if len(self.refuting) == REFUTED:
                self.StopSearch()
            return
        self.kept.append(values)
        if self.found(values):
            self.enough = True
            self.StopSearch()
