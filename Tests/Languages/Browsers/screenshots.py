#!/usr/bin/env python3
"""screenshots.py [FOLDER]: takes pictures of WebTV in Chromium.

Without FOLDER, those of WebTV's README. With FOLDER, every page of the gallery, dark and light, as NAME-dark.png and NAME-light.png.
"""
import pathlib
import sys
import urllib.parse

import browsers
import world
from app_case import APP

#: The pictures of the README: a page of the gallery, and whether it is dark.
PICTURES = {"home": ("signedIn", True), "code": ("code", True), "picker": ("providerPicker", False), "denied": ("denied", False)}


def take(tab, site, page, is_dark, path):
    tab.theme(is_dark)
    query = urllib.parse.urlencode({"page": page, "language": "en"})
    tab.go(f"{site.origin}{APP}gallery.html?{query}")
    tab.wait(f"location.search === '?{query}' && document.querySelector('main').childElementCount > 0")
    tab.screenshot(path)
    print(path)


def main():
    if reason := browsers.Chromium.missing() or world.missing():
        print(reason)
        sys.exit(77)
    # The gallery needs no server.
    site = world.Site(None)
    with browsers.Chromium() as browser:
        tab = browser.tab(site.origin + APP + "gallery.html")
        tab.wait("document.querySelector('main a')")
        names = tab.js("[...document.querySelectorAll('main a')].map((each) => each.textContent)")
        if len(sys.argv) > 1:
            for name in names:
                for is_dark in (True, False):
                    file = f"{name.replace(' ', '-')}-{'dark' if is_dark else 'light'}.png"
                    take(tab, site, name, is_dark, pathlib.Path(sys.argv[1], file))
        else:
            for file, (name, is_dark) in PICTURES.items():
                take(tab, site, name, is_dark, world.root / f"Tests/Examples/WebTV/Screenshots/{file}.webp")
    site.close()


main()
