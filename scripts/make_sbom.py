#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what a program or library of this project is made of, as SPDX 2.3 in JSON.

Usage: make_sbom.py --name NAME --output FILE [--build FOLDER TARGET] [--bundled FOLDER] ELF...
       make_sbom.py --check FILE

ELF: the files that were built. What they load is found with ldd; what was linked in as archives, from the link command of TARGET in
the build folder (ninja). --bundled: a folder of libraries that come along. Each is named by the Debian package that has it, with its
version and licence. Headers that are compiled in (nlohmann-json, xxhash, boost) are packages too. The time is that of SOURCE_DATE_EPOCH,
or of the last commit; equal files and packages give equal bytes.

--check: the rules that a document keeps are those of the SPDX 2.3 specification for the fields that are written, by this program's
own reading of it (clauses 6, 7, 11), and licences are those of Debian's node-spdx-license-ids where that is installed.
Exit codes: 0 done, 1 not, 2 usage.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SYSTEM = re.compile(r"^(linux-vdso|ld-linux|/lib64/ld-linux)")
# Licences by Debian's source package. Others are NOASSERTION: the copyright file of the package has them.
LICENCES = {
    "acl": "LGPL-2.1-or-later", "attr": "LGPL-2.1-or-later", "boost1.81": "BSL-1.0", "brotli": "MIT", "bzip2": "bzip2-1.0.6", "cld2": "Apache-2.0", "curl": "curl",
    "cyrus-sasl2": "BSD-4-Clause-UC", "e2fsprogs": "MIT", "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1", "glibc": "LGPL-2.1-or-later",
    "gmp": "LGPL-3.0-or-later OR GPL-2.0-or-later", "gnutls28": "LGPL-2.1-or-later", "howardhinnant-date": "MIT", "jemalloc": "BSD-2-Clause", "gflags": "BSD-3-Clause", "icu": "ICU", "keyutils": "LGPL-2.1-or-later",
    "krb5": "MIT", "lexbor": "Apache-2.0", "libarchive": "BSD-2-Clause", "libdeflate": "MIT", "libexttextcat": "BSD-3-Clause", "libffi": "MIT",
    "libidn2": "LGPL-3.0-or-later OR GPL-2.0-or-later", "libpsl": "MIT", "libssh2": "BSD-3-Clause", "libtasn1-6": "LGPL-2.1-or-later",
    "libunistring": "LGPL-3.0-or-later OR GPL-2.0-or-later", "libxml2": "MIT", "lz4": "BSD-2-Clause", "nettle": "LGPL-3.0-or-later OR GPL-2.0-or-later",
    "nghttp2": "MIT", "nlohmann-json3": "MIT", "openldap": "OLDAP-2.8", "openssl": "Apache-2.0", "p11-kit": "BSD-3-Clause", "re2": "BSD-3-Clause",
    "rocksdb": "Apache-2.0", "sqlite3": "blessing", "libmaxminddb": "Apache-2.0", "boost1.74": "BSL-1.0", "rtmpdump": "LGPL-2.1-or-later", "snappy": "BSD-3-Clause", "snowball": "BSD-3-Clause", "tinyxml2": "Zlib",
    "uchardet": "MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later", "xxhash": "BSD-2-Clause", "zlib": "Zlib", "libzstd": "BSD-3-Clause",
}  # fmt: skip
HEADERS = ("nlohmann/json.hpp", "xxhash.h", "boost/version.hpp")
LICENCE_IDS = pathlib.Path("/usr/share/nodejs/spdx-license-ids/index.json")


def run(*command):
    return subprocess.run([str(each) for each in command], check=True, capture_output=True, text=True).stdout


def loaded_by(elf):
    """Paths of the libraries that the loader takes, with those that they need."""
    return {line.split("=>")[1].split()[0] for line in run("ldd", elf).splitlines() if "=> /" in line}


def archives_of(build, target):
    """Archives of others in the link command of a target."""
    text = run("ninja", "-C", build, "-t", "commands", "-s", target)
    return {path for path in re.findall(r"(?<=\s)(/\S+\.a)(?=\s)", text) if not path.startswith(str(pathlib.Path(build).resolve()))}


def package_of(path):
    """(name, version, source package, how sure) of the Debian package that has a file; None: none has."""
    # Paths below /lib and /usr/lib are one since the merge of both.
    for each in dict.fromkeys((path, os.path.realpath(path), re.sub(r"^/usr(?=/lib)", "", os.path.realpath(path)))):
        done = subprocess.run(["dpkg", "-S", each], capture_output=True, text=True)
        if done.returncode == 0:
            name = done.stdout.partition(": ")[0].split(",")[0]
            fields = run("dpkg-query", "-W", "-f", "${Package}\t${Version}\t${source:Package}\t${Architecture}", name).split("\t")
            return tuple(fields)
    return None


def created():
    moment = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", ROOT, "log", "-1", "--format=%ct").strip()
    return datetime.datetime.fromtimestamp(int(moment), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def version():
    return re.search(r"project\(bfa VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)


def spdx_id(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package_entry(found):
    name, its_version, source, architecture = found
    licence = LICENCES.get(source, "NOASSERTION")
    return {
        "SPDXID": spdx_id("Package", name), "name": name, "versionInfo": its_version, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
        "supplier": "Organization: Debian", "sourceInfo": f"built from the Debian source package {source}",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                          "referenceLocator": f"pkg:deb/debian/{name}@{its_version.replace(':', '%3A').replace('+', '%2B').replace('~', '~')}?arch={architecture}"}],
    }  # fmt: skip


def document(arguments):
    files = {}  # relation: {path}
    for elf in arguments.elf:
        files.setdefault("DYNAMIC_LINK", set()).update(path for path in loaded_by(elf) if not SYSTEM.match(path))
    if arguments.build:
        files["STATIC_LINK"] = archives_of(*arguments.build)
    headers = [path for name in HEADERS for path in [pathlib.Path("/usr/include") / name] if path.exists()]
    files.setdefault("STATIC_LINK", set()).update(map(str, headers))
    bundled = {}
    if arguments.bundled:
        bundled = {path.name: path for path in sorted(pathlib.Path(arguments.bundled).rglob("*")) if ".so" in path.name and path.is_file()}
    own = {os.path.realpath(elf) for elf in arguments.elf}
    packages, relations = {}, set()
    for relation, paths in sorted(files.items()):
        for path in sorted(paths):
            if os.path.realpath(path) in own or pathlib.Path(path).name.startswith(("libbfa.so", "libbfa-extract.so")):
                continue
            # What comes along is the file of the system that the loader would have taken.
            where = path if pathlib.Path(path).name not in bundled else system_file(pathlib.Path(path).name) or path
            found = package_of(where)
            if found is None:
                raise ValueError(f"{path}: no Debian package has this file")
            packages[found[0]] = package_entry(found)
            relations.add((relation, found[0]))
            if pathlib.Path(path).name in bundled:
                relations.add(("CONTAINS", found[0]))
    return build_document(arguments, packages, relations)


def system_file(name):
    for line in run("/sbin/ldconfig", "-p").splitlines():
        if line.split() and line.split()[0] == name:
            return line.rpartition("=> ")[2]
    return None


def build_document(arguments, packages, relations):
    own_id = spdx_id("Package", arguments.name)
    notes = {"SPDXID": own_id, "name": arguments.name, "versionInfo": version(), "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
             "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0", "copyrightText": "the authors of libbfa",
             "checksums": [], "comment": "Built files: " + ", ".join(pathlib.Path(elf).name for elf in arguments.elf)}  # fmt: skip
    if len(arguments.elf) == 1:
        digest = hashlib.sha256(pathlib.Path(arguments.elf[0]).read_bytes()).hexdigest()
        notes["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    made = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"{arguments.name}-{version()}",
        "documentNamespace": "",
        "creationInfo": {"created": created(), "creators": ["Tool: libbfa-make_sbom.py"]},
        "packages": [notes, *(packages[name] for name in sorted(packages))],
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own_id},
                          *({"spdxElementId": own_id, "relationshipType": kind, "relatedSpdxElement": spdx_id("Package", name)}
                            for kind, name in sorted(relations))],
    }  # fmt: skip
    digest = hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()
    made["documentNamespace"] = f"https://spdx.org/spdxdocs/{arguments.name}-{version()}-{digest[:32]}"
    return made


def problems_of(made):
    """What breaks the rules, for people."""
    for name, wanted in (("spdxVersion", "SPDX-2.3"), ("dataLicense", "CC0-1.0"), ("SPDXID", "SPDXRef-DOCUMENT")):
        if made.get(name) != wanted:
            yield f"{name} is {made.get(name)!r}, not {wanted!r}"
    if not re.fullmatch(r"https?://[^\s#]+", str(made.get("documentNamespace"))):
        yield "documentNamespace is no address without a fragment"
    info = made.get("creationInfo", {})
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", str(info.get("created"))):
        yield "creationInfo.created is no time"
    if not info.get("creators") or not all(re.match(r"(Tool|Person|Organization): \S", each) for each in info["creators"]):
        yield "creationInfo.creators is missing or malformed"
    known = set(json.loads(LICENCE_IDS.read_text(encoding="utf-8"))) if LICENCE_IDS.exists() else None
    ids = {"SPDXRef-DOCUMENT"}
    for package in made.get("packages", []):
        where = package.get("name", "a package")
        if not re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", str(package.get("SPDXID"))) or package["SPDXID"] in ids:
            yield f"{where}: its SPDXID is malformed, or there twice"
        ids.add(package.get("SPDXID"))
        for field in ("name", "versionInfo", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"):
            if not isinstance(package.get(field), str) or not package[field]:
                yield f"{where}: {field} is missing"
        words = set(re.findall(r"[A-Za-z0-9][\w.+-]*", str(package.get("licenseConcluded")))) - {"OR", "AND", "WITH", "NOASSERTION", "NONE"}
        words = {word for word in words if not word.endswith("-exception-3.1")}
        if known is not None and words - known:
            yield f"{where}: {sorted(words - known)} is no licence of the SPDX list"
        for checksum in package.get("checksums", []):
            if checksum.get("algorithm") != "SHA256" or not re.fullmatch(r"[0-9a-f]{64}", str(checksum.get("checksumValue"))):
                yield f"{where}: a checksum is malformed"
        for reference in package.get("externalRefs", []):
            if reference.get("referenceType") != "purl" or not re.fullmatch(r"pkg:deb/debian/[a-z0-9.+-]+@[^\s?:]+\?arch=\w+", str(reference.get("referenceLocator"))):
                yield f"{where}: a reference is malformed"
    relations = [(each.get("spdxElementId"), each.get("relationshipType"), each.get("relatedSpdxElement")) for each in made.get("relationships", [])]
    if sum(kind == "DESCRIBES" for _, kind, _ in relations) != 1:
        yield "the document does not describe one package"
    for one, kind, other in relations:
        if one not in ids or other not in ids or kind not in ("DESCRIBES", "DYNAMIC_LINK", "STATIC_LINK", "CONTAINS"):
            yield f"the relationship {one} {kind} {other} is not valid"
    if ids - {one for one, _, _ in relations} - {other for _, _, other in relations}:
        yield "a package has no relationship"


def check(path):
    try:
        problems = list(problems_of(json.loads(pathlib.Path(path).read_text(encoding="utf-8"))))
    except (OSError, ValueError) as error:
        problems = [str(error)]
    print("\n".join(f"{path}: {each}" for each in problems) or f"{path}: sound")
    return 1 if problems else 0


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        return check(sys.argv[2])
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--name", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--build", nargs=2)
    parser.add_argument("--bundled")
    parser.add_argument("elf", nargs="+")
    arguments = parser.parse_args()
    try:
        made = document(arguments)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"make_sbom.py: {error}", file=sys.stderr)
        return 1
    problems = list(problems_of(made))
    if problems:
        print("\n".join(problems), file=sys.stderr)
        return 1
    pathlib.Path(arguments.output).write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
