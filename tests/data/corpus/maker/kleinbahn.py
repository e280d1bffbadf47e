# SPDX-License-Identifier: Apache-2.0
"""kleinbahn.example: tables for layout, no class, no id, windows-1252, RSS 1.0 with excerpts, flat comments."""
from html import escape

from . import feeds
from .source import Html, excerpt_of

HOST, START, LANGUAGE, PLATFORM = "kleinbahn.example", "http://kleinbahn.example/", "de", "hand-written tables"
ORIGIN = "http://kleinbahn.example"
POST_REGEX = r"^/tagebuch/\d{4}\.html$"
IN_FEED = 7
MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
NAME = "Kleinbahn im Hintergarten"

BESIDE = """<p><font size="1" face="Verdana"><b>Die Bahn in Zahlen</b><br>Spurweite 127 mm, Länge 56 m, Steigung 1:40,
kleinster Bogen 4 m. Eine Dampflokomotive, zwei Wagen, ein Prellbock. Gebaut von einem, der eigentlich Buchhalter ist
und das auch bleiben will, denn von irgendetwas muss die Kohle bezahlt werden.</font></p>
<p><font size="1" face="Verdana"><b>Fahrtage</b><br>Jeden ersten Sonntag im Monat von Mai bis Oktober, bei trockenem
Wetter, am Gartentor klingeln und „Güterzug“ sagen. Kinder fahren umsonst, Erwachsene bringen Kuchen mit. Hunde an der
Leine, Katzen haben immer Vorfahrt. Bei Gewitter bleibt die Lok im Schuppen und der Lokführer im Sessel.</font></p>
<p><font size="1" face="Verdana"><b>Gesucht</b><br>Ein Dampfpfeifenventil, Gewinde 1/4 Zoll, gern beschädigt. Tausche
gegen Himbeermarmelade oder gegen ein Herzstück mit verbogener Spitze.</font></p>"""


def place(post):
    post.path = f"/tagebuch/{post.number:04}.html"


def day(when):
    return f"{when.day}. {MONTHS[when.month - 1]} {when.year}"


class Markup(Html):
    def make_heading(self, value, kind):
        return f'<p><font size="3" color="#663300"><b>{self.line(value)}</b></font></p>'

    def make_quote(self, value, _):
        return "<blockquote><i>" + "<br>\n".join(self.line(v) for v in value) + "</i></blockquote>"

    def make_table(self, value, _):
        rows = ["<tr>" + "".join(f"<td>{'<b>' if not i else ''}{self.line(c)}{'</b>' if not i else ''}</td>" for c in row) + "</tr>"
                for i, row in enumerate(value)]
        return '<table border="1" cellpadding="3" cellspacing="0">\n' + "\n".join(rows) + "\n</table>"

    def make_image(self, value, _):
        return f'<p align="center"><img src="/bilder/{value[1]}" alt="{escape(value[0])}" width="320" height="240" border="0"></p>'


def shell(title, middle, posts):
    newest = "".join(f'<font size="1"><a href="{p.path}">{escape(p.title, quote=False)}</a></font><br>\n' for p in reversed(posts[-5:]))
    years = sorted({p.date.year for p in posts})
    archive = " | ".join(f'<a href="/archiv/{y}.html">{y}</a>' for y in years)
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">
<title>{escape(title, quote=False)}</title>
<link rel="alternate" type="application/rss+xml" title="RSS" href="/index.rdf">
</head>
<body bgcolor="#FFFFEE" text="#222222" link="#993300" vlink="#663300">
<table width="780" border="0" cellspacing="0" cellpadding="0" align="center">
<tr><td colspan="3" bgcolor="#336633"><a href="/"><font size="6" color="#FFFFCC" face="Georgia">{NAME}</font></a><br>
<font size="2" color="#FFFFCC">Dampf, Lärche und ein halber Rosenbusch</font></td></tr>
<tr><td colspan="3" bgcolor="#CCDDBB"><font size="2"><a href="/">Start</a> | <a href="/ueber.html">Über die Bahn</a> |
<a href="/links.html">Verweise</a> | Archiv: {archive}</font></td></tr>
<tr valign="top">
<td width="150" bgcolor="#F4F4DD"><p><font size="1" face="Verdana"><b>Zuletzt geschrieben</b></font><br>
{newest}</p>
{BESIDE}
</td>
<td width="480">
{middle}
</td>
<td width="150" bgcolor="#F4F4DD"><p><font size="1"><b>Befreundete Bahnen</b><br><a href="http://moorbahn.example/">Moorbahn e. V.</a><br>
<a href="http://feldbahn.example/">Feldbahn am Deich</a><br><a href="http://teichfahrt.example/">Heizerins Teichfahrten</a></font></p>
<form action="/suche.cgi" method="get"><font size="1">Suchen:<br></font><input name="q" size="12"><input type="submit" value="Los"></form>
<p><font size="1">Besucher Nr. 04711<br>seit dem 1. April 2003</font></p></td>
</tr>
<tr><td colspan="3" bgcolor="#336633"><font size="1" color="#FFFFCC">Alle Rechte und Linkskurven vorbehalten. Am besten
zu betrachten bei 800 x 600 und einer Tasse Tee.</font></td></tr>
</table>
</body>
</html>
"""


def entry(post, markup, whole=True):
    body = markup.article(post.blocks) if whole else f"<p>{escape(excerpt_of(post, 150), quote=False)}</p>"
    title = escape(post.title, quote=False)
    return f"""<table width="100%" border="0" cellpadding="6"><tr><td bgcolor="#DDE8CC"><font size="4" face="Georgia"><b>{title}</b></font><br>
<font size="1">{day(post.date)}, {post.date:%H:%M} Uhr, von {post.author}</font></td></tr>
<tr><td><font face="Georgia" size="3">
{body}
</font></td></tr>
<tr><td align="right"><font size="1">Thema: {", ".join(post.tags)} - <a href="{post.path}">Permalink</a> - <a href="mailto:otto@kleinbahn.example">Leserbrief</a></font></td></tr></table>
"""


def talk(post):
    if not post.comments:
        return '<p><font size="2"><b>Noch keine Meinungen.</b></font></p>'
    rows = "".join(f"""<tr><td bgcolor="#EEF4E4"><font size="2">{escape(c.text, quote=False)}</font></td></tr>
<tr><td align="right"><font size="1">geschrieben von <b>{c.author}</b> am {c.date:%d.%m.%Y} um {c.date:%H:%M} Uhr</font></td></tr>
""" for c in post.comments)
    return f"""<hr noshade size="1"><p><font size="2"><b>Meinungen ({len(post.comments)})</b></font></p>
<table width="100%" border="0" cellpadding="4">
{rows}</table>"""


def post_page(post, posts, markup):
    at = post.number - 1
    before = f'<a href="{posts[at - 1].path}">&lt;&lt; {escape(posts[at - 1].title, quote=False)}</a>' if at else ""
    after = f'<a href="{posts[at + 1].path}">{escape(posts[at + 1].title, quote=False)} &gt;&gt;</a>' if at + 1 < len(posts) else ""
    form = """<form action="/meinung.cgi" method="post"><table border="0"><tr><td><font size="2">Name:</font></td><td><input name="n"></td></tr>
<tr><td><font size="2">Meinung:</font></td><td><textarea name="t" rows="4" cols="40"></textarea></td></tr></table>
<font size="1">Bitte freundlich bleiben. Werbung wird verheizt.</font> <input type="submit" value="Abschicken"></form>"""
    middle = (f'<table width="100%"><tr><td><font size="1">{before}</font></td><td align="right"><font size="1">{after}</font></td></tr></table>\n'
              + entry(post, markup) + talk(post) + form)
    return shell(f"{NAME}: {post.title}", middle, posts)


def files(posts):
    paths = {p.slug: p.path for p in posts}
    markup = Markup(lambda a: paths[a[5:]] if a.startswith("post:") else a)
    out = {p.path: post_page(p, posts, markup) for p in posts}
    out["/index.html"] = shell(NAME, "".join(entry(p, markup) for p in reversed(posts[-5:])), posts)
    for year in sorted({p.date.year for p in posts}):
        rows = "".join(entry(p, markup, False) for p in posts if p.date.year == year)
        out[f"/archiv/{year}.html"] = shell(f"{NAME}: Archiv {year}", f'<p><font size="4"><b>Archiv {year}</b></font></p>{rows}', posts)
    out["/ueber.html"] = shell(f"{NAME}: Über die Bahn", """<p><font size="4"><b>Über die Bahn</b></font></p>
<p>Angefangen hat es mit einem Stück Flachstahl, das beim Bau der Regenrinne übrig blieb. Heute sind es zwei Schienen, ein
Schuppen und ein Hobby, das im Wohnzimmer nicht mehr erwähnt werden darf. Die Bahn ist privat, ungeheizt und endet am Kompost.</p>
<p>Wer etwas nachbauen will, darf alles nachmessen, was er findet. Für verbogene Puffer wird keine Haftung übernommen.</p>""", posts)
    out["/links.html"] = shell(f"{NAME}: Verweise", """<p><font size="4"><b>Verweise</b></font></p><ul><li><a href="http://moorbahn.example/">Moorbahn e. V.</a>, dort
steht der Weichenwärter am Hebel</li><li><a href="http://teichfahrt.example/">Heizerins Teichfahrten</a>, mit Unterwasserbildern</li></ul>""", posts)
    in_feed = list(reversed(posts))[:IN_FEED]
    out["/index.rdf"] = feeds.rdf(ORIGIN, NAME, "Tagebuch einer Gartenbahn", in_feed, 180)
    # Its writers knew one encoding only.
    encoded = {k: v.encode("windows-1252", "xmlcharrefreplace") for k, v in out.items()}
    return encoded, in_feed, [("/index.rdf", "/index.rdf", "rdf")]
