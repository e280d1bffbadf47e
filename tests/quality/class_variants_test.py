#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds how many variants of each class are read right: class_variants_test.py BUILD_DIR [UNITTEST ARGS].

class_variants.json has a floor a family. What becomes better raises it.
"""
import json
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else HERE.parents[1] / "build" / "dev"
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import class_variants  # noqa: E402

FLOORS = json.loads((HERE / "class_variants.json").read_text(encoding="utf-8"))


class Variants(unittest.TestCase):
    def test_have_a_floor_each(self):
        self.assertEqual(set(FLOORS["right"]), set(class_variants.forms.FAMILIES))

    def test_are_read_right(self):
        for family, floor in FLOORS["right"].items():
            with self.subTest(family), tempfile.TemporaryDirectory() as folder:
                rows = class_variants.measure(BUILD / "bin" / "bfa", family, pathlib.Path(folder))
                right = sum(class_variants.is_right(family, f) for f in rows.values())
                self.assertGreaterEqual(right, floor)
                self.assertLessEqual(right, floor + FLOORS["slack"], "it became better: raise the floor")


if __name__ == "__main__":
    unittest.main()
