"""Solves puzzles by their addresses with Quadrille and another program, alternating, and prints a table.

    addresses.py [--markdown] [--by-genre] [--rounds N] [--seconds N] [--peer PROGRAM] QUADRILLE PUZZLES...

PUZZLES are files or folders of files. Every address in them counts once; a line of a table with tabs may also have a name
before it and, in milliseconds, the time that another program took.

PROGRAM is called with an address and must print its verdict, with the words "unique", "not unique" or "no answer", as
`run_solver` of cspuz_core does. Both run on one thread, each for the verdict with its proof. Times are CPU seconds of
the whole process, medians of the rounds. Without PROGRAM the times in the table are compared with. With --by-genre there
is a line for each name before an address: how many puzzles, their median times, the median, the 90th percentile and the
worst of the ratios, and how many of them each program did not solve in the time.

The exit code is 1 when two verdicts differ.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import threading

ADDRESS = re.compile(r'https?://[^\s"\\?]+\?\w+(?:/\w+)?/\d+/\d+/[^\s"\\]*')
# The more specific words first.
WORDS = [("not unique", "several"), ("unique", "one"), ("no answer", "none")]


def run(command, seconds):
    """Output and CPU seconds of a command, which is killed after twice that time."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    watch = threading.Timer(2 * seconds, process.kill)
    watch.start()
    output = process.stdout.read()
    watch.cancel()
    _, _, usage = os.wait4(process.pid, 0)
    return output, usage.ru_utime + usage.ru_stime


def quadrille(binary, address, seconds):
    """Verdict, CPU seconds, nodes."""
    command = [binary, "solve", address, "--json", "--threads", "1", "--time", f"{seconds:g}s"]
    output, spent = run(command, seconds)
    lines = [json.loads(line) for line in output.splitlines()]
    result = next((line for line in lines if line["type"] == "result"), None)
    if result is None:
        return None, spent, None
    verdict = result["verdict"]
    said = "several" if verdict["found"] > 1 else ["none", "one"][verdict["found"]] if verdict["exhausted"] else None
    return said, spent, result["statistics"]["nodes"]


def peer(program, address, seconds):
    output, spent = run([program, address], seconds)
    said = next((said for words, said in WORDS if words in output.lower()), None)
    return said, spent


def puzzles(paths):
    """Name, address and recorded seconds of every puzzle in some files."""
    seen = set()
    for path in map(pathlib.Path, paths):
        files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in files:
            for line in file.read_text(errors="replace").splitlines():
                cells = line.split("\t")
                told = [cell for cell in cells if re.fullmatch(r"\d+(\.\d+)?", cell)]
                for address in ADDRESS.findall(line):
                    if address in seen:
                        continue
                    seen.add(address)
                    query = address.split("?", 1)[1].split("/")
                    sides = [part for part in query[1:] if part.isdecimal()][:2]
                    name = cells[0] if len(cells) > 1 else "/".join([query[0], *sides])
                    yield name, address, float(told[0]) / 1000 if told else None


def shown(seconds):
    return "" if seconds is None else f"{seconds:.3f}"


def percentile(values, share):
    """The smallest value that so many of all do not exceed."""
    values = sorted(values)
    return values[max(0, -(-len(values) * share // 100) - 1)]


def summary(name, puzzles):
    """A line about puzzles, each with our time, the peer's, and whether each program solved it."""
    ours, theirs, solved, peer_solved = zip(*puzzles)
    milliseconds = [f"{1000 * statistics.median(times):.1f}" for times in (ours, theirs)]
    ratios = [time / other for time, other in zip(ours, theirs)]
    spread = [f"{value:.2f}" if value >= 0.1 else f"{value:.1g}" for value in (statistics.median(ratios), percentile(ratios, 90), max(ratios))]
    return [name, str(len(puzzles)), *milliseconds, *spread, f"{solved.count(False)}, {peer_solved.count(False)}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--by-genre", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--peer")
    parser.add_argument("binary")
    parser.add_argument("paths", nargs="+")
    wanted = parser.parse_args()

    head = ["puzzle", "verdict", "nodes", "Quadrille, s", "peer, s", "ratio"]
    widths = "{:24} {:9} {:>10} {:>13} {:>9} {:>7}"
    if wanted.by_genre:
        head = ["genre", "puzzles", "Quadrille, ms", "peer, ms", "ratio", "90th percentile", "worst", "not solved"]
        widths = "{:16} {:>7} {:>13} {:>9} {:>6} {:>15} {:>6} {:>10}"
    if wanted.markdown:
        row = lambda cells: print("| " + " | ".join(cells) + " |", flush=True)
        row(head)
        print("|" + "|".join("---" if title in ("puzzle", "verdict", "genre") else "--:" for title in head) + "|")
    else:
        row = lambda cells: print(widths.format(*cells), flush=True)
        row(head)
    ours, theirs, ratios, differ, genres = [], [], [], 0, {}
    for name, address, told in puzzles(wanted.paths):
        times, others = [], []
        verdict = other = nodes = None
        for _ in range(wanted.rounds):
            verdict, spent, nodes = quadrille(wanted.binary, address, wanted.seconds)
            times.append(spent)
            if wanted.peer:
                other, spent = peer(wanted.peer, address, wanted.seconds)
                others.append(spent)
        time = statistics.median(times)
        their_time = statistics.median(others) if others else told
        ours.append(time)
        note = ""
        if their_time is not None:
            theirs.append(their_time)
            ratios.append(time / their_time)
            note = f"{ratios[-1]:.2f}"
        if verdict and other and verdict != other:
            differ += 1
            note = f"{other}!"
        peer_time = shown(their_time) + ("" if other or not wanted.peer else " –")
        if wanted.by_genre:
            if their_time is None:
                sys.exit(f"no time of a peer for {address}: name a program with --peer")
            genres.setdefault(name, []).append((time, their_time, bool(verdict), bool(other or told)))
            if verdict and other and verdict != other:
                print(f"{address}: {verdict}, the peer says {other}", file=sys.stderr)
            continue
        row([name, verdict or "–", "" if nodes is None else f"{nodes:,}", shown(time), peer_time, note])
    if genres:
        by_ratio = lambda puzzles: statistics.median(time / other for time, other, *_ in puzzles)
        for name, puzzles_of in sorted(genres.items(), key=lambda genre: by_ratio(genre[1])):
            row(summary(name, puzzles_of))
        row(summary("all", sum(genres.values(), [])))
    print()
    print(f"{len(ours)} puzzles; median of Quadrille {1000 * statistics.median(ours):.1f} ms", end="")
    if theirs:
        print(f", of the peer {1000 * statistics.median(theirs):.1f} ms, of the ratios {statistics.median(ratios):.2f}")
    else:
        print()
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
