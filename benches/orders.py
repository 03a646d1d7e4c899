#!/usr/bin/env python3
"""Compares variable orders and restarts of the depth-first search over many puzzles, and learning with it.

    benches/orders.py [--seconds N] [--seeds 0,1] QUADRILLE PUZZLE.toml...

Each puzzle is solved (is there one solution, several, none?) on one thread in each way. Prints a line for each way: how many
were not decided within the seconds, nodes and CPU seconds of all together (what was not decided counts with the limit), the
worst ratio of a puzzle to the best way of the table for it, among those that take more than a hundredth of a second in it,
and which puzzle that was. Shut the Box is solved without the fold.
"""

import argparse
import os
import pathlib
import re
import subprocess

ORDERS = ("last-conflict:dom/wdeg", "dom/wdeg", "conflict-ordering:dom/wdeg", "activity", "smallest")
WAYS = {f"{order}, {restarts}": ["--learn", "off", "--order", order, "--restarts", restarts]
        for order in ORDERS for restarts in ("never", "luby")}
WAYS["the default, learning"] = []


def solve(binary, path, way, seconds):
    """CPU seconds, nodes, and whether it was decided."""
    command = [binary, "solve", path, "--threads", "1", "--time", f"{seconds:g}s", "--stats", *way]
    if 'kind = "shut-the-box"' in pathlib.Path(path).read_text():
        command.append("--no-fold")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    nodes = re.search(r"^  nodes +([\d,]+)$", output, re.MULTILINE)
    # What is told of rules that clash is no part of the search.
    parts = [re.search(rf"^  {part} +([\d.]+)$", output, re.MULTILINE) for part in ("build", "root", "search")]
    spent = sum(float(part[1]) for part in parts if part)
    return spent, int(nodes[1].replace(",", "")) if nodes else 0, code in (0, 1, 3)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--seconds", type=float, default=5)
    arguments.add_argument("--seeds", default="0")
    arguments.add_argument("binary")
    arguments.add_argument("puzzles", nargs="+")
    options = arguments.parse_args()
    print("| order, restarts | not decided | nodes | seconds | worst ratio | of |")
    print("| --- | ---: | ---: | ---: | ---: | --- |")
    runs = {}
    for way, choice in WAYS.items():
        seeds = options.seeds.split(",") if choice else ["0"]
        for seed in seeds:
            name = way if seed == "0" else f"{way}, seed {seed}"
            flags = choice + (["--seed", seed] if seed != "0" else [])
            runs[name] = [solve(options.binary, path, flags, options.seconds) for path in options.puzzles]
    best = [min(of[at][0] for of in runs.values()) for at in range(len(options.puzzles))]
    for name, of in runs.items():
        ratios = [(spent / max(least, 0.001), path) for (spent, _, _), least, path in zip(of, best, options.puzzles) if spent > 0.01]
        ratio, path = max(ratios, default=(1, ""))
        cells = [
            name,
            str(sum(not decided for _, _, decided in of)),
            f"{sum(nodes for _, nodes, _ in of):,}",
            f"{sum(options.seconds if not decided else spent for spent, _, decided in of):,.1f}",
            f"{ratio:,.0f}",
            pathlib.Path(path).stem,
        ]
        print("| " + " | ".join(cells) + " |", flush=True)


main()
