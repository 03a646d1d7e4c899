"""Solves a puzzle with one of the peers and prints one line of JSON.

    peer.py cp-sat|z3|gecode PUZZLE.toml SECONDS

Seconds in the result are CPU seconds, which is all of it on one thread, from reading the file on; the limit is of wall
time for the search. `first` is when the first solution was found; for Gecode, which runs apart, that is known to the
clock's tick.
"""

import hashlib
import json
import os
import resource
import sys
import time

import puzzle as files
from kinds import KINDS


def solver(name):
    """Imported only when needed: they are large."""
    if name == "cp-sat":
        from cp_sat import CpSat as peer
    elif name == "z3":
        from z3_solver import Z3 as peer
    else:
        from gecode import Gecode as peer
    return peer


def fingerprint(pictures):
    """The hash of a set of pictures, in any order."""
    return hashlib.sha256("\n".join(sorted(map(" ".join, pictures))).encode()).hexdigest()[:16]


def main():
    name, path, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    started = time.process_time()
    model = KINDS[files.read(path)["kind"]](files.read(path))
    modelled = time.process_time() - started
    peer = solver(name)
    # The import is not counted.
    started = time.process_time() - modelled
    posted = peer(model)
    elapsed = lambda: time.process_time() - started + running_children()
    built = elapsed()
    pictures, first = [], []

    def found(values):
        if not pictures:
            first.append(elapsed())
        pictures.append(model.picture(values))

    complete = posted.search(seconds, found)
    spent = elapsed()
    usage = [resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    result = {
        "solutions": len(set(pictures)),
        "complete": complete,
        "fingerprint": fingerprint(set(pictures)),
        "build": built,
        "first": first[0] if first else None,
        "proof": spent if complete else None,
        "spent": spent,
        "megabytes": max(usage),
    }
    print(json.dumps(result))


def running_children():
    """CPU seconds of the processes that were started, ended or not."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = ended.ru_utime + ended.ru_stime
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        for child in file.read().split():
            with open(f"/proc/{child}/stat") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


if __name__ == "__main__":
    main()
