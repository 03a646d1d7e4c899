"""Runs the engine's examples, CP-SAT and Gecode on the same instances, alternating, and prints medians of CPU seconds.

    compare.py [--rounds N] [--seconds N] [--solvers a,b] EXAMPLES EXAMPLE[=FILE]...

EXAMPLES is the folder of the built examples. An example without a file solves the small instance that is set here.
The exit code is 1 when results differ.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
PEERS = {"cp-sat": "CP-SAT", "gecode": "Gecode"}

# Small instances of our own.
OWN = {
    "queens": "9",
    "golomb": "8",
    "sudoku": "".join(
        str((3 * i + i // 3 + j) % 9 + 1) if (5 * i + 3 * j) % 7 < 2 else "." for i in range(9) for j in range(9)
    ),
    "quasigroup": "\n".join(
        " ".join(str((i + 2 * j) % 7 if (3 * i + j) % 4 == 0 else -1) for j in range(7)) for i in range(7)
    ),
    "job_shop": "3 3\n0 3 1 2 2 2\n0 2 2 1 1 4\n1 4 2 3 0 1\n",
    "knapsack": "6 2\n9 7 8 5 6 4\n5 4 6 3 4 2\n3 6 2 5 4 3\n13 12\n",
    "slitherlink": "3.3\n...\n2.2\n",
}


def run(command):
    """Output and CPU seconds of a command."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if code := os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{' '.join(command)} ended with {code}")
    return output, usage.ru_utime + usage.ru_stime


def ours(folder, example, path, seconds):
    """The result, in the words that the peers use, CPU seconds and nodes."""
    output, spent = run([str(folder / example), "--seconds", f"{seconds:g}", path])
    nodes = sum(int(count) for count in re.findall(r"(\d+) nodes", output))
    if re.search(r"stopped|\(.*limit|best before", output):
        result = None
    elif example in ("queens", "sudoku"):
        result = ",".join(re.findall(r"^(\d+) solutions$", output, re.MULTILINE))
    elif example == "quasigroup":
        result = "none" if "no solution" in output else "found"
    elif example == "slitherlink":
        result = "one" if "the only" in output else "several" if "one of several" in output else "none"
    else:
        told = {"job_shop": r"ends at (\d+)", "knapsack": r"profit (\d+)", "golomb": r"(\d+)\]"}[example]
        result = re.search(told, output)[1] if "proved" in output else None
    return result, spent, nodes


def peer(name, example, path, seconds):
    script = HERE / f"{name.replace('-', '_')}.py"
    output, _ = run([sys.executable, str(script), example, path, f"{seconds:g}"])
    result, spent = output.split()
    return (None if result == "None" else result), float(spent)


def cell(results, seconds, base=None):
    """A median in milliseconds and, in brackets, how many times `base` that is."""
    time = statistics.median(spent for _, spent in results)
    shown = f"{1000 * time:,.0f}" if time >= 0.0995 else f"{1000 * time:.1f}"
    ratio = f" ({time / base:,.1f})" if base else ""
    return ("> " if any(result is None for result, _ in results) else "") + shown + ratio


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--solvers", default=",".join(PEERS))
    arguments.add_argument("examples", type=pathlib.Path)
    arguments.add_argument("instances", nargs="*")
    options = arguments.parse_args()
    peers = options.solvers.split(",")
    print("| instance | result | nodes | Quadrille, ms |" + "".join(f" {PEERS[name]}, ms |" for name in peers))
    print("| --- | ---: | ---: | ---: |" + " ---: |" * len(peers))
    differ = False
    with tempfile.TemporaryDirectory() as folder:
        for instance in options.instances or OWN:
            example, _, path = instance.partition("=")
            if not path:
                path = os.path.join(folder, example)
                pathlib.Path(path).write_text(OWN[example])
            own, others = [], {name: [] for name in peers}
            for _ in range(options.rounds):
                *result, nodes = ours(options.examples, example, path, options.seconds)
                own.append(result)
                for name in peers:
                    others[name].append(peer(name, example, path, options.seconds))
            base = statistics.median(spent for _, spent in own)
            results = {result for runs in (own, *others.values()) for result, _ in runs if result is not None}
            differ |= len(results) > 1
            result = " / ".join(sorted(results)) or "?"
            name = f"{example} {pathlib.Path(path).stem}" if "=" in instance else example
            cells = [name, result if len(result) < 20 else "…", f"{nodes:,}", cell(own, options.seconds)]
            cells += [cell(runs, options.seconds, base) for runs in others.values()]
            print("| " + " | ".join(cells) + " |", flush=True)
    if differ:
        raise SystemExit("results differ")


main()
