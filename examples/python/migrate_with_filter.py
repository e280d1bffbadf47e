#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""For engineers: captures of any format as one WARC file, through a filter of one's own. This one leaves out what has an address
below a prefix, with the requests and metadata of it, and says on stderr what it left out and what the conversion changed.

Usage: migrate_with_filter.py --without PREFIX OUT INPUT...
Exit codes: 0 done, 1 an input or the output failed, 2 usage.
"""
import argparse
import collections
import sys
from typing import Counter, Optional

import bfa


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", metavar="PREFIX", required=True)
    parser.add_argument("out")
    parser.add_argument("inputs", nargs="+")
    given = parser.parse_args()
    records: Counter[str] = collections.Counter()

    def on_note(note: bfa.Note) -> None:
        print(f"{note.kind} {note.id}: {note.source} {note.url}: {note.message}", file=sys.stderr)

    try:
        with bfa.WarcWriter(given.out, packing="zstd" if given.out.endswith(".zst") else "gzip") as writer:

            def on_record(record: bfa.Record) -> Optional[bool]:
                if record.url.startswith(given.without):
                    records["left out"] += 1
                    print(f"left out {record.type} {record.url}", file=sys.stderr)
                else:
                    records[record.type] += 1
                    writer.copy(record)
                return None

            bfa.read_captures(given.inputs, on_record, on_note)
        report = bfa.validate(given.out)
    except bfa.BfaError as error:
        print(error, file=sys.stderr)
        return 1
    for kind, count in sorted(records.items()):
        print(f"{count} {kind}")
    for finding in report.findings:
        print(f"{finding.offset}: {finding.message}", file=sys.stderr)
    return 0 if report.valid else 1


if __name__ == "__main__":
    sys.exit(main())
