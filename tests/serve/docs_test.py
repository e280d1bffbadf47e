#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every curl of docs/api.md and docs/stream.md works against bfa serve, on an archive of the example blog.

Usage: docs_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import fcntl
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent.parent / "support")]
sys.dont_write_bytecode = True
from example_blog import BLOG, ROOT, replace_in, served  # noqa: E402

POST = "2026/03/19/the-sidebar-changed"
TOKEN = "the-token-of-these-examples"
BUILD = pathlib.Path(".")


def examples(page):
    """The commands of a page: lines of code that begin with curl, with their continuations."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return [re.sub(r"\\\n\s+", "", each) for each in re.findall(r"^    (curl (?:.*\\\n)*.*)$", text, re.MULTILINE)]


class Docs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        site = cls.work / "site"
        shutil.copytree(BLOG, site)
        cls.home = cls.enterClassContext(served(site))
        cls.archive = cls.work / "archive"
        bfa = BUILD / "bin" / "bfa"
        crawl = [bfa, "crawl", "-a", cls.archive, "-q", "--allow-private", "--delay", "0", "--recheck", "all", cls.home]
        subprocess.run([bfa, "add", "-a", cls.archive, cls.home], check=True, capture_output=True)
        subprocess.run(crawl, check=True, capture_output=True)
        replace_in(site / POST / "index.html", "in 1887 and not in 1878", "in 1886 and not in 1878")
        subprocess.run(crawl, check=True, capture_output=True)
        token = cls.work / "token"
        token.write_text(TOKEN + "\n", encoding="utf-8")
        token.chmod(0o600)
        cls.serve = subprocess.Popen(
            [bfa, "serve", "-a", cls.archive, "--json", "--token-file", token], stdout=subprocess.PIPE, text=True
        )
        cls.addClassCleanup(cls.end_server)
        cls.url = json.loads(cls.serve.stdout.readline())["url"].rstrip("/")

    @classmethod
    def end_server(cls):
        cls.serve.terminate()
        cls.serve.wait(timeout=20)
        cls.serve.stdout.close()

    def run_example(self, command):
        """What the command prints, or writes by -o."""
        for shown, real in (
            ("http://127.0.0.1:8080", self.url), ("https://a.blog.example/", self.home), ("https://b.blog.example/", self.home)
        ):  # fmt: skip
            command = command.replace(shown, real)
        done = subprocess.run(
            ["sh", "-c", command.replace("curl ", "curl -f -S ", 1)], cwd=self.work, capture_output=True, timeout=60,
            env={**os.environ, "TOKEN": TOKEN, "no_proxy": "127.0.0.1"},
        )  # fmt: skip
        # A stream of events does not end by itself.
        self.assertEqual(done.returncode, 28 if "--max-time" in command else 0, command + done.stderr.decode())
        target = re.search(r" -o (\S+)", command)
        return (self.work / target.group(1)).read_bytes() if target else done.stdout

    def check(self, command):
        out = self.run_example(command).decode("utf-8")
        if "/events" in command:
            self.assertTrue(out.startswith("retry: "), out[:200])
            self.assertEqual("after=0" in command, "\ndata: " in out)
        elif ".ndjson" in command or "x-ndjson" in command:
            self.assertGreater(len([json.loads(line) for line in out.splitlines()]), 5)
        elif ".atom" in command:
            self.assertEqual(ElementTree.fromstring(out).tag, "{http://www.w3.org/2005/Atom}feed")
        else:
            lists = [value for value in json.loads(out).values() if isinstance(value, list)]
            # The batch of this hour is open; a difference has lists of what did not change.
            may_be_empty = "/stream/" in command or "/diff" in command
            self.assertTrue(all(lists) or may_be_empty, f"{command} gave an empty list: {out[:300]}")

    def test_api(self):
        if shutil.which("curl") is None:
            self.skipTest("no curl here")
        commands = examples("api.md")
        self.assertGreater(len(commands), 14)
        # As if a run worked on the archive.
        (self.archive / "queue").mkdir()
        with open(self.archive / "queue" / "lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for command in commands:
                with self.subTest(command):
                    self.check(command)
        requests = [json.loads(path.read_text(encoding="utf-8")) for path in (self.archive / "queue").glob("*.json")]
        self.assertEqual(sorted(key for each in requests for key in ("add", "poll") if each.get(key)), ["add", "poll"])

    def test_stream(self):
        if shutil.which("curl") is None:
            self.skipTest("no curl here")
        commands = examples("stream.md")
        self.assertGreater(len(commands), 5)
        for command in commands:
            with self.subTest(command):
                self.check(command)


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
