# SPDX-License-Identifier: Apache-2.0
"""The example blog for tests of programs: served on a free loopback port, and edited."""
import contextlib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BLOG = ROOT / "examples" / "blog"


@contextlib.contextmanager
def served(folder=BLOG):
    """Serves `folder`; gives its address."""
    server = subprocess.Popen(
        [sys.executable, ROOT / "scripts" / "serve_blog.py", folder], stdout=subprocess.PIPE, text=True
    )
    try:
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def post_pages(folder=BLOG):
    return sorted(folder.glob("20*/*/*/*/index.html"))


def title_of(page):
    return re.search(r'<h1 class="post-title">(.*?)</h1>', page.read_text(encoding="utf-8")).group(1)


def replace_in(page, old, new):
    text = page.read_text(encoding="utf-8")
    if old not in text:
        raise AssertionError(f"{page} does not hold {old!r}")
    page.write_text(text.replace(old, new), encoding="utf-8")
