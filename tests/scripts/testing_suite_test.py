#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Deriving the testing suite from a machine's apt sources, in both formats."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"))
sys.dont_write_bytecode = True
import testing_suite  # noqa: E402


class TestingSuite(unittest.TestCase):
    def derive(self, text, one_line=False, types="deb"):
        read = testing_suite.read_one_line if one_line else testing_suite.read_deb822
        return testing_suite.derive(read(text), "bookworm", "testing", types)

    def test_deb822_keeps_address_and_key(self):
        got = self.derive(
            "Types: deb\n# a comment\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\n"
            "Components: main contrib\nSigned-By: /keys/a.gpg\n\n"
            "Types: deb\nURIs: http://mirror.example/security\nSuites: bookworm-security\nComponents: main\n"
        )
        self.assertEqual(
            got,
            "Types: deb\nURIs: http://mirror.example/debian\nSuites: testing\nComponents: main\n"
            "Signed-By: /keys/a.gpg\n",
        )

    def test_deb822_keeps_embedded_key(self):
        got = self.derive(
            "Types: deb\nURIs: http://m.example/d\nSuites: bookworm\nComponents: main\n"
            "Signed-By:\n -----BEGIN KEY-----\n .\n abc\n"
        )
        self.assertIn("Signed-By: \n -----BEGIN KEY-----\n .\n abc\n", got)

    def test_one_line_with_options(self):
        got = self.derive(
            "# deb http://no.example/d bookworm main\n"
            "deb [arch=amd64,arm64 signed-by=/keys/b.gpg] http://m.example/d bookworm main contrib # note\n",
            one_line=True,
        )
        self.assertEqual(
            got,
            "Types: deb\nURIs: http://m.example/d\nSuites: testing\nComponents: main\n"
            "Architectures: amd64 arm64\nSigned-By: /keys/b.gpg\n",
        )

    def test_one_line_without_options(self):
        got = self.derive("deb http://m.example/d stable main\n", one_line=True, types="deb-src")
        self.assertEqual(got, "Types: deb-src\nURIs: http://m.example/d\nSuites: testing\nComponents: main\n")

    def test_an_address_is_taken_once(self):
        line = "deb http://m.example/d bookworm main\n"
        self.assertEqual(self.derive(line + line, one_line=True).count("URIs"), 1)

    def test_other_vendors_have_no_testing_suite(self):
        ubuntu = "deb http://u.example/ubuntu noble main universe\n"
        debian = "deb http://m.example/d stable main\n"
        read = testing_suite.read_one_line
        self.assertEqual(testing_suite.derive(read(ubuntu), "noble", "testing", "deb", "ubuntu"), "")
        got = testing_suite.derive(read(ubuntu + debian), "noble", "testing", "deb", "ubuntu")
        self.assertEqual(got, "Types: deb\nURIs: http://m.example/d\nSuites: testing\nComponents: main\n")

    def test_nothing_fits(self):
        for name, text in {
            "disabled": "Types: deb\nEnabled: no\nURIs: http://m.example/d\nSuites: bookworm\nComponents: main\n",
            "other vendor": "Types: deb\nURIs: http://v.example/\nSuites: nodistro\nComponents: main\n",
            "updates": "Types: deb\nURIs: http://m.example/d\nSuites: bookworm-updates\nComponents: main\n",
            "sources only": "Types: deb-src\nURIs: http://m.example/d\nSuites: bookworm\nComponents: main\n",
            "not main": "Types: deb\nURIs: http://m.example/d\nSuites: bookworm\nComponents: contrib\n",
            "empty": "",
        }.items():
            with self.subTest(name):
                self.assertEqual(self.derive(text), "")


if __name__ == "__main__":
    unittest.main()
