"""Random evenings in WebTV: a viewer presses anything, while the network and the server fail at random.

One evening per browser. EVENINGS=20 plays as many, and SEED=7 begins with that one:

    EVENINGS=20 python3 -m unittest test_evenings
"""
import os
import random
import time
import unittest

import cases
from app_case import AppCase

PATHS = ["/o/client/register", "/o/client/token", "configuration", "/sessions", "profiles/code", "profiles", "authorize", "logout"]
FAULTS = ["cut", "slow", "lost", "throttle"]
COMMANDS = [
    "next configuration 503", "next authorize throttled 2", "next authorize internal_server_error", "next profileForCode 500", "next profiles unauthorized",
    "next createSession 502 2", "next logout 503", "next token 500", "deny sports", "allow sports", "expire", "revoke", "forget",
]
LABELS = "[...document.querySelectorAll('main button')].map((each) => each.innerText.trim())"
TITLE = "document.querySelector('main h1')?.textContent ?? ''"


class Evenings(AppCase):
    def watch(self, tab):
        tab.js("""void (window.errors = [], addEventListener('error', ({ message }) => errors.push(message)),
            addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason))))""")

    def check_errors(self, tab):
        self.assertEqual(tab.js("window.errors ?? []"), [])

    def press_any(self, tab, chance):
        labels = tab.js(LABELS)
        # This would download files.
        labels = [label for label in labels if label != "Share the log"]
        if labels:
            self.press_now(tab, chance.choice(labels))

    def press_now(self, tab, label):
        """Presses a button if it is still there: the page may change at any time."""
        try:
            tab.js(f"[...document.querySelectorAll('main button')].find((each) => each.innerText.trim() === {label!r})?.focus()")
            tab.key("Enter")
        except Exception as error:
            raise AssertionError(f"{label}: {error}") from error

    def sign_in_if_asked(self, tab):
        letters = tab.js("document.querySelector('.letters')?.getAttribute('aria-label') ?? ''").replace(" ", "")
        if letters:
            self.adobe.say(f"sign-in {letters}")

    def act(self, tab, chance):
        kind = chance.choices(["press", "code", "fault", "command", "server", "reload", "back"], [8, 3, 4, 3, 1, 1, 2])[0]
        match kind:
            case "press": self.press_any(tab, chance)
            case "code": self.sign_in_if_asked(tab)
            case "fault": self.site.faults.setdefault(chance.choice(PATHS), []).append(chance.choice(FAULTS))
            case "command": self.adobe.say(chance.choice(COMMANDS))
            case "server":
                port = self.adobe.port
                self.adobe.kill()
                self.press_any(tab, chance)
                time.sleep(chance.uniform(0, 1))
                self.adobe.start(port)
            case "reload":
                self.check_errors(tab)
                tab.js("void (window.isOld = true)")
                tab.reload()
                tab.wait("!window.isOld && document.querySelector('main button')")
                self.watch(tab)
            case "back": tab.key("Escape")

    def until(self, tab, expression, answers, deadline=120):
        """Answers what the app shows, by its title, until an expression is true."""
        end = time.monotonic() + deadline
        while not tab.js(expression):
            if time.monotonic() > end:
                raise AssertionError(f"{expression} is not reached: {tab.text()}")
            title, labels = tab.js(TITLE), tab.js(LABELS)
            self.sign_in_if_asked(tab)
            for label in answers(title):
                if label in labels:
                    self.press_now(tab, label)
                    break
            time.sleep(0.2)

    def to_play(self, title):
        """The buttons that lead to a playback, the best first."""
        if title.startswith("Sign in on"):
            return []
        return ["SmallCo", "Continue", "Try again", "Back", "Stop", "News"]

    def evening(self, chance):
        tab = self.open(upload=f"{self.site.origin}/upload")
        self.watch(tab)
        for _ in range(30):
            self.act(tab, chance)
            time.sleep(chance.uniform(0, 0.5))
        # From here on the world answers: the viewer must be able to watch, and to sign out.
        self.site.faults.clear()
        self.until(tab, f"({TITLE}) === 'Playing News'", self.to_play)
        self.press(tab, "Stop")
        self.until(tab, "document.querySelector('.account')?.textContent === 'Not signed in'", lambda _: ["Sign out", "Try again", "Done", "Back", "Stop"])
        self.check_errors(tab)
        self.verified_log(tab)

    def test_after_an_evening_of_faults_the_viewer_can_watch_and_sign_out(self):
        first = int(os.environ.get("SEED", 1))
        for seed in range(first, first + int(os.environ.get("EVENINGS", 1))):
            with self.subTest(seed=seed):
                self.evening(random.Random(seed))
                self.erase(self.tabs[-1])


cases.in_each_browser(globals(), Evenings)


if __name__ == "__main__":
    unittest.main()
