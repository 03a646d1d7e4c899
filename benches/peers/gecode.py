"""Gecode as a peer, through MiniZinc: writes a model, flattens it, and reads the solutions of its interpreter.

Values are counted from 1, as `regular` wants them. Solutions that `refute` rejects, and those that differ in witnesses
only, are left out as they come.
"""

import os
import re
import signal
import subprocess
import tempfile
import threading

HEAD = 'include "regular.mzn";\ninclude "table.mzn";\ninclude "alldifferent.mzn";\n'


class Gecode:
    def __init__(self, model):
        self.model = model
        self.boolean = [domain == (0, 1) for domain in model.domains]
        self.folder = tempfile.TemporaryDirectory()
        source, self.flat, shown = (os.path.join(self.folder.name, "peer" + end) for end in (".mzn", ".fzn", ".ozn"))
        with open(source, "w") as file:
            file.write(self.text())
        self.run(["minizinc", "-c", "--solver", "gecode", source, "--fzn", self.flat, "--ozn", shown])
        # What flattening already knows: a value, or another variable that is the same.
        with open(shown) as file:
            self.known = dict(re.findall(r"(v\d+) *= *(\w+);", file.read()))

    def text(self):
        model, lines = self.model, [HEAD]
        for v, (low, high) in enumerate(model.domains):
            lines.append(f"var bool: v{v};" if self.boolean[v] else f"var 1..{high - low + 1}: v{v};")
        for clause in model.clauses:
            lines.append(f"constraint {self.any_of(clause)};")
        for variables in model.permutations:
            lines.append(f"constraint alldifferent([{self.names(variables)}]) :: domain;")
        for a, b in model.differing:
            lines.append(f"constraint v{a} + {model.domains[a][0]} != v{b} + {model.domains[b][0]};")
        for variables, automaton in model.automata:
            lines.append(self.regular(variables, *automaton))
        declared = {}
        for variables, rows in model.tables:
            lows = [model.domains[v][0] for v in variables]
            shifted = tuple(tuple(value - low + 1 for value, low in zip(row, lows)) for row in rows)
            if shifted not in declared:
                declared[shifted] = f"t{len(declared)}"
                body = "|".join(",".join(map(str, row)) for row in shifted)
                size = f"1..{len(shifted)}, 1..{len(variables)}"
                lines.append(f"array[{size}] of int: {declared[shifted]} = [|{body}|];")
            lines.append(f"constraint table([{self.names(variables)}], {declared[shifted]});")
        for terms, total, given in model.linear:
            total -= sum(factor * (model.domains[v][0] - 1) for factor, v in terms if not self.boolean[v])
            sides = " + ".join(f"{factor}*{f'bool2int(v{v})' if self.boolean[v] else f'v{v}'}" for factor, v in terms)
            equation = f"({sides or 0} = {total})"
            unless = "".join(f" \\/ {self.literal((v, value, not holds))}" for v, value, holds in given)
            lines.append(f"constraint {equation}{unless};")
        lines.append(self.search_plan())
        return "\n".join(lines)

    def names(self, variables):
        return ",".join(f"v{v}" for v in variables)

    def literal(self, literal):
        variable, value, holds = literal
        low, high = self.model.domains[variable]
        if not low <= value <= high:
            return "false" if holds else "true"
        if self.boolean[variable]:
            return f"v{variable}" if bool(value) == holds else f"not v{variable}"
        return f"v{variable} {'=' if holds else '!='} {value - low + 1}"

    def any_of(self, clause):
        return " \\/ ".join(self.literal(literal) for literal in clause) or "false"

    def regular(self, variables, start, finals, arcs):
        states = sorted({start, *finals, *(arc[0] for arc in arcs), *(arc[2] for arc in arcs)})
        number = {state: i for i, state in enumerate(states, 1)}
        (low,) = {self.model.domains[v][0] for v in variables}
        symbols = max(self.model.domains[v][1] for v in variables) - low + 1
        rows = [[0] * symbols for _ in number]
        for source, symbol, target in arcs:
            rows[number[source] - 1][symbol - low] = number[target]
        table = "|".join(",".join(map(str, row)) for row in rows)
        ends = "{" + ",".join(str(number[state]) for state in finals) + "}"
        size = f"{len(rows)}, {symbols}"
        return f"constraint regular([{self.names(variables)}], {size}, [|{table}|], {number[start]}, {ends});"

    def search_plan(self):
        """The decisions first, in the order that did best for this kind; then the rest."""
        sort = "bool" if self.boolean[self.model.decisions[0]] else "int"
        plans = [f"{sort}_search([{self.names(self.model.decisions)}], {self.model.order}, complete)"]
        if self.model.witnesses:
            rest = [v for v in range(len(self.model.domains)) if v not in set(self.model.decisions)]
            plans.append(f"int_search([{self.names(rest)}], dom_w_deg, indomain_min, complete)")
        shown = f"array[int] of var {sort}: decisions = [{self.names(self.model.decisions)}];\n"
        shown += "output [show(decisions)];"
        return f"{shown}\nsolve :: seq_search([{', '.join(plans)}]) satisfy;\n"

    def run(self, command, seconds=None, line_by_line=lambda line: None):
        """Runs a command to its end or its time limit; returns whether it finished."""
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        stop = threading.Timer(seconds, process.kill) if seconds else None
        if stop:
            stop.start()
        try:
            for line in process.stdout:
                line_by_line(line)
        finally:
            if stop:
                stop.cancel()
            process.stdout.close()
            code = process.wait()
        if code not in (0, -signal.SIGKILL):
            raise SystemExit(f"{' '.join(command)} ended with {code}")
        return code == 0

    def search(self, seconds, found):
        """Calls `found` with each solution; returns whether these are all."""
        seen, flat = set(), {}

        def read(line):
            if line.startswith("v"):
                name, value = line.rstrip(";\n").split(" = ")
                flat[name] = value
            elif line.startswith("-----"):
                values = {}
                for variable in self.model.decisions:
                    text, low = f"v{variable}", self.model.domains[variable][0]
                    while text.startswith("v"):
                        text = flat.get(text) or self.known[text]
                    values[variable] = int(text == "true") if self.boolean[variable] else int(text) + low - 1
                key = tuple(values.values())
                if key not in seen:
                    seen.add(key)
                    if self.model.refute(values) is None:
                        found(values)

        return self.run(["fzn-gecode", "-a", self.flat], seconds, read)
