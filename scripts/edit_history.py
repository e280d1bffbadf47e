#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the posts of histories (../shared/history, unpacked) as lines for recheck_replay.

Usage: edit_history.py FOLDER > posts.tsv

A line: blog, published, first snapshot, last snapshot (seconds since 1970), and the edits, each as FROM-TO: the times of
the snapshots between which it was made. Only edits of the text, title, links or images count. The date is that of the
address, else the first of an HTML attribute datetime or article:published_time, else that of the first snapshot.
Standard library only.
"""
import calendar
import json
import pathlib
import re
import sys
import time

CONTENT = {"text", "title", "links", "images"}
IN_PATH = re.compile(r"(?:^|/)((?:19|20)\d\d)[/-](\d\d)(?:[/-](\d\d))?(?=[/-])")
IN_PAGE = re.compile(r"(?:datetime=|article:published_time\"? content=)[\"']?(\d{4})-(\d\d)-(\d\d)")


def seconds(year, month, day):
    return calendar.timegm((int(year), int(month), int(day or 1), 0, 0, 0))


def published(path, html, seen):
    match = IN_PATH.search(path) or IN_PAGE.search(html)
    if not match:
        return seen
    return min(seen, seconds(*match.groups()))


def read(folder, snapshots, number, path):
    for snapshot in reversed(snapshots[: number + 1]):
        file = folder / snapshot["dir"] / path
        if file.is_file():
            return file.read_text(encoding="utf-8", errors="replace")
    return ""


def posts_of(folder):
    history = json.loads((folder / "history.json").read_text(encoding="utf-8"))
    snapshots = history["snapshots"]
    times = [calendar.timegm(time.strptime(s["time"], "%Y-%m-%dT%H:%M:%SZ")) for s in snapshots]
    events = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines() if line.strip()]
    posts, now_at = [], {}
    for number, snapshot in enumerate(snapshots):
        here = {}
        told = {e["path"]: e for e in events if e["snapshot"] == number}
        for path in snapshot["post_paths"]:
            event = told.get(path, {})
            post = now_at.get(event.get("from_path", path))
            if post is None:
                post = {"published": published(path, read(folder, snapshots, number, path), times[number]),
                        "first": times[number], "edits": []}
                posts.append(post)
            elif event.get("event") in ("edited", "moved") and CONTENT & set(event.get("fields", [])):
                post["edits"].append((times[number - 1], times[number]))
            post["last"] = times[number]
            here[path] = post
        now_at = here
    return history["host"], posts


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for folder in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        if not (folder / "truth.jsonl").exists():
            continue
        host, posts = posts_of(folder)
        for post in posts:
            edits = ",".join(f"{a}-{b}" for a, b in post["edits"])
            print(host, post["published"], post["first"], post["last"], edits, sep="\t")


if __name__ == "__main__":
    main()
