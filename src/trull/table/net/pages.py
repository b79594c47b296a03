"""Static files of the client, and the catalogues."""

from __future__ import annotations

import gzip
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from aiohttp import web

from trull import locale
from trull.table import wire
from trull.table.net import guard

STATIC = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
ADDRESSES = re.compile(
    r"(index\.html|mine/?|pad/?|replay/?|rules(/[\w.-]+/[\w.-]+(/[A-Z0-9.-]+)?)?/?|t/[0-9A-Za-z]{4,32}/?"
    r"|learn(/puzzles/[0-9a-f]{10}|/[0-9A-Za-z]{1,12})?/?|quiz/?|glossary/?|daily(/\d{4}-\d{2}-\d{2})?/?"
    r"|c/[0-9a-f]{16}(/(desk|wall|me|boards|t/\d{1,3}|print/[a-z]{1,8}))?/?)?"
)
"""Paths the client's router handles."""

LAWS = re.compile(r"assets/laws-[0-9a-f]+\.mjs")
"""The worker in which the score pad runs the laws."""

PLAIN = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Trull</title>
<h1>Trull</h1>
<p>The table runs, but its page has not been built into this package.</p>
<p>In a checkout of the project: <code>make web</code>, then start the table again.</p>
</html>
"""


class Pages:
    """Serves the single-page client and its assets."""

    def __init__(self, folder: Path = STATIC) -> None:
        """Serve from this folder."""
        self._folder = folder

    def routes(self) -> list[web.RouteDef]:
        """The routes; add them last, they match everything left."""
        return [
            web.get("/locale/{language:[a-z]{2}}.json", self.catalogue),
            web.get("/locale/{guests:guests}/{language:[a-z]{2}}.json", self.catalogue),
            web.get("/{path:.*}", self.file),
        ]

    async def catalogue(self, request: web.Request) -> web.Response:
        """A catalogue as JSON: the whole one, or what installed games add to the page's own."""
        language = request.match_info["language"]
        if language not in locale.LANGUAGES:
            raise web.HTTPNotFound
        body, packed, tag = _catalogue(language, "guests" in request.match_info)
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=304, headers={"ETag": tag})
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = packed
        return web.Response(body=body, content_type="application/json", headers=headers)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """A static file, or the page; unknown paths get the page with status 404."""
        path = request.match_info["path"]
        if path.startswith(("api/", "ws/")):
            raise web.HTTPNotFound
        found = self._found(path)
        for_reading = "text/html" in request.headers.get("Accept", "")
        if found is None and "." in path.rpartition("/")[2] and not for_reading:
            raise web.HTTPNotFound
        if found is None:
            return self.page(200 if ADDRESSES.fullmatch(path) else 404)
        keep = FOREVER if path.startswith("assets/") else "no-cache"
        policy = guard.LAWS if LAWS.fullmatch(path) else {}
        return web.FileResponse(found, headers={"Cache-Control": keep, **policy})

    def _found(self, path: str) -> Path | None:
        """The file for a path, only inside the folder."""
        if not path or "\0" in path:
            return None
        found = (self._folder / path).resolve()
        inside = found.is_relative_to(self._folder.resolve())
        try:
            return found if inside and found.is_file() else None
        except OSError:  # file name too long
            return None

    def page(self, status: int) -> web.StreamResponse:
        """The client itself."""
        index = self._folder / "index.html"
        if index.is_file():
            return web.FileResponse(index, status=status, headers={"Cache-Control": "no-cache"})
        return web.Response(text=PLAIN, status=status, content_type="text/html")


@cache
def _catalogue(language: str, guests: bool) -> tuple[bytes, bytes, str]:
    body = wire.encode(locale.of_guests(language) if guests else locale.catalogue(language))
    return body, gzip.compress(body, 9), f'"{sha256(body).hexdigest()[:16]}"'
