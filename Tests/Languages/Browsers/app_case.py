"""What the tests of WebTV share: the app in a tab, operated by the keys of a remote."""
import json
import pathlib
import subprocess
import tempfile
import urllib.parse

import cases
import world

APP = "/Tests/Examples/WebTV/"
catalog = json.loads((world.root / "Tests/Examples/DemoTV/Sources/DemoTVCore/Localizable.xcstrings").read_text())["strings"]


class AppCase(cases.BrowserCase):
    def open(self, **query):
        parameters = {"host": self.site.origin, "activation": "https://example.com/activate", "language": "en", **query}
        tab = self.browser.tab(f"{self.site.origin}{APP}?{urllib.parse.urlencode(parameters)}")
        tab.front()
        self.tabs.append(tab)
        tab.wait("document.querySelector('.tile')")
        tab.wait("document.querySelector('.account')?.textContent !== '…'")
        return tab

    def tearDown(self):
        if self.tabs:
            self.erase(self.tabs[0])
        super().tearDown()

    def erase(self, tab):
        """Leaves nothing of this test: the next one is a new device."""
        tab.go(self.site.origin + "/blank")
        tab.wait("location.pathname === '/blank' && document.readyState === 'complete'")
        tab.js("""indexedDB.databases().then((all) => Promise.all(all.map(({ name }) => new Promise((done) => {
            Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: done, onblocked: done });
        }))).then(() => true))""")

    def title(self, tab, text):
        tab.wait(f"document.querySelector('main h1')?.textContent === {json.dumps(text)}")

    def focused(self, tab):
        return tab.js("document.activeElement.innerText.trim()")

    def press(self, tab, label):
        """Moves the focus with the arrow keys until it is on the button, and presses it."""
        tab.wait(f"[...document.querySelectorAll('main button, main a')].some((each) => each.innerText.trim() === {json.dumps(label)})")
        for _ in range(40):
            if self.focused(tab) == label:
                return tab.key("Enter")
            key = tab.js("""(() => {
                const center = (node) => { const box = node.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
                const wanted = [...document.querySelectorAll('main button, main a')].find((each) => each.innerText.trim() === %s);
                const [[x, y], [toX, toY]] = [center(document.activeElement), center(wanted)];
                if (Math.abs(toY - y) > 20) return toY > y ? 'ArrowDown' : 'ArrowUp';
                return toX > x ? 'ArrowRight' : 'ArrowLeft';
            })()""" % json.dumps(label))
            before = self.focused(tab)
            tab.key(key)
            if self.focused(tab) == before:
                # The nearest button in that direction is none: along the other axis.
                tab.key("ArrowRight" if key in ("ArrowUp", "ArrowDown") else "ArrowDown")
        raise AssertionError(f"{label} cannot be reached by the arrow keys from {self.focused(tab)}")

    def code(self, tab):
        return tab.wait("document.querySelector('.letters')?.getAttribute('aria-label').replaceAll(' ', '')")

    def sign_in(self, tab, provider="SmallCo"):
        self.press(tab, "News")
        self.title(tab, "Choose your TV provider")
        self.press(tab, provider)
        self.assertEqual(self.adobe.say(f"sign-in {self.code(tab)}"), "signed in")
        self.title(tab, "Playing News")

    def verified_log(self, tab):
        """What the app's own export of the log says to flow-trace."""
        self.site.uploads.clear()
        tab.key("Escape")
        self.press(tab, "Support")
        self.press(tab, "Send the log to support")
        tab.wait("document.querySelector('.notice')?.textContent === 'Sent. Thank you.'")
        with tempfile.TemporaryDirectory() as folder:
            for path, body in self.site.uploads:
                pathlib.Path(folder, path.rsplit("/", 1)[1]).write_bytes(body)
            result = subprocess.run([world.tool, "verify", folder], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        text = b"".join(body for _, body in self.site.uploads).decode()
        for secret in ("Bearer", "simulated.software", "news"):
            self.assertNotIn(secret, text)
        return text

    def forget(self, tab, keys):
        tab.js("""new Promise(async (done) => {
            const [{ name }] = await indexedDB.databases();
            indexedDB.open(name).onsuccess = ({ target: { result } }) => {
                const change = result.transaction('vault', 'readwrite');
                for (const key of %s) change.objectStore('vault').delete(key);
                change.oncomplete = () => { result.close(); done(true); };
            };
        })""" % json.dumps(keys))
