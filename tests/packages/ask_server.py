#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks a `bfa serve --json` for its home page, which has to name the blog of examples/blog.

Usage: ask_server.py FILE        (what the server printed; waits for its first line, and while it says 503)

Exit codes: 0 the page is right, 1 it is not.
"""
import json
import pathlib
import sys
import time
import urllib.error
import urllib.request

TRIES = 600
PAUSE = 0.1  # seconds


def said(path):
    """The address in the first line that the server prints."""
    for _ in range(TRIES):
        text = path.read_text()
        if "\n" in text:
            return json.loads(text.splitlines()[0])["url"]
        time.sleep(PAUSE)
    sys.exit(f"{path}: the server said nothing")


def home(url):
    for _ in range(TRIES):
        try:
            return urllib.request.urlopen(url).read().decode()
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            time.sleep(PAUSE)
    sys.exit(f"{url}: 503 for a minute")


def main():
    url = said(pathlib.Path(sys.argv[1]))
    if "Shelf Marks" not in home(url):
        sys.exit(f"{url}: the page does not name the blog")
    print("served:", url)


if __name__ == "__main__":
    main()
