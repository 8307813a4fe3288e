"""A folder of launches in the page: the way back, the filter, what is copied, the search in all launches, and two launches compared."""

import json
import shutil

from browsers import Chromium, Firefox
from pages import DENIED, READY, ROOT, Page, sealed, view

SCENARIOS = ("denied-second-screen", "legacy-denied", "happy-apple-sso", "legacy-apple-sso", "legacy-preview", "degraded", "no-partner",
             "configuration-fails", "apple-logout")
DENIAL = "denied: authorization_denied_by_mvpd"
FINDINGS = "!document.getElementById('panel-tab-Findings').hidden"
# What moves while the page loads.
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({value}) => value))).observe({type: 'layout-shift', buffered: true});"""


def another_denial():
    """The denied launch as another version with another setting saw it, and without one provider."""
    lines = [json.loads(line) for line in DENIED.read_text().splitlines()]
    for line in lines:
        del line["crc"]
    lines[0].update(app="DemoTV/2.0", support="OTHER", system="tvOS 26.2")
    lines[0]["settings"]["activationURL"] = "https://example.com/actvate"
    for line in lines[1:]:
        configuration = line["event"]["origin"].get("reply", {}).get("result", {}).get("configuration")
        if configuration:
            configuration["providers"] = [one for one in configuration["providers"] if one["mvpd"] != "Spectrum"]
    return sealed(lines)


class Folder(Page):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        logs = cls.folder / "logs"
        for number, name in enumerate(SCENARIOS):
            (logs / f"device-{number}").mkdir(parents=True)
            shutil.copy(ROOT / f"Specs/scenarios/{name}/log.jsonl", logs / f"device-{number}" / f"{name}.jsonl")
        (logs / "device-9").mkdir()
        (logs / "device-9" / "other.jsonl").write_bytes(another_denial())
        cls.many = view(cls.folder / "folder.html", logs)


class Everywhere:
    def open_folder(self, place=""):
        self.open(self.many + place)
        self.browser.wait(READY)

    def back(self, by=-1):
        self.run_(f"history.go({by})")

    def filter(self, words):
        self.run_(f"(() => {{ const field = document.getElementById('filter'); field.value = {json.dumps(words)}; field.dispatchEvent(new Event('input')); }})()")

    def shown(self):
        return self.run_("[...document.querySelectorAll('.launch:not([hidden]) .files a')].map(({textContent}) => textContent.split('/').at(-2))")

    def test_back_returns_to_the_view_before_and_stays_in_the_page(self):
        self.open_page()
        self.run_("document.querySelector('.evidence a.event').focus(), document.activeElement.click()")
        self.sheet(19)
        self.run_("document.getElementById('tab-Timeline').click()")
        self.browser.wait("location.hash === '#event=19&view=timeline'")
        self.back()
        self.browser.wait("document.body.dataset.tab === 'Events' && location.hash === '#event=19'")
        self.back()
        self.browser.wait(f"{FINDINGS} && !location.hash.slice(1) && document.activeElement.matches('.evidence a.event')")
        self.back(2)
        self.browser.wait("document.body.dataset.tab === 'Timeline'")
        # The steps from event to event are one place: Back leaves them together.
        self.back(-1)
        self.browser.wait("document.body.dataset.tab === 'Events'")
        for event in (18, 17, 16):
            self.browser.key("ArrowLeft")
            self.sheet(event)
        self.browser.wait("location.hash === '#event=16'")
        self.back()
        self.browser.wait(FINDINGS)

    def test_a_reload_keeps_the_place(self):
        self.open_folder()
        self.run_("document.querySelector('.sightings a').click()")
        self.browser.wait("document.querySelector('.sheet h2')")
        title, place = self.text(".sheet h2"), self.run_("location.hash")
        self.assertIn("log=device-", place)
        self.run_("document.body.dataset.before = 1, setTimeout(() => location.reload())")
        self.browser.wait("document.body?.dataset.state === 'ready' && !document.body.dataset.before && document.querySelector('.sheet h2')")
        self.assertEqual([self.text(".sheet h2"), self.run_("location.hash")], [title, place])

    def test_a_view_is_scrolled_as_far_as_it_was_left(self):
        self.open_folder()
        self.run_("scrollTo(0, 400)")
        self.run_("document.getElementById('tab-States').click()")
        self.browser.wait("document.body.dataset.tab === 'States' && scrollY < 400")
        self.run_("document.getElementById('tab-Findings').click()")
        self.browser.wait(f"{FINDINGS} && scrollY === 400")

    def test_a_gap_separates_the_devices_if_the_launches_are_ordered_by_device(self):
        self.open_folder()
        gaps = "[...document.querySelectorAll('details.first')].map((one) => parseInt(getComputedStyle(one).marginTop) > 0)"
        self.assertEqual(self.run_(gaps), [True] * 10)
        self.run_("(() => { const order = document.getElementById('order'); order.value = 'time'; order.dispatchEvent(new Event('change')); })()")
        self.assertEqual(self.run_(gaps), [False] * 10)

    def test_the_launches_are_filtered_by_words_and_by_finding_and_the_selector_follows(self):
        self.open_folder()
        self.assertEqual(len(self.shown()), 10)
        options = self.run_("[...document.querySelectorAll('#finding option')].map(({textContent}) => textContent)")
        self.assertEqual(options[0], "any finding or none (10)")
        self.assertIn(f"{DENIAL} (2)", options)
        # The version, the provider, the device's folder, the outcome; all words must be there.
        for words, expected in (("demotv/2.0 tvos 26.2", ["device-9"]), ("DEVICE-3", ["device-3"]), ("cablevision denied_by_mvpd", ["device-0", "device-9"]), ("nowhere", [])):
            self.filter(words)
            self.assertEqual(sorted(self.shown()), expected, words)
            self.assertEqual(self.text(".count"), f"{len(expected) or 'None'} of 10 launches")
        self.filter("")
        self.run_(f"(() => {{ const choice = document.getElementById('finding'); choice.value = {json.dumps(DENIAL)}; choice.dispatchEvent(new Event('change')); }})()")
        self.assertEqual(sorted(self.shown()), ["device-0", "device-9"])
        logs = self.run_("[...document.querySelector('.tools select').options].map(({textContent}) => textContent)")
        self.assertLessEqual({"device-0/denied-second-screen.jsonl", "device-9/other.jsonl"}, set(logs))
        self.assertLessEqual(len(logs), 3)
        # Each line names the chosen finding, which need not be its first.
        found = self.run_("[...document.querySelectorAll('.launch:not([hidden]) > summary .found')].map(({textContent}) => textContent)")
        self.assertEqual(len(found), 2)
        self.assertTrue(all("denied" in one for one in found), found)
        # A screen reader hears how many are left, and the filter is in the address.
        self.assertEqual(self.run_("document.querySelector('.count').getAttribute('aria-live')"), "polite")
        self.browser.wait("location.hash.startsWith('#finding=denied')")
        self.run_("document.querySelector('.filter button').click()")
        self.assertEqual(len(self.shown()), 10)

    def test_the_launches_are_listed_by_device_or_by_time(self):
        self.open_folder()
        times = "[...document.querySelectorAll('.launch > summary .time')].map(({textContent}) => textContent)"
        devices, order = self.shown(), self.run_(times)
        self.assertEqual(devices, sorted(devices))
        choose = "(() => {{ const choice = document.getElementById('order'); choice.value = '{}'; choice.dispatchEvent(new Event('change')); }})()"
        self.run_(choose.format("time"))
        self.assertEqual(self.run_(times), sorted(order))
        self.run_(choose.format(""))
        self.assertEqual(self.shown(), devices)
        self.assertEqual(self.run_("document.querySelectorAll('.launch > summary .found').length"), 0)

    def test_a_pattern_shows_its_launches_and_back_returns_to_them(self):
        self.open_folder()
        self.run_(f"[...document.querySelectorAll('.patterns > li')].find(({{dataset}}) => dataset.finding === {json.dumps(DENIAL)}).querySelector('.actions button').click()")
        self.assertEqual(sorted(self.shown()), ["device-0", "device-9"])
        self.assertEqual(self.run_("document.activeElement.id"), "finding")
        self.run_("document.querySelectorAll('.launch:not([hidden])')[1].open = true, document.querySelectorAll('.launch:not([hidden]) .files a')[1].click()")
        self.browser.wait("document.body.dataset.tab === 'Events' && document.querySelector('.sheet h2')")
        self.back()
        self.browser.wait(FINDINGS)
        self.assertEqual(sorted(self.shown()), ["device-0", "device-9"])

    def test_the_next_problem_and_the_next_match_are_in_another_launch_when_this_one_has_no_more(self):
        self.open_folder("#log=device-0/denied-second-screen.jsonl&event=18")
        self.sheet(18)
        self.browser.key("n")
        self.sheet(19)
        self.browser.key("n")
        self.browser.wait("document.querySelector('.tools select').selectedOptions[0].textContent !== 'device-0/denied-second-screen.jsonl' && document.querySelector('.sheet')")
        self.back()
        self.browser.wait("location.hash === '#log=device-0/denied-second-screen.jsonl&event=19'")
        self.sheet(19)
        self.run_("document.getElementById('search').value = 'authorization_denied_by_mvpd'")
        self.run_("document.getElementById('search').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}))")
        self.browser.wait("location.hash === '#log=device-9/other.jsonl&event=19'")

    def test_two_launches_are_compared_in_words(self):
        self.open_folder("#view=compare&a=device-0/denied-second-screen.jsonl&b=device-9/other.jsonl")
        self.browser.wait("document.querySelector('.compared')")
        rows = self.run_("[...document.querySelectorAll('.comparison > section tr')].map((row) => [...row.children].map(({textContent}) => textContent))")
        self.assertIn(["App", "DemoTV/1.0", "DemoTV/2.0"], rows)
        self.assertIn(["Setting activationURL", "https://example.com/activate", "https://example.com/actvate"], rows)
        self.assertTrue(any(row[0] == "System" and row[2] == "tvOS 26.2" for row in rows), rows)
        # A list names what is gone: the others have not moved.
        self.assertIn(["provider Spectrum", "listed", "not listed"], rows)
        self.assertFalse([row for row in rows if "[" in row[0] or "Dish" in row[0]])
        self.assertIn("The same in both: Cablevision", self.text(".comparison"))
        # An event of it leads to the launch, and Back to the comparison.
        self.run_("document.querySelectorAll('.compared button')[1].click()")
        self.browser.wait("location.hash.startsWith('#log=device-9/other.jsonl&event=')")
        self.back()
        self.browser.wait("document.body.dataset.tab === 'Compare' && document.querySelector('.compared')")
        # Another choice is a step, too.
        self.run_("(() => { const choice = document.querySelector('.comparing select'); choice.value = '2'; choice.dispatchEvent(new Event('change')); })()")
        self.browser.wait("location.hash.includes('a=device-2/')")
        self.back()
        self.browser.wait("location.hash.includes('a=device-0/') && document.querySelector('.comparing select').value === '0'")

    def test_launches_with_several_files_are_compared_as_a_whole(self):
        logs = self.folder / f"{self.browser.name}-launches"
        for device in ("a", "b"):
            shutil.copytree(ROOT / "Specs/output/logs/launch", logs / device)
        shutil.copy(DENIED, logs / "c.jsonl")
        self.open(view(self.folder / f"{self.browser.name}-launches.html", logs))
        self.browser.wait(READY)
        self.run_("document.getElementById('tab-Compare').click()")
        # The first file of the launch has nine of its events.
        self.browser.wait("document.querySelector('.comparison pre')?.textContent.includes('13 events')")
        self.run_("(() => { const choice = document.querySelector('.comparing select'); choice.value = '2'; choice.dispatchEvent(new Event('change')); })()")
        self.browser.wait("document.querySelector('.comparison')?.textContent.includes('both logs have the same meaning')")


class FolderInChromium(Everywhere, Folder):
    browser_class = Chromium
    names = ("chromium", "chromium-browser", "google-chrome")

    def test_the_filter_is_used_by_keyboard_alone(self):
        self.open_folder()
        self.run_("document.getElementById('finding').focus()")
        self.browser.key("Tab")
        self.browser.type("device-3")
        self.browser.wait("document.querySelector('.count').textContent === '1 of 10 launches'")
        self.browser.key("Escape")
        self.browser.wait("document.querySelectorAll('.launch:not([hidden])').length === 10")

    def test_a_ticket_has_the_findings_and_only_the_launches_that_they_cite(self):
        self.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.open_folder()
        self.run_("[...document.querySelectorAll('.menu button')].find(({textContent}) => textContent.startsWith('Markdown')).click()")
        self.browser.wait("document.getElementById('say').textContent.startsWith('Copied')")
        ticket = self.run_("navigator.clipboard.readText()")
        self.assertIn("10 launches", ticket)
        self.assertIn("- denied: authorization\\_denied\\_by\\_mvpd", ticket)
        cited = set(self.run_("[...document.querySelectorAll('.sightings a:not([data-role=good])')].map(({dataset}) => dataset.file)"))
        launches = [line for line in ticket.splitlines() if line.startswith("## ")]
        self.assertEqual(len(launches), 1 + len(cited))
        self.assertLess(len(cited), 10)
        self.assertNotIn("happy-apple-sso", ticket)

    def test_nothing_jumps_when_the_viewer_is_there(self):
        script = self.browser.call("Page.addScriptToEvaluateOnNewDocument", source=SHIFTS)["identifier"]
        self.addCleanup(self.browser.call, "Page.removeScriptToEvaluateOnNewDocument", identifier=script)
        self.addCleanup(self.browser.call, "Emulation.clearDeviceMetricsOverride")
        for width, height, phone in ((1280, 900, False), (390, 760, True)):
            self.browser.size(width, height, phone=phone)
            for page in (self.page, self.many):
                self.open(page)
                self.browser.wait(f"{READY} && document.getElementById('secrets')")
                self.assertLess(self.run_("shifts.reduce((sum, one) => sum + one, 0)"), 0.02, f"{page}, {width} wide")


class FolderInFirefox(Everywhere, Folder):
    browser_class = Firefox
    names = ("firefox-esr", "firefox")
