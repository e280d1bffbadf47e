# SPDX-License-Identifier: Apache-2.0
"""The forms of each family."""
from . import talks
from .blog import Blog, Form

LANGUAGES = ("en", "de", "es", "fr", "ru")


def comments():
    """Each layout of comments twice in each language: with heading, number and form, and with less of them."""
    out = []
    heads = (talks.bold, talks.in_row, talks.heading)
    for i, layout in enumerate(talks.LAYOUTS):
        for j, lang in enumerate(LANGUAGES):
            for more in (True, False):
                head = heads[(i + j) % 3] if more or (i + j) % 2 else None
                shell = "tables" if layout is not talks.divisions else "divisions"
                form = Form(f"{layout.__name__} {lang} {'full' if more else 'spare'}", lang, shell=shell, full=more,
                            talk=talks.talk(layout, head, more or (i + j) % 3 == 0, more or (i + j) % 2 == 0))
                out.append(Blog(form))
    return out


def bare():
    """The same where no element holds the article alone, and a line signs it."""
    out = []
    heads = (talks.bold, talks.in_row, None)
    for i, layout in enumerate(talks.LAYOUTS):
        for j, lang in enumerate(LANGUAGES):
            form = Form(f"bare {layout.__name__} {lang}", lang, shell=("bare", "bare_lines")[(i + j) % 2], full=(i + j) % 3 > 0,
                        foot=talks.signed if j % 2 else talks.steps,
                        talk=talks.talk(layout, heads[(i + j) % 3], i % 2 == 0, j % 2 == 0))
            out.append(Blog(form))
    return out


FAMILIES = {"comments": comments, "bare": bare}
