"""What the page promises: nothing leaves it, nothing is stored, text stays text, and it says what it cannot do."""

import contextlib
import json
import re
import socket
import threading

from browsers import Chromium, Firefox
from pages import DENIED, MARKUP, READY, ROOT, Page, sealed, served, view

# What is stored where a page can store something.
STORED = """Promise.all([localStorage.length, sessionStorage.length, document.cookie, indexedDB.databases().then(({length}) => length)])
    .catch(({name}) => name)"""


class Promises:
    def test_the_policy_is_exactly_the_one_that_was_tried(self):
        self.open_page()
        policy = self.run_("document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
        self.assertRegex(policy, "^default-src 'none'; script-src 'sha256-[A-Za-z0-9+/]{43}=' 'wasm-unsafe-eval'; style-src 'sha256-[A-Za-z0-9+/]{43}='; "
                                 "img-src blob: data:; worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'$")

    def test_the_policy_stops_a_script_that_somebody_puts_in(self):
        self.open_page()
        self.run_("""(() => {
            window.blocked = [];
            document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
            document.body.insertAdjacentHTML('beforeend', '<img src="http://127.0.0.1:9/x" onerror="window.pwned = 1">');
            fetch('http://127.0.0.1:9/y').catch(() => {});
        })()""")
        self.browser.wait("blocked.some((name) => name.startsWith('img-src')) && blocked.includes('connect-src')")
        self.assertIsNone(self.run_("window.pwned ?? null"))


    def test_the_page_says_which_library_decided_differently_and_that_a_log_is_newer(self):
        self.open_empty()
        self.give("differs.jsonl", (ROOT / "Specs/output/logs/differs.jsonl").read_bytes(), "drop")
        self.browser.wait("document.body.dataset.verdict === 'differs'")
        self.assertRegex(self.text("#verdict"), "^decided differently from event [0-9]+ on$")
        lines = [json.loads(line) for line in DENIED.read_text().splitlines()]
        for line in lines:
            del line["crc"]
        lines[0].update(library="9.9.9", modelRevision=lines[0]["modelRevision"] + 1)
        self.give("newer.jsonl", sealed(lines), "drop")
        self.browser.wait("document.getElementById('verdict').textContent.endsWith('newer than this page')")
        self.assertIn("write the page again", self.run_("document.getElementById('verdict').title"))
        # The versions of the page are in it, also without script.
        self.assertRegex(self.text("footer"), "Written by flow-trace [0-9.]+(-dev)?, log format [0-9]+, model revision [0-9]+.")

    def test_an_element_shows_a_log_in_a_page_of_somebody_else(self):
        with served(ROOT) as address:
            page = (ROOT / "Tests/Languages/Page/element.html").read_text()
            self.browser.open(f"{address}/Tests/Languages/Page/element.html")
            inside = "document.querySelector('flow-log').shadowRoot"
            self.browser.wait(f"{inside}?.querySelector('.finding') && {inside}.querySelector('.lanes .message')")
            self.run_(f"{inside}.querySelector('.evidence a.event').click()")
            self.browser.wait(f"{inside}.querySelector('.sheet')?.textContent.includes('V2-D-13')")
            # Where the page does not allow wasm or the log, what the element contains is seen: here the findings, as the tool writes them.
            findings = re.search(r'<div id="findings">\n(.*?)</div>\n', (self.folder / "page.html").read_text(), re.S).group(1)
            page = page.replace("<p>The log cannot be shown.</p>", findings)
            for forbidden in (" 'wasm-unsafe-eval'", "; connect-src 'self'"):
                self.assertIn(forbidden, page)
                (self.folder / "strict.html").write_text(page.replace(forbidden, ""))
                with served(self.folder, ROOT) as other:
                    self.browser.open(f"{other}/strict.html")
                    self.browser.wait("document.querySelector('flow-log').failure")
                    self.assertIn("The provider Cablevision denied it", self.text("flow-log .finding"))
                    self.assertTrue(self.run_("document.querySelector('flow-log .finding').getBoundingClientRect().height > 50"))
                    self.assertIsNone(self.run_("document.querySelector('flow-log').shadowRoot.querySelector('.finding')"))


class PromisesInChromium(Promises, Page):
    browser_class = Chromium
    names = ("chromium", "chromium-browser", "google-chrome")

    def test_a_hostile_log_stays_text_and_nothing_leaves(self):
        arrived = []
        streams = socket.create_server(("127.0.0.1", 0))

        def listen():
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = streams.accept()
                    arrived.append(connection.recv(100))
                    connection.close()

        threading.Thread(target=listen, daemon=True).start()
        datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        datagrams.bind(("127.0.0.1", 0))
        datagrams.setblocking(False)
        try:
            address = f"http://127.0.0.1:{streams.getsockname()[1]}/x"
            header = json.loads(DENIED.read_text().split("\n", 1)[0])
            markup = MARKUP % address
            header.update(app=markup, system=markup, support=f"stun:127.0.0.1:{datagrams.getsockname()[1]} {markup}")
            del header["crc"]
            data = sealed([header, *({key: value for key, value in json.loads(line).items() if key != "crc"} for line in DENIED.read_text().splitlines()[1:])])
            log = self.folder / "hostile.jsonl"
            log.write_bytes(data + b"\n".join([markup.encode(), b"{" + b"a" * 3_000_000 + b"}", b"\xff\xfe\x00"]))
            self.open(view(self.folder / "hostile.html", log))
            self.browser.wait(READY)
            for tab in ("Events", "States", "Timeline", "What-if", "Compare", "Findings"):
                self.run_(f"document.getElementById('tab-{tab}').click()")
            self.open_empty()
            self.browser.drop(str(log))
            self.browser.wait("document.body.dataset.verdict")
            self.assertIn(markup, self.text("#findings"))
            self.assertEqual(self.run_("[document.querySelectorAll('#findings img, #findings script').length, typeof pwned]"), [0, "undefined"])
            self.assertEqual(self.run_(STORED), [0, 0, "", 0])
            self.assertEqual(arrived, [])
            with self.assertRaises(BlockingIOError):
                datagrams.recv(1)
            # They hear what is sent.
            socket.create_connection(streams.getsockname()).close()
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.sendto(b"x", datagrams.getsockname())
            datagrams.setblocking(True)
            self.assertEqual(datagrams.recv(1), b"x")
            self.browser.wait("true")
            while not arrived:
                threading.Event().wait(0.01)
        finally:
            streams.close()
            datagrams.close()


class PromisesInFirefox(Promises, Page):
    browser_class = Firefox
    names = ("firefox-esr", "firefox")
