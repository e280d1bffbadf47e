#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What bfa export writes of the corpus, read by other programs: Python's csv and json, PyYAML, cmark.

Usage: exports_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]

The corpus is crawled twice; between the crawls posts get another design and edits. Without PyYAML or cmark those tests
are skipped.
"""
import csv
import html.parser
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "tests" / "schemas")]
sys.dont_write_bytecode = True
import corpus_blogs  # noqa: E402
import schema  # noqa: E402

CORPUS = ROOT / "tests" / "data" / "corpus"
SHAPE = json.loads((ROOT / "schemas" / "version.schema.json").read_text(encoding="utf-8"))
SKIPPED = ("script", "style", "template")


class Words(html.parser.HTMLParser):
    """The text of HTML without any white space, its links and images."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.parts, self.links, self.images, self.tags = [], [], [], []
        self.feed(text)
        self.close()
        self.text = "".join("".join(self.parts).split())

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        found = dict(attrs)
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if tag == "img":
            self.images.append(found.get("src", ""))

    def handle_data(self, data):
        self.parts.append(data)


def plain(text):
    return "".join(text.split())


def crawl(bfa, server, archive, clock, *more):
    starts = [blog["start"] for blog in json.loads((CORPUS / "manifest.json").read_text(encoding="utf-8"))]
    subprocess.run([bfa, "crawl", "-a", archive, "-q", "--delay", "0", "--allow-private", "--retry-wait", "1", "--clock", clock,
                    "--seed", "1", "--proxy", f"http://127.0.0.1:{server.server_address[1]}", *more, *starts],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Exports(unittest.TestCase):
    bfa = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.work = pathlib.Path(folder.name)
        cls.archive = cls.work / "archive"
        with corpus_blogs.served(CORPUS) as server:
            crawl(cls.bfa, server, cls.archive, "2024-01-01T00:00:00Z")
            for line in (CORPUS / "changes" / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
                pair = json.loads(line)
                server.replaced[f"{pair['blog']}/{pair['path']}"] = (CORPUS / "changes" / pair["new_file"]).read_bytes()
            crawl(cls.bfa, server, cls.archive, "2024-02-01T00:00:00Z", "--recheck", "all")
        cls.objects = [json.loads(line) for line in cls.run_bfa("ls", "-a", cls.archive, "--full", "--json").splitlines()]
        cls.number = 0

    @classmethod
    def run_bfa(cls, *arguments, code=0):
        done = subprocess.run([cls.bfa, *map(str, arguments)], capture_output=True, text=True, check=False)
        if done.returncode != code:
            raise AssertionError(f"{arguments}: {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
        return done.stdout

    def export(self, to, *more):
        """What was written, and its report."""
        type(self).number += 1
        out = self.work / f"out{self.number}{'' if to == 'markdown' else '.' + to}"
        self.run_bfa("export", "-a", self.archive, "--to", to, *more, out)
        notes = [json.loads(line) for line in (self.work / (out.name + ".report.jsonl")).read_text(encoding="utf-8").splitlines()]
        self.assertEqual(notes[-1]["kind"], "summary")
        self.assertFalse((self.work / (out.name + ".work")).exists())
        return out, notes

    def test_json_lines_have_all_versions(self):
        out, notes = self.export("jsonl")
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        wanted = {(o["kind"], o["url"], o.get("id", "")): o["versions"] for o in self.objects}
        seen = {}
        for line in lines:
            self.assertEqual(schema.problems(SHAPE, line), [])
            one = line["object"]
            seen.setdefault((one["kind"], one["url"], one.get("id", "")), []).append(line)
        self.assertEqual({key: len(rows) for key, rows in seen.items()}, wanted)
        self.assertGreater(sum(len(rows) > 1 for rows in seen.values()), 0)
        for rows in seen.values():
            self.assertEqual([row["version"] for row in rows], list(range(1, len(rows) + 1)))
            self.assertEqual(rows[0]["verdict"], "new")
            self.assertTrue(all(row["verdict"] != "new" and row["fields"] for row in rows[1:]), rows[1:])
        self.assertEqual(notes[-1]["records"]["version"], len(lines))
        latest, notes = self.export("jsonl", "--versions", "latest")
        self.assertEqual(len(latest.read_text(encoding="utf-8").splitlines()), len(wanted))
        older = sum(wanted.values()) - len(wanted)
        self.assertEqual([note["message"].split()[0] for note in notes if note.get("id") == "older_versions"], [str(older)])
        self.assertEqual(notes[-1]["notes"]["not_carried older_versions"], older, "what was left out, not the notes of it")

    def test_csv_has_a_row_for_each_version(self):
        jsonl, _ = self.export("jsonl")
        out, notes = self.export("csv")
        self.assertTrue(out.read_bytes().endswith(b"\r\n"))
        rows = self.rows_of(out)
        lines = [json.loads(line) for line in jsonl.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(len(rows), len(lines))
        guarded = 0
        for row, line in zip(rows, lines):
            self.assertNotIn(None, row)
            one = line["object"]
            back = {}
            for name, value in row.items():
                self.assertFalse(value.strip()[:1] in tuple("=+-@") and value.strip(), (name, value))
                guarded += value.startswith("'")
                back[name] = value[1:] if value.startswith("'") else value
            self.assertEqual(back["text"], one.get("text", ""))
            self.assertEqual(back["title"], one.get("title", ""))
            self.assertEqual(back["tags"].split("\n") if back["tags"] else [], one.get("tags", []))
            self.assertEqual((back["version"], back["observed"]), (str(line["version"]), line["observed"]))
        counted = [note["message"].split()[0] for note in notes if note.get("id") == "cell_guarded"]
        self.assertEqual(counted, [str(guarded)] if guarded else [])
        exact, _ = self.export("csv", "--exact")
        for row, line in zip(self.rows_of(exact), lines):
            self.assertEqual(row["text"], line["object"].get("text", ""))

    @staticmethod
    def rows_of(file):
        return list(csv.DictReader(io.StringIO(file.read_bytes().decode("utf-8"), newline=""), strict=True))

    def posts(self, folder):
        """Front matter as text, and the rest, of each file."""
        for file in sorted(folder.rglob("*.md")):
            if file.name == "index.md":
                continue
            head, mark, body = file.read_text(encoding="utf-8")[4:].partition("\n---\n")
            self.assertTrue(mark, file)
            yield file, head, body

    def test_front_matter_is_yaml(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no PyYAML")
        folder, _ = self.export("markdown")
        heads = {}
        for file, head, _ in self.posts(folder):
            heads[yaml.safe_load(head)["url"]] = yaml.safe_load(head)
        wanted = {o["url"]: o for o in self.objects if o["kind"] == "post"}
        self.assertEqual(set(heads), set(wanted))
        for url, one in wanted.items():
            self.assertEqual(heads[url].get("title", ""), one.get("title", ""))
            self.assertEqual(heads[url].get("tags", []), one.get("tags", []))
            self.assertEqual(heads[url].get("date"), one.get("published"))
            self.assertEqual(heads[url]["version"], one["versions"])

    def test_a_commonmark_reader_sees_the_words_of_the_posts(self):
        if shutil.which("cmark") is None:
            self.skipTest("no cmark")
        folder, _ = self.export("markdown", "--pages")
        wanted = {o["url"]: o for o in self.objects if o["kind"] in ("post", "page")}
        compared = 0
        for file, head, body in self.posts(folder):
            url = json.loads(re.search(r"^url: (.*)$", head, re.M).group(1))
            body = body.partition("\n## Comments\n")[0]
            read = Words(subprocess.run(["cmark", "--unsafe"], input=body, capture_output=True, text=True, check=True).stdout)
            source = wanted[url].get("html") or wanted[url].get("text", "")
            compared += 1
            self.assertEqual(read.text, Words(source).text if wanted[url].get("html") else plain(source), file)
            self.assertFalse(set(read.tags) & set(SKIPPED), file)
        self.assertEqual(compared, len(wanted))

    def test_links_and_images_lead_to_files(self):
        if shutil.which("cmark") is None:
            self.skipTest("no cmark")
        folder, notes = self.export("markdown")
        images, links = set(), 0
        for file, _, body in self.posts(folder):
            read = Words(subprocess.run(["cmark", "--unsafe"], input=body, capture_output=True, text=True, check=True).stdout)
            for address in read.links + read.images:
                parts = urllib.parse.urlsplit(address)
                if parts.scheme:
                    continue
                target = (file.parent / urllib.parse.unquote(parts.path)).resolve()
                self.assertTrue(target.is_file() and folder.resolve() in target.parents, (file, address))
                links += address in read.links
                if address in read.images:
                    images.add(target)
        self.assertEqual(len(images), notes[-1]["records"]["image"])
        served = {p.read_bytes() for p in CORPUS.rglob("*") if p.suffix in (".jpg", ".png", ".gif")}
        self.assertTrue(all(image.read_bytes() in served for image in images))
        self.assertGreater(links, 0)
        index = (folder / "index.md").read_text(encoding="utf-8")
        self.assertEqual(index.count("\n- "), notes[-1]["records"]["post"])

    def test_names_are_safe_and_differ_without_case(self):
        folder, _ = self.export("markdown", "--pages")
        names = [str(p.relative_to(folder)) for p in folder.rglob("*")]
        for name in names:
            self.assertRegex(name, r"^[a-z0-9._/-]+$")
        self.assertEqual(len(names), len({name.lower() for name in names}))

    def test_comments_come_along(self):
        folder, notes = self.export("markdown")
        text = "".join(body for _, _, body in self.posts(folder))
        for one in self.objects:
            if one["kind"] == "comment" and one.get("authors"):
                self.assertIn("**" + re.sub(r"([\\`*_\[\]<])", r"\\\1", one["authors"][0]), text)
        with_post = [o for o in self.objects if o["kind"] == "comment"]
        self.assertEqual(notes[-1]["records"]["comment"], len(with_post))

    def test_same_archive_same_bytes(self):
        for to in ("jsonl", "csv", "markdown"):
            first, second = (self.export(to)[0] for _ in range(2))
            if first.is_dir():
                one, two = ({p.relative_to(top): p.read_bytes() for p in top.rglob("*") if p.is_file()} for top in (first, second))
                self.assertEqual(one, two)
            else:
                self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_refusals(self):
        out, _ = self.export("csv")
        before = out.read_bytes()
        self.run_bfa("export", "-a", self.archive, out, code=2)
        self.assertEqual(out.read_bytes(), before)
        self.run_bfa("export", "-a", self.archive, self.work / "folder", code=2)
        self.run_bfa("export", "-a", self.archive, "--to", "excel", self.work / "x", code=2)
        self.run_bfa("export", "-a", self.work / "none", self.work / "x.csv", code=3)
        self.run_bfa("export", "-a", self.archive, "--versions", "some", self.work / "x.csv", code=2)
        self.run_bfa("export", "-a", self.archive, "--blog", "x", self.work / "x.wacz", code=2)
        self.assertFalse(any(p.name.startswith("x") for p in self.work.iterdir()))

    def test_one_blog(self):
        out, _ = self.export("csv", "--blog", "http://kleinbahn.example/")
        rows = self.rows_of(out)
        self.assertEqual({urllib.parse.urlsplit(row["url"]).hostname for row in rows if row["url"]}, {"kleinbahn.example"})


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    Exports.bfa = pathlib.Path(sys.argv.pop(1)).resolve() / "bin" / "bfa"
    unittest.main()
