"""The page that `flow-trace serve` serves, while a real client signs in there and plays."""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from browsers import Chromium, Firefox
from pages import ROOT, TOOL

CLIENT = ROOT / "Sources/FlowEffects/Interpreters/JavaScript/client.mjs"


class Server:
    """`flow-trace serve`, which shows the logs of a folder."""

    def __init__(self, logs):
        self.logs = logs
        self.process = subprocess.Popen(
            [TOOL, "serve", "--port", "0", "--no-input", "--log", str(logs)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://127\.0\.0\.1:\d+", self.process.stdout.readline()).group()

    def client(self, name, channel):
        """A client that signs in with a code, and plays a channel; it writes its log into the folder."""
        log = pathlib.Path(self.logs, f"{name}.jsonl")
        process = subprocess.Popen(
            ["node", str(CLIENT), self.address, channel, "SmallCo", str(log)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return process

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


def code_of(client):
    for line in client.stdout:
        if line.startswith("code: "):
            return line.split()[1]
    raise AssertionError("the client ended without a code")


class Live:
    browser_class = None
    names = ()

    def setUp(self):
        path = next(filter(None, map(shutil.which, self.names)), None)
        if path is None:
            raise unittest.SkipTest(f"there is no {self.names[0]}")
        folder = tempfile.mkdtemp(prefix="live-")
        self.addCleanup(shutil.rmtree, folder)
        self.server = Server(folder)
        self.addCleanup(self.server.close)
        self.browser = self.browser_class(path)
        self.addCleanup(self.browser.close)

    @contextlib.contextmanager
    def client(self, name, channel):
        client = self.server.client(name, channel)
        try:
            yield client
        finally:
            client.kill()
            client.wait()
            client.stdout.close()

    def open(self, path):
        self.browser.open("about:blank")
        self.browser.open(f"{self.server.address}/{path}")

    def press(self, name):
        """Presses a button of the control panel; what the server said."""
        self.browser.run(f"""(() => {{
            document.getElementById('say').textContent = '';
            [...document.querySelectorAll('.control button')].find(({{textContent}}) => textContent === {json.dumps(name)}).click();
        }})()""")
        self.browser.wait("document.getElementById('say').textContent")
        return self.browser.run("document.getElementById('say').textContent")

    def type(self, label, text):
        self.browser.run(f"document.querySelector('.control [aria-label={json.dumps(label)}]').value = {json.dumps(text)}")

    def drawn(self, text):
        self.browser.wait(f"[...document.querySelectorAll('.lanes .label')].some(({{textContent}}) => textContent.includes({json.dumps(text)}))", 60)

    def rows(self):
        return int(self.browser.run("document.querySelector('.lanes').getAttribute('aria-rowcount') ?? '0'"))

    def submit(self, button, **fields):
        """Fills the form of the second screen, and presses a button of it."""
        self.browser.run(f"""(() => {{
            for (const [name, value] of Object.entries({json.dumps(fields)})) {{
                const [first] = document.getElementsByName(name);
                if (first.type === 'radio') [...document.getElementsByName(name)].find((one) => one.value === value).checked = true;
                else first.value = value;
            }}
            [...document.querySelectorAll('button')].find(({{textContent}}) => textContent.startsWith({json.dumps(button)})).click();
        }})()""")

    def said(self, text):
        self.browser.wait(f"document.body?.textContent.includes({json.dumps(text)})")

    def test_the_lanes_grow_while_a_viewer_signs_in_on_the_second_screen(self):
        self.open("")
        self.browser.wait("document.querySelector('.live .chip')?.textContent === 'live'")
        with self.client("first", "news") as client:
            code = code_of(client)
            self.drawn("code#1")
            before = self.rows()
            self.open("second-screen")
            self.submit("Continue", code="NOSUCH")
            self.said("No open session has the code NOSUCH")
            self.submit("Continue", code=code)
            self.said("SmallCo")
            self.submit("Sign in")
            self.browser.wait("!document.querySelector('form') || document.body.textContent.includes('signed in')")
            self.open("")
            # The page has what happened before it was opened, and what follows.
            self.drawn("permit resource#1")
            self.assertGreater(self.rows(), before)
            self.browser.wait("document.body.dataset.verdict === 'verified'")
            self.browser.wait("document.querySelector('#findings .verdict')")
            self.assertEqual(self.browser.run("document.querySelector('#top h1').textContent"), "first.jsonl")
            self.assertEqual(client.wait(60), 0)
            # The log has only a reference in its place.
            self.assertFalse(self.browser.run(f"document.querySelector('.both').textContent.includes({json.dumps(code)})"))

    def test_the_control_panel_breaks_denies_and_signs_in(self):
        self.open("")
        self.browser.wait("document.querySelector('.control option')")
        self.type("Resource", "news")
        self.assertEqual(self.press("Deny"), "denied")
        self.type("Endpoint", "configuration")
        self.assertIn("the next call of configuration", self.press("Break it"))
        with self.client("second", "news") as client:
            code = code_of(client)
            self.drawn("throttled")
            self.drawn("code#1")
            self.type("Code", code)
            self.type("Provider", "SmallCo")
            self.assertIn("signed", self.press("Sign in"))
            self.drawn("deny resource#1")
            self.browser.wait("[...document.querySelectorAll('.finding h3')].some(({textContent}) => textContent.includes('denied'))", 60)
            client.wait(60)
        for name in ("Expire profiles", "Revoke tokens", "Forget clients"):
            self.assertTrue(self.press(name))
        self.type("Command", "no such command")
        self.browser.run("(() => { document.getElementById('say').textContent = ''; document.querySelector('.control form').requestSubmit(); })()")
        self.browser.wait("document.getElementById('say').textContent")
        self.assertNotIn("done", self.browser.run("document.getElementById('say').textContent"))

    def test_a_viewer_is_refused_on_the_second_screen(self):
        with self.client("third", "news") as client:
            code = code_of(client)
            self.open("second-screen")
            self.submit("Continue", code=code)
            self.said("SmallCo")
            self.browser.run("(() => { window.before = document.body.textContent; })()")
            self.submit("Refuse")
            self.browser.wait("window.before === undefined")
        self.said("refused")


class LiveInChromium(Live, unittest.TestCase):
    browser_class = Chromium
    names = ("chromium", "chromium-browser", "google-chrome")


class LiveInFirefox(Live, unittest.TestCase):
    browser_class = Firefox
    names = ("firefox-esr", "firefox")
