"""Every page of WebTV: those that need a window or time are reached in a flow, and all of them are looked at in the gallery."""
import json
import re
import unittest
import urllib.parse

import browsers
import cases
import world
from app_case import APP, AppCase

#: What is wrong with the page that is shown, as a list of texts.
FAULTS = """(() => {
    const controls = [...document.querySelectorAll('main button, main a')];
    const name = (node) => node.innerText.trim();
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight) faults.push('scrolls');
    for (const node of document.querySelectorAll('main *')) {
        const box = node.getBoundingClientRect();
        if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1) faults.push(`${node.tagName} is cut off`);
    }
    for (const node of controls) if (node.scrollWidth > node.clientWidth + 1) faults.push(`${name(node)} is too long`);
    if (controls.length && !controls.includes(document.activeElement)) faults.push('nothing has the focus');
    if (!document.querySelector('main h1, main .brand')) faults.push('no title');
    return faults;
})()"""

#: Whether the arrow keys lead from the first control to each other one.
UNREACHED = """(() => {
    const controls = [...document.querySelectorAll('main button, main a')];
    const reached = new Set([document.activeElement]);
    for (const from of reached) {
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
            from.focus();
            document.dispatchEvent(new KeyboardEvent('keydown', { key }));
            reached.add(document.activeElement);
        }
    }
    return controls.filter((each) => !reached.has(each)).map((each) => each.innerText.trim());
})()"""

#: The lowest contrast of a text with what is behind it; pictures behind a text are not judged.
CONTRAST = """(() => {
    const channels = (color) => color.match(/[\\d.]+/g).map(Number);
    const luminance = ([red, green, blue]) => {
        const linear = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const behind = (node) => {
        for (let each = node; each; each = each.parentElement) {
            const { backgroundColor, backgroundImage } = getComputedStyle(each);
            if (each !== document.body && backgroundImage !== 'none') return undefined;
            const [red, green, blue, alpha = 1] = channels(backgroundColor);
            if (alpha === 1) return [red, green, blue];
        }
        return undefined;
    };
    let least = [21, ''];
    for (const node of document.querySelectorAll('main *')) {
        if (![...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())) continue;
        const ground = behind(node);
        if (!ground) continue;
        const [light, dark] = [luminance(channels(getComputedStyle(node).color)), luminance(ground)].sort((a, b) => b - a);
        const contrast = (light + 0.05) / (dark + 0.05);
        if (contrast < least[0]) least = [contrast, node.innerText];
    }
    return least;
})()"""


class Windows(AppCase):
    """A browser on a desk has windows: the viewer signs in at the provider in one, and the provider leads it back."""

    def window(self, tab):
        """Opens the link that has the focus, as its window."""
        window = self.browser.tab(tab.js("document.querySelector('main a').href"))
        self.tabs.append(window)
        window.front()
        return window

    def test_the_viewer_signs_in_and_out_in_a_window(self):
        tab = self.open(window="")
        self.press(tab, "News")
        self.title(tab, "Choose your TV provider")
        self.press(tab, "SmallCo")
        self.title(tab, "Sign in")
        self.assertEqual(self.focused(tab), "Continue")
        window = self.window(tab)
        window.wait("document.querySelector('[value=sign-in]')")
        window.js("document.querySelector('[value=sign-in]').click()")
        window.wait("location.pathname.endsWith('returned.html') && document.querySelector('h1').textContent === 'Done'")
        tab.front()
        self.title(tab, "Playing News")
        self.press(tab, "Stop")
        self.press(tab, "Sign out")
        self.title(tab, "Sign out of your TV provider too")
        window = self.window(tab)
        window.wait("location.pathname.endsWith('returned.html')")
        tab.front()
        tab.wait("document.querySelector('.account')?.textContent === 'Not signed in'")

    def test_a_viewer_who_closes_the_window_goes_back_to_the_channels(self):
        tab = self.open(window="")
        self.press(tab, "News")
        self.press(tab, "SmallCo")
        self.title(tab, "Sign in")
        tab.key("Escape")
        tab.wait("document.querySelector('.account')?.textContent === 'Not signed in'")

    def test_a_code_that_expires_is_said_and_another_one_signs_in(self):
        tab = self.open()
        self.site.faults["/sessions"] = ["brief"]
        self.press(tab, "News")
        self.press(tab, "SmallCo")
        expired = self.code(tab)
        self.title(tab, "This code has expired")
        self.press(tab, "New code")
        tab.wait(f"document.querySelector('.letters') && document.querySelector('.letters').getAttribute('aria-label') !== {json.dumps(' '.join(expired))}")
        self.adobe.say(f"sign-in {self.code(tab)}")
        self.title(tab, "Playing News")


class GalleryCase(cases.BrowserCase):
    def page(self, name, language="en"):
        query = urllib.parse.urlencode({"page": name, "language": language})
        address = f"{APP}gallery.html?{query}"
        self.tab.go(self.site.origin + address)
        self.tab.wait(f"location.search === {json.dumps('?' + query)} && document.querySelector('main').childElementCount > 0")

    def setUp(self):
        super().setUp()
        self.tab = self.browser.tab(self.site.origin + APP + "gallery.html")
        self.tabs.append(self.tab)
        self.tab.front()
        self.tab.wait("document.querySelector('main a')")
        self.names = self.tab.js("[...document.querySelectorAll('main a')].map((each) => each.textContent)")


class Gallery(GalleryCase):
    def test_the_gallery_has_every_screen_problem_and_refusal(self):
        types = (world.package / "browser/browser.d.ts").read_text()
        union = re.sub(r"/\*.*?\*/", "", types[types.index("export type Screen ="):types.index("export type ViewerChoice")], flags=re.DOTALL)
        screens = set(re.findall(r'"(\w+)"', "".join(re.findall(r"kind: ([^;}]*)", union)))) - {"problem"}
        log = (world.package / "log.d.ts").read_text()
        for name, prefix in (("ProblemReason", "problem "), ("RefusalReason", "refused ")):
            reasons = re.findall(r'"(\w+)"', re.search(rf"export type {name} = (.*);", log)[1])
            # These two are never shown: the viewer knows.
            screens |= {prefix + reason for reason in reasons} - {"refused cancelled", "refused signedOut"}
        self.assertGreater(len(screens), 25)
        self.assertEqual(screens - set(self.names), set())

    def test_every_page_fits_and_its_controls_are_reached_by_the_arrow_keys(self):
        faults = {}
        for language in ("en", "de"):
            for name in self.names:
                self.page(name, language)
                found = self.tab.js(FAULTS) + [f"{label} is not reached" for label in self.tab.js(UNREACHED)]
                if found:
                    faults[f"{name} ({language})"] = found
        self.assertEqual(faults, {})


cases.in_each_browser(globals(), Windows)
cases.in_each_browser(globals(), Gallery)


class Themes(GalleryCase, unittest.TestCase):
    """In light and dark, which DevTools chooses."""

    browser_class = browsers.Chromium

    def test_every_text_can_be_read_in_light_and_dark(self):
        for is_dark in (True, False):
            self.tab.theme(is_dark)
            for name in self.names:
                self.page(name)
                contrast, text = self.tab.js(CONTRAST)
                # WCAG AA for text of any size.
                self.assertGreaterEqual(contrast, 4.5, f"{text!r} on {name}, {'dark' if is_dark else 'light'}")


if __name__ == "__main__":
    unittest.main()
