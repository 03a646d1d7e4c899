"""Compares quadrille with CP-SAT on small random puzzles: solutions, and what is the same in all of them.

    differential.py QUADRILLE FOLDER PUZZLES SEED [KIND...]

Puzzles are made in batches, in FOLDER. A puzzle on which the two differ is kept there and named; the exit code is then
1. Shut the Box is solved without the fold.
"""

import collections
import json
import pathlib
import random
import subprocess
import sys

import puzzle as files
from cp_sat import CpSat
from kinds import KINDS
from random_puzzles import make

BATCH = 50
# Puzzles with more solutions, or witnesses of solutions, are skipped.
MOST, MOST_WITNESSES = 100, 20_000
SECONDS = 60


def by_peer(path):
    """The solutions as tuples of texts, or None when there are too many."""
    puzzle = files.read(path)
    model = KINDS[puzzle["kind"]](puzzle)
    solutions = set()
    witnesses = 0

    def found(values):
        nonlocal witnesses
        witnesses += 1
        solutions.add(model.picture(values))
        return len(solutions) > MOST or witnesses > MOST_WITNESSES

    return solutions if CpSat(model).search(SECONDS, found, one_by_one=False) else None


def by_quadrille(binary, paths, *options):
    """For each path: (solutions, its line of results)."""
    command = [binary, "solve", "--json", "--explain", "0", "--no-fold", *options, *paths]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    results = []
    for line in map(json.loads, output.stdout.splitlines()):
        if line["type"] == "result":
            results.append(([files.solution_picture(solution) for solution in line["solutions"]], line))
    if len(results) != len(paths):
        raise SystemExit(f"{len(paths)} puzzles, {len(results)} results, exit code {output.returncode}: {command[:8]}")
    return results


def differences(peer, listed, result, consensus):
    """The differences, in words."""
    if len(listed) != len(set(listed)):
        yield "a solution twice"
    if set(listed) != peer:
        yield f"quadrille has {len(set(listed))} solutions, CP-SAT {len(peer)}"
    if not result["verdict"]["exhausted"] or result["verdict"]["found"] != len(peer):
        yield f"the verdict is {result['verdict']['text']!r}, not {len(peer)} solutions"
    if peer:
        seen = [set(cell["seen"]) for row in consensus["consensus"]["cells"] for cell in row]
        of_each = [set(values) for values in zip(*peer)]
        if seen != of_each[-len(seen) :] or not consensus["consensus"]["complete"]:
            yield "the consensus differs"


def main():
    binary, folder, wanted, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    differing = 0
    for kind in sys.argv[5:] or KINDS:
        tally = collections.Counter()
        number = 0
        while tally["compared"] < wanted:
            batch = {}
            while len(batch) < min(BATCH, wanted - tally["compared"]):
                path = folder / f"{kind}-{seed}-{number}.toml"
                path.write_text(make(kind, random.Random(f"{kind} {seed} {number}")))
                number += 1
                peer = by_peer(path)
                if peer is None:
                    tally["too many"] += 1
                    path.unlink()
                elif not peer and number % 10:
                    # Most random Block Party puzzles have none: a tenth of these is enough.
                    path.unlink()
                else:
                    batch[str(path)] = peer
            all_of = by_quadrille(binary, batch, "--limit", str(10 * MOST))
            consensus_of = by_quadrille(binary, batch, "--consensus")
            for (path, peer), (listed, result), (_, consensus) in zip(batch.items(), all_of, consensus_of):
                tally["compared"] += 1
                tally["none" if not peer else "one" if len(peer) == 1 else "several"] += 1
                tally["solutions"] += len(peer)
                found = list(differences(peer, listed, result, consensus))
                if found:
                    differing += 1
                    print(f"{path}: {'; '.join(found)}", flush=True)
                else:
                    pathlib.Path(path).unlink()
        print(
            f"{kind}: {tally['compared']} puzzles agree or are named above ({tally['none']} without a solution, "
            f"{tally['one']} with one, {tally['several']} with several; {tally['solutions']} solutions); "
            f"of {number} drawn; {tally['too many']} with too many solutions passed over",
            flush=True,
        )
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
