#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests how scripts/make_deb.sh is called. The packages themselves need a release build: tests/packages/try_deb.sh tries them."""
import pathlib
import subprocess
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "make_deb.sh"


class MakeDeb(unittest.TestCase):
    def test_usage(self):
        for arguments, code in (([], 2), (["--unknown"], 2), (["--help"], 0)):
            done = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True)
            self.assertEqual(done.returncode, code, arguments)
            self.assertIn("Usage: scripts/make_deb.sh FOLDER", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
