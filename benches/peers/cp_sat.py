"""CP-SAT as a peer: posts a model and finds all of its solutions, with one worker."""

import time

from ortools.sat.python import cp_model


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
        Else it is found once for each of them.
        """
        one_by_one = self.model.witnesses if one_by_one is None else one_by_one
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = not one_by_one
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            solver.parameters.max_time_in_seconds = left
            collector = Collector(self, found, one_by_one)
            status = solver.Solve(self.solver_model, collector)
            if not one_by_one:
                return status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and not collector.stopped
            if status == cp_model.INFEASIBLE:
                return True
            if collector.stopped or status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return False
            for clause in collector.clauses:
                self.solver_model.AddBoolOr([self.literal(literal) for literal in clause])
        return False


class Collector(cp_model.CpSolverSolutionCallback):
    """Hands on the solutions of one run, with the clauses that forbid them."""

    def __init__(self, peer, found, one_by_one):
        super().__init__()
        self.peer, self.found, self.one_by_one = peer, found, one_by_one
        self.clauses = []
        self.stopped = False

    def on_solution_callback(self):
        values = {v: self.Value(self.peer.variables[v]) for v in self.peer.model.decisions}
        clause = self.peer.model.refute(values)
        if clause is None:
            if self.found(values):
                self.stopped = True
                self.StopSearch()
            clause = self.peer.model.other_than(values)
        if self.one_by_one:
            self.clauses.append(clause)
