# SPDX-License-Identifier: Apache-2.0
"""The forms of each family."""
from . import days as saying
from . import ends as ending
from . import platforms as programs
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
                form = Form(f"{layout.__name__} {lang} {'full' if more else 'spare'}", lang, shell=shell, feed="full" if more else "summary",
                            talk=talks.talk(layout, head, more or (i + j) % 3 == 0, more or (i + j) % 2 == 0))
                out.append(Blog(form))
    return out


def bare():
    """The same where no element holds the article alone, and a line signs it."""
    out = []
    heads = (talks.bold, talks.in_row, None)
    for i, layout in enumerate(talks.LAYOUTS):
        for j, lang in enumerate(LANGUAGES):
            form = Form(f"bare {layout.__name__} {lang}", lang, shell=("bare", "bare_lines")[(i + j) % 2], feed="full" if (i + j) % 3 else "summary",
                        foot=talks.signed if j % 2 else talks.steps,
                        talk=talks.talk(layout, heads[(i + j) % 3], i % 2 == 0, j % 2 == 0))
            out.append(Blog(form))
    return out


def ends():
    """Each kind of end in each container, with each kind of feed; the languages and the pages around take turns."""
    out = []
    shells = ("tables", "divisions", "lines", "bare", "bare_lines")
    for i, kind in enumerate(ending.KINDS):
        for j, holder in enumerate(ending.HOLDERS):
            for k, feed in enumerate(("full", "summary", "cut")):
                lang, shell = LANGUAGES[(i + j + k) % 5], shells[(i + 2 * j + k) % 5]
                form = Form(f"{kind.__name__} {holder.__name__} {feed} {shell} {lang}", lang, shell=shell, feed=feed,
                            foot=ending.foot(kind, holder))
                out.append(Blog(form))
    return out


def days():
    """Each place that says the day, on pages of each kind; feeds with and without days."""
    out = []
    for i, place in enumerate(saying.PLACES):
        for j, shell in enumerate(("tables", "divisions", "bare", "lines")):
            for k, told in enumerate((True, False)):
                lang = LANGUAGES[(i + j + k) % 5]
                form = Form(f"{place.__name__} {shell} {'told' if told else 'untold'} {lang}", lang, shell=shell, days=False,
                            feed_days=told, head=lambda b, p, f=place: f(b, p)[0], foot=lambda b, p, f=place: f(b, p)[1])
                out.append(Blog(form))
    return out


def platforms():
    """Comments of each program in three of the languages, with and without number, form and an element of the article."""
    out = []
    heads = (talks.bold, talks.in_row, talks.heading)
    for i, name in enumerate(programs.PLATFORMS):
        for j in range(3):
            lang, shell = LANGUAGES[(i + 2 * j) % 5], ("divisions", "tables", "bare")[(i + j) % 3]
            form = Form(f"{name} {shell} {lang}", lang, shell=shell, feed="full" if (i + j) % 2 else "summary",
                        talk=talks.talk(programs.layout(name), heads[(i + j) % 3], j != 1, j != 2))
            out.append(Blog(form))
    return out


FAMILIES = {"comments": comments, "bare": bare, "ends": ends, "days": days, "platforms": platforms}
