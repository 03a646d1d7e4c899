#!/usr/bin/env python3
"""How the run time of the parts in a folder goes with the number of workers, worked out from their results.

    python3 simulate.py plan --start 0.02

Each worker that is free takes the next part, as Slurm and Ray do it. A part takes a time in proportion to the nodes that
it took, and --start seconds for the program to start and to build the model. With --long, a part that has run so long is
split into --into parts, and these wait like any others.
"""

import argparse
import heapq
import json
import pathlib


def run(times, workers, start, long=None, into=8):
    """When the last worker is done."""
    free = [0.0] * workers
    queue = list(reversed(times))
    waiting = []  # parts that come when others are split: when, time
    end = 0.0
    while queue or waiting:
        now = heapq.heappop(free)
        if not queue:
            came, time = heapq.heappop(waiting)
            now = max(now, came)
        else:
            time = queue.pop()
        if long is not None and time > long:
            done = now + start + long
            for _ in range(into):
                heapq.heappush(waiting, (done, (time - long) / into))
        else:
            done = now + start + time
        heapq.heappush(free, done)
        end = max(end, done)
    return end


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--start", type=float, default=0.02, help="seconds that each part costs beside its search")
    parser.add_argument("--total", type=float, help="seconds of all parts together; that of the results if left out")
    parser.add_argument("--long", type=float, help="seconds after which a part is split")
    parser.add_argument("--into", type=int, default=8)
    arguments = parser.parse_args()
    results = [json.loads(path.read_text()) for path in sorted(arguments.folder.glob("*.result"))]
    nodes = [result["nodes"] for result in results]
    total = arguments.total or sum(result["seconds"] for result in results)
    times = [total * number / sum(nodes) for number in nodes]
    times_sorted = sorted(times)
    print(f"{len(times)} parts, {total:.0f} s; shortest {times_sorted[0]:.3f} s, median "
          f"{times_sorted[len(times) // 2]:.3f} s, longest {times_sorted[-1]:.3f} s")
    print("workers  seconds  speed-up  busy")
    for workers in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000]:
        end = run(times, workers, arguments.start, arguments.long, arguments.into)
        print(f"{workers:7} {end:8.2f} {total / end:9.1f} {100 * total / end / workers:4.0f} %")


if __name__ == "__main__":
    main()
