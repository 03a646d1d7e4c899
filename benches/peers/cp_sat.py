"""The four puzzles for CP-SAT. Prints one line of JSON: solutions found, seconds, memory.

    cp_sat.py PUZZLE.toml [SECONDS]

Each solution is forbidden as it is found, and what the model leaves out (primes, numbers that occur twice, shapes in
pieces) is refuted as it turns up, until the solver says that there is nothing left. Shut the Box is solved without
the fold.
"""

import json
import resource
import sys
import time

from ortools.sat.python import cp_model

import automaton
import clues
import puzzle as files
from automaton import BLANK


class Peer:
    """A model, the variables that make two solutions different, and what is checked of each solution."""

    # Whether all solutions of the model are asked for at once, because few of them are refuted.
    at_once = True

    def __init__(self):
        self.model = cp_model.CpModel()
        self.decisions = []

    def refutation(self, value):
        """Clauses that a solution breaks, or nothing if it is one; `value` gives the value of a variable."""
        return []

    def equals(self, var, value):
        """A literal for var = value."""
        literals = self.__dict__.setdefault("literals", {})
        key = var.Index(), value
        if key not in literals:
            literal = self.model.NewBoolVar("")
            self.model.Add(var == value).OnlyEnforceIf(literal)
            self.model.Add(var != value).OnlyEnforceIf(~literal)
            literals[key] = literal
        return literals[key]

    def post(self, cells, start, finals, arcs):
        if start is None:
            self.model.AddBoolOr([])
        else:
            self.model.AddAutomaton(cells, start, finals, arcs)


class NumberCross4(Peer):
    def __init__(self, puzzle):
        super().__init__()
        regions = puzzle["regions"]
        height, width = len(regions), len(regions[0])
        model = self.model
        self.cells = [[model.NewIntVar(0, BLANK, "") for _ in range(width)] for _ in range(height)]
        self.decisions = sum(self.cells, [])
        for row in range(height):
            clue = clues.parse(puzzle["clues"][row])
            machine = clue.machine or automaton.prefix_machine(clue, width)
            start, step, accepts = automaton.row_machine(machine, 0)

            def beside(state, place, symbol):
                inner, before = state
                if before is not None and BLANK not in (before, symbol):
                    if (before == symbol) != (regions[row][place - 1] == regions[row][place]):
                        return None
                after = step(inner, place, symbol)
                return None if after is None else (after, symbol)

            symbols = [range(BLANK + 1)] * width
            word = automaton.layered(width, symbols, (start, None), beside, lambda s: accepts(s[0]))
            self.post(self.cells[row], *word)
        for row in range(height - 1):
            for column in range(width):
                a, b = self.cells[row][column], self.cells[row + 1][column]
                same = regions[row][column] == regions[row + 1][column]
                pairs = [
                    (x, y)
                    for x in range(BLANK + 1)
                    for y in range(BLANK + 1)
                    if (x == BLANK) != (y == BLANK) or BLANK not in (x, y) and (x == y) == same
                ]
                model.AddAllowedAssignments([a, b], pairs)


class NumberCross5(Peer):
    at_once = False

    def __init__(self, puzzle):
        super().__init__()
        regions = puzzle["regions"]
        height, width = len(regions), len(regions[0])
        locked = [[cell == "*" for cell in row] for row in puzzle.get("locked", [["."] * width] * height)]
        model = self.model
        names = sorted({name for row in regions for name in row})
        digit = {name: model.NewIntVar(1, 9, name) for name in names}
        self.cells = [[model.NewIntVar(1, 9 if locked[r][c] else BLANK, "") for c in range(width)] for r in range(height)]
        tile = [[self.equals(self.cells[r][c], BLANK) for c in range(width)] for r in range(height)]
        self.decisions = list(digit.values()) + sum(self.cells, [])
        self.clues = [clues.parse(text) for text in puzzle["clues"]]
        amounts, touching = {}, set()
        for r in range(height):
            for c in range(width):
                for s, d in files.neighbours(height, width, r, c):
                    if regions[r][c] < regions[s][d]:
                        touching.add((regions[r][c], regions[s][d]))
                    if (r, c) < (s, d):
                        model.AddBoolOr([~tile[r][c], ~tile[s][d]])
                    if not locked[r][c] and not locked[s][d]:
                        amount = model.NewIntVar(0, 9, "")
                        model.Add(amount == 0).OnlyEnforceIf(~tile[r][c])
                        amounts[r, c, s, d] = amount
                    elif regions[r][c] < regions[s][d]:
                        touching.add((regions[r][c], regions[s][d]))
        for a, b in sorted(touching):
            model.Add(digit[a] != digit[b])
        for r in range(height):
            for c in range(width):
                near = list(files.neighbours(height, width, r, c))
                arriving = [amounts[s, d, r, c] for s, d in near if (s, d, r, c) in amounts]
                leaving = [amounts[r, c, s, d] for s, d in near if (r, c, s, d) in amounts]
                own = digit[regions[r][c]]
                model.Add(self.cells[r][c] == own + sum(arriving)).OnlyEnforceIf(~tile[r][c])
                model.Add(sum(leaving) == own).OnlyEnforceIf(tile[r][c])
                # A cell exceeds its region's digit only beside a tile.
                beside = [tile[s][d] for s, d in near if (s, d, r, c) in amounts]
                still = [~t for t in beside] + [~tile[r][c]]
                model.Add(self.cells[r][c] == own).OnlyEnforceIf(still)
        for r, clue in enumerate(self.clues):
            symbols = [range(1, 10 if locked[r][c] else 11) for c in range(width)]
            machines = [m for m in (clue.machine, *clue.machines) if m]
            if not machines:
                machines = [automaton.prefix_machine(clue, width)]
            for machine in machines:
                start, step, accepts = automaton.row_machine(machine, 1)
                self.post(self.cells[r], *automaton.layered(width, symbols, start, step, accepts))
            if "palindrome" in puzzle["clues"][r]:
                self.mirror(self.cells[r], tile[r])

    def mirror(self, cells, tile):
        """Every run of a row reads the same from both ends."""
        for first in range(len(cells)):
            for last in range(first + 1, len(cells)):
                run = [~tile[i] for i in range(first, last + 1)]
                run += [tile[i] for i in (first - 1, last + 1) if 0 <= i < len(cells)]
                for i in range((last - first + 1) // 2):
                    self.model.Add(cells[first + i] == cells[last - i]).OnlyEnforceIf(run)

    def refutation(self, value):
        broken, seen = [], {}
        for r, clue in enumerate(self.clues):
            for place, number in runs([value(cell) for cell in self.cells[r]]):
                here = [(cell, value(cell)) for cell in self.cells[r][place[0] : place[1]]]
                if not clue.contains(number):
                    broken.append(here)
                elif number in seen:
                    broken.append(here + seen[number])
                # With the blanks at both ends it is this number.
                ends = [self.cells[r][i] for i in (place[0] - 1, place[1]) if 0 <= i < len(self.cells[r])]
                seen[number] = here + [(cell, BLANK) for cell in ends]
                if broken and broken[-1][: len(here)] == here:
                    broken[-1] = broken[-1] + [(cell, BLANK) for cell in ends]
        return [[~self.equals(cell, v) for cell, v in pairs] for pairs in broken]


def runs(row):
    """((first, after the last), number) of each run of digits."""
    at = 0
    while at < len(row):
        end = at
        while end < len(row) and row[end] != BLANK:
            end += 1
        if end > at:
            yield (at, end), int("".join(map(str, row[at:end])))
        at = end + 1


class BlockParty(Peer):
    def __init__(self, puzzle):
        super().__init__()
        regions = puzzle["regions"]
        height, width = len(regions), len(regions[0])
        model = self.model
        cells_of = {}
        for r in range(height):
            for c in range(width):
                cells_of.setdefault(regions[r][c], []).append((r, c))
        size = lambda cell: len(cells_of[regions[cell[0]][cell[1]]])
        all_cells = [(r, c) for r in range(height) for c in range(width)]
        holds = {(cell, k): model.NewBoolVar("") for cell in all_cells for k in range(1, size(cell) + 1)}
        self.decisions = list(holds.values())
        for cell in all_cells:
            model.AddExactlyOne(holds[cell, k] for k in range(1, size(cell) + 1))
        for members in cells_of.values():
            for k in range(1, len(members) + 1):
                model.AddExactlyOne(holds[cell, k] for cell in members)
        for r, c in all_cells:
            for k in range(1, size((r, c)) + 1):
                at_k = []
                for s, d in all_cells:
                    lined_up = puzzle["metric"] == "taxicab" or s == r or d == c
                    distance = abs(s - r) + abs(d - c)
                    if not distance or not lined_up or ((s, d), k) not in holds:
                        continue
                    if distance == k:
                        at_k.append(holds[(s, d), k])
                    elif distance < k and (s, d) > (r, c):
                        model.AddBoolOr([~holds[(r, c), k], ~holds[(s, d), k]])
                model.AddBoolOr([~holds[(r, c), k]] + at_k)
        for r, row in enumerate(puzzle.get("givens", [])):
            for c, given in enumerate(row):
                if given != ".":
                    model.AddBoolOr([holds[(r, c), int(given)]] if ((r, c), int(given)) in holds else [])


class ShutTheBox(Peer):
    def __init__(self, puzzle):
        super().__init__()
        grid = puzzle["grid"]
        self.height, self.width = height, width = len(grid), len(grid[0])
        model = self.model
        self.inside = inside = [[model.NewBoolVar("") for _ in range(width)] for _ in range(height)]
        self.decisions = sum(inside, [])
        self.root = None
        for r in range(height):
            for c in range(width):
                text = grid[r][c]
                number = text.strip("()[]")
                if text == ".":
                    continue
                if number.isdigit():
                    self.root = self.root or (r, c)
                    model.Add(inside[r][c] == 1)
                    block = [inside[s][d] for s in range(max(r - 1, 0), min(r + 2, height)) for d in range(max(c - 1, 0), min(c + 2, width))]
                    model.Add(sum(block) == int(number))
                else:
                    self.arrow(r, c, text)
        terms = []
        for r in range(height):
            for c in range(width):
                terms.append((1, inside[r][c]))
                for s, d in ((r, c + 1), (r + 1, c)):
                    if s < height and d < width:
                        terms.append((-1, self.all_of([inside[r][c], inside[s][d]])))
                if r + 1 < height and c + 1 < width:
                    a, b, e, f = (inside[r + i][c + j] for i in (0, 1) for j in (0, 1))
                    model.AddBoolOr([a, f, ~b, ~e])
                    model.AddBoolOr([~a, ~f, b, e])
                    terms.append((1, self.all_of([a, b, e, f])))
        model.Add(sum(factor * literal for factor, literal in terms) == 1)

    def all_of(self, literals):
        both = self.model.NewBoolVar("")
        self.model.AddBoolAnd(literals).OnlyEnforceIf(both)
        self.model.AddBoolOr([both] + [~literal for literal in literals])
        return both

    def arrow(self, r, c, letters):
        model, inside = self.model, self.inside
        model.Add(inside[r][c] == 0)
        steps = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
        rays = {}
        for letter, (down, right) in steps.items():
            ray = []
            s, d = r + down, c + right
            while 0 <= s < self.height and 0 <= d < self.width:
                ray.append(inside[s][d])
                s, d = s + down, d + right
            rays[letter] = ray
        longest = min(len(rays[letter]) for letter in letters)
        # One distance, at which all that are pointed at begin and the others have not begun.
        at = [model.NewBoolVar("") for _ in range(longest)]
        model.AddExactlyOne(at)
        for distance, chosen in enumerate(at):
            for letter, ray in rays.items():
                pointed = letter in letters
                empty = ray[:distance] if pointed else ray[: distance + 1]
                model.AddBoolAnd([~cell for cell in empty]).OnlyEnforceIf(chosen)
                if pointed:
                    model.AddImplication(chosen, ray[distance])

    def refutation(self, value):
        shape = [[value(cell) for cell in row] for row in self.inside]
        cuts = []
        for wanted in (1, 0):
            seen = set()
            for r in range(self.height):
                for c in range(self.width):
                    if shape[r][c] != wanted or (r, c) in seen:
                        continue
                    piece, queue, rim = {(r, c)}, [(r, c)], set()
                    edge = False
                    while queue:
                        s, d = queue.pop()
                        edge |= s in (0, self.height - 1) or d in (0, self.width - 1)
                        for near in files.neighbours(self.height, self.width, s, d):
                            if shape[near[0]][near[1]] != wanted:
                                rim.add(near)
                            elif near not in piece:
                                piece.add(near)
                                queue.append(near)
                    seen |= piece
                    if self.root in piece if wanted else edge:
                        continue
                    # Whoever is in here gets out over the rim.
                    literal = lambda cell: self.inside[cell[0]][cell[1]] if wanted else ~self.inside[cell[0]][cell[1]]
                    ways = [literal(cell) for cell in sorted(rim)]
                    cuts.extend([~literal(cell)] + ways for cell in sorted(piece))
        return cuts


KINDS = {
    "number-cross-4": NumberCross4,
    "number-cross-5": NumberCross5,
    "block-party": BlockParty,
    "shut-the-box": ShutTheBox,
}


class Collector(cp_model.CpSolverSolutionCallback):
    """Keeps the solutions of a run that enumerates."""

    def __init__(self, decisions):
        super().__init__()
        self.decisions = decisions
        self.solutions = []
        self.first = None

    def on_solution_callback(self):
        self.first = self.first or time.process_time()
        self.solutions.append({var.Index(): self.Value(var) for var in self.decisions})


def search(peer, limit):
    """(solutions, whether these are all, when the first was found)"""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = peer.at_once
    found, first = 0, None
    ends = time.monotonic() + limit
    while (left := ends - time.monotonic()) > 0:
        solver.parameters.max_time_in_seconds = left
        collector = Collector(peer.decisions)
        status = solver.Solve(peer.model, collector)
        if not collector.solutions and status == cp_model.INFEASIBLE:
            return found, True, first
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        clauses, good = [], 0
        for values in collector.solutions:
            broken = peer.refutation(lambda var: values[var.Index()])
            clauses += broken
            if not broken:
                good += 1
                first = first or collector.first
                if not peer.at_once:
                    peer.model.AddForbiddenAssignments(peer.decisions, [[values[v.Index()] for v in peer.decisions]])
        found = good if peer.at_once else found + good
        if peer.at_once and not clauses:
            return found, status == cp_model.OPTIMAL, first
        for clause in clauses:
            peer.model.AddBoolOr(clause)
    return found, False, first


def main():
    """Seconds are CPU time, which is all of it on one thread; the limit is in wall time."""
    path, limit = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 600.0
    started = time.process_time()
    puzzle = files.read(path)
    peer = KINDS[puzzle["kind"]](puzzle)
    built = time.process_time()
    solutions, complete, first = search(peer, limit)
    ended = time.process_time()
    print(json.dumps({
        "solutions": solutions,
        "complete": complete,
        "build": built - started,
        "first": first and first - started,
        "proof": ended - started,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }))


if __name__ == "__main__":
    main()
