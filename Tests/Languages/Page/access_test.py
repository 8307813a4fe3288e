"""The page for everybody: by keyboard alone, on a phone, in the dark, without motion, with a screen reader."""

import json

from browsers import Chromium
from pages import READY, ROOT, Page, view

VIEWS = ("Findings", "Events", "States", "Timeline", "What if", "Compare")
# The texts that are seen, whose color is too close to what is behind them (WCAG 2, level AA: 4.5, and 3 for large texts).
PALE = """(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
    const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return canvas.getImageData(0, 0, 1, 1).data; };
    const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const color = rgba(getComputedStyle(at).backgroundColor);
            if (color[3] > 250) return color;
        }
        return rgba(getComputedStyle(document.body).backgroundColor);
    };
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement, style = getComputedStyle(element);
        if (!walker.currentNode.data.trim() || !element.checkVisibility({opacityProperty: true, visibilityProperty: true}) || element.closest('.off, #say, script, style, option, .ignored, .gone')) continue;
        const [one, other] = [light(rgba(style.color)), light(behind(element))].sort((a, b) => b - a);
        const ratio = (one + 0.05) / (other + 0.05), size = parseFloat(style.fontSize);
        if (ratio < (size >= 24 || size >= 18.6 && style.fontWeight >= 700 ? 3 : 4.5)) found.push(`${ratio.toFixed(1)} ${element.tagName}.${element.className}: ${walker.currentNode.data.slice(0, 30)}`);
    }
    return found;
})()"""


class AccessInChromium(Page):
    browser_class = Chromium
    names = ("chromium", "chromium-browser", "google-chrome")

    def setUp(self):
        self.addCleanup(self.browser.call, "Emulation.clearDeviceMetricsOverride")
        self.addCleanup(self.browser.prefer)

    def each_view(self):
        for number, name in enumerate(VIEWS, 1):
            self.run_("document.activeElement.blur()")
            self.browser.key(str(number))
            panel = f"document.getElementById('panel-tab-{name.replace(' ', '-')}')"
            self.browser.wait(f"!{panel}.hidden")
            if name in ("States", "Timeline"):
                self.browser.wait(f"{panel}.querySelector('img')?.naturalWidth")
            if name == "What if":
                self.browser.wait("document.querySelector('.ends')")
            yield name

    def open_with_an_edit(self):
        self.open_page()
        self.browser.key("2")
        self.browser.key("End")
        self.sheet(19)
        self.browser.key("w")
        self.browser.wait("document.querySelectorAll('.sides .lanes').length === 2")

    def test_everything_is_done_by_keyboard_alone(self):
        self.open_page()
        focused = "document.activeElement"
        # From the top of the page, Tab reaches each tool and the views; an arrow key moves among the views.
        reached = []
        for _ in range(12):
            self.browser.key("Tab")
            reached.append(self.run_(f"{focused}.ariaLabel ?? {focused}.textContent"))
            if reached[-1] == "Findings":
                break
        self.assertEqual(reached, ["Open…", "Folder…", "Paste…", "Copy as", "Print…", "Keys", "Findings"])
        self.browser.key("ArrowRight")
        self.browser.wait(f"{focused}.textContent === 'Events' && {focused}.ariaSelected === 'true'")
        # Tab goes on to the view, and to the first thing in it.
        self.browser.key("Tab")
        self.assertEqual(self.run_(f"{focused}.ariaLabel"), "The event before")
        self.browser.key("/")
        self.browser.wait(f"{focused}.id === 'search'")
        self.browser.type("authorization_denied")
        self.sheet(19)
        self.browser.key("Escape")
        self.browser.wait(f"{focused}.classList.contains('lanes')")
        # A reference is copied, the event is taken away, and that is undone.
        self.browser.key("w")
        self.browser.wait("document.querySelector('.ends')")
        for _ in range(12):
            self.browser.key("Tab")
            if self.run_(f"{focused}.textContent") == "Undo":
                break
        self.browser.key("Enter")
        self.browser.wait("document.querySelector('.outcome').textContent === 'Nothing is changed yet.'")
        # A dialog takes the focus, Escape closes it.
        self.run_(f"{focused}.blur()")
        self.browser.key("?")
        self.browser.wait("document.querySelector('dialog[open]')?.contains(document.activeElement)")
        self.browser.key("Escape")
        self.browser.wait("!document.querySelector('dialog')")

    def test_what_has_the_focus_is_seen(self):
        self.open_page()
        for _ in range(9):
            self.browser.key("Tab")
            self.assertNotEqual(self.run_("getComputedStyle(document.activeElement).outlineStyle"), "none", self.run_("document.activeElement.outerHTML")[:80])

    def test_every_control_has_a_name_for_a_screen_reader(self):
        self.open_with_an_edit()
        roles = set()
        for name in self.each_view():
            nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
            for node in nodes:
                role = node.get("role", {}).get("value")
                if node.get("ignored") or role not in (
                        "button", "link", "textbox", "searchbox", "combobox", "spinbutton", "slider", "tab", "tabpanel", "table", "grid", "image", "dialog", "menuitem"):
                    continue
                roles.add(role)
                self.assertTrue(node.get("name", {}).get("value", "").strip(), f"{name}: a {role} has no name")
        self.assertLessEqual({"button", "link", "searchbox", "combobox", "spinbutton", "slider", "tab", "tabpanel", "table", "image"}, roles)

    def test_texts_can_be_read_in_light_and_in_dark(self):
        for scheme in ("light", "dark"):
            self.browser.prefer(prefers_color_scheme=scheme)
            self.open_with_an_edit()
            self.assertEqual(self.run_("matchMedia('(prefers-color-scheme: dark)').matches"), scheme == "dark")
            for name in self.each_view():
                self.assertEqual(self.run_(PALE), [], f"{name}, {scheme}")

    def test_a_phone_shows_every_view_without_scrolling_to_the_side(self):
        self.browser.size(390, 760, phone=True)
        self.open_with_an_edit()
        for name in self.each_view():
            self.assertLessEqual(self.run_("document.documentElement.scrollWidth"), 390, name)
            if name == "Events":
                self.browser.key("End")
                self.browser.wait("[...document.querySelectorAll('.line.message .who')].some(({textContent}) => textContent === 'Adobe Pass → App: ')")
                # Only a message has a sender, and a line for it.
                self.assertEqual(self.run_("[...document.querySelectorAll('.line .label.point')].map(({offsetHeight}) => offsetHeight).filter((height) => height > 24)"), [])
        # What is below the lines can be reached: the event is under the drawing.
        self.browser.key("2")
        self.assertTrue(self.run_("document.querySelector('aside').getBoundingClientRect().top > document.querySelector('.lanes').getBoundingClientRect().top"))

    def test_many_launches_fit_on_a_phone(self):
        self.browser.size(390, 760, phone=True)
        self.open(view(self.folder / "many.html", ROOT / "Specs/scenarios"))
        self.browser.wait(READY)
        self.assertGreater(self.run_("document.querySelectorAll('.patterns > li, .common table').length"), 3)
        self.assertLessEqual(self.run_("document.documentElement.scrollWidth"), 390)

    def test_nothing_moves_where_motion_is_not_wanted(self):
        moving = "[...document.querySelectorAll('*')].filter((one) => getComputedStyle(one).transitionDuration.split(', ').some((time) => parseFloat(time) > 0)).length"
        self.open_page()
        self.assertGreater(self.run_(moving), 0)
        self.browser.prefer(prefers_reduced_motion="reduce")
        self.assertEqual(self.run_(moving), 0)
        self.assertEqual(self.run_("document.getAnimations().length"), 0)

    def test_times_are_the_logs_the_viewers_or_utc(self):
        self.open_page()
        self.browser.key("2")
        self.browser.key("End")
        self.sheet(19)
        for value, expected in (("log", "26.7"), ("utc", "00:00:26")):
            self.run_(f"""(() => {{
                const select = document.querySelector('[aria-label=Times]');
                select.value = {json.dumps(value)};
                select.dispatchEvent(new Event('change'));
            }})()""")
            self.browser.wait(f"document.querySelector('.line.selected .clock').textContent.startsWith({json.dumps(expected)})")
        self.assertTrue(self.run_("document.querySelector('[aria-label=Times] [value=device]').disabled"))
