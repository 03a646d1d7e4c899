"""Z3 as a peer: values as Boolean variables, for its solver of finite domains; solutions are forbidden one by one."""

import time

import z3


class Z3:
    def __init__(self, model):
        self.model = model
        self.solver = z3.SolverFor("QF_FD")
        self.holds = []
        for v, (low, high) in enumerate(model.domains):
            if (low, high) == (0, 1):
                one = z3.Bool(f"v{v}")
                self.holds.append({1: one, 0: z3.Not(one)})
            else:
                values = {value: z3.Bool(f"v{v}={value}") for value in range(low, high + 1)}
                self.holds.append(values)
                self.exactly_one(values.values())
        for clause in model.clauses:
            self.post(clause)
        for variables in model.permutations:
            for value in range(1, len(variables) + 1):
                self.exactly_one([self.holds[v][value] for v in variables])
        for a, b in model.differing:
            for value in self.holds[a].keys() & self.holds[b].keys():
                self.solver.add(z3.Or(z3.Not(self.holds[a][value]), z3.Not(self.holds[b][value])))
        for number, (variables, automaton) in enumerate(model.automata):
            self.automaton(number, variables, *automaton)
        for (a, b), rows in model.tables:
            for first, second in ((a, b), (b, a)):
                for value in self.holds[first]:
                    partners = [(row[1] if first == a else row[0]) for row in rows if row[first == b] == value]
                    self.post([(first, value, False)] + [(second, partner, True) for partner in partners])
        for terms, total, given in model.linear:
            weighted = [
                (literal, factor * value)
                for factor, v in terms
                for value, literal in self.holds[v].items()
                if value and factor
            ]
            equation = z3.PbEq(weighted, total) if weighted else z3.BoolVal(total == 0)
            self.solver.add(z3.Or([equation] + [z3.Not(self.literal(literal)) for literal in given]))

    def exactly_one(self, literals):
        self.solver.add(z3.PbEq([(literal, 1) for literal in literals], 1))

    def literal(self, literal):
        variable, value, holds = literal
        positive = self.holds[variable].get(value, z3.BoolVal(False))
        return positive if holds else z3.Not(positive)

    def post(self, clause):
        self.solver.add(z3.Or([self.literal(literal) for literal in clause]))

    def automaton(self, number, variables, start, finals, arcs):
        """A Boolean for each state of a layered automaton: what it leads to, and what leads to it."""
        arcs_from = {}
        for source, symbol, target in arcs:
            arcs_from.setdefault(source, []).append((symbol, target))
        layer = [start]
        state = {start: z3.BoolVal(True)}
        for variable in variables:
            following, into = {}, {}
            for source in layer:
                for symbol, target in arcs_from.get(source, ()):
                    if symbol in self.holds[variable]:
                        if target not in following:
                            following[target] = z3.Bool(f"a{number}.{variable}.{target}")
                        into.setdefault(target, []).append((source, symbol))
            for source in layer:
                out = [(symbol, target) for symbol, target in arcs_from.get(source, ()) if target in following]
                here = z3.Not(state[source])
                self.solver.add(z3.Or([here] + [self.holds[variable][symbol] for symbol, _ in out]))
                for symbol, target in out:
                    self.solver.add(z3.Or(here, z3.Not(self.holds[variable][symbol]), following[target]))
            for target, ways in into.items():
                self.solver.add(z3.Or([z3.Not(following[target])] + [state[source] for source, _ in ways]))
                self.solver.add(z3.Or([z3.Not(following[target])] + [self.holds[variable][s] for _, s in ways]))
            if len(following) > 1:
                self.solver.add(z3.PbLe([(one, 1) for one in following.values()], 1))
            layer, state = list(following), following
        self.solver.add(z3.Or([state[final] for final in finals if final in state]))

    def search(self, seconds, found):
        """Calls `found` with each solution; returns whether these are all."""
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            self.solver.set("timeout", max(1, int(1000 * left)))
            status = self.solver.check()
            if status != z3.sat:
                return status == z3.unsat
            answer = self.solver.model()
            values = {
                v: next(value for value, one in self.holds[v].items() if z3.is_true(answer.eval(one, True)))
                for v in self.model.decisions
            }
            clause = self.model.refute(values)
            if clause is None:
                found(values)
                clause = self.model.other_than(values)
            self.post(clause)
        return False
