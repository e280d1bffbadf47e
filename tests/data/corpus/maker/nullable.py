# SPDX-License-Identifier: Apache-2.0
"""nullable.example: utility classes that name nothing, a call to action inside of articles, Atom and JSON Feed with excerpts."""
import re
from html import escape

from . import feeds
from .source import Html, excerpt_of, text_of

HOST, START, LANGUAGE, PLATFORM = "nullable.example", "http://nullable.example/", "en", "static, utility classes"
ORIGIN = "http://nullable.example"
POST_REGEX = r"^/posts/[^/]+/$"
IN_FEED = 6
NAME = "Nullable"
FACES = {"Priya Nullable": "Priya has been on call since before it was called that. She collects clocks which are wrong.",
         "Ola Void": "Ola writes the parts that nobody sees. He believes in rollback, and in lunch.",
         "Bo Optional": "Bo came for a summer and stayed. Bo waters the plants, and the sensors."}


def place(post):
    post.path = f"/posts/{post.slug}/"


def day(when):
    return f"{when:%b} {when.day}, {when.year}"


def topic_path(tag):
    return "/topics/" + tag.replace(" ", "-") + "/"


class Markup(Html):
    """Names on each element, and none says what it is."""

    def make_p(self, value, _):
        return f'<p class="mt-6 text-lg leading-8 text-slate-700">{self.line(value)}</p>'

    def make_heading(self, value, kind):
        anchor = re.sub(r"\W+", "-", value.lower()).strip("-")
        return f'<{kind} id="{anchor}" class="mt-12 text-2xl font-bold tracking-tight">{self.line(value)}</{kind}>'

    def make_ul(self, value, kind):
        style = {"ul": "list-disc", "ol": "list-decimal"}[kind]
        return f'<{kind} class="mt-6 pl-6 {style}">' + "".join(f'<li class="mt-2">{self.line(v)}</li>' for v in value) + f"</{kind}>"

    make_ol = make_ul

    def make_quote(self, value, _):
        return '<blockquote class="mt-6 border-l-4 pl-4 italic">' + "".join(f"<p>{self.line(v)}</p>" for v in value) + "</blockquote>"

    def make_code(self, value, _):
        return ('<div class="relative mt-6 rounded-xl bg-slate-900 p-4"><button class="absolute top-2 right-2 text-xs">Copy</button>'
                f'<pre class="overflow-x-auto text-sm text-slate-100"><code>{self.escape(value)}</code></pre></div>')

    def make_notes(self, value, _):
        return '<div class="mt-12 border-t pt-4 text-sm"><ol class="list-decimal pl-4">' + "".join(
            f'<li id="fn{i}">{self.line(v)} <a href="#r{i}" aria-label="Back">↩</a></li>' for i, v in enumerate(value, 1)) + "</ol></div>"


CALL = """<div class="my-8 rounded-2xl bg-indigo-50 p-6"><div class="text-xl font-semibold">Enjoying this? There is more.</div><div class="mt-2">One mail a month,
written by a person, about things which broke. Two thousand engineers read it in bed.</div><form class="mt-4 flex gap-2" action="/join" method="post"><input class="grow"
name="e" placeholder="you@work.example"><button class="rounded bg-indigo-600 px-4 text-white">Sign me up</button></form></div>"""


def shell(title, body, posts, more=""):
    picks = "".join(f'<a class="block py-2 text-sm" href="{p.path}"><span class="font-medium">{escape(p.title, quote=False)}</span><span class="block text-xs text-slate-500">'
                    f"{day(p.date)}</span></a>" for p in (posts[0], posts[3], posts[8]))
    return f"""<!doctype html><html lang="en" class="h-full scroll-smooth"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title, quote=False)}</title><link rel="alternate" type="application/atom+xml" href="/atom.xml"><link rel="alternate" type="application/feed+json" href="/feed.json">
{more}<script>window.dataLayer=window.dataLayer||[];</script></head>
<body class="flex min-h-full flex-col bg-white antialiased"><div class="sticky top-0 z-10 flex items-center justify-between px-6 py-4"><a class="text-xl font-black" href="/">Nullable</a>
<div class="flex gap-6 text-sm"><a href="/topics/incidents/">Incidents</a><a href="/topics/people/">People</a><a href="/team/">Team</a><a class="rounded bg-slate-900 px-3 py-1 text-white" href="/posts/hiring/">We are hiring</a></div></div>
<div class="mx-auto grid w-full max-w-6xl grid-cols-12 gap-8 px-6">
<div class="col-span-8">{body}</div>
<div class="col-span-4 text-sm"><div class="rounded-xl bg-slate-50 p-4"><div class="font-semibold">What is this?</div><div class="mt-2 text-slate-600">We run a payment system of medium size
and write down what surprised us. Everything here has happened. Names of customers are changed, names of bugs are not. If you find yourself in one of these stories, there will be cake.</div></div>
<div class="mt-6 rounded-xl bg-slate-50 p-4"><div class="font-semibold">Editor's picks</div>{picks}</div></div></div>
<div class="mt-24 bg-slate-900 px-6 py-12 text-slate-300"><div class="text-sm">Nullable, a company that may or may not be there. No cookies. The cake is real.</div></div></body></html>
"""


def minutes(post):
    return max(1, round(len(text_of(post.blocks).split()) / 220))


def post_page(posts, post, markup):
    blocks = [markup.block(*b) for b in post.blocks]
    if len(blocks) >= 6:
        blocks.insert(3, CALL)
    heads = [(k, v) for k, v in post.blocks if k[0] == "h"]
    contents = ""
    if len(heads) > 2:
        contents = '<div class="mb-8 rounded border p-4 text-sm"><div class="font-semibold">On this page</div>' + "".join(
            f'<a class="block" href="#{re.sub(r"[^a-z0-9_]+", "-", v.lower()).strip("-")}">{markup.line(v)}</a>' for _, v in heads) + "</div>"
    near = [posts[i] for i in (post.number - 2, post.number) if 0 <= i < len(posts)]
    cards = "".join(f'<a class="rounded-xl border p-4" href="{p.path}"><div class="text-xs text-slate-500">{day(p.date)}</div><div class="font-semibold">{escape(p.title, quote=False)}</div>'
                    f'<div class="mt-2 text-sm">{escape(excerpt_of(p, 120), quote=False)}</div></a>' for p in near)
    tags = "".join(f'<a class="rounded-full bg-slate-100 px-3 py-1 text-xs" href="{topic_path(t)}">{t}</a>' for t in post.tags)
    body = f"""<div class="pt-16"><div class="flex gap-2">{tags}</div><h1 class="mt-4 text-5xl font-black tracking-tight">{escape(post.title, quote=False)}</h1>
<div class="mt-6 flex items-center gap-3 text-sm text-slate-500"><span class="h-8 w-8 rounded-full bg-pink-300"></span><span class="font-medium text-slate-900">{post.author}</span><span>{day(post.date)}</span><span>{minutes(post)} min read</span></div></div>
{contents}<div class="mt-8 max-w-none">
{chr(10).join(blocks)}
</div>
<div class="mt-12 flex gap-4 text-sm"><a href="https://chirper.example/new?u={ORIGIN}{post.path}">Chirp this</a><a href="https://orange.example/submit?u={ORIGIN}{post.path}">Discuss on Orange</a></div>
<div class="mt-12 flex gap-4 rounded-xl bg-slate-50 p-6"><div class="h-16 w-16 rounded-full bg-pink-300"></div><div><div class="font-semibold">{post.author}</div><div class="text-sm">{FACES[post.author]}</div></div></div>
<div class="mt-12 text-lg font-semibold">Keep reading</div><div class="mt-4 grid grid-cols-2 gap-4">{cards}</div>"""
    more = f'<link rel="canonical" href="{ORIGIN}{post.path}"><meta name="description" content="{escape(excerpt_of(post, 150))}">\n'
    return shell(f"{post.title} | {NAME}", body, posts, more)


def card(post):
    return (f'<a class="mt-8 block rounded-xl border p-6" href="{post.path}"><div class="text-xs text-slate-500">{day(post.date)} · {post.author} · {minutes(post)} min</div>'
            f'<div class="text-2xl font-bold">{escape(post.title, quote=False)}</div><div class="mt-2">{escape(excerpt_of(post, 200), quote=False)}</div></a>\n')


def files(posts):
    paths = {p.slug: p.path for p in posts}
    markup = Markup(lambda a: paths[a[5:]] if a.startswith("post:") else a)
    newest = list(reversed(posts))
    out = {p.path + "index.html": post_page(posts, p, markup) for p in posts}
    pages = [newest[i:i + 4] for i in range(0, len(newest), 4)]
    for n, some in enumerate(pages, 1):
        links = "".join(f'<a class="px-3 py-1" href="{"/" if i == 1 else f"/p/{i}/"}">{i}</a>' for i in range(1, len(pages) + 1))
        out["/index.html" if n == 1 else f"/p/{n}/index.html"] = shell(
            NAME, "".join(map(card, some)) + f'<div class="mt-12 flex">{links}</div>', posts)
    for tag in sorted({t for p in posts for t in p.tags}):
        out[topic_path(tag) + "index.html"] = shell(f"{tag} | {NAME}", f'<div class="pt-16 text-4xl font-black">{tag}</div>' + "".join(
            card(p) for p in newest if tag in p.tags), posts)
    out["/team/index.html"] = shell(f"Team | {NAME}", '<div class="pt-16 text-4xl font-black">Team</div>' + "".join(
        f'<div class="mt-8"><div class="font-semibold">{n}</div><div>{t}</div></div>' for n, t in FACES.items()), posts)
    in_feed = newest[:IN_FEED]
    out["/atom.xml"] = feeds.atom(ORIGIN, "/", "/atom.xml", NAME, in_feed,
                                  lambda p: f'<summary type="text">{escape(excerpt_of(p, 160))}</summary>', feeds.zulu)
    out["/feed.json"] = feeds.json_feed(ORIGIN, NAME, in_feed, 160)
    return {k: v.encode() for k, v in out.items()}, in_feed, [("/atom.xml", "/atom.xml", "atom"), ("/feed.json", "/feed.json", "json")]
