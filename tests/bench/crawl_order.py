#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""crawl_order.py BFA SHARED [--corpus NAME]... [--order NAME]... [--host HOST]... [--json FILE]

Measures in how few requests each order of `bfa crawl --order` finds the posts of a blog. The blogs of
SHARED/corpus and SHARED/corpus2 are served by SHARED/tools/serve.py on loopback, and each is crawled whole
in each order, without media, with --seed and --clock: two runs give the same figures.

A post is what the crawl stored as one, at an address that was asked for; one order may reach a few posts under another of their
addresses, so that their number, not their names, is compared with the largest of the orders. A request is an answer that the
crawl got, robots.txt, feeds and sitemaps included. Printed for each blog: the requests until 90 % of its
posts were fetched, in each order, their ratio to the first order, and the ratio that a crawl would have that
knew all posts beforehand (`floor`). `posts` in the last lines: what each order stored."""

import argparse
import json
import math
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

SHARE = 0.9
CLOCK = "2026-01-01T00:00:00Z"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """serve.py for one corpus."""

    def __init__(self, shared, corpus, work):
        self.port = free_port()
        self.tls = work / ("tls-" + corpus)
        self.process = subprocess.Popen(
            [sys.executable, shared / "tools" / "serve.py", shared / corpus, "--port", str(self.port),
             "--tls-dir", self.tls, "--quiet"], stdout=subprocess.DEVNULL)
        for _ in range(200):
            try:
                with urllib.request.urlopen(self.request("/__stats"), timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("serve.py did not start")

    def request(self, path):
        return urllib.request.Request(f"http://127.0.0.1:{self.port}{path}",
                                      headers={"Host": "corpus.invalid"})

    def close(self):
        self.process.terminate()
        self.process.wait()


class Crawl:
    """What one crawl of one blog asked for, and which posts it stored."""

    def __init__(self, bfa, server, blog, order, work):
        archive = work / "archive"
        shutil.rmtree(archive, ignore_errors=True)
        host = blog["host"]
        target = f"127.0.0.1:{server.port}"
        command = [bfa, "crawl", "-a", archive, "--json", "--order", order, "--no-media", "--delay", "0",
                   "--allow-private", "--seed", "1", "--clock", CLOCK, "--cacert", server.tls / "ca.pem"]
        for name in (host, "www." + host, host.removeprefix("www.")):
            for port in (80, 443):
                command += ["--connect-to", f"{name}:{port}:{target}"]
        run = subprocess.run(command + [blog["start"]], capture_output=True, text=True)
        if run.returncode not in (0, 1, 4):
            raise SystemExit(f"{host}: bfa crawl ended with {run.returncode}: {run.stderr[-500:]}")
        self.asked, stored = [], set()
        for line in run.stdout.splitlines():
            event = json.loads(line)
            if event.get("event") == "fetched" and event.get("status", 0) != 0:
                self.asked.append(event["url"])
            elif event.get("event") == "object" and event.get("kind") == "post":
                stored.add(event["url"])
        self.stored = len(stored)
        self.posts = stored & set(self.asked)

    def requests_until(self, wanted):
        """Requests until so many of its posts were fetched; None when they never were."""
        seen = set()
        for number, url in enumerate(self.asked, 1):
            if url in self.posts:
                seen.add(url)
                if len(seen) >= wanted:
                    return number
        return None


def measure(args, work):
    rows = []
    for corpus in args.corpus:
        server = Server(args.shared, corpus, work)
        try:
            for blog in json.loads((args.shared / corpus / "manifest.json").read_text()):
                if args.host and blog["host"] not in args.host:
                    continue
                crawls = {order: Crawl(args.bfa, server, blog, order, work) for order in args.order}
                posts = max(len(crawl.posts) for crawl in crawls.values())
                wanted = math.ceil(SHARE * posts - 1e-9)
                rows.append({
                    "corpus": corpus, "host": blog["host"], "posts": posts,
                    "stored": {order: crawl.stored for order, crawl in crawls.items()},
                    "requests": {order: len(crawl.asked) for order, crawl in crawls.items()},
                    "until": {order: crawl.requests_until(wanted) for order, crawl in crawls.items()}})
                print_row(rows[-1], args.order)
        finally:
            server.close()
    return rows


def ratio(row, order, base):
    until = row["until"]
    return until[order] / until[base] if until[order] and until[base] else None


def print_row(row, orders):
    cells = [f"{row['until'][order] or '-':>6}" for order in orders]
    ratios = [ratio(row, order, orders[0]) for order in orders[1:]]
    cells += [f"{each:>6.2f}" if each is not None else "     -" for each in ratios]
    base = row["until"][orders[0]]
    floor = f"{math.ceil(SHARE * row['posts']) / base:>6.2f}" if base else "     -"
    print(f"{row['host']:<34}{row['posts']:>6}{row['requests'][orders[0]]:>7} {' '.join(cells)} {floor}",
          flush=True)


def summary(rows, orders):
    base = orders[0]
    whole = [row for row in rows if row["posts"] and all(row["until"][order] for order in orders)]
    print(f"{len(rows)} blogs, {sum(row['posts'] for row in rows)} posts; compared: {len(whole)} blogs")
    for order in orders:
        ratios = [ratio(row, order, base) for row in whole]
        until = sum(row["until"][order] for row in whole)
        first = sum(row["until"][base] for row in whole)
        of_all = sum(row["requests"][base] for row in whole)
        print(f"{order:<10} until 90 %: {until} requests ({until / first:.3f} of {base}'s, "
              f"{until / of_all:.3f} of {base}'s whole crawls); blogs: median {statistics.median(ratios):.3f}, "
              f"mean {statistics.mean(ratios):.3f}, at most 0.6: {sum(each <= 0.6 for each in ratios)}; "
              f"posts stored: {sum(row['stored'][order] for row in rows)}, "
              f"requests: {sum(row['requests'][order] for row in rows)}")
    least = sum(math.ceil(SHARE * row["posts"]) for row in whole)
    print(f"floor      {least} requests, {least / sum(row['until'][base] for row in whole):.3f} of {base}'s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("bfa", type=pathlib.Path)
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--corpus", action="append", help="default: corpus, corpus2")
    parser.add_argument("--order", action="append", help="default: breadth, stage, nearest; the first is compared with")
    parser.add_argument("--host", action="append", help="these blogs only")
    parser.add_argument("--json", type=pathlib.Path, help="the figures of each blog as JSON")
    args = parser.parse_args()
    args.corpus = args.corpus or ["corpus", "corpus2"]
    args.order = args.order or ["breadth", "stage", "nearest"]
    args.bfa = args.bfa.resolve()
    if not (args.shared / "tools" / "serve.py").is_file():
        raise SystemExit(f"{args.shared}: no collection of blogs there")
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(args, pathlib.Path(folder))
    summary(rows, args.order)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n")


main()
