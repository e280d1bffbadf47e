#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how many made blogs of a class of pages are read right.

Usage: class_variants.py [--bfa FILE] [--family NAME,...] [--work DIR] [--wrong] [--jobs N] [--json FILE]

A variant is a blog of ten posts, five of them in its feed, in one form of a class: its texts are those of
tests/data/corpus/source, its truth comes from them. A variant is right when every post of it is: for comments their
texts and authors and the article's text, for days the day, for ends the article's text. Exit codes: 0 measured, 2 usage.
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import score_corpus as scorer  # noqa: E402
from variants import forms  # noqa: E402

# The columns that must be perfect in each family, beside `te`.
COLUMNS = {"comments": ("x", "cf1", "ca"), "bare": ("x", "cf1", "ca"), "platforms": ("x", "cf1", "ca"), "days": ("x", "de"),
           "ends": ("x",)}


def write(blog, folder):
    root = folder / blog.host()
    for path, data in blog.files().items():
        file = root / path.strip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (folder / f"{blog.host()}.truth.json").write_text(json.dumps(blog.truth()), encoding="utf-8")
    lines = [{"url": f"http://{blog.host()}{p}", "file": str(root / p.strip("/"))} for p in sorted(blog.files()) if p.endswith(".html")]
    (folder / f"{blog.host()}.pages.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines))
    return blog.manifest()


def extract(bfa, folder, host):
    out = folder / f"{host}.jsonl"
    with out.open("wb") as sink:
        subprocess.run([bfa, "extract", "--pages", folder / f"{host}.pages.jsonl", "--clock", "2024-01-01T00:00:00Z",
                        "--base", f"http://{host}/index.rss", "--feed", folder / host / "index.rss"],
                       stdout=sink, stderr=subprocess.DEVNULL, check=True)
    return out


def measure(bfa, family, folder, jobs=2):
    """The figures of each variant of a family, by its name."""
    folder.mkdir(parents=True, exist_ok=True)
    blogs = forms.FAMILIES[family]()
    manifest = [write(b, folder) for b in blogs]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        files = list(pool.map(lambda b: extract(bfa, folder, b.host()), blogs))
    return scorer.score(folder, files)["blogs"]


def is_right(family, figures):
    return all(figures[c] is None or figures[c] > 0.9999 for c in COLUMNS[family])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bfa", default=HERE.parents[1] / "build" / "dev" / "bin" / "bfa")
    parser.add_argument("--family", default=",".join(forms.FAMILIES))
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--wrong", action="store_true", help="list the variants that are not right")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    work = options.work or pathlib.Path(tempfile.mkdtemp(prefix="class_variants."))
    kept = {}
    for family in options.family.split(","):
        rows = kept[family] = measure(options.bfa, family, work / family, options.jobs)
        right = sum(is_right(family, f) for f in rows.values())
        means = []
        for column in COLUMNS[family]:
            known = [f[column] for f in rows.values() if f[column] is not None]
            means.append(f"{column} {100 * sum(known) / max(1, len(known)):.1f}")
        print(f"{family}: {right} of {len(rows)} right; {', '.join(means)}")
        if options.wrong:
            for name, f in rows.items():
                if not is_right(family, f):
                    print("   ", name, ", ".join(f"{c} {100 * f[c]:.1f}" for c in COLUMNS[family] if f[c] is not None))
    if options.json:
        options.json.write_text(json.dumps(kept, indent=1))


if __name__ == "__main__":
    main()
