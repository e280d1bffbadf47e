#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the archive that the browser tests look at: the project's own blogs, visited four times with edits in between.

Usage: make_archive.py BFA ARCHIVE [VISIT]

BFA is the command. VISIT, from 1, makes one visit only: with 5 an archive that was made before gets one more change. The blogs are examples/blog (as shelf-marks.example) and those of tests/data/corpus, served on a
free loopback port that bfa uses as its proxy. Exit codes: 0 made, 1 a visit failed.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

import corpus_blogs  # noqa: E402: its folder is on the path only now

SHELF = "shelf-marks.example"
HOMES = [f"http://{SHELF}/", "http://cuaderno.example/", "http://kleinbahn.example/", "http://nullable.example/",
         "http://salt-and-rope.example/", "http://deux-mondes.example/potager/", "http://deux-mondes.example/dacha/",
         "http://thorns.example/"]
SIDEBAR = "2026/03/19/the-sidebar-changed/index.html"
TWICE = "2026/01/22/the-same-address-twice/index.html"
ROWING = "2018/02/learning-to-row/index.html"
# What is edited before each further visit: host, file, old, new. An empty `new` for an empty `old`: the page goes.
VISITS = [
    ("2026-06-02T09:00:00Z", []),
    ("2026-06-16T09:00:00Z", [
        (SHELF, SIDEBAR, "burned down in 1887 and not in 1878", "burned down in 1886 and not in 1878"),
        (SHELF, SIDEBAR, "All six hundred and forty of them.", "All six hundred and forty of them, the imprint too."),
        (SHELF, TWICE, "nine thousand addresses turned out to be two hundred and twelve posts",
         "nine thousand addresses turned out to be two hundred and fourteen posts"),
    ]),
    ("2026-07-01T09:00:00Z", [
        (SHELF, SIDEBAR, "The trick is to let the blog draw it.",
         'The trick is to let the blog draw it, as <a href="/2026/04/16/a-feed-is-not-an-archive/">its feed</a> does.'),
        (SHELF, SIDEBAR, "For a moment it looked as if somebody had spent the night rewriting a century.",
         "For a moment it looked as if somebody had rewritten a century over night."),
        ("salt-and-rope.example", ROWING, "She is eighty-three, she sat", "She is eighty-four, she sat"),
        ("salt-and-rope.example", ROWING, "without a name, drinking linseed oil", "with a name at last, drinking linseed oil"),
    ]),
    ("2026-07-20T09:00:00Z", [
        (SHELF, SIDEBAR, "The sidebar changed, the story did not", "The sidebar changed; the story did not"),
        (SHELF, SIDEBAR, "Since then Tuesday's report reads: six hundred and forty pages seen, one changed.",
         "Since then Tuesday's report is short: six hundred and forty pages seen, one changed."),
        (SHELF, "2026/02/19/dates-without-a-time-zone/index.html", "", ""),
    ]),
    ("2026-07-27T09:00:00Z", [
        (SHELF, TWICE, "How many pages does a blog have?", "How many pages does one blog have?"),
    ]),
]
MADE = 4  # visits that make the archive


def copy_blogs(folder):
    for host in sorted(path.name for path in (ROOT / "tests" / "data" / "corpus").glob("*.example")):
        shutil.copytree(ROOT / "tests" / "data" / "corpus" / host, folder / host)
    shutil.copytree(ROOT / "examples" / "blog", folder / SHELF)
    for file in [*(folder / SHELF).rglob("*.xml"), *(folder / SHELF).rglob("*.txt")]:
        file.write_text(file.read_text(encoding="utf-8").replace("@BASE@", f"http://{SHELF}"), encoding="utf-8")


def edit(folder, edits):
    for host, name, old, new in edits:
        page = folder / host / name
        if not old:
            page.unlink()
            continue
        text = page.read_text(encoding="utf-8")
        if old not in text:
            raise SystemExit(f"{page} does not hold {old!r}")
        page.write_text(text.replace(old, new), encoding="utf-8")


def main():
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    program, archive = sys.argv[1:3]
    wanted = [int(sys.argv[3]) - 1] if len(sys.argv) == 4 else range(MADE)
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        copy_blogs(folder)
        with corpus_blogs.served(folder) as server:
            proxy = f"http://127.0.0.1:{server.server_address[1]}"
            for number, (clock, edits) in enumerate(VISITS):
                if number > max(wanted):
                    break
                edit(folder, edits)
                if number not in wanted:
                    continue
                crawl = [program, "crawl", "-q", "-a", archive, "--clock", clock, "--seed", str(number + 1), "--delay", "0",
                         "--recheck", "all", "--allow-private", "--retry-wait", "1", "--proxy", proxy, *HOMES]
                ran = subprocess.run(crawl, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
                if ran.returncode not in (0, 4):
                    raise SystemExit(f"{' '.join(crawl)} gave {ran.returncode}:\n{ran.stdout}")


if __name__ == "__main__":
    main()
