#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how many new posts a second `bfa run` takes from blogs that publish all the time.

Usage: measure_run.py BUILD_DIRECTORY [--blogs N] [--rate POSTS_PER_SECOND] [--budget N] [--minutes N] [--archive DIR]

The server (build target news_server) is a process of its own. First all blogs are visited; then, for so many minutes, each line
says what the last half minute brought: posts that arrived, polls, CPU seconds of bfa a second, its memory, and how many
posts the archive is behind the server. Needs a release build with -DBFA_BUILD_TESTS=ON -DBFA_BUILD_BENCHMARKS=ON.
"""
import argparse
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")


def process_figures(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def counters(port):
    text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20).read().decode()
    return {name: float(value) for name, value in re.findall(r"^(bfa_\w+) ([-0-9.e+]+)$", text, re.M)}


def published(blogs, rate, seconds):
    """Posts that all blogs have after so many seconds, as tests/support/news_blogs.cc counts them."""
    return 5 * blogs + int(rate * seconds) + 1


def measure(options, bfa, server_port, folder, begun):
    archive, listing, log = options.archive or folder / "archive", folder / "blogs.opml", folder / "log"
    lines = "".join(f'<outline htmlUrl="http://b{i}.example/" text="b{i}"/>' for i in range(options.blogs))
    listing.write_text(f'<opml version="2.0"><body>{lines}</body></opml>')
    subprocess.run([bfa, "add", "-a", archive, listing], check=True, stdout=subprocess.DEVNULL)
    run = subprocess.Popen(
        [bfa, "run", "-a", archive, "--proxy", f"http://127.0.0.1:{server_port}", "--allow-private", "--delay", "0",
         "--no-media", "--budget", str(options.budget), "--blogs", "256", "--metrics", "127.0.0.1:0"]
        + (["--count-unchanged"] if options.count else []),
        stdout=subprocess.DEVNULL, stderr=log.open("w"))
    try:
        port = None
        while port is None:
            if run.poll() is not None:
                raise SystemExit(f"bfa run ended: {log.read_text()}")
            time.sleep(0.1)
            found = re.search(r"metrics at port (\d+)", log.read_text())
            port = int(found.group(1)) if found else None
        watch(options, run, port, begun)
    finally:
        run.send_signal(signal.SIGTERM)
        run.wait(60)


def watch(options, run, port, begun):
    print(f"{'seconds':>8} {'posts/s':>8} {'polls/s':>8} {'CPU':>6} {'RSS MB':>7} {'behind':>8}")
    first = last = None
    ends = None
    while ends is None or time.monotonic() < ends:
        time.sleep(options.step)
        try:
            now = counters(port)
        except OSError as error:
            print(f"no answer: {error}")
            continue
        cpu, memory = process_figures(run.pid)
        at = time.time()
        if ends is None and now.get("bfa_visits_total", 0) - now.get("bfa_polls_total", 0) >= 0 and \
                now.get("bfa_new_posts_total", 0) >= 5 * options.blogs and now.get("bfa_waiting", 1) < options.blogs / 20:
            print(f"all blogs were visited after {at - begun:.0f} s, {cpu:.0f} CPU s")
            ends = time.monotonic() + 60 * options.minutes
            first = (at, now, cpu)
        if last is not None:
            span = at - last[0]
            rate = {name: (now[name] - last[1][name]) / span for name in ("bfa_new_posts_total", "bfa_polls_total")}
            behind = published(options.blogs, options.rate, at - begun) - now["bfa_new_posts_total"]
            print(f"{at - begun:8.0f} {rate['bfa_new_posts_total']:8.1f} {rate['bfa_polls_total']:8.1f} "
                  f"{(cpu - last[2]) / span:6.2f} {memory:7.0f} {behind:8.0f}", flush=True)
        last = (at, now, cpu)
    span = last[0] - first[0]
    posts = last[1]["bfa_new_posts_total"] - first[1]["bfa_new_posts_total"]
    polls = last[1]["bfa_polls_total"] - first[1]["bfa_polls_total"]
    print(f"in {span:.0f} s: {posts / span:.1f} posts/s, {polls / span:.1f} polls/s, "
          f"{1000 * (last[2] - first[2]) / max(posts, 1):.2f} ms CPU a post, polls included")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--blogs", type=int, default=10000)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--budget", type=float, default=288)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--step", type=float, default=30)
    parser.add_argument("--count", action="store_true", help="with bfa run --count-unchanged")
    parser.add_argument("--archive", help="keep the archive in this new folder")
    options = parser.parse_args()
    begun = time.time()
    server = subprocess.Popen([options.build / "bench" / "news_server", str(options.blogs), str(options.rate)],
                              stdout=subprocess.PIPE, text=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            measure(options, options.build / "bin" / "bfa", int(server.stdout.readline()),
                    pathlib.Path(folder), begun)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


if __name__ == "__main__":
    main()
