#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Crawls tests/data/corpus over the loopback interface: own_corpus_crawl_test.py BUILD_DIR [UNITTEST ARGS].

What `bfa crawl` archived is compared with the truth, then pages are served in the blog's new design and crawled again.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from urllib.parse import urlsplit

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "tests" / "quality")]
sys.dont_write_bytecode = True
import corpus_blogs  # noqa: E402
import score_corpus  # noqa: E402

CORPUS = ROOT / "tests" / "data" / "corpus"
BUILD = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else ROOT / "build" / "dev"
QUALITY = json.loads((ROOT / "tests" / "quality" / "own_corpus.json").read_text(encoding="utf-8"))
BFA = BUILD / "bin" / "bfa"


def crawl(server, archive, clock, *more):
    """The events of a crawl of all blogs."""
    starts = [blog["start"] for blog in json.loads((CORPUS / "manifest.json").read_text(encoding="utf-8"))]
    done = subprocess.run([BFA, "crawl", "-a", archive, "--json", "-q", "--no-media", "--delay", "0", "--allow-private",
                           "--retry-wait", "1", "--clock", clock, "--seed", "1", "--proxy",
                           f"http://127.0.0.1:{server.server_address[1]}", *more, *starts], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"exit {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


class Crawl(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        archive, objects = pathlib.Path(folder.name) / "archive", pathlib.Path(folder.name) / "objects.jsonl"
        with corpus_blogs.served(CORPUS) as server:
            cls.first = crawl(server, archive, "2024-01-01T00:00:00Z")
            listed = subprocess.run([BFA, "ls", "-a", archive, "--json", "--full"], capture_output=True, text=True, check=True)
            objects.write_text(listed.stdout, encoding="utf-8")
            cls.figures = score_corpus.score(CORPUS, [objects])
            for line in (CORPUS / "changes" / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
                pair = json.loads(line)
                if "redesigned" in pair["id"]:
                    server.replaced[f"{pair['blog']}/{pair['path']}"] = (CORPUS / "changes" / pair["new_file"]).read_bytes()
            cls.replaced = set(server.replaced)
            cls.second = crawl(server, archive, "2024-02-01T00:00:00Z", "--recheck", "all")

    def test_finds_every_post(self):
        found = {urlsplit(e["url"]).hostname + urlsplit(e["url"]).path for e in self.first
                 if e["event"] == "object" and e["kind"] == "post"}
        for file in CORPUS.glob("*.truth.json"):
            for post in json.loads(file.read_text(encoding="utf-8")):
                self.assertIn(file.name.removesuffix(".truth.json") + post["path"], found)

    def test_reaches_its_floors(self):
        for column, floor in QUALITY["crawl"]["percent"].items():
            with self.subTest(column):
                self.assertGreaterEqual(100 * self.figures["all"][column], floor)
                self.assertLessEqual(100 * self.figures["all"][column] - floor, QUALITY["slack"], "it became better: raise the floor")

    def test_a_redesign_changes_no_text(self):
        """The second run reads all pages again: one article was edited. What else is new is listed with its reason."""
        changes = {(urlsplit(e["url"]).path, reason["field"]) for e in self.second if e["event"] == "change" for reason in e["reasons"]}
        self.assertEqual({path for path, field in changes if field in ("text", "title")}, {"/archivo/2010/06/inventario.html"})
        self.assertEqual(sorted(f"{path} {field}" for path, field in changes if field not in ("text", "title")),
                         QUALITY["crawl"]["metadata_changes_after_redesign"])
        self.assertLessEqual(len(changes), len(self.replaced))


if __name__ == "__main__":
    unittest.main()
