#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The shell scripts parse, say how they are used, and refuse what they do not know before they do anything."""
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPTS = [*sorted((ROOT / "scripts").glob("*.sh")), ROOT / ".ci" / "run"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)


class ShellScripts(unittest.TestCase):
    def test_there_are_some(self):
        self.assertGreaterEqual(len(SCRIPTS), 4)

    def test_syntax(self):
        for script in SCRIPTS:
            with self.subTest(script.name):
                self.assertEqual(run("bash", "-n", script).stderr, "")

    def test_help(self):
        for script in SCRIPTS[:-1]:
            with self.subTest(script.name):
                done = run(script, "--help")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(f"Usage: scripts/{script.name}", done.stdout)

    def test_unknown_arguments(self):
        for command in (["scripts/setup.sh", "everything"], ["scripts/quickstart.sh", "--bogus"],
                        ["scripts/test.sh", "--preset"], [".ci/run", "--bogus"]):
            with self.subTest(command):
                done = run(ROOT / command[0], *command[1:])
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(len(done.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
