"""Several tabs are one flow: who leads, and that no frozen leader writes a second truth."""
import json
import time
import unittest

import browsers
import cases


class Tabs(cases.BrowserCase):
    def leader(self, *tabs, deadline=15):
        """Waits until exactly one of the tabs leads, and returns it with the others."""
        end = time.monotonic() + deadline
        while True:
            leading = [tab for tab in tabs if tab.js("flow.view.isLeading")]
            if len(leading) == 1:
                return leading[0], [tab for tab in tabs if tab is not leading[0]]
            if time.monotonic() > end:
                raise AssertionError(f"{len(leading)} of {len(tabs)} tabs lead")
            time.sleep(0.02)

    def open(self, **more):
        tab = self.page()
        tab.js(f"open({json.dumps(self.name)}, {{ election: {{ patience: 500 }} }}).then((flow) => void (window.flow = flow))")
        tab.wait("flow.view.supportID && flow.view.status.kind !== 'starting'")
        return tab

    def test_a_following_tab_shows_the_leaders_screen_and_its_choices_and_calls_reach_it(self):
        first = self.open()
        second = self.open()
        leading, (following,) = self.leader(first, second)
        following.js("void (window.permit = flow.play('news'))")
        following.wait("flow.view.screen?.kind === 'providerPicker'")
        self.assertEqual(leading.js("flow.view.screen"), following.js("flow.view.screen"))
        following.js("flow.choose(flow.view.screen, { kind: 'provider', mvpd: 'SmallCo' })")
        self.adobe.say(f"sign-in {following.wait('flow.view.screen?.code')}")
        self.assertEqual(following.js("permit.then(({ source }) => source)"), "mvpd")
        self.assertEqual(following.js("flow.preview(['news', 'sports']).then((all) => all.map(({ name, isPermitted }) => [name, isPermitted]))"),
                         [["news", True], ["sports", True]])
        self.assertEqual(following.js("flow.play('').catch((error) => error.name)"), "TypeError")
        self.assertEqual(following.js("flow.signOut()"), "complete")
        leading.wait("flow.view.status.kind === 'signedOut'")

    def test_a_closed_leader_hands_on_what_it_was_asked(self):
        first = self.open()
        second = self.open()
        leading, (following,) = self.leader(first, second)
        following.js("void flow.play('news').then(({ source }) => void (window.source = source))")
        leading.wait("flow.view.screen?.kind === 'providerPicker'")
        leading.js("flow.choose(flow.view.screen, { kind: 'provider', mvpd: 'SmallCo' })")
        code = leading.wait("flow.view.screen?.code")
        # In Firefox the tab that was opened last is the visible one.
        following.front()
        leading.js("flow.stop()")
        following.wait("flow.view.isLeading")
        # The code is still the one that the viewer may be typing.
        self.assertEqual(following.wait("flow.view.screen?.code"), code)
        self.adobe.say(f"sign-in {code}")
        self.assertEqual(following.wait("window.source"), "mvpd")
        following.js(f"check({json.dumps(self.name)})")

    def test_a_reload_keeps_the_viewer_and_the_log(self):
        tab = self.open()
        tab.js("void flow.signIn()")
        tab.wait("flow.view.screen?.kind === 'providerPicker'")
        tab.js("flow.choose(flow.view.screen, { kind: 'provider', mvpd: 'SmallCo' })")
        code = tab.wait("flow.view.screen?.code")
        tab.reload()
        tab.wait("window.isReady")
        tab.js(f"open({json.dumps(self.name)}).then((flow) => void (window.flow = flow))")
        self.assertEqual(tab.wait("flow.view.screen?.code"), code)
        self.adobe.say(f"sign-in {code}")
        tab.wait("flow.view.status.displayName === 'SmallCo'")
        self.assertEqual(tab.js(f"storedText({json.dumps(self.name)}).then((texts) => texts.length)"), 2)
        tab.js(f"check({json.dumps(self.name)})")

    def follow_frozen(self, freeze, thaw):
        """A second tab must lead while the first one is frozen, and both must be one flow afterward."""
        first = self.open()
        freeze(first)
        second = self.page()
        second.front()
        second.js("void (window.isThawed = false, new BroadcastChannel('thawed').onmessage = () => void (window.isThawed = true))")
        second.js(f"open({json.dumps(self.name)}, {{ election: {{ patience: 500 }} }}).then((flow) => void (window.flow = flow))")
        second.wait("flow.view.isLeading && flow.view.status.kind === 'signedOut'")
        self.assertFalse(second.js("isThawed"))
        thaw(first)
        # It may believe that it leads: what it decides now must reach neither the log nor Adobe.
        first.js("void flow.preview(['news']).catch(() => {})")
        self.leader(first, second)
        second.js(f"check({json.dumps(self.name)})")
        texts = second.js(f"storedText({json.dumps(self.name)})")
        self.assertEqual([text.count('"kind":"launched"') for text in texts], [1] * len(texts))

    def test_another_tab_leads_when_the_leader_crashes(self):
        first = self.open()
        second = self.open()
        second.front()
        second.wait("flow.view.isLeading")
        second.crash_alone()
        first.front()
        first.wait("flow.view.isLeading")
        first.js(f"check({json.dumps(self.name)})")

    def test_a_leader_that_hangs_loses_the_lead(self):
        hang = "const end = performance.now() + 8000; while (performance.now() < end); new BroadcastChannel('thawed').postMessage(1)"
        self.follow_frozen(lambda tab: tab.begin(hang), lambda tab: tab.js("1"))


class TabsInFirefox(Tabs, unittest.TestCase):
    browser_class = browsers.Firefox


class TabsInChromium(Tabs, unittest.TestCase):
    """With what only DevTools can do to a tab."""

    browser_class = browsers.Chromium

    def test_a_hidden_leader_gives_way_to_the_visible_tab(self):
        first = self.open()
        second = self.open()
        second.front()
        second.wait("document.visibilityState === 'visible'")
        self.assertEqual(first.js("document.visibilityState"), "hidden")
        second.wait("flow.view.isLeading")
        first.wait("!flow.view.isLeading")
        first.front()
        first.wait("flow.view.isLeading")
        # It ended what it did: nobody stole the lead.
        texts = first.js(f"storedText({json.dumps(self.name)})")
        self.assertTrue(all('"kind":"shutDown"' in text for text in texts[:-1]) and len(texts) == 3, [text[-200:] for text in texts])
        second.js(f"check({json.dumps(self.name)})")

    def test_a_leader_that_the_browser_froze_loses_the_lead(self):
        def freeze(tab):
            # Browsers freeze hidden tabs only.
            self.page().front()
            tab.wait("document.visibilityState === 'hidden'")
            # Nor do they freeze a page in the middle of a transaction that others wait for; DevTools does.
            events = tab.wait(f"storedText({json.dumps(self.name)}).then((texts) => texts.join().includes('backgrounded'))")
            self.assertTrue(events)
            tab.freeze(True)

        self.follow_frozen(freeze, lambda tab: tab.freeze(False))


if __name__ == "__main__":
    unittest.main()
