"""WebTV: whole evenings by the keys of a remote, against `flow-trace serve`, with faults."""
import json
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

import browsers
import cases
import world
from app_case import APP, AppCase, catalog


class WebTV(AppCase):
    def test_an_evening_by_the_remote_sign_in_play_denial_sign_out(self):
        tab = self.open(upload=f"{self.site.origin}/upload")
        self.assertEqual(self.focused(tab), "News")
        self.sign_in(tab)
        self.press(tab, "Stop")
        tab.wait("document.querySelector('.account').textContent === 'Signed in with SmallCo'")
        self.adobe.say("deny sports SmallCo")
        self.press(tab, "Sports")
        self.title(tab, "Your subscription does not include this")
        self.assertIn("authorization_denied", tab.js("document.querySelector('.reference').textContent"))
        self.press(tab, "Another provider")
        self.title(tab, "Choose your TV provider")
        # Back is a cancel, and the viewer is still signed in.
        tab.key("Escape")
        tab.wait("document.querySelector('.account')?.textContent === 'Signed in with SmallCo'")
        # The page is loaded again: the viewer stays, and a channel without permission has a lock.
        tab.reload()
        tab.wait("document.querySelector('.account')?.textContent === 'Signed in with SmallCo'")
        tab.wait("document.querySelector('.locked')")
        log = self.verified_log(tab)
        self.assertGreaterEqual(log.count('"kind":"launched"'), 2)
        self.press(tab, "Back")
        self.press(tab, "Sign out")
        tab.wait("document.querySelector('.account')?.textContent === 'Not signed in'")

    def test_faults_during_an_evening_429_slow_cut_lost_and_a_server_that_is_gone(self):
        tab = self.open(upload=f"{self.site.origin}/upload")
        self.site.faults.update({"configuration": ["throttle"], "/sessions": ["cut", "slow"], "profiles/code": ["lost", "slow"], "authorize": ["cut"]})
        self.sign_in(tab)
        self.press(tab, "Stop")
        port = self.adobe.port
        self.adobe.kill()
        self.press(tab, "Movies")
        self.title(tab, "There is no connection")
        self.adobe.start(port)
        self.press(tab, "Try again")
        # The server has forgotten everything: the viewer signs in again, with the provider that is remembered.
        self.title(tab, "Sign in with SmallCo?")
        self.press(tab, "Continue")
        self.assertEqual(self.adobe.say(f"sign-in {self.code(tab)}"), "signed in")
        self.title(tab, "Playing Movies")
        self.verified_log(tab)

    def test_a_problem_offers_what_can_help_and_a_sign_out_without_a_connection_is_owed(self):
        tab = self.open()
        # As often as the policy tries.
        self.adobe.say("next configuration 503 3")
        self.press(tab, "News")
        self.title(tab, "There is no connection")
        self.press(tab, "Try again")
        self.title(tab, "Choose your TV provider")
        self.press(tab, "SmallCo")
        self.adobe.say(f"sign-in {self.code(tab)}")
        self.title(tab, "Playing News")
        self.press(tab, "Stop")
        # Firefox itself sends a request again whose connection was closed: so more often than the policy tries.
        self.site.faults["logout"] = ["lost"] * 30
        self.press(tab, "Sign out")
        tab.wait("document.querySelector('.notice')?.textContent === 'Your TV provider will be told as soon as there is a connection.'", 60)

    def test_the_page_of_the_server_shows_the_log_while_the_app_writes_it(self):
        if not list(world.root.glob(".build/**/flowreading.wasm.gz")):
            self.skipTest("there is no flowreading.wasm.gz: Sources/flow-trace/FlowReading/JavaScript/build")
        tab = self.open(live="", upload=f"{self.site.origin}/upload")
        page = self.browser.tab(f"http://127.0.0.1:{self.adobe.port}/")
        self.tabs.append(page)
        page.wait("document.body?.innerText.includes('At rest')")
        tab.front()
        self.sign_in(tab)
        page.front()
        page.wait("document.body.innerText.includes('deciding')")
        page.wait("document.body.innerText.includes('verified by this page')")
        tab.front()
        self.verified_log(tab)

    def test_a_free_preview_plays_without_a_sign_in(self):
        tab = self.open()
        self.press(tab, "Free preview")
        self.title(tab, "Playing News")
        self.press(tab, "Stop")
        tab.wait("document.querySelector('.account')?.textContent === 'Free preview'")

    def test_several_profiles_are_a_choice(self):
        tab = self.open()
        self.sign_in(tab)
        self.press(tab, "Stop")
        self.adobe.say("deny sports SmallCo")
        self.press(tab, "Sports")
        self.press(tab, "Another provider")
        self.press(tab, "Cox")
        self.adobe.say(f"sign-in {self.code(tab)}")
        tab.wait("document.querySelector('.account')?.textContent.includes('Cox') || document.querySelector('main h1')?.textContent === 'Which account?'")
        # A device that has forgotten which of the two it was asks.
        self.forget(tab, ["fact profile", "fact provider", "shown provider"])
        tab.reload()
        tab.wait("document.querySelector('.account') && document.querySelector('.account').textContent !== '…'")
        self.press(tab, "Sign in")
        self.title(tab, "Which account?")
        self.press(tab, "Cox")
        tab.wait("document.querySelector('.account')?.textContent.startsWith('Signed in with Cox')")

    def test_the_words_are_those_of_the_catalog_in_german(self):
        tab = self.open(language="de")
        texts = {entry["localizations"]["de"]["stringUnit"]["value"] for entry in catalog.values()}
        shown = tab.js("[...document.querySelectorAll('main button, .account')].map((each) => each.innerText.trim())")
        self.assertLessEqual(set(shown) - {"News", "Sports", "Movies"}, texts)
        self.assertEqual(tab.js("document.documentElement.lang"), "de")
        self.press(tab, "News")
        self.title(tab, "Wählen Sie Ihren TV-Anbieter")


cases.in_each_browser(globals(), WebTV)


class Words(unittest.TestCase):
    def test_every_text_of_the_app_is_in_the_catalog(self):
        sources = "".join((world.root / "Tests/Examples/WebTV" / name).read_text() for name in ("screens.mjs", "page.mjs", "app.mjs"))
        patterns = [r"text\('([^']+)'", r"does\('([^']+)'", r": '([A-Z][^']+)'", r"\? '([A-Z][^']+)'"]
        used = [found for pattern in patterns for found in re.findall(pattern, sources)]
        self.assertGreater(len(used), 40)
        self.assertEqual([text for text in used if text not in catalog and text != "QR"], [])


class SecondScreen(cases.BrowserCase, unittest.TestCase):
    browser_class = browsers.Chromium

    def test_a_phone_can_read_the_code(self):
        if not shutil.which("zbarimg"):
            self.skipTest("there is no zbarimg (Debian: zbar-tools)")
        query = urllib.parse.urlencode({"host": self.site.origin, "activation": "https://example.com/activate"})
        tab = self.browser.tab(f"{self.site.origin}{APP}?{query}")
        self.tabs.append(tab)
        tab.front()
        tab.wait("document.querySelector('.tile')")
        tab.key("Enter")
        tab.wait("document.querySelector('[data-key=SmallCo]')")
        tab.js("document.querySelector('[data-key=SmallCo]').click()")
        code = tab.wait("document.querySelector('.letters')?.getAttribute('aria-label').replaceAll(' ', '')")
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            tab.screenshot(file.name)
            read = subprocess.run(["zbarimg", "--quiet", "--raw", file.name], capture_output=True, text=True).stdout.strip()
        self.assertEqual(read, f"https://example.com/activate?code={code}")

    def test_every_problem_and_every_refusal_has_words_and_only_the_options_that_help(self):
        types = (world.root / "Specs/schema/flowmachine.d.ts").read_text()
        reasons = {name: re.findall(r'"(\w+)"', re.search(rf"export type {name} = (.*);", types)[1]) for name in ("ProblemReason", "RefusalReason")}
        tab = self.browser.tab(f"{self.site.origin}/blank/?host={self.site.origin}&language=de")
        self.tabs.append(tab)
        tab.wait("location.pathname === '/blank/'")
        shown = tab.js("""Promise.all([import('/Tests/Examples/WebTV/screens.mjs'), import('/Tests/Examples/WebTV/settings.mjs')]).then(([{ described, refused }]) => {
            const options = ['retry', 'cancel'];
            const words = ({ title, buttons }) => [title, ...buttons.map(({ label }) => label)];
            const problems = %s.map((reason) => words(described({ kind: 'problem', id: 1, reason, options })));
            const refusals = %s.map((reason) => words(refused({ reason, options })));
            return { problems, refusals };
        })""" % (json.dumps(reasons["ProblemReason"]), json.dumps(["denied", *reasons["RefusalReason"]])))
        self.assertEqual({tuple(buttons) for _, *buttons in shown["problems"]}, {("Try again", "Cancel")})
        self.assertEqual({tuple(buttons) for _, *buttons in shown["refusals"]}, {("Try again", "Back")})
        titles = {title for title, *_ in shown["problems"] + shown["refusals"]}
        self.assertLessEqual(titles, set(catalog))
        # Few reasons share their words.
        self.assertGreaterEqual(len(titles), 15)

    def test_the_app_of_one_origin_uses_a_simulated_server_of_another(self):
        tab = self.browser.tab(f"{self.site.origin}{APP}?host=http://127.0.0.1:{self.adobe.port}")
        self.tabs.append(tab)
        tab.front()
        tab.wait("document.querySelector('.account')?.textContent === 'Not signed in'")
        self.site.received.clear()
        tab.key("Enter")
        tab.wait("document.querySelector('[data-key=SmallCo]')")
        tab.js("document.querySelector('[data-key=SmallCo]').click()")
        self.adobe.say(f"""sign-in {tab.wait("document.querySelector('.letters')?.getAttribute('aria-label').replaceAll(' ', '')")}""")
        tab.wait("document.querySelector('main h1')?.textContent === 'Playing News'")
        self.assertEqual(sum(self.site.received.values()), 0)


if __name__ == "__main__":
    unittest.main()
