#!/usr/bin/env python3
"""Solves the parts of a search on a Ray cluster, and merges their results.

    quadrille split PUZZLE --parts 3000 --out plan
    python3 ray_driver.py plan

Only this machine needs the folder: parts travel to the nodes as bytes, and so do results, and the program itself (the
nodes must be able to run it: same processor, same system). A part whose node dies is given to another. One that runs
longer than --long comes back with its checkpoint, and what is left of it is split. Interrupted, the driver takes up
where it was when it is started again.

With --shared, all nodes see the folder by the same path: a part is solved where it lies, and one whose node dies goes on
from its checkpoint on another.
"""

import argparse
import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import ray

STOPPED = 4  # quadrille's exit code when a limit came first


def die_with_parent():
    """Between fork and exec: no process continues a part that was given to another (Linux)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def run_part(program, name, files, seconds, shared):
    """On some node: solves the part `name`, in the folder `shared` if there is one, else from `files` (names and
    contents); its exit code, new files, and what it said."""
    with tempfile.TemporaryDirectory() as own:
        own = pathlib.Path(own)
        quadrille = own / "quadrille"
        quadrille.write_bytes(program)
        quadrille.chmod(0o755)
        for file, content in files.items():
            (own / file).write_bytes(content)
        part = pathlib.Path(shared or own) / name
        command = [quadrille, "solve", "--part", part, "--time", f"{seconds}s"]
        ran = subprocess.run(command, capture_output=True, text=True, preexec_fn=die_with_parent)
        news = {} if shared else {path.name: path.read_bytes() for path in own.glob("*.result*")}
        return ran.returncode, news, ran.stdout + ran.stderr


def write(path, content):
    """Writes a file whole or not at all."""
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(content)
    os.replace(new, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path, help="with the parts; results go there")
    parser.add_argument("--quadrille", default="quadrille", help="the program")
    parser.add_argument("--address", default="auto", help="of the Ray cluster")
    parser.add_argument("--long", type=float, default=600, help="seconds after which a part is split")
    parser.add_argument("--shared", action="store_true", help="all nodes see the folder by the same path")
    parser.add_argument("--into", type=int, default=8, help="parts that it is split into")
    arguments = parser.parse_args()

    found = subprocess.run(["which", arguments.quadrille], capture_output=True, text=True, check=True)
    program_path = found.stdout.strip()
    ray.init(address=arguments.address, log_to_driver=False)
    program = ray.put(pathlib.Path(program_path).read_bytes())
    # Ray gives a task that its node took along to another node by itself.
    solve = ray.remote(num_cpus=1, max_retries=100)(run_part)

    shared = str(arguments.folder.resolve()) if arguments.shared else None
    known, running, failed = set(), {}, []

    def submit(path):
        saved = path.parent.glob(f"{path.stem}.result.checkpoint*")
        files = {} if shared else {file.name: file.read_bytes() for file in [path, *saved]}
        running[solve.remote(program, path.name, files, arguments.long, shared)] = path

    def submit_new():
        for path in sorted(arguments.folder.glob("*.part")):
            if path not in known:
                known.add(path)
                if not path.with_suffix(".result").exists():
                    submit(path)

    submit_new()
    while running:
        ready, _ = ray.wait(list(running), num_returns=1, timeout=10)
        for reference in ready:
            path = running.pop(reference)
            try:
                code, files, said = ray.get(reference)
            except ray.exceptions.RayError as error:
                print(f"{path}: lost ({type(error).__name__}), given out again", flush=True)
                submit(path)
                continue
            if code in (0, STOPPED):
                # The checkpoint itself last: it tells of the file of solutions beside it.
                for name in sorted(files, key=lambda name: name.endswith(".checkpoint")):
                    write(path.with_name(name), files[name])
            if code == STOPPED:
                command = [program_path, "split", path, "--parts", str(arguments.into)]
                split = subprocess.run(command, capture_output=True, text=True)
                print(f"{path}: runs long, {split.stdout.strip() or split.stderr.strip()}", flush=True)
                if split.returncode != 0:
                    failed.append(path)
                submit_new()
            elif code != 0:
                print(f"{path}: failed with code {code}: {said.strip()}", flush=True)
                failed.append(path)
    if failed:
        sys.exit(f"{len(failed)} parts failed")
    sys.exit(subprocess.run([program_path, "merge", arguments.folder]).returncode)


if __name__ == "__main__":
    main()
