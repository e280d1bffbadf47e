#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel with the library that $BFA_LIBRARY names, and uses it as pip installs it; where pip is absent, as pip would unpack it.

Usage: wheel_test.py BUILD_DIRECTORY
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.argv[1:2] = []


def make(library, folder, **environment):
    done = subprocess.run([sys.executable, ROOT / "scripts" / "make_wheel.py", library, folder], check=True, capture_output=True,
                          text=True, env={**os.environ, **environment})
    return pathlib.Path(done.stdout.strip())


class Wheel(unittest.TestCase):
    def test_it_is_installed_and_used(self):
        with tempfile.TemporaryDirectory() as name:
            work = pathlib.Path(name)
            library = work / "libbfa.so.0"
            subprocess.run(["strip", "--strip-debug", "-o", library, os.environ["BFA_LIBRARY"]], check=True)
            wheel = make(library, work / "a")
            again = make(library, work / "b")
            self.assertEqual(wheel.read_bytes(), again.read_bytes())
            self.assertNotEqual(wheel.read_bytes(), make(library, work / "c", SOURCE_DATE_EPOCH="1700000000").read_bytes())
            site = work / "site"
            pip = subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", site, wheel],
                                 capture_output=True, text=True)
            if "No module named pip" in pip.stderr:
                zipfile.ZipFile(wheel).extractall(site)
            else:
                self.assertEqual(pip.returncode, 0, pip.stderr)
            environment = {key: value for key, value in os.environ.items() if key != "BFA_LIBRARY"}
            out = subprocess.run([sys.executable, "-c", "import bfa; print(bfa.__file__, bfa.surt('http://a.example/'))"],
                                 check=True, capture_output=True, text=True, cwd="/", env={**environment, "PYTHONPATH": str(site)})
            self.assertEqual(out.stdout, f"{site}/bfa/__init__.py example,a)/\n")


if __name__ == "__main__":
    unittest.main()
