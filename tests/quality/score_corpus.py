#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scores objects against the truth of a corpus of blogs.

Usage: score_corpus.py CORPUS OBJECTS.jsonl... [--not-in-feed] [--by-blog] [--per-blog] [--only HOST,...] [--json FILE]

OBJECTS: what `bfa extract` prints, or `bfa list --json --full`. CORPUS: manifest.json and HOST.truth.json, which
tests/data/corpus/README.md describes. The measures are those of docs/extraction-evaluation.md. All are shares from 0 to 1
in FILE, and percent in the table. A page is a post if the truth has it; a page without an object is none.
  f1w words of the text, s80 texts with f1w of at least 80 %, x texts exact but for white space, te titles, ae authors, de
  days, cf1 comments, ca their authors, pp and pr precision and recall of "is a post". Means over posts; cf1, ca, pp and pr
  over all of a blog. --by-blog: means over blogs. Exit codes: 0 scored, 2 usage.
"""
import argparse
import collections
import json
import pathlib
import re
import sys
import unicodedata
from urllib.parse import unquote, urlsplit

COLUMNS = ("f1w", "s80", "x", "te", "ae", "de", "cf1", "ca", "pp", "pr")
# Scripts without spaces between words: Thai, kana, CJK ideographs. A letter of them is a word.
LETTERS = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
WORD = re.compile(f"[{LETTERS}]|[^\\W{LETTERS}]+")
SAME_COMMENT = 0.8


def words(text):
    return collections.Counter(WORD.findall(unicodedata.normalize("NFKC", text or "").lower()))


def dice(a, b):
    whole = sum(a.values()) + sum(b.values())
    return 2 * sum((a & b).values()) / whole if whole else 1.0


def squeezed(text):
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text or ""))


def bare(text):
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text or "").casefold())


def names(text):
    return {bare(n) for n in re.split(r"[,;&|\n]|\s(?:and|und|et|y)\s", text or "")} - {""}


def page_key(url):
    """Host and path of a page, the same for all its spellings."""
    parts = urlsplit(url)
    path = re.sub(r"/index\.html?$", "/", unquote(parts.path or "/"))
    return parts.hostname or "", re.sub(r"\.html?$", "", path).rstrip("/") or "/"


def read_objects(files):
    """Objects by page, each with its comments, whether they come inside of it or on lines of their own."""
    objects, comments = {}, collections.defaultdict(list)
    for file in files:
        for line in pathlib.Path(file).read_text(encoding="utf-8").splitlines():
            value = json.loads(line)
            if value.get("kind") == "comment":
                of = value.get("post") or value.get("parent")
                if of:
                    comments[page_key(of)].append({"author": ", ".join(value.get("authors") or []), "text": value.get("text")})
            elif "url" in value:
                objects[page_key(value["url"])] = value
    for key, found in comments.items():
        if key in objects and not objects[key].get("comments"):
            objects[key]["comments"] = found
    return objects


def score_comments(truth, got):
    """(matched, in truth, got, authors right of those matched); each comment is matched once, the likest first."""
    wanted, found = [words(c["text"]) for c in truth], [words(c.get("text")) for c in got]

    def like(i, j):
        if wanted[i] or found[j]:
            return dice(wanted[i], found[j])
        return float(squeezed(truth[i]["text"]) == squeezed(got[j].get("text")))  # of signs only

    likely = sorted((-like(i, j), abs(i - j), i, j) for i in range(len(wanted)) for j in range(len(found)))
    matched, used = {}, set()
    for score, _, i, j in likely:
        if -score >= SAME_COMMENT and i not in matched and j not in used:
            matched[i] = j
            used.add(j)
    right = sum(names(truth[i]["author"]) == names(got[j].get("author")) for i, j in matched.items())
    return len(matched), len(truth), len(got), right


def score_post(truth, got):
    """The measures of one post."""
    wanted, text = truth["content_text"], (got or {}).get("text") or ""
    like = dice(words(wanted), words(text))
    got = got or {}
    return {"f1w": like, "s80": float(like >= 0.8), "x": float(squeezed(wanted) == squeezed(text)),
            "te": float(bare(truth["title"]) == bare(got.get("title")) and bool(got.get("title"))),
            "ae": float(names(truth["author"]) == names(", ".join(got.get("authors") or []))),
            "de": float(truth["date_published"][:10] == (got.get("published") or "")[:10])}


class Tally:
    """The sums of a blog, or of several."""

    def __init__(self):
        self.posts, self.comments, self.kinds = [], [0, 0, 0, 0], [0, 0, 0]

    def add(self, other):
        self.posts += other.posts
        self.comments = [a + b for a, b in zip(self.comments, other.comments)]
        self.kinds = [a + b for a, b in zip(self.kinds, other.kinds)]

    def figures(self):
        out = {c: sum(p[c] for p in self.posts) / len(self.posts) if self.posts else None for c in COLUMNS[:6]}
        hit, wanted, got, right = self.comments
        out["cf1"] = 2 * hit / (wanted + got) if wanted else None
        out["ca"] = right / hit if hit else None
        true, false, missing = self.kinds
        out["pp"] = true / (true + false) if true + false else None
        out["pr"] = true / (true + missing) if true + missing else None
        out["n"] = len(self.posts)
        return out


def score_blog(blog, truth, objects, not_in_feed):
    """The tally of one blog: its part of the host's truth, and of the host's pages."""
    host, under = blog["host"], blog.get("under", "")
    own = [t for t in truth if t["path"].startswith(under or "/")]
    has_comments = any(t["comments"] for t in own)
    tally, posts = Tally(), set()
    for post in own:
        key = page_key(f"http://{host}{post['path']}")
        posts.add(key)
        if not_in_feed and post["in_feed"]:
            continue
        got = objects.get(key)
        tally.posts.append(score_post(post, got))
        if has_comments:
            tally.comments = [a + b for a, b in zip(tally.comments, score_comments(post["comments"], (got or {}).get("comments") or []))]
    said = {k for k, o in objects.items() if k[0] == host and k[1].startswith(under.rstrip("/")) and o.get("kind") == "post"}
    tally.kinds = [len(said & posts), len(said - posts), len(posts - said)]
    return tally


def score(corpus, files, not_in_feed=False, by_blog=False, only=()):
    """{"all": figures, "blogs": {name: figures}}."""
    corpus, objects = pathlib.Path(corpus), read_objects(files)
    tallies = {}
    for blog in json.loads((corpus / "manifest.json").read_text(encoding="utf-8")):
        if only and blog["host"] not in only:
            continue
        truth = json.loads((corpus / (blog["host"] + ".truth.json")).read_text(encoding="utf-8"))
        tallies[blog["host"] + blog.get("under", "").rstrip("/")] = score_blog(blog, truth, objects, not_in_feed)
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    blogs = {name: tally.figures() for name, tally in tallies.items()}
    total = whole.figures()
    if by_blog:
        for column in COLUMNS:
            values = [f[column] for f in blogs.values() if f[column] is not None]
            total[column] = sum(values) / len(values) if values else None
    return {"all": total, "blogs": blogs}


def row(name, figures):
    return f"| {name} | {figures['n']} | " + " | ".join("-" if figures[c] is None else f"{100 * figures[c]:.1f}" for c in COLUMNS) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("objects", nargs="+")
    parser.add_argument("--not-in-feed", action="store_true")
    parser.add_argument("--by-blog", action="store_true")
    parser.add_argument("--per-blog", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    only = [host for host in options.only.split(",") if host]
    figures = score(options.corpus, options.objects, options.not_in_feed, options.by_blog, only)
    print("| blog | posts | " + " | ".join(COLUMNS) + " |\n" + "|---" * (2 + len(COLUMNS)) + "|")
    if options.per_blog:
        for name, of in figures["blogs"].items():
            print(row(name, of))
    print(row("all", figures["all"]))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
