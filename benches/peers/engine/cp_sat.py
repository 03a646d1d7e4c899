"""The engine's examples as models for CP-SAT, with one worker.

    cp_sat.py EXAMPLE FILE SECONDS

Prints the result as a line and, as another, the CPU seconds from reading the file on: the import is not counted.
"""

import sys
import time

from ortools.sat.python import cp_model


class Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self, most=None):
        super().__init__()
        self.count, self.most = 0, most

    def on_solution_callback(self):
        self.count += 1
        if self.count == self.most:
            self.StopSearch()


class Question:
    """A model and the question about it."""

    def __init__(self, seconds):
        self.model = cp_model.CpModel()
        self.solver = cp_model.CpSolver()
        self.solver.parameters.num_workers = 1
        self.solver.parameters.max_time_in_seconds = seconds

    def count(self, most=None):
        """How many solutions there are, up to `most`; `None` if that is unknown."""
        self.solver.parameters.enumerate_all_solutions = True
        counter = Counter(most)
        status = self.solver.Solve(self.model, counter)
        done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or counter.count == most
        return counter.count if done else None

    def first(self):
        status = self.solver.Solve(self.model)
        return {cp_model.OPTIMAL: "found", cp_model.FEASIBLE: "found", cp_model.INFEASIBLE: "none"}.get(status)

    def best(self):
        status = self.solver.Solve(self.model)
        return round(self.solver.ObjectiveValue()) if status == cp_model.OPTIMAL else None


def numbers(text):
    return [int(word) for word in text.split()]


def queens(text, seconds):
    n, question = numbers(text)[0], Question(seconds)
    columns = [question.model.NewIntVar(1, n, "") for _ in range(n)]
    for slope in (-1, 0, 1):
        question.model.AddAllDifferent(column + slope * row for row, column in enumerate(columns))
    return question.count()


def sudoku(text, seconds):
    counts = []
    for line in text.split():
        question = Question(seconds)
        cells = [
            question.model.NewIntVar(*((int(sign),) * 2 if sign in "123456789" else (1, 9)), "") for sign in line[:81]
        ]
        for i in range(9):
            question.model.AddAllDifferent(cells[9 * i : 9 * i + 9])
            question.model.AddAllDifferent(cells[i::9])
            corner = 27 * (i // 3) + 3 * (i % 3)
            question.model.AddAllDifferent(cells[corner + 9 * (j // 3) + j % 3] for j in range(9))
        counts.append(question.count())
    return None if None in counts else ",".join(map(str, counts))


def quasigroup(text, seconds):
    question = Question(seconds)
    rows = [numbers(line) for line in text.splitlines() if line.strip()]
    most = len(rows) - 1
    cells = [[question.model.NewIntVar(max(v, 0), v if v >= 0 else most, "") for v in row] for row in rows]
    for line in [*cells, *zip(*cells)]:
        question.model.AddAllDifferent(line)
    return question.first()


def job_shop(text, seconds):
    question = Question(seconds)
    jobs, machines, *rest = numbers(text)
    horizon = sum(rest[1::2])
    end = question.model.NewIntVar(0, horizon, "")
    on_machine = [[] for _ in range(machines)]
    for job in range(jobs):
        ready = 0
        for place in range(machines):
            machine, duration = rest[2 * (job * machines + place) :][:2]
            start = question.model.NewIntVar(0, horizon, "")
            question.model.Add(start >= ready)
            on_machine[machine].append(question.model.NewFixedSizeIntervalVar(start, duration, ""))
            ready = start + duration
        question.model.Add(end >= ready)
    for tasks in on_machine:
        question.model.AddNoOverlap(tasks)
    question.model.Minimize(end)
    return question.best()


def knapsack(text, seconds):
    question = Question(seconds)
    items, capacities, *rest = numbers(text)
    take = [question.model.NewBoolVar("") for _ in range(items)]
    total = lambda factors: sum(factor * taken for factor, taken in zip(factors, take))
    for c in range(capacities):
        question.model.Add(total(rest[items * (c + 1) :][:items]) <= rest[items * (capacities + 1) + c])
    question.model.Maximize(total(rest[:items]))
    return question.best()


def golomb(text, seconds):
    n, question = numbers(text)[0], Question(seconds)
    marks = [question.model.NewIntVar(0, n * n if i else 0, "") for i in range(n)]
    distances = []
    for j in range(n):
        for i in range(j):
            distance = question.model.NewIntVar((j - i) * (j - i + 1) // 2, n * n, "")
            question.model.Add(distance == marks[j] - marks[i])
            distances.append(distance)
    question.model.AddAllDifferent(distances)
    if n > 2:
        question.model.Add(distances[0] < distances[-1])
    question.model.Minimize(marks[-1])
    return question.best()


def slitherlink(text, seconds):
    question = Question(seconds)
    rows = text.split()
    height, width = len(rows), len(rows[0])
    corner = lambda row, column: row * (width + 1) + column
    edges = {}
    for row in range(height + 1):
        for column in range(width + 1):
            for down, right in ((0, 1), (1, 0)):
                if row + down <= height and column + right <= width:
                    ends = corner(row, column), corner(row + down, column + right)
                    edges[ends] = question.model.NewBoolVar("")
    arcs, out = [], {}
    for (one, other), drawn in edges.items():
        there, back = question.model.NewBoolVar(""), question.model.NewBoolVar("")
        question.model.Add(there + back == drawn)
        arcs += [(one, other, there), (other, one, back)]
        out.setdefault(one, []).append(there)
        out.setdefault(other, []).append(back)
    off = [question.model.NewBoolVar("") for _ in range((height + 1) * (width + 1))]
    question.model.AddCircuit(arcs + [(at, at, stays) for at, stays in enumerate(off)])
    question.model.AddBoolOr(edges.values())
    for row, clues in enumerate(rows):
        for column, clue in enumerate(clues):
            if clue.isdigit():
                at = [corner(row + i, column + j) for i in (0, 1) for j in (0, 1)]
                sides = (at[0], at[1]), (at[2], at[3]), (at[0], at[2]), (at[1], at[3])
                question.model.Add(sum(edges[side] for side in sides) == int(clue))
    # Each loop is found in both directions: a third one belongs to another loop.
    count = question.count(3)
    return None if count is None else {0: "none", 2: "one"}.get(count, "several")


def main():
    example, path, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    with open(path) as file:
        text = file.read()
    started = time.process_time()
    result = globals()[example](text, seconds)
    print(result)
    print(time.process_time() - started)


main()
