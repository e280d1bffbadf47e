#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/make_sbom.py names what the command is made of, gives equal bytes, and finds documents that break the rules.

Usage: sbom_test.py BUILD_DIRECTORY [UNITTEST ARGUMENT...]
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "make_sbom.py"
BUILD = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else pathlib.Path("build/dev").resolve()


def run(*arguments, **environment):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, timeout=800,
                          env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", **environment})


@unittest.skipUnless(shutil.which("dpkg") and shutil.which("ldd"), "needs dpkg and ldd")
class Sbom(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)

    def test_document(self):
        made = []
        for name in ("a.json", "b.json"):
            done = run("--name", "bfa", "--output", self.work / name, "--build", BUILD, "bin/bfa", BUILD / "bin" / "bfa")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            made.append((self.work / name).read_bytes())
        self.assertEqual(*made)
        document = json.loads(made[0])
        packages = {each["name"]: each for each in document["packages"]}
        for name in ("libcurl4", "libc6", "nlohmann-json3-dev"):
            self.assertIn(name, packages)
            self.assertNotEqual(packages[name]["licenseConcluded"], "NOASSERTION")
        kinds = {(each["relationshipType"], each["relatedSpdxElement"]) for each in document["relationships"]}
        self.assertIn(("DYNAMIC_LINK", "SPDXRef-Package-libcurl4"), kinds)
        self.assertIn(("STATIC_LINK", "SPDXRef-Package-nlohmann-json3-dev"), kinds)
        self.check_faults(document)

    def check_faults(self, document):
        def without_relation(each):
            each["relationships"] = each["relationships"][:-1]

        faults = {
            "version": lambda each: each.update(spdxVersion="SPDX-2.2"),
            "namespace": lambda each: each.update(documentNamespace="here#there"),
            "time": lambda each: each["creationInfo"].update(created="today"),
            "creator": lambda each: each["creationInfo"].update(creators=["me"]),
            "id": lambda each: each["packages"][1].update(SPDXID="SPDXRef-a b"),
            "twice": lambda each: each["packages"].append(each["packages"][1]),
            "licence": lambda each: each["packages"][1].update(licenseDeclared=""),
            "purl": lambda each: each["packages"][1]["externalRefs"][0].update(referenceLocator="pkg:deb"),
            "checksum": lambda each: each["packages"][0]["checksums"][0].update(checksumValue="00"),
            "relation": lambda each: each["relationships"][1].update(relationshipType="LIKES"),
            "lost": without_relation,
        }
        for name, spoil in faults.items():
            spoilt = json.loads(json.dumps(document))
            spoil(spoilt)
            path = self.work / f"{name}.json"
            path.write_text(json.dumps(spoilt), encoding="utf-8")
            self.assertEqual(run("--check", path).returncode, 1, name)
        cut = self.work / "cut.json"
        cut.write_text(json.dumps(document)[:-9], encoding="utf-8")
        self.assertEqual(run("--check", cut).returncode, 1)
        self.assertEqual(run("--check", self.work / "a.json").stdout, f"{self.work}/a.json: sound\n")


if __name__ == "__main__":
    unittest.main()
