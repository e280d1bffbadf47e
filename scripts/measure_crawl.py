#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures crawls of the blog corpus over HTTP: CPU per page, pages per second, and what the bytes cost at least.

Usage: measure_crawl.py BUILD_DIRECTORY [--corpus DIR] [--runs N] [--threads N] [--bfa PROGRAM]

Some blogs link to https addresses, which the server refuses: these are asked again at once, or the rate would be that of
waiting. A page is an answer with status 2xx to a task of kind page or home. CPU is user and system time of bfa alone: the server
(build target corpus_server) is a process of its own. The physical parts (build target crawl_parts) are measured on the
WARC files of the last run: the same records inflated, deflated, parsed and written with the bare libraries.
Needs a release build with -DBFA_BUILD_TESTS=ON -DBFA_BUILD_BENCHMARKS=ON. Prints a table; medians of the runs.
"""
import argparse
import json
import pathlib
import resource
import statistics
import subprocess
import tempfile
import time


def crawl(bfa, port, archive, starts, threads):
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        [bfa, "crawl", "-a", archive, "--json", "-q", "--no-media", "--delay", "0", "--allow-private",
         "--retry-wait", "1", "--threads", str(threads), "--proxy", f"http://127.0.0.1:{port}", *starts],
        capture_output=True, text=True,
    )
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"bfa crawl gave {done.returncode}: {done.stderr}")
    pages = fetched = 0
    for line in done.stdout.splitlines():
        event = json.loads(line)
        if event["event"] != "fetched":
            continue
        fetched += 1
        pages += event["task"] in ("page", "home") and 200 <= event.get("status", 0) < 300
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return {"pages": pages, "answers": fetched, "cpu_ms": 1000 * cpu / pages, "rate": pages / seconds}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path, default=pathlib.Path("../shared/corpus"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--bfa", type=pathlib.Path)
    options = parser.parse_args()
    bfa = options.bfa or options.build / "bin" / "bfa"
    starts = [blog["start"] for blog in json.loads((options.corpus / "manifest.json").read_text())]
    server = subprocess.Popen([options.build / "bench" / "corpus_server", options.corpus],
                              stdout=subprocess.PIPE, text=True)
    port = int(server.stdout.readline())
    runs = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            for number in range(options.runs):
                archive = pathlib.Path(folder) / str(number)
                runs.append(crawl(bfa, port, archive, starts, options.threads))
                print("run {}: {pages} pages of {answers} answers, {cpu_ms:.2f} ms CPU a page, {rate:.0f} pages/s"
                      .format(number + 1, **runs[-1]), flush=True)
            parts = json.loads(subprocess.run([options.build / "bench" / "crawl_parts", archive / "warc"],
                                              capture_output=True, text=True, check=True).stdout)
    finally:
        server.terminate()
        server.wait()
    pages = runs[-1]["pages"]
    print("\n| | median |\n|---|---|")
    print(f"| CPU a page | {statistics.median(run['cpu_ms'] for run in runs):.2f} ms |")
    print(f"| pages a second | {statistics.median(run['rate'] for run in runs):.0f} |")
    for name in ("inflate", "deflate", "html_parse", "write_sync"):
        print(f"| {name.replace('_', ' ')}, bare, a page | {parts[name + '_ms'] / pages:.3f} ms |")


if __name__ == "__main__":
    main()
