#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast Python iterates over the records of a WARC file, and what inflating the same file costs alone.

Usage: warc_iteration.py FILE...        ($BFA_LIBRARY names the library; the package is that of this tree)

CPU seconds of the best of three runs: `for record in reader`, `reader.headers()`, and `gzip -dc` for files of gzip. Figures of other
programs that were measured beside `gzip -dc` are compared by that ratio. Exit codes: 0 done, 2 usage.
"""
import pathlib
import resource
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "python"))
import bfa  # noqa: E402


def cpu(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def best(run, who=resource.RUSAGE_SELF):
    """(CPU seconds, what it gave) of the fastest of three runs."""
    runs = []
    for _ in range(3):
        before = cpu(who)
        given = run()
        runs.append((cpu(who) - before, given))
    return min(runs)


def records(path):
    with bfa.WarcReader(path) as reader:
        return sum(1 for _ in reader)


def headers(path):
    with bfa.WarcReader(path) as reader:
        return sum(1 for _ in reader.headers())


def inflate(path):
    return subprocess.run(["gzip", "-dc", path], check=True, stdout=subprocess.DEVNULL).returncode


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    for path in sys.argv[1:]:
        for name, run in (("records", records), ("headers", headers)):
            seconds, count = best(lambda: run(path))
            print(f"{path}: {name}: {seconds:.3f} CPU s, {count} records, {count / seconds:.0f} a second", flush=True)
        if path.endswith(".gz"):
            print(f"{path}: gzip -dc: {best(lambda: inflate(path), resource.RUSAGE_CHILDREN)[0]:.3f} CPU s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
