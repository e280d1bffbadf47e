#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parses the same feeds with libbfa and with Python's feedparser (Debian: python3-feedparser), in one run.

usage: feed_peer.py BENCH_FEED FOLDER

BENCH_FEED is the built bench_feed, FOLDER one with feeds. Files count that feedparser reads as feeds of at least 4 KiB,
up to 8 MiB together. Prints CPU MB/s of both and the ratio. Exit codes: 0 done, 2 usage, 3 feedparser is not there.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

MIN_BYTES, MAX_BYTES = 4 << 10, 8 << 20


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        import feedparser
    except ImportError:
        print("feed_peer: feedparser is not installed for this Python", file=sys.stderr)
        return 3
    chosen, size, cpu = [], 0, 0.0
    for path in sorted(p for p in pathlib.Path(sys.argv[2]).rglob("*") if p.is_file()):
        data = path.read_bytes()
        start = data[:4096]
        if len(data) < MIN_BYTES or not any(mark in start for mark in (b"<rss", b"<feed", b"<rdf:RDF")):
            continue
        if size + len(data) > MAX_BYTES:
            continue
        begin = time.process_time()
        result = feedparser.parse(data)
        spent = time.process_time() - begin
        if not result.version:
            continue
        chosen.append(data)
        size += len(data)
        cpu += spent
    if not chosen:
        print("feed_peer: no feeds in that folder", file=sys.stderr)
        return 2
    folder = tempfile.mkdtemp()
    try:
        for i, data in enumerate(chosen):
            pathlib.Path(folder, f"{i:05}.xml").write_bytes(data)
        report = subprocess.run([sys.argv[1], "--benchmark_filter=^real$", "--benchmark_format=json"], check=True,
                                capture_output=True, env={**os.environ, "BFA_FEEDS": folder})
    finally:
        shutil.rmtree(folder)
    ours = json.loads(report.stdout)["benchmarks"][0]
    own_cpu = ours["cpu_time"] / 1000  # milliseconds
    print(f"{len(chosen)} feeds, {size} bytes")
    print(f"feedparser {feedparser.__version__}: {size / cpu / 1e6:8.2f} MB/s")
    print(f"libbfa:           {size / own_cpu / 1e6:8.2f} MB/s, {cpu / own_cpu:.1f} times as fast")
    return 0


if __name__ == "__main__":
    sys.exit(main())
