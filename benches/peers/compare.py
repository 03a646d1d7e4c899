"""Runs every solver on the same puzzles, alternating, and prints medians and ratios.

    compare.py QUADRILLE ROUNDS SECONDS PUZZLE.toml...

Times are CPU seconds. Quadrille's are of the whole process; a peer's are from reading the file on, its interpreter's
start and imports left out, and building the model is shown apart.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys

import puzzle as files

HERE = pathlib.Path(__file__).parent


def children_time(command):
    """Output, exit code, CPU seconds and peak megabytes of a command."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    return output, os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def quadrille(binary, path, seconds):
    fold = ["--no-fold"] if files.read(path)["kind"] == "shut-the-box" else []
    limits = ["--time", f"{seconds:g}s"]
    _, _, first, _ = children_time([binary, "solve", path, *fold, "--limit", "1", *limits])
    output, code, proof, megabytes = children_time([binary, "solve", path, *fold, "--count", *limits])
    words = output.split()
    solutions = {0: 1, 1: 0}.get(code)
    if code == 3:
        solutions = next((int(w.replace(",", "")) for w in words if w.replace(",", "").isdigit()), None)
    return {"solutions": solutions, "complete": code in (0, 1, 3), "build": None, "first": first, "proof": proof, "megabytes": megabytes}


def cp_sat(path, seconds):
    command = [sys.executable, str(HERE / "cp_sat.py"), path, str(seconds)]
    output, code, _, _ = children_time(command)
    if code:
        raise SystemExit(f"{' '.join(command)} ended with {code}")
    return json.loads(output)


def main():
    binary, rounds, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    solvers = {
        "quadrille": lambda path: quadrille(binary, path, seconds),
        "CP-SAT": lambda path: cp_sat(path, seconds),
    }
    print(f"{'puzzle':<22} {'solver':<10} {'solutions':>9} {'build s':>9} {'first s':>9} {'proof s':>9} {'MB':>6} {'ratio':>8}")
    disagreed = False
    for path in sys.argv[4:]:
        runs = {name: [] for name in solvers}
        for _ in range(rounds):
            for name, solve in solvers.items():
                runs[name].append(solve(path))
        counts = {run["solutions"] for of in runs.values() for run in of if run["complete"]}
        if len(counts) > 1:
            disagreed = True
            print(f"{path}: the answers differ: {sorted(counts, key=str)}")
        ours = None
        for name, of in runs.items():
            median = lambda key: statistics.median([run[key] for run in of if run[key] is not None] or [float("nan")])
            proof = median("proof")
            ours = ours or proof
            note = "" if all(run["complete"] for run in of) else "  stopped"
            print(
                f"{pathlib.Path(path).stem:<22} {name:<10} {str(of[0]['solutions']):>9} {median('build'):>9.3f} "
                f"{median('first'):>9.3f} {proof:>9.3f} {median('megabytes'):>6.0f} {proof / ours:>7.1f}x{note}"
            )
    sys.exit(disagreed)


if __name__ == "__main__":
    main()
