# SPDX-License-Identifier: Apache-2.0
"""cuaderno.example: a redesign in between. Posts up to 2010 have another markup and other addresses than those since 2015."""
from html import escape

from . import feeds
from .source import Html, excerpt_of

HOST, START, LANGUAGE, PLATFORM = "cuaderno.example", "http://cuaderno.example/", "es", "two designs"
ORIGIN = "http://cuaderno.example"
POST_REGEX = r"^/archivo/\d{4}/\d\d/[^/]+\.html$|^/20\d\d/\d\d/[^/]+/$"
IN_FEED = 8
NAME = "El cuaderno del tercero"
MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
OLD_UNTIL = 2010


def place(post):
    old = post.date.year <= OLD_UNTIL
    post.path = f"/archivo/{post.date:%Y/%m}/{post.slug}.html" if old else f"/{post.date:%Y/%m}/{post.slug}/"


def day(when):
    return f"{when.day} de {MONTHS[when.month - 1]} de {when.year}"


def old_shell(title, middle, posts, visitors="1.204"):
    links = "".join(f'<li><a href="{p.path}">{escape(p.title, quote=False)}</a></li>' for p in posts[:6])
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<title>{escape(title, quote=False)}</title><link rel="alternate" type="application/atom+xml" title="Atom" href="/feed.xml" /></head>
<body><div id="contenedor"><div id="cabecera"><h1><a href="/">{NAME}</a></h1><h2>apuntes de escalera</h2></div>
<div id="izquierda"><div class="modulo"><h4>Quién escribe</h4><p>Inés Papel vive en un tercero sin ascensor, o con un ascensor que no siempre quiere. Toma notas en
libretas baratas y las pasa a limpio aquí cuando llueve. No contesta al teléfono, pero sí a los golpes en la pared.</p></div>
<div class="modulo"><h4>Archivo</h4><ul>{links}</ul></div><div class="modulo"><h4>Visitas</h4><p>{visitors} personas y un gato</p></div></div>
<div id="centro">
{middle}
</div>
<div id="pie">Plantilla «Papel pintado». Prohibido regar los geranios del vecino.</div></div></body></html>
"""


def old_post(post, posts, markup, visitors="1.204", attributes=""):
    talk = "".join(f'<div class="comentario"><p>{escape(c.text, quote=False)}</p><p class="firma">Publicado por: {c.author} | {c.date:%d/%m/%Y %H:%M}</p></div>\n' for c in post.comments)
    return old_shell(f"{NAME}: {post.title}", f"""<div class="entrada"{attributes}><h3 class="titulo">{escape(post.title, quote=False)}</h3>
<div class="cuerpo">
{markup.article(post.blocks)}
</div><p class="pie-entrada">Publicado por {post.author} el {post.date:%d/%m/%Y a las %H:%M} | Temas: {", ".join(post.tags)} | <a href="{post.path}">Enlace permanente</a></p></div>
<div id="comentarios"><h3>Comentarios</h3>
{talk or "<p>Nadie ha dicho nada todavía.</p>"}</div>
<div class="formulario"><h3>Escribe un comentario</h3><form action="/cgi-bin/c.cgi" method="post"><input name="nombre" /><textarea name="texto"></textarea></form></div>""", posts, visitors)


def new_shell(title, middle, posts, more=""):
    cards = "".join(f'<li class="ficha"><a href="{p.path}"><h4>{escape(p.title, quote=False)}</h4></a><p>{escape(excerpt_of(p, 100), quote=False)}</p></li>' for p in (posts[3], posts[7], posts[9]))
    return f"""<!DOCTYPE html>
<html lang="es">
<head><meta charset="utf-8"><title>{escape(title, quote=False)}</title><link rel="alternate" type="application/atom+xml" href="/feed.xml">
{more}</head>
<body>
<header class="barra"><a class="barra-logo" href="/">{NAME}</a><nav><a href="/archivo/">Todo</a><a href="/sobre/">Sobre esto</a></nav></header>
<div class="lienzo">
{middle}
</div>
<aside class="cajon"><section><h3>Para empezar</h3><ul class="fichas">{cards}</ul></section><section class="boletin"><h3>Dos golpes en la pared</h3><p>Si quieres que te avise cuando haya algo nuevo, deja tu correo.
Aviso poco, escribo menos todavía y no le doy la dirección a nadie, ni siquiera al de la trompeta.</p><form action="/aviso"><input name="correo"><button>Avísame</button></form></section></aside>
<footer class="zocalo"><p>Hecho a mano, con una ventana abierta. Textos de Inés Papel.</p></footer>
</body>
</html>
"""


def replies(post):
    out, depth = "", -1
    for c in post.comments:
        out += "</div>\n" * (depth - c.depth + 1) if c.depth <= depth else ""
        depth = c.depth
        out += (f'<div class="voz voz-{depth}"><div class="voz-cabeza"><strong>{c.author}</strong> <time datetime="{c.date:%Y-%m-%dT%H:%M}">{day(c.date)}, {c.date:%H:%M}</time></div>'
                f'<div class="voz-texto"><p>{escape(c.text, quote=False)}</p></div><a class="voz-responder" href="#responder">Responder</a>\n')
    return out + "</div>\n" * (depth + 1)


def new_post(post, posts, markup):
    words = "".join(f'<a href="/tema/{t}/">{t}</a>' for t in post.tags)
    near = posts[post.number] if post.number < len(posts) else posts[0]
    talk = f"<h2>{len(post.comments)} voces</h2>\n{replies(post)}" if post.comments else "<h2>Silencio, de momento</h2>"
    middle = f"""<article class="hoja"><header class="hoja-cabeza"><h1>{escape(post.title, quote=False)}</h1><div class="hoja-datos"><time datetime="{post.date.isoformat()}">{day(post.date)}</time> · <span class="hoja-firma">{post.author}</span></div></header>
<div class="hoja-texto">
{markup.article(post.blocks)}
</div>
<footer class="hoja-pie"><div class="temas">{words}</div><div class="compartir"><a href="https://pinwall.example/?u={ORIGIN}{post.path}">Pegar en el muro</a></div></footer></article>
<a class="siguiente" href="{near.path}"><span>Sigue leyendo</span><b>{escape(near.title, quote=False)}</b><em>{escape(excerpt_of(near, 120), quote=False)}</em></a>
<section class="voces">{talk}<form id="responder" action="/voz" method="post"><textarea name="t"></textarea><button>Decir algo</button></form></section>"""
    return new_shell(f"{post.title} · {NAME}", middle, posts, f'<link rel="canonical" href="{ORIGIN}{post.path}">\n')


def teaser(post):
    return (f'<article class="resumen"><h2><a href="{post.path}">{escape(post.title, quote=False)}</a></h2><time datetime="{post.date:%Y-%m-%d}">{day(post.date)}</time>'
            f'<p>{escape(excerpt_of(post, 220), quote=False)}</p></article>\n')


def make_markup(posts):
    paths = {p.slug: p.path for p in posts}
    return Html(lambda a: paths[a[5:]] if a.startswith("post:") else a)


def files(posts):
    markup = make_markup(posts)
    newest = list(reversed(posts))
    out = {}
    for post in posts:
        if post.date.year <= OLD_UNTIL:
            out[post.path] = old_post(post, posts, markup)
        else:
            out[post.path + "index.html"] = new_post(post, posts, markup)
    out["/index.html"] = new_shell(NAME, "".join(map(teaser, newest[:5])) + '<a class="mas" href="/pagina/2/">Más atrás</a>', posts)
    out["/pagina/2/index.html"] = new_shell(NAME, "".join(map(teaser, newest[5:])), posts)
    out["/archivo/index.html"] = new_shell(f"Todo · {NAME}", "<h1>Todo</h1><ul>" + "".join(
        f'<li>{p.date:%d/%m/%Y} <a href="{p.path}">{escape(p.title, quote=False)}</a></li>' for p in newest) + "</ul>", posts)
    out["/sobre/index.html"] = new_shell(f"Sobre esto · {NAME}", """<div class="hoja"><h1>Sobre esto</h1><p>Esto empezó como una lista de la compra. Después vinieron los vecinos, las ventanas y
un canario. Lo que ves ahora es la segunda versión de la casa; la primera sigue abierta al fondo del pasillo, con su papel pintado.</p></div>""", posts)
    for tag in sorted({t for p in newest[:6] for t in p.tags}):
        out[f"/tema/{tag}/index.html"] = new_shell(f"{tag} · {NAME}", f"<h1>Tema: {tag}</h1>" + "".join(teaser(p) for p in newest if tag in p.tags), posts)
    in_feed = newest[:IN_FEED]
    out["/feed.xml"] = feeds.atom(ORIGIN, "/", "/feed.xml", NAME, in_feed, lambda p: f'<content type="html">{escape(markup.article(p.blocks))}</content>')
    return {k: v.encode() for k, v in out.items()}, in_feed, [("/feed.xml", "/feed.xml", "atom")]


def pairs(posts):
    """Captures of posts before and after the redesign: (name, label, path, old page, new page)."""
    markup = make_markup(posts)
    # Both designs are known before any of it is compared, as in an archive.
    for post in posts:
        page = (old_post if post.number <= 6 else new_post)(post, posts, markup)
        yield f"same_{post.slug}", "none", post, page, page
    for post in posts[:6]:
        if post.number == 6:
            # The only true edit: the gallery counts one window more, and names it.
            edited = [(k, v.replace("cuarenta y ocho ventanas", "cuarenta y nueve ventanas, contando la del trastero")) for k, v in post.blocks]
            altered = type(post)(**{**post.__dict__, "blocks": edited})
            yield "edited_and_redesigned", "content", post, old_post(post, posts, markup), new_post(altered, posts, markup)
            yield "edited", "content", post, old_post(post, posts, markup), old_post(altered, posts, markup)
        else:
            yield f"redesigned_{post.slug}", "boilerplate", post, old_post(post, posts, markup), new_post(post, posts, markup)
    counted = posts[1]
    yield "counter", "boilerplate", counted, old_post(counted, posts, markup), old_post(counted, posts, markup, "1.377")
    yield "attribute", "none", counted, old_post(counted, posts, markup), old_post(counted, posts, markup, attributes=' lang="es"')
