#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What bfa warc, bfa wacz, bfa migrate and bfa import print with --json fits its schema in schemas/.

Usage: archive_formats_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent)]
sys.dont_write_bytecode = True
from schema import problems  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(".")
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
PAGE = b"<!DOCTYPE html><title>A page</title><p>" + b"text " * 80


def record(kind, number, url, block, *fields):
    lines = [
        "WARC/1.1", f"WARC-Type: {kind}", f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>",
        f"WARC-Date: 2026-03-01T10:00:{number:02}Z", f"WARC-Target-URI: {url}",
        "Content-Type: application/http; msgtype=response", f"Content-Length: {len(block)}", *fields,
    ]  # fmt: skip
    return gzip.compress("\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n", mtime=0)


def sample():
    """Two captures, and a revisit of the first; the last one breaks off in the damaged file."""
    digest = "WARC-Payload-Digest: sha1:" + "A" * 32
    profile = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
    return [
        record("response", 1, "http://a.example/", HEAD + PAGE),
        record("response", 2, "http://b.example/x", HEAD + b"x" + PAGE),
        record("revisit", 3, "http://a.example/again", HEAD, profile, digest),
    ]


class Lines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.warc = cls.work / "in.warc.gz"
        cls.warc.write_bytes(b"".join(sample()))
        cls.other = cls.work / "other.warc.gz"
        cls.other.write_bytes(sample()[0] + record("response", 2, "http://b.example/x", HEAD + b"y" + PAGE))
        cls.cut = cls.work / "cut.warc.gz"
        cls.cut.write_bytes(b"".join(sample())[:-30])

    def run_bfa(self, *arguments, codes=(0,)):
        done = subprocess.run(
            [BUILD / "bin" / "bfa", *map(str, arguments)], capture_output=True, text=True, timeout=120, cwd=self.work
        )
        self.assertIn(done.returncode, codes, f"{arguments}: {done.stdout}{done.stderr}")
        return done.stdout

    def fits(self, schema, text):
        rules = json.loads((ROOT / "schemas" / f"{schema}.schema.json").read_text(encoding="utf-8"))
        values = [json.loads(line) for line in text.splitlines()]
        self.assertTrue(values, "no line printed")
        for value in values:
            self.assertEqual(problems(rules, value), [])
            self.assertNotEqual(problems(rules, {**value, "v": 2}) if "v" in value else [""], [])
        return values

    def test_copies(self):
        for i, (command, source, *options) in enumerate([
            ("merge", self.warc), ("merge", self.cut), ("split", self.warc, "--by-host"),
            ("filter", self.warc, "--host", "b.example"), ("redact", self.warc, "--host", "b.example", "--reason", "r"),
            ("materialise", self.warc),
        ]):  # fmt: skip
            with self.subTest(command, source=source.name):
                out = self.run_bfa("warc", command, source, "-o", f"copy{i}.warc.gz", "--json", *options, codes=(0, 1, 6))
                report = self.fits("warc-copy", out)[0]
                self.assertEqual(report["event"], command)
                self.assertEqual(bool(report["findings"]), source == self.cut or command in ("materialise", "redact"))

    def test_diff(self):
        lines = self.fits("warc-diff", self.run_bfa("warc", "diff", self.warc, self.other, "--json", codes=(1,)))
        self.assertEqual(sorted(line["event"] for line in lines), ["differs", "done", "only_a"])

    def test_index(self):
        self.run_bfa("warc", "index", self.warc, "-o", "x.cdxj")
        for text in (self.run_bfa("warc", "index", self.warc),
                     self.run_bfa("warc", "index", "--lookup", "http://a.example/", "--prefix", "x.cdxj")):
            values = self.fits("cdxj", "\n".join(line.split(" ", 2)[2] for line in text.splitlines()))
            self.assertEqual({value["filename"] for value in values}, {"in.warc.gz"})

    def test_wacz(self):
        created = self.fits("wacz-create", self.run_bfa("wacz", "create", "x.wacz", self.warc, "--json"))[0]
        self.assertEqual((created["archives"], created["captures"], created["pages"]), (1, 3, 2))
        pages = self.fits("wacz-page", self.run_bfa("wacz", "ls", "x.wacz", "--json"))
        self.assertEqual(pages[0]["title"], "A page")
        self.assertEqual(self.fits("wacz-check", self.run_bfa("wacz", "check", "x.wacz", "--json"))[0]["verdict"], "ok")
        with zipfile.ZipFile(self.work / "bad.wacz", "w") as bad:
            bad.writestr("archive/../../x.warc.gz", b"")
        report = self.fits("wacz-check", self.run_bfa("wacz", "check", "bad.wacz", "--json", codes=(1,)))[0]
        self.assertIn("zip_path_unsafe", [finding["code"] for finding in report["violations"]])

    def test_migration(self):
        with zipfile.ZipFile(self.work / "tree.zip", "w") as tree:
            tree.writestr("index.html", PAGE)
            tree.writestr("../out.html", PAGE)
        out = self.run_bfa("migrate", "tree.zip", "tree.warc.gz", "--base-url", "http://a.example/", "--json")
        self.assertEqual(self.fits("migration", out)[0]["to"], "tree.warc.gz")
        lines = self.fits("migration", (self.work / "tree.warc.gz.report.jsonl").read_text(encoding="utf-8"))
        self.assertIn("name_leads_out", [line.get("id") for line in lines])
        self.assertEqual(lines[-1]["kind"], "summary")

    def test_import(self):
        events = self.fits("event", self.run_bfa("import", "-a", "archive", self.warc, "--json"))
        self.assertEqual(events[-1]["event"], "done")


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
