# SPDX-License-Identifier: Apache-2.0
"""deux-mondes.example: one host, two blogs in two folders, of two languages, themes and feeds."""
from html import escape

from . import feeds
from .source import Html, excerpt_of

HOST, PLATFORM = "deux-mondes.example", "two blogs on one host"
ORIGIN = "http://deux-mondes.example"
POST_REGEX = r"^/potager/\d{4}/\d\d/[^/]+\.html$|^/dacha/\d{4}-\d\d-\d\d-[^/]+/$"
FRENCH = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
RUSSIAN = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split()

INDEX = """<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>Deux mondes</title></head><body><h1>Deux mondes</h1>
<p>Deux blogs sous un seul toit : un balcon et une datcha.</p><ul><li><a href="/potager/">Le potager du sixième</a></li><li><a href="/dacha/">Третья банка слева</a></li></ul>
</body></html>
"""


def place_potager(post):
    post.path = f"/potager/{post.date:%Y}/{post.date:%m}/{post.slug}.html"


def place_dacha(post):
    post.path = f"/dacha/{post.date:%Y-%m-%d}-{post.slug}/"


def jour(when):
    return f"{'1er' if when.day == 1 else when.day} {FRENCH[when.month - 1]} {when.year}"


def den(when):
    return f"{when.day} {RUSSIAN[when.month - 1]} {when.year} г."


def french_shell(title, middle, posts):
    recent = "".join(f'<li><a href="{p.path}">{escape(p.title, quote=False)}</a></li>' for p in reversed(posts[-4:]))
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="fr" lang="fr"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<title>{escape(title, quote=False)}</title><link rel="alternate" type="application/rss+xml" title="RSS" href="/potager/rss.xml" /></head>
<body><div id="page"><div id="top"><h1><a href="/potager/">Le potager du sixième</a></h1><p>Quatre mètres carrés, plein ouest</p></div>
<div id="wrapper"><div id="main"><div id="content">
{middle}
</div></div>
<div id="sidebar"><div class="about"><h2>À propos</h2><p>Un balcon, une jardinière obstinée, un ami qui a toujours un meilleur conseil, et un chat qui n'a rien demandé. On
y sème beaucoup, on y récolte parfois, on y pèse tout. Les questions sont les bienvenues, les limaces non.</p></div>
<div class="recents"><h2>Derniers billets</h2><ul>{recent}</ul></div>
<div class="ami"><h2>Sous le même toit</h2><p><a href="/dacha/">Третья банка слева</a>, une datcha, une tante et beaucoup de confiture.</p></div></div></div>
<p id="footer">Propulsé par du marc de café. Reproduction des boutures autorisée.</p></div></body></html>
"""


def french_post(post, posts, markup):
    at = post.number - 1
    near = (f'<a href="{posts[at - 1].path}" class="prev">&#171; {escape(posts[at - 1].title, quote=False)}</a> ' if at else "") + (
        f'<a href="{posts[at + 1].path}" class="next">{escape(posts[at + 1].title, quote=False)} &#187;</a>' if at + 1 < len(posts) else "")
    talk = "".join(f'<dt id="c{post.number}{i}"><a href="#c{post.number}{i}">{i}.</a> Le {jour(c.date)}, {c.date.hour}:{c.date:%M} par <strong>{c.author}</strong></dt>'
                   f"<dd><p>{escape(c.text, quote=False)}</p></dd>\n" for i, c in enumerate(post.comments, 1))
    talk = f"<h3>Commentaires</h3><dl>{talk}</dl>" if talk else "<p>Aucun commentaire pour le moment.</p>"
    tags = "".join(f'<li><a href="/potager/tag/{t}">{t}</a></li>' for t in post.tags)
    return french_shell(f"{post.title} - Le potager du sixième", f"""<p id="navlinks">{near}</p>
<div class="post"><h2 class="post-title">{escape(post.title, quote=False)}</h2>
<p class="post-info">Par {post.author} le {jour(post.date)}, {post.date.hour}:{post.date:%M}</p><ul class="post-tags">{tags}</ul>
<div class="post-content">{markup.article(post.blocks)}</div></div>
<div id="comments">{talk}</div><form action="#pr" method="post" id="comment-form"><fieldset><legend>Ajouter un commentaire</legend><p>Le code HTML est affiché comme du texte et les
adresses web sont transformées automatiquement en liens.</p><textarea name="c_content" cols="35" rows="7"></textarea></fieldset></form>""", posts)


def french_teaser(post):
    return (f'<div class="post"><h2 class="post-title"><a href="{post.path}">{escape(post.title, quote=False)}</a></h2><p class="post-info">Par {post.author} le {jour(post.date)}</p>'
            f'<div class="post-content"><p>{escape(excerpt_of(post, 180), quote=False)}</p><p><a href="{post.path}">Lire la suite</a></p></div></div>\n')


def potager_files(posts):
    paths = {p.slug: p.path for p in posts}
    markup = Html(lambda a: paths[a[5:]] if a.startswith("post:") else a)
    newest = list(reversed(posts))
    out = {p.path: french_post(p, posts, markup) for p in posts}
    out["/potager/index.html"] = french_shell("Le potager du sixième", "".join(map(french_teaser, newest[:6])) + '<p><a href="/potager/page/2.html">Billets plus anciens</a></p>', posts)
    out["/potager/page/2.html"] = french_shell("Le potager du sixième - page 2", "".join(map(french_teaser, newest[6:])), posts)
    for tag in sorted({t for p in posts for t in p.tags}):
        out[f"/potager/tag/{tag}.html"] = french_shell(f"Mot-clé {tag}", f"<h2>Mot-clé : {tag}</h2>" + "".join(french_teaser(p) for p in newest if tag in p.tags), posts)
    in_feed = newest[:7]
    items = "".join(f"<item><title>{escape(p.title)}</title><link>{ORIGIN}{p.path}</link><guid>{ORIGIN}{p.path}</guid><dc:creator>{p.author}</dc:creator>"
                    f"<pubDate>{feeds.rfc822(p.date)}</pubDate><description>{escape(markup.article(p.blocks))}</description></item>\n" for p in in_feed)
    out["/potager/rss.xml"] = feeds.rss(ORIGIN, "/potager/", "/potager/rss.xml", "Le potager du sixième", "Quatre mètres carrés", items)
    return {k: v.encode() for k, v in out.items()}, in_feed, [("/potager/rss.xml", "/potager/rss.xml", "rss2")]


def russian_shell(title, middle, posts):
    shelf = "".join(f'<p class="shelf__item"><a href="{p.path}">{escape(p.title, quote=False)}</a> <small>{den(p.date)}</small></p>' for p in reversed(posts[-6:-2]))
    return f"""<!DOCTYPE html>
<html lang="ru"><head><meta charset="utf-8"><title>{escape(title, quote=False)}</title><link rel="alternate" type="application/atom+xml" href="/dacha/atom.xml"></head>
<body class="dacha"><header class="cap"><a class="cap__name" href="/dacha/">Третья банка слева</a><div class="cap__sub">записки с веранды</div></header>
<div class="yard"><main class="yard__middle">
{middle}
</main><aside class="yard__fence"><div class="note"><h4>Кто здесь живёт</h4><p>Тётя Груша варит и пишет. Гоша мешает и фотографирует. Лукич смотрит через забор и знает, как надо. Кот ни за что
не отвечает. Связь ловит только на крыше сарая, поэтому на письма отвечаем по воскресеньям и в сухую погоду.</p></div><div class="shelf"><h4>С полки</h4>{shelf}</div></aside></div>
<footer class="cellar">Перепечатка рецептов разрешается после дегустации. <a href="/potager/">Соседи по дому: огород на балконе</a></footer></body></html>
"""


def russian_post(post, posts, markup):
    talk = "".join(f'<div class="say"><div class="say__who">{c.author}</div><div class="say__when">{c.date:%d.%m.%Y в %H:%M}</div><div class="say__what">{escape(c.text, quote=False)}</div></div>\n'
                   for c in post.comments)
    talk = f'<section class="talk"><h3>Разговоры через забор: {len(post.comments)}</h3>{talk}</section>' if talk else ""
    tags = " ".join(f'<a href="/dacha/o/{t}/">#{t}</a>' for t in post.tags)
    more = [p for p in posts if p is not post and p.tags[0] == post.tags[0]][:2]
    more = '<div class="again"><h3>Ещё по теме</h3>' + "".join(
        f'<p><a href="{p.path}">{escape(p.title, quote=False)}</a>. {escape(excerpt_of(p, 90), quote=False)}</p>' for p in more) + "</div>" if more else ""
    return russian_shell(f"{post.title} — Третья банка слева", f"""<article class="leaf"><h1 class="leaf__title">{escape(post.title, quote=False)}</h1><div class="leaf__sign"><span class="leaf__who">{post.author}</span>, {den(post.date)}, {post.date:%H:%M}</div>
<div class="leaf__text">
{markup.article(post.blocks)}
</div><div class="leaf__tags">{tags}</div></article>{talk}{more}
<form class="pen" action="/dacha/say" method="post"><label>Сказать через забор<textarea name="t"></textarea></label><button>Сказать</button></form>""", posts)


def russian_teaser(post):
    return (f'<div class="bit"><h2><a href="{post.path}">{escape(post.title, quote=False)}</a></h2><div class="bit__when">{den(post.date)}</div>'
            f"<p>{escape(excerpt_of(post, 200), quote=False)}</p></div>\n")


def dacha_files(posts):
    paths = {p.slug: p.path for p in posts}
    markup = Html(lambda a: paths[a[5:]] if a.startswith("post:") else a)
    newest = list(reversed(posts))
    out = {p.path + "index.html": russian_post(p, posts, markup) for p in posts}
    for n, some in enumerate((newest[:4], newest[4:8], newest[8:]), 1):
        link = f'<a class="older" href="/dacha/listy/{n + 1}/">раньше</a>' if n < 3 else ""
        out["/dacha/index.html" if n == 1 else f"/dacha/listy/{n}/index.html"] = russian_shell("Третья банка слева", "".join(map(russian_teaser, some)) + link, posts)
    for tag in sorted({t for p in posts for t in p.tags}):
        out[f"/dacha/o/{tag}/index.html"] = russian_shell(f"{tag} — Третья банка слева", f"<h1>О чём: {tag}</h1>" + "".join(russian_teaser(p) for p in newest if tag in p.tags), posts)
    in_feed = newest[:5]
    out["/dacha/atom.xml"] = feeds.atom(ORIGIN, "/dacha/", "/dacha/atom.xml", "Третья банка слева", in_feed, lambda p: (
        '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">' + markup.article(p.blocks).replace("<br>", "<br/>").replace("<hr>", "<hr/>") + "</div></content>"))
    out["/index.html"] = INDEX
    return {k: v.encode() for k, v in out.items()}, in_feed, [("/dacha/atom.xml", "/dacha/atom.xml", "atom")]
