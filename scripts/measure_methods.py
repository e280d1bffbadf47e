#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs extraction methods over a corpus of whole blogs and prints a table per method.

Usage: measure_methods.py CORPUS SCORER [--bfa FILE] [--methods A,B,...] [--work DIR] [--only HOST,...] [--jobs N]
                          [--no-feed] [--per-blog]

CORPUS has a folder a host, HOST.truth.json beside it, and manifest.json (host, start, all_feeds with path and file, and
`under`, the folder of the blog, where a host has several);
SCORER is the script that compares object lines with the truth. For every method three tables are printed: all posts,
posts in no feed, mean over blogs; then the lowest F1w of a blog. --no-feed gives the command no feed, and a list of
the blog's pages all the same. Exit codes: 0 done, 1 a command failed, 2 usage.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from urllib.parse import quote, urlsplit

CLOCK = "2024-01-01T00:00:00Z"
HTML = re.compile(rb"<(!doctype\s+html|html|head|body)\b", re.I)
REFRESH = re.compile(rb"http-equiv=[\"']?refresh", re.I)
FEED = re.compile(rb"<(rss|feed|rdf:rdf)\b", re.I)


def kind_of(path):
    with open(path, "rb") as file:
        head = file.read(3000)
    if FEED.search(head) and not HTML.search(head):
        return "feed"
    if REFRESH.search(head):
        return None  # a redirect, no page
    return "page" if path.suffix in (".html", ".htm") or HTML.search(head) else None


def pages_of(root, origin, under=""):
    """The lines of a page list: every page and feed in the folder `under` the host's."""
    lines = []
    for path in sorted((root / under.strip("/")).rglob("*")):
        if not path.is_file() or path.suffix not in ("", ".html", ".htm", ".php", ".asp", ".aspx", ".xml", ".rss", ".rdf", ".atom"):
            if not (path.is_file() and re.fullmatch(r"\.[^.]{5,}|\.\d+|\.\W.*", path.suffix)):
                continue
        kind = kind_of(path)
        if kind is None:
            continue
        place = "/" + path.relative_to(root).as_posix()
        place = re.sub(r"/index\.html?$", "/", place)
        line = {"url": origin + quote(place, safe="/%:@!$&'()*+,;=~-._"), "file": str(path)}
        if kind == "feed":
            line["kind"] = "feed"
        lines.append(line)
    return lines


def run_blog(options, blog, method, work):
    host = blog["host"]
    start = urlsplit(blog["start"])
    origin = f"{start.scheme}://{start.netloc}"
    name = host + blog.get("under", "").rstrip("/").replace("/", "_")
    pages = work / f"{name}.pages.jsonl"
    if not pages.exists():
        part = pages.with_suffix(f".{method}.part")
        part.write_text("".join(json.dumps(x) + "\n" for x in pages_of(options.corpus / host, origin, blog.get("under", ""))))
        part.replace(pages)
    feed = next(f for f in blog["all_feeds"] if f["path"] == blog["feed_path"])
    out = work / f"{name}.{method}.jsonl"
    command = [options.bfa, "extract", "--method", method, "--pages", pages, "--clock", CLOCK, "--timing",
               "--base", blog["start"] if options.no_feed else origin + feed["path"],
               "--template-out", work / f"{name}.{method}.template.json"]
    if not options.no_feed:
        command += ["--feed", str(options.corpus / host) + feed["file"]]
    with open(out, "wb") as sink:
        done = subprocess.run([str(x) for x in command], stdout=sink, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print(f"{host} {method}: exit {done.returncode}: {done.stderr.strip()}", file=sys.stderr)
        return None
    return out


def score(options, outs, *more):
    command = [sys.executable, options.scorer, options.corpus, *outs, *more]
    if options.only:
        command += ["--only", options.only]
    return subprocess.run([str(x) for x in command], capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("scorer", type=pathlib.Path)
    parser.add_argument("--bfa", default="build/release/bin/bfa")
    parser.add_argument("--methods", default="ensemble")
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-feed", action="store_true")
    parser.add_argument("--per-blog", action="store_true")
    options = parser.parse_args()
    work = options.work or pathlib.Path(tempfile.mkdtemp(prefix="measure_methods."))
    work.mkdir(parents=True, exist_ok=True)
    blogs = json.loads((options.corpus / "manifest.json").read_text())
    blogs = [b for b in blogs if not options.only or b["host"] in options.only.split(",")]
    failed = False
    rows = {"all": [], "in no feed": [], "mean over blogs": []}
    head = ""
    details = []
    for method in options.methods.split(","):
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            outs = list(pool.map(lambda blog, m=method: run_blog(options, blog, m, work), blogs))
        failed = failed or None in outs
        outs = [x for x in outs if x]
        figures = work / f"{method}.scores.json"
        for name, more in (("all", ["--json", figures]), ("in no feed", ["--not-in-feed"]),
                           ("mean over blogs", ["--by-blog"])):
            lines = [x for x in score(options, outs, *more).splitlines() if x.startswith("|")]
            head = "\n".join(lines[:2]).replace("| blog |", "| method |", 1)
            rows[name].append(lines[-1].replace("| all |", f"| {method} |", 1))
        per_blog = json.loads(figures.read_text())["blogs"]
        low = min(per_blog, key=lambda h: per_blog[h]["f1w"])
        details.append(f"{method}: lowest F1w of a blog {100 * per_blog[low]['f1w']:.1f} ({low})")
        if options.per_blog:
            details.append(score(options, outs, "--per-blog"))
    for name, lines in rows.items():
        print(f"### {name}\n{head}\n" + "\n".join(lines) + "\n")
    print("\n".join(details))
    return 1 if failed else 0


if __name__ == "__main__":
    os.umask(0o022)
    sys.exit(main())
