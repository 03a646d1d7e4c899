"""Runs every solver on the same puzzles, alternating, and prints medians and ratios.

    compare.py [--markdown] [--by-puzzle] [--rounds N] [--seconds N] [--solvers a,b] QUADRILLE PUZZLE.toml...

Times are CPU seconds. Quadrille's are of the whole process; a peer's are from reading the file on: the start of its
interpreter and its imports are left out. What a solver does before its search (automata, posting, flattening) counts,
and is also shown apart. Memory is the peak of the largest process, a peer's interpreter included. Shut the Box is
solved without the fold. The exit code is 1 when solutions differ.

With `--by-puzzle` each puzzle has one line: milliseconds to the proof, ratio to Quadrille in brackets, and the
same for the search alone of each peer.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import puzzle as files
from peer import fingerprint
from puzzle import solution_picture

HERE = pathlib.Path(__file__).parent
PEERS = {"cp-sat": "CP-SAT", "gecode": "Gecode", "z3": "Z3"}


def run(command):
    """Output, exit code and CPU seconds of a command."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    return output, os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


def peak(command):
    """Peak megabytes of a command. GNU time starts it, since a process starts with the peak of its parent."""
    with tempfile.NamedTemporaryFile("r") as file:
        subprocess.run(["time", "-q", "-f", "%M", "-o", file.name, *command], stdout=subprocess.DEVNULL)
        return int(file.read()) / 1024


def quadrille(binary, path, seconds):
    command = [binary, "solve", path, "--time", f"{seconds:g}s"]
    if files.read(path)["kind"] == "shut-the-box":
        command.append("--no-fold")
    _, _, first = run(command + ["--limit", "1"])
    output, code, proof = run(command + ["--all", "--json"])
    lines = [json.loads(line) for line in output.splitlines()]
    pictures = {solution_picture(line) for line in lines if line["type"] == "solution"}
    complete = code in (0, 1, 3)
    return {
        "solutions": len(pictures),
        "complete": complete,
        "fingerprint": fingerprint(pictures),
        "build": None,
        "first": first if pictures else None,
        "proof": proof if complete else None,
        "spent": proof,
        "megabytes": peak(command + ["--all", "--json"]),
    }


def peer(name, path, seconds):
    # The limit is for the search; building the model may take as long again.
    command = ["timeout", f"{2 * seconds:g}", sys.executable, str(HERE / "peer.py"), name, path, str(seconds)]
    output, code, spent = run(command)
    if code == 124:
        keys = ("fingerprint", "build", "first", "proof", "megabytes")
        return {"solutions": 0, "complete": False, "spent": spent, **dict.fromkeys(keys)}
    if code:
        raise SystemExit(f"{' '.join(command)} ended with {code}")
    return json.loads(output)


def median(runs, key):
    known = [run[key] for run in runs if run[key] is not None]
    return statistics.median(known) if len(known) == len(runs) else None


def milliseconds(seconds):
    return "-" if seconds is None else f"{1000 * seconds:,.0f}" if seconds >= 0.0995 else f"{1000 * seconds:.1f}"


def with_ratio(runs, time, ours):
    """A time and its ratio to ours; for a solver that was stopped, the time that it had."""
    more = ""
    if time is None:
        time, more = max(run["spent"] for run in runs), "> "
    return more + milliseconds(time), more + f"{time / ours:,.1f}" if ours else "-"


def row(path, name, runs, ours):
    """The cells of a line of the table."""
    shown, ratio = with_ratio(runs, median(runs, "proof"), ours)
    found = f"{max(run['solutions'] for run in runs):,}" + ("" if all(run["complete"] for run in runs) else "+")
    before, first = median(runs, "build"), median(runs, "first")
    peak_of = median(runs, "megabytes")
    memory = "-" if peak_of is None else f"{peak_of:.0f}"
    return [pathlib.Path(path).stem, name, found, milliseconds(before), milliseconds(first), shown, ratio, memory]


def line(path, runs):
    """The cells of a line about all solvers; `runs` has Quadrille's first."""
    ours = median(runs["quadrille"], "proof")
    found = max(run["solutions"] for of in runs.values() for run in of)
    all_found = any(all(run["complete"] for run in of) for of in runs.values())
    cells = [pathlib.Path(path).stem, f"{found:,}" + ("" if all_found else "+")]
    for name, of in runs.items():
        proof = median(of, "proof")
        if name == "quadrille":
            cells.append(with_ratio(of, proof, None)[0])
        else:
            search = None if proof is None else proof - median(of, "build")
            cells.append("{} ({})".format(*with_ratio(of, proof, ours)))
            cells.append("-" if search is None else "{} ({})".format(*with_ratio(of, search, ours)))
    return cells


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--by-puzzle", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--solvers", default=",".join(PEERS))
    parser.add_argument("quadrille")
    parser.add_argument("puzzles", nargs="+")
    options = parser.parse_args()
    solvers = {"quadrille": lambda path: quadrille(options.quadrille, path, options.seconds)}
    for name in options.solvers.split(","):
        solvers[PEERS[name]] = lambda path, name=name: peer(name, path, options.seconds)
    if options.by_puzzle:
        head = ["puzzle", "solutions", "Quadrille"]
        for name in list(solvers)[1:]:
            head += [name, "its search"]
        widths, texts = [21, 9, 9] + [20, 16] * (len(solvers) - 1), 1
    else:
        head = ["puzzle", "solver", "solutions", "before the search ms", "first ms", "proof ms", "ratio", "MB"]
        widths, texts = [20, 10, 9, 20, 9, 9, 8, 5], 2

    def show(cells):
        if options.markdown:
            print("| " + " | ".join(cells) + " |", flush=True)
        else:
            columns = [cell.ljust(w) if i < texts else cell.rjust(w) for i, (cell, w) in enumerate(zip(cells, widths))]
            print("  ".join(columns), flush=True)

    show(head)
    if options.markdown:
        show(["---"] * texts + ["---:"] * (len(head) - texts))
    disagreed = False
    for path in options.puzzles:
        runs = {name: [] for name in solvers}
        for _ in range(options.rounds):
            for name, solve in solvers.items():
                # A solver that was stopped once is not run again.
                if all(run["complete"] for run in runs[name]):
                    runs[name].append(solve(path))
        answers = {
            (run["solutions"], run["fingerprint"]) for of in runs.values() for run in of if run["complete"]
        }
        ours = median(runs["quadrille"], "proof")
        if options.by_puzzle:
            show(line(path, runs))
        else:
            for name, of in runs.items():
                show(row(path, name, of, ours))
        if len(answers) > 1:
            disagreed = True
            print(f"{path}: the solutions differ: {sorted(answers)}", file=sys.stderr)
    sys.exit(disagreed)


if __name__ == "__main__":
    main()
