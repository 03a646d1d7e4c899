#!/usr/bin/env python3
"""Compares variable orders and restarts of the depth-first search over many puzzles, and learning with it.

    benches/orders.py [--nodes N] [--seconds N] [--seeds 0,1] QUADRILLE PUZZLE.toml...

Each way determines for each puzzle whether it has no, one or several solutions, on one thread. Prints a line for each
way: the number of puzzles not decided within the nodes (or the seconds, which should be enough), the sum of the nodes,
the largest ratio of nodes to those of the best way of the table, over puzzles with a thousand nodes or more, and the
puzzle that has it. Nodes are the same on every machine. Shut the Box is solved without the fold.
"""

import argparse
import pathlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

ORDERS = ["last-conflict:dom/wdeg", "dom/wdeg", "conflict-ordering:dom/wdeg", "activity", "smallest"]
WAYS = {f"{order}, never": ["--learn", "off", "--order", order, "--restarts", "never"] for order in ORDERS}
for order in ORDERS[:2]:
    WAYS[f"{order}, luby"] = ["--learn", "off", "--order", order, "--restarts", "luby"]
WAYS["the default, learning"] = []


def solve(binary, path, way, options):
    """Nodes, and whether it was decided."""
    command = [binary, "solve", path, "--threads", "1", "--nodes", str(options.nodes), "--time", f"{options.seconds:g}s"]
    if 'kind = "shut-the-box"' in pathlib.Path(path).read_text():
        command.append("--no-fold")
    run = subprocess.run([*command, "--stats", *way], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    nodes = re.search(r"^  nodes +([\d,]+)$", run.stdout, re.MULTILINE)
    return int(nodes[1].replace(",", "")) if nodes else 0, run.returncode in (0, 1, 3)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--nodes", type=int, default=20_000)
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--seeds", default="0")
    arguments.add_argument("binary")
    arguments.add_argument("puzzles", nargs="+")
    options = arguments.parse_args()
    runs = {}
    with ThreadPoolExecutor(2) as pool:
        for way, choice in WAYS.items():
            for seed in options.seeds.split(",") if choice else ["0"]:
                name = way if seed == "0" else f"{way}, seed {seed}"
                flags = choice + (["--seed", seed] if seed != "0" else [])
                runs[name] = list(pool.map(lambda path: solve(options.binary, path, flags, options), options.puzzles))
    best = [min(of[at][0] for of in runs.values() if of[at][1]) if any(of[at][1] for of in runs.values()) else None
            for at in range(len(options.puzzles))]
    print("| order, restarts | not decided | nodes | worst ratio | on |")
    print("| --- | ---: | ---: | ---: | --- |")
    for name, of in runs.items():
        rows = zip(of, best, options.puzzles)
        ratios = [(nodes / max(least, 1), path) for (nodes, _), least, path in rows if least is not None and nodes >= 1000]
        ratio, path = max(ratios, default=(1, ""))
        undecided = sum(not decided for _, decided in of)
        nodes = sum(nodes for nodes, _ in of)
        print(f"| {name} | {undecided} | {nodes:,} | {ratio:,.0f} | {pathlib.Path(path).stem} |")


main()
