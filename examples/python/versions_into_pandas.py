#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""For researchers: all versions of an archive's posts as a table, and what it says of edits.

Usage: versions_into_pandas.py ARCHIVE [OUT.csv]. Needs pandas (Debian: python3-pandas).
Exit codes: 0 done, 1 no archive or not readable, 2 usage, 77 pandas is not there.
"""
import sys

import bfa


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        import pandas  # type: ignore[import]  # noqa: F401
    except ImportError:
        print("pandas is not installed", file=sys.stderr)
        return 77
    try:
        with bfa.Archive(sys.argv[1]) as archive:
            frame = archive.frame(kind="post", with_text=True)
    except bfa.BfaError as error:
        print(error, file=sys.stderr)
        return 1
    edits = frame[frame["verdict"] == "content"]
    print(f"{frame['url'].nunique()} posts, {len(frame)} versions, {len(edits)} edits")
    by_month = frame.drop_duplicates("url").groupby(frame["published"].dt.strftime("%Y-%m"))["url"].count()
    for month, posts in by_month.items():
        print(f"{month} {posts} posts")
    for row in edits.itertuples():
        reasons = row.reasons.replace("\n", ", ")
        print(f"edited {row.observed:%Y-%m-%dT%H:%M:%SZ} {row.url} ({reasons}; {row.similarity:.0%} of the words are the same)")
    if len(sys.argv) == 3:
        frame.drop(columns=["key", "html"]).to_csv(sys.argv[2], index=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
