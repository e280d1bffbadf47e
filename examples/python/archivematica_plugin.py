#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""For preservation systems: web archives as Archivematica's Format Policy Registry calls commands. Each command gets one file and
prints what its purpose asks for; the functions of the same names are for those that import this file.

    archivematica_plugin.py identify FILE            prints the PRONOM id: fmt/1281 (WARC 1.1), fmt/410 (ARC 1.1), fmt/1840 (WACZ), ...
    archivematica_plugin.py validate FILE            prints JSON with eventOutcomeInformation "pass" or "fail"
    archivematica_plugin.py characterize FILE        prints XML: records by type, captures, first and last date
    archivematica_plugin.py extract FILE FOLDER      writes the bodies of the captures, and prints their paths
    archivematica_plugin.py normalise FILE OUT       writes WARC 1.1 in gzip members, or WACZ by the suffix of OUT

Exit codes: 0 done (of validate: the validation ran; its result is in the JSON), 1 it failed, 2 usage. Archivematica takes any
other code than 0 of an identification as "not identified".
"""
import collections
import json
import pathlib
import sys
import urllib.parse
import zipfile
from typing import Any, Counter, Dict, List
from xml.sax.saxutils import quoteattr

import bfa

WARC_PRONOM = {"WARC/1.0": "fmt/1355", "WARC/1.1": "fmt/1281"}  # others: fmt/289
ARC_PRONOM, ARC_1_1_PRONOM, WACZ_PRONOM = "x-fmt/219", "fmt/410", "fmt/1840"


def _parts(path: str) -> List[str]:
    """The WARC files in a WACZ; any other file is its own part."""
    if not zipfile.is_zipfile(path):
        return [path]
    with zipfile.ZipFile(path) as container:
        names = [name for name in container.namelist() if name.startswith("archive/") and not name.endswith("/")]
        if "datapackage.json" not in container.namelist() or not names:
            raise bfa.UnsupportedError("a zip file that is no WACZ", path)
    return [f"{path}!/{name}" for name in names]


def identify(path: str) -> str:
    """The PRONOM id by content, never by name. Raises UnsupportedError for other formats."""
    parts = _parts(path)
    with bfa.WarcReader(parts[0]) as reader:
        record = next(reader)
        if parts != [path]:
            return WACZ_PRONOM
        if record.version.startswith("WARC/"):
            return WARC_PRONOM.get(record.version, "fmt/289")
        return ARC_1_1_PRONOM if record.read().startswith(b"1 1 ") else ARC_PRONOM


def validate(path: str) -> Dict[str, Any]:
    """What Archivematica writes into the PREMIS event."""
    reports = [bfa.validate(part) for part in _parts(path)]
    valid = all(report.valid for report in reports)
    notes = [f"{finding.offset}: {finding.message}" for report in reports for finding in report.findings]
    detail = f"{sum(report.records for report in reports)} records, {sum(report.digests_ok for report in reports)} digests right, " \
             f"{sum(report.digests_bad for report in reports)} wrong"
    return {"eventOutcomeInformation": "pass" if valid else "fail", "eventOutcomeDetailNote": "; ".join([detail, *notes[:20]]),
            "format": identify(path), "version": bfa.__version__}


def characterize(path: str) -> str:
    """XML for objectCharacteristicsExtension."""
    types: Counter[str] = collections.Counter()
    dates = []
    for part in _parts(path):
        with bfa.WarcReader(part) as reader:
            for record in reader:
                types[record.type] += 1
                if record.date is not None:
                    dates.append(record.date)
    lines = [f"  <records type={quoteattr(name)} count=\"{count}\"/>" for name, count in sorted(types.items())]
    span = f" first=\"{min(dates).isoformat()}\" last=\"{max(dates).isoformat()}\"" if dates else ""
    return "\n".join([f"<webArchive captures=\"{types['response'] + types['revisit'] + types['resource']}\"{span}>", *lines,
                      "</webArchive>"])


def _name_for(url: str, number: int) -> str:
    """A file name that stays within the folder, whatever the address says."""
    parts = urllib.parse.urlsplit(url)
    safe = "".join(each if each.isalnum() or each in "-._" else "_" for each in (parts.hostname or "none") + parts.path)
    return f"{number:06d}-{safe.strip('.')[:120]}"


def extract(path: str, folder: str) -> List[pathlib.Path]:
    """Writes the body of each capture with status 200 to a folder, which must be empty or absent."""
    target = pathlib.Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    if any(target.iterdir()):
        raise bfa.InvalidArgumentError("the folder is not empty", folder)
    written = []
    for part in _parts(path):
        with bfa.WarcReader(part) as reader:
            for number, record in enumerate(reader):
                if record.type not in ("response", "resource"):
                    continue
                exchange = record.exchange()
                if exchange.status not in (0, 200):
                    continue
                written.append(target / _name_for(record.url, number))
                written[-1].write_bytes(exchange.body)
    return written


def normalise(path: str, out: str) -> List[pathlib.Path]:
    """Writes the preservation copy; what could not be carried over is on stderr."""
    done = bfa.migrate(path, out, sidecars=False)
    for note in done.notes:
        print(f"{note.kind} {note.id}: {note.message} {note.url}", file=sys.stderr)
    return done.files


def main() -> int:
    wanted = {"identify": 1, "validate": 1, "characterize": 1, "extract": 2, "normalise": 2}
    command, files = (sys.argv[1:2] or [""])[0], sys.argv[2:]
    if wanted.get(command) != len(files):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if command == "identify":
            print(identify(files[0]))
        elif command == "validate":
            print(json.dumps(validate(files[0])))
        elif command == "characterize":
            print(characterize(files[0]))
        else:
            for path in (extract if command == "extract" else normalise)(*files):
                print(path)
    except (bfa.BfaError, OSError, StopIteration, zipfile.BadZipFile) as error:
        print(error or "there is no record in the file", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
