#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Archives and packages of released versions (tests/data/archives/VERSION) still serve.

Usage: old_archives_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]

This version has to read each of them, write to it without loss, and rebuild it to the same objects. What it prints may
have fields that the old version did not know; every field that the old version printed must be there with its value.
"""
import base64
import fcntl
import gzip
import hashlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree as tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("BFA_SHARED") or ROOT.parent / "shared")
ARCHIVES = sorted(path.parent for path in (ROOT / "tests" / "data" / "archives").glob("*/archive.tar.gz"))
BUILD = pathlib.Path(".")
HOME = "http://shelf.example/"
POST = HOME + "2026/03/19/the-sidebar-changed/"
COMMENT = HOME + "2026/05/28/reading-what-nobody-asked-for/#comment-32"
LATER = "2026-07-01T08:00:00Z"
METS = "{http://www.loc.gov/METS/}"
HREF = "{http://www.w3.org/1999/xlink}href"


def lost(old, new, where="$"):
    """What of `old` is missing or different in `new`; objects may have more fields."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [p for key in old for p in (lost(old[key], new[key], f"{where}.{key}") if key in new else [f"{where}.{key}"])]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [p for i, pair in enumerate(zip(old, new)) for p in lost(*pair, f"{where}[{i}]")]
    return [] if type(old) is type(new) and old == new else [where]


def values(text):
    return [json.loads(line) for line in text.splitlines()]


def free_port():
    """A port of the loopback interface at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def other_blog():
    """A WARC file with one page of another blog."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!DOCTYPE html><title>Other</title><p>" + b"text " * 80
    head = ("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n"
            "WARC-Date: 2026-06-20T08:00:00Z\r\nWARC-Target-URI: http://other.example/\r\n"
            "WARC-Payload-Digest: sha1:" + base64.b32encode(hashlib.sha1(block.split(b"\r\n\r\n", 1)[1]).digest()).decode() +
            f"\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n")
    return gzip.compress(head.encode() + block + b"\r\n\r\n", mtime=0)


class OldArchives(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def unpacked(self, version, name):
        with tarfile.open(version / f"{name}.tar.gz") as tar:
            tar.extractall(self.work / version.name, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        return self.work / version.name / name

    def bfa(self, command, archive, *arguments, codes=(0,)):
        done = subprocess.run([BUILD / "bin" / "bfa", command, "-a", archive, *map(str, arguments)], capture_output=True,
                              text=True, timeout=120, stdin=subprocess.DEVNULL)
        self.assertIn(done.returncode, codes, f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def expect_objects(self, version, archive, within=()):
        """All objects as they were; `within` limits what is listed."""
        got = self.bfa("ls", archive, "--full", "--json", *within)
        self.assertEqual(lost(values((version / "ls.jsonl").read_text(encoding="utf-8")), values(got)), [])

    def expect_history(self, version, archive):
        for file, command in (("log.jsonl", "log"), ("diff.json", "diff")):
            with self.subTest(command):
                got = self.bfa(command, archive, "--json", POST)
                before = values((version / file).read_text(encoding="utf-8"))
                if command == "log" and before[0]["verdict"] == "content":  # of the first version, until 0.1.0
                    before[0]["verdict"] = "new"
                self.assertEqual(lost(before, values(got)), [])

    def test_there_are_some(self):
        self.assertIn("0.1.0", [path.name for path in ARCHIVES])

    def test_reads(self):
        for version in ARCHIVES:
            with self.subTest(version.name):
                archive = self.unpacked(version, "archive")
                old = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
                self.expect_objects(version, archive)  # the first command may upgrade the store
                before = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
                for path in old:
                    self.assertTrue(path.parent.name == "store" or before[path] == old[path], path)
                self.expect_history(version, archive)
                self.assertEqual(self.bfa("show", archive, POST), (version / "show.txt").read_text(encoding="utf-8"))
                self.assertIn("with the day when", self.bfa("show", archive, COMMENT))
                self.assertIn("with the date when", self.bfa("show", archive, "--at", "2026-06-02", COMMENT))
                after = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
                self.assertEqual({path for path in before if after.get(path) != before[path]}, set())

    def test_reads_a_copy_while_another_process_writes(self):
        for version in ARCHIVES:
            with self.subTest(version.name):
                archive = self.unpacked(version, "archive")
                with open(archive / "lock", "w") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    before = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
                    self.expect_objects(version, archive)
                    self.expect_history(version, archive)
                    after = {path: path.read_bytes() for path in archive.rglob("*") if path.is_file()}
                    self.assertEqual(before, after)

    def test_an_upgrade_that_was_cut_off_starts_again(self):
        for version in ARCHIVES:
            for name in ("store.new", "store.old"):
                with self.subTest(version.name, left=name):
                    archive = self.unpacked(version, "archive")
                    if name == "store.new":  # half of a store
                        (archive / name).mkdir()
                        for path in sorted((archive / "store").iterdir())[::2]:
                            shutil.copy(path, archive / name)
                    else:  # between the two renames
                        (archive / "store").rename(archive / name)
                        shutil.copytree(archive / name, archive / "store.new")
                    self.bfa("crawl", archive, "--clock", LATER, "--delay", "0", "--retry-wait", "1", "--recheck", "none",
                             "--allow-private", "--proxy", f"http://127.0.0.1:{free_port()}", "-q", HOME, codes=(4,))
                    self.expect_objects(version, archive)
                    self.expect_history(version, archive)
                    self.assertFalse((archive / "store.new").exists() or (archive / "store.old").exists())
                    shutil.rmtree(archive)

    def test_whole_warc_files(self):
        for version in ARCHIVES:
            for file in sorted((self.unpacked(version, "archive") / "warc").glob("*.warc*")):
                with self.subTest(version.name, file=file.name):
                    done = subprocess.run([BUILD / "bin" / "bfa", "warc", "check", file], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_crawl_without_network_loses_nothing(self):
        for version in ARCHIVES:
            with self.subTest(version.name):
                archive = self.unpacked(version, "archive")
                self.bfa("crawl", archive, "--clock", LATER, "--seed", "x", "--delay", "0", "--retry-wait", "1", "--recheck",
                         "all", "--allow-private", "--proxy", f"http://127.0.0.1:{free_port()}", "-q", HOME, codes=(4,))
                self.expect_objects(version, archive)
                self.expect_history(version, archive)

    def test_an_import_adds_and_changes_nothing_else(self):
        for version in ARCHIVES:
            with self.subTest(version.name):
                archive = self.unpacked(version, "archive")
                file = self.work / "other.warc.gz"
                file.write_bytes(other_blog())
                self.bfa("import", archive, "--clock", LATER, "--seed", "x", "-q", "--blog", "http://other.example/", file)
                self.assertIn("http://other.example/", self.bfa("ls", archive, "--json", "--blog", "other.example"))
                self.expect_objects(version, archive, ("--blog", "shelf.example"))
                self.expect_history(version, archive)

    def test_rebuild_makes_the_same_objects(self):
        for version in ARCHIVES:
            for lose_store in (False, True):
                with self.subTest(version.name, lose_store=lose_store):
                    archive = self.unpacked(version, "archive")
                    if lose_store:
                        shutil.rmtree(archive / "store")
                    self.bfa("rebuild", archive)
                    self.expect_objects(version, archive)
                    self.expect_history(version, archive)
                    shutil.rmtree(archive)

    def test_package_digests(self):
        for version in ARCHIVES:
            (folder,) = [path for path in self.unpacked(version, "package").iterdir() if path.is_dir()]
            files = 0
            for file in tree.parse(folder / "METS.xml").iter(METS + "file"):
                path = folder / file.find(METS + "FLocat").get(HREF)
                if path.is_file() or version.name != "0.1.0":  # that package has no WARC files
                    files += 1
                    algorithm = file.get("CHECKSUMTYPE").replace("-", "").lower()
                    self.assertEqual(hashlib.new(algorithm, path.read_bytes()).hexdigest(), file.get("CHECKSUM"))
            self.assertGreaterEqual(files, 4, version.name)

    def test_a_package_comes_back(self):
        for version in ARCHIVES:
            if version.name == "0.1.0":
                continue  # without WARC files
            with self.subTest(version.name):
                package, archive = self.unpacked(version, "package"), self.work / f"back-{version.name}"
                self.bfa("import", archive, "--clock", LATER, "-q", package)
                self.expect_objects(version, archive)
                self.expect_history(version, archive)

    def test_package_is_valid(self):
        schema = SHARED / "schemas" / "flat" / "all.xsd"
        if not schema.is_file():
            self.skipTest("no ../shared/schemas here")
        if not shutil.which("xmllint"):
            self.skipTest("xmllint is not installed")
        for version in ARCHIVES:
            package = self.unpacked(version, "package")
            for packed in package.rglob("*.xml.gz"):
                packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
            files = sorted(package.rglob("*.xml"))
            self.assertGreaterEqual(len(files), 2, version.name)
            done = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", schema, *files], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)


class Comparison(unittest.TestCase):
    def test_lost(self):
        old = {"a": 1, "b": [{"c": "x"}], "d": True}
        for new, expected in (({"a": 1, "b": [{"c": "x", "new": 1}], "d": True, "e": 2}, []),
                              ({"a": 2, "b": [{"c": "x"}], "d": True}, ["$.a"]),
                              ({"a": 1, "b": [{"c": "y"}], "d": True}, ["$.b[0].c"]),
                              ({"a": 1, "b": [], "d": 1}, ["$.b", "$.d"]),
                              ({"a": 1, "d": True}, ["$.b"])):
            with self.subTest(new):
                self.assertEqual(lost(old, new), expected)


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
