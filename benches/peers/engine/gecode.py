"""The engine's examples as models for Gecode, through MiniZinc.

    gecode.py EXAMPLE FILE SECONDS

Prints the result as a line and, as another, the CPU seconds of Gecode's interpreter: flattening is not counted. The
orders are those that its own examples take.
"""

import os
import resource
import subprocess
import sys
import tempfile

HEAD = "".join(f'include "{name}.mzn";\n' for name in ("alldifferent", "disjunctive", "subcircuit"))
WEIGHTED = "dom_w_deg, indomain_min"


def numbers(text):
    return [int(word) for word in text.split()]


def array(name, values):
    return f"array[1..{len(values)}] of var int: {name} = [{', '.join(map(str, values))}];"


def domain(value, low, high):
    return f"var {low}..{high}" if value is None else f"var {value}..{value}"


def queens(text):
    n = numbers(text)[0]
    slopes = "".join(
        f"constraint alldifferent([q[i] + {slope} * i | i in 1..{n}]) :: domain;\n" for slope in (-1, 0, 1)
    )
    return f"array[1..{n}] of var 1..{n}: q;\n{slopes}solve :: int_search(q, first_fail, indomain_min) satisfy;", "all"


def sudoku(line):
    lines = [f"{domain(int(s) if s in '123456789' else None, 1, 9)}: x{i};" for i, s in enumerate(line[:81])]
    for i in range(9):
        corner = 27 * (i // 3) + 3 * (i % 3)
        units = range(9 * i, 9 * i + 9), range(i, 81, 9), [corner + 9 * (j // 3) + j % 3 for j in range(9)]
        for unit in units:
            lines.append(f"constraint alldifferent([{', '.join(f'x{at}' for at in unit)}]) :: domain;")
    names = ", ".join(f"x{i}" for i in range(81))
    return "\n".join([*lines, f"solve :: int_search([{names}], {WEIGHTED}) satisfy;"]), "all"


def quasigroup(text):
    rows = [numbers(line) for line in text.splitlines() if line.strip()]
    n = len(rows)
    fixed = [
        f"constraint x[{i + 1}, {j + 1}] = {v};" for i, row in enumerate(rows) for j, v in enumerate(row) if v >= 0
    ]
    return f"""array[1..{n}, 1..{n}] of var 0..{n - 1}: x;
{"".join(fixed)}
constraint forall(i in 1..{n})(alldifferent([x[i, j] | j in 1..{n}]) :: domain);
constraint forall(j in 1..{n})(alldifferent([x[i, j] | i in 1..{n}]) :: domain);
solve :: int_search([x[i, j] | i, j in 1..{n}], {WEIGHTED}) satisfy;""", "first"


def job_shop(text):
    jobs, machines, *rest = numbers(text)
    horizon = sum(rest[1::2])
    lines = [f"var 0..{horizon}: objective;", f"array[1..{jobs * machines}] of var 0..{horizon}: s;"]
    on_machine = [[] for _ in range(machines)]
    for at in range(jobs * machines):
        machine, duration = rest[2 * at :][:2]
        on_machine[machine].append((at + 1, duration))
        last = (at + 1) % machines == 0
        lines.append(f"constraint s[{at + 1}] + {duration} <= {'objective' if last else f's[{at + 2}]'};")
    orders = 0
    for tasks in on_machine:
        starts, durations = (", ".join(map(str, each)) for each in zip(*((f"s[{t}]", d) for t, d in tasks)))
        lines.append(f"constraint disjunctive([{starts}], [{durations}]);")
        for i, (one, lasts) in enumerate(tasks):
            for other, other_lasts in tasks[:i]:
                orders += 1
                lines.append(f"var bool: b{orders};")
                lines.append(f"constraint b{orders} <-> s[{one}] + {lasts} <= s[{other}];")
                lines.append(f"constraint not b{orders} <-> s[{other}] + {other_lasts} <= s[{one}];")
    names = ", ".join(f"b{order + 1}" for order in range(orders))
    search = f"seq_search([bool_search([{names}], dom_w_deg, indomain_max), int_search([objective], input_order, indomain_min), int_search(s, smallest, indomain_min)])"
    return "\n".join([*lines, f"solve :: {search} minimize objective;"]), "best"


def knapsack(text):
    items, capacities, *rest = numbers(text)
    total = lambda factors: " + ".join(f"{factor} * x[{i + 1}]" for i, factor in enumerate(factors))
    lines = [f"array[1..{items}] of var 0..1: x;", f"var 0..{sum(rest[:items])}: objective;"]
    for c in range(capacities):
        lines.append(
            f"constraint {total(rest[items * (c + 1) :][:items])} <= {rest[items * (capacities + 1) + c]};"
        )
    lines.append(f"constraint objective = {total(rest[:items])};")
    return "\n".join([*lines, "solve :: int_search(x, dom_w_deg, indomain_max) maximize objective;"]), "best"


def golomb(text):
    n = numbers(text)[0]
    lines = [f"array[1..{n}] of var 0..{n * n}: m;", "constraint m[1] = 0;", f"var 0..{n * n}: objective;"]
    # If equal, one would only be another name of the other.
    lines.append(f"constraint objective >= m[{n}];")
    distances = []
    for j in range(2, n + 1):
        for i in range(1, j):
            distances.append(f"d{i}_{j}")
            lines.append(f"var {(j - i) * (j - i + 1) // 2}..{n * n}: d{i}_{j};")
            lines.append(f"constraint d{i}_{j} = m[{j}] - m[{i}];")
    lines.append(f"constraint alldifferent([{', '.join(distances)}]) :: domain;")
    if n > 2:
        lines.append(f"constraint {distances[0]} < {distances[-1]};")
    return "\n".join([*lines, "solve :: int_search(m, input_order, indomain_min) minimize objective;"]), "best"


def slitherlink(text):
    rows = text.split()
    height, width = len(rows), len(rows[0])
    corner = lambda row, column: row * (width + 1) + column + 1
    count = (height + 1) * (width + 1)
    lines, near = [f"array[1..{count}] of var 1..{count}: next;"], {at + 1: {at + 1} for at in range(count)}
    drawn = {}
    for row in range(height + 1):
        for column in range(width + 1):
            for down, right in ((0, 1), (1, 0)):
                if row + down <= height and column + right <= width:
                    one, other = corner(row, column), corner(row + down, column + right)
                    near[one].add(other)
                    near[other].add(one)
                    name = drawn[one, other] = f"e{one}_{other}"
                    lines.append(f"var bool: {name};")
                    lines.append(f"constraint {name} <-> (next[{one}] = {other} \\/ next[{other}] = {one});")
    for at, others in near.items():
        lines.append(f"constraint next[{at}] in {{{', '.join(map(str, sorted(others)))}}};")
    lines.append("constraint subcircuit(next);")
    any_drawn = " \\/ ".join(drawn.values())
    lines.append(f"constraint {any_drawn};")
    # Each loop in one direction: its first corner continues to the right.
    for at in range(1, count + 1):
        row, column = divmod(at - 1, width + 1)
        if row < height:
            earlier = [f"next[{other}] = {other}" for other in range(1, at)]
            below = at + width + 1
            lines.append(f"constraint next[{at}] != {below}" + "".join(f" \\/ not ({e})" for e in earlier) + ";")
    for row, clues in enumerate(rows):
        for column, clue in enumerate(clues):
            if clue.isdigit():
                at = [corner(row + i, column + j) for i in (0, 1) for j in (0, 1)]
                sides = (at[0], at[1]), (at[2], at[3]), (at[0], at[2]), (at[1], at[3])
                lines.append(f"constraint {' + '.join(f'bool2int({drawn[s]})' for s in sides)} = {clue};")
    names = ", ".join(drawn.values())
    search = f"bool_search([{names}], dom_w_deg, indomain_max)"
    return "\n".join([*lines, f"solve :: {search} satisfy;"]), "two"


MODELS = {name: globals()[name] for name in ("queens", "quasigroup", "job_shop", "knapsack", "golomb", "slitherlink")}


def run(model, question, seconds):
    """The solutions that Gecode reports, each as its last objective, and whether it finished."""
    with tempfile.TemporaryDirectory() as folder:
        source, flat = os.path.join(folder, "peer.mzn"), os.path.join(folder, "peer.fzn")
        with open(source, "w") as file:
            file.write(HEAD + model)
        flatten = ["minizinc", "-c", "--solver", "gecode", source, "--fzn", flat]
        subprocess.run(flatten, check=True, stderr=subprocess.DEVNULL)
        solutions = {"all": "0", "first": "1", "best": "0", "two": "2"}[question]
        command = ["fzn-gecode", "-n", solutions, "-time", str(round(1000 * seconds)), flat]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = output.count("----------")
    ended = "==========" in output or "UNSATISFIABLE" in output
    if question == "best":
        values = [line for line in output.splitlines() if line.startswith("objective = ")]
        return (values[-1].split()[-1].rstrip(";") if ended and values else None), spent
    if question == "first":
        return ("found" if found else "none" if ended else None), spent
    if question == "two":
        return ("several" if found > 1 else ["none", "one"][found] if ended else None), spent
    return (found if ended else None), spent


def main():
    example, path, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    with open(path) as file:
        text = file.read()
    if example == "sudoku":
        runs = [run(*sudoku(line), seconds) for line in text.split()]
        known = [result for result, _ in runs]
        print(None if None in known else ",".join(map(str, known)))
        print(sum(spent for _, spent in runs))
        return
    result, spent = run(*MODELS[example](text), seconds)
    print(result)
    print(spent)


main()
