#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast Python iterates over the records of a WARC file, and what inflating the same file costs alone.

Usage: warc_iteration.py FILE...        ($BFA_LIBRARY names the library; the package is that of this tree)

CPU and elapsed seconds of the best of three runs: `for record in reader`, the same with type and address of each record,
`reader.headers()`, and for files of gzip zlib alone and `gzip -dc`. Figures of other programs that were measured beside these are compared by
that ratio. Elapsed seconds mean something when nothing else runs. Exit codes: 0 done, 2 usage.
"""
import pathlib
import resource
import subprocess
import sys
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "python"))
import bfa  # noqa: E402


def cpu(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def best(run, who=resource.RUSAGE_SELF):
    """(CPU seconds, elapsed seconds, what it gave): the least of three runs."""
    runs = []
    for _ in range(3):
        before, begun = cpu(who), time.perf_counter()
        given = run()
        runs.append((cpu(who) - before, time.perf_counter() - begun))
    return min(each[0] for each in runs), min(each[1] for each in runs), given


def records(path):
    with bfa.WarcReader(path) as reader:
        return sum(1 for _ in reader)


def looks(path):
    with bfa.WarcReader(path) as reader:
        return sum(1 for record in reader if record.type and record.url is not None)


def headers(path):
    with bfa.WarcReader(path) as reader:
        return sum(1 for _ in reader.headers())


def zlib_alone(path):
    members = 0
    with open(path, "rb") as file:
        rest = file.read(1 << 18)
        while rest:
            member = zlib.decompressobj(31)
            while rest and not member.eof:
                member.decompress(rest)
                rest = member.unused_data or file.read(1 << 18)
            members += 1
    return members


def inflate(path):
    return subprocess.run(["gzip", "-dc", path], check=True, stdout=subprocess.DEVNULL).returncode


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    for path in sys.argv[1:]:
        for name, run in (("records", records), ("type and address", looks), ("headers", headers)):
            used, elapsed, count = best(lambda: run(path))
            print(f"{path}: {name}: {used:.3f} CPU s, {elapsed:.3f} s, {count} records, {count / elapsed:.0f} a second", flush=True)
        if path.endswith(".gz"):
            used, _, count = best(lambda: zlib_alone(path))
            print(f"{path}: zlib alone: {used:.3f} CPU s, {count} members", flush=True)
            print(f"{path}: gzip -dc: {best(lambda: inflate(path), resource.RUSAGE_CHILDREN)[0]:.3f} CPU s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
