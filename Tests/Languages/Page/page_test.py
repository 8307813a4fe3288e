"""The page that `flow-trace view` writes, in headless browsers."""

import gzip
import io
import json
import re
import shutil
import subprocess
import threading
import zipfile

from browsers import Chromium, Firefox
from pages import DENIED, READY, ROOT, TOOL, Page, view


def zipped(name, data):
    """An archive with one file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return packed.getvalue()


class Everywhere:
    """What every browser does."""

    def test_the_answer_is_there_without_a_click(self):
        self.open_page()
        self.assertIn("The provider Cablevision denied it", self.text("#findings"))
        self.assertEqual(self.text("#verdict"), "verified by this page")
        self.browser.wait("document.getElementById('secrets')")
        self.assertIn("found none, only references: 1 client, 1 token", self.text("#secrets"))

    def test_evidence_leads_to_the_event_its_rule_and_back_to_the_finding(self):
        self.open_page()
        self.run_("document.querySelector('.evidence a.event').click()")
        self.sheet(19)
        self.assertIn("V2-D-13", self.text(".sheet .rule"))
        self.assertIn("Adobe denies the resource", self.text(".sheet .rule"))
        self.assertIn("event 18", self.text(".sheet header"))
        self.assertIn("play resource#2: denied", self.text(".sheet .cites"))
        self.assertEqual(self.run_("location.hash"), "#event=19")
        self.assertIn("deny resource#2", self.text(".line.selected"))
        self.run_("document.querySelector('.sheet .cites button').click()")
        self.assertTrue(self.run_("!document.querySelector('[aria-labelledby=tab-Findings]').hidden"))

    def test_every_event_has_a_step_with_state_effects_and_vault(self):
        self.open_page()
        self.browser.key("2")
        for event in range(1, 20):
            self.browser.key("ArrowRight")
            self.sheet(event)
        self.assertIn("deciding.ready", self.text(".sheet .state"))
        self.assertIn("profile Cablevision", self.text(".sheet .vault"))
        self.browser.key("ArrowLeft")
        self.sheet(18)
        self.assertIn("play resource#2", self.text(".sheet .outstanding"))
        self.browser.key("Home")
        self.sheet(1)
        self.browser.key("n")
        self.sheet(5)

    def test_an_answer_with_several_decisions_lists_them(self):
        self.open_empty()
        self.give("preview.jsonl", (ROOT / "Specs/scenarios/legacy-preview/log.jsonl").read_bytes(), "drop")
        self.browser.wait("document.body.dataset.verdict === 'verified'")
        self.run_("location.hash = '#event=8'")
        self.sheet(8)
        self.assertIn("resource#1: permit", self.text(".sheet .decisions"))
        self.assertIn("resource#2: deny", self.text(".sheet .decisions .trouble"))

    def test_search_finds_rules_codes_and_events(self):
        self.open_page()
        for words, event in (("V2-F-13", 15), ("authorization_denied", 19), ("#9", 9), ("00:00:15", 11)):
            self.run_(f"""(() => {{
                document.getElementById('tab-Findings').click();
                const search = document.getElementById('search');
                search.value = {json.dumps(words)};
                search.dispatchEvent(new Event('input'));
            }})()""")
            self.sheet(event) if words != "00:00:15" else self.browser.wait("document.querySelector('.line.found')")
        self.assertTrue(self.run_("document.querySelectorAll('.line.found').length > 0"))

    def test_what_if_shows_both_outcomes_and_marks_what_is_simulated(self):
        self.open_page()
        self.run_("document.querySelector('.evidence a.event').click()")
        self.sheet(19)
        self.browser.key("w")
        self.browser.wait("document.querySelectorAll('.sides .lanes').length === 2")
        self.assertIn("denied at event 19", self.text(".ends"))
        self.assertIn("simulated", self.text(".ends"))
        self.browser.wait("document.querySelector('.simulated')")
        self.assertIn("Recorded events that do not happen: 19.", self.text(".outcome"))

    def test_a_policy_can_be_changed_and_a_wrong_one_is_refused(self):
        self.open_page()
        self.run_("document.getElementById('tab-What-if').click()")
        for value, expected in (("1", "How each request ends"), ("never", "must be a whole number")):
            self.run_(f"""(() => {{
                const form = document.querySelector('.policy');
                form.querySelector('select').value = 'attempts';
                form.querySelector('input').value = {json.dumps(value)};
                form.requestSubmit();
            }})()""")
            self.browser.wait(f"document.querySelector('.whatif').textContent.includes({json.dumps(expected)})")

    def test_an_event_can_be_inserted_by_a_form(self):
        self.open_page()
        self.browser.key("2")
        self.browser.key("End")
        self.sheet(19)
        self.run_("[...document.querySelectorAll('.sheet .edits button')].find(({textContent}) => textContent === 'something had followed it').click()")
        self.browser.wait("document.querySelector('.insert input').value === '19' && document.activeElement === document.querySelector('.insert select')")
        for what, expected in (("The viewer signs out", "sign out"), ("The same as event …", "play resource#2")):
            self.run_(f"""(() => {{
                const [select] = document.querySelectorAll('.insert select'), [, , same] = document.querySelectorAll('.insert input');
                select.value = [...select.options].find(({{textContent}}) => textContent === {json.dumps(what)}).value;
                select.dispatchEvent(new Event('change'));
                same.value = '18';
                document.querySelector('.insert').requestSubmit();
            }})()""")
            # The request is new, so it is not in the recording.
            self.browser.wait(f"[...document.querySelectorAll('.ends .changed')].some(({{textContent}}) => textContent.startsWith({json.dumps(expected)} + 'not requested'))")
        self.assertEqual(self.run_("document.querySelectorAll('.whatif .list > li').length"), 2)
        self.run_("document.querySelector('.whatif .list button').click()")
        self.browser.wait("document.querySelectorAll('.whatif .list > li').length === 1")

    def test_the_segments_of_a_launch_are_one_drawing(self):
        folder = ROOT / "Specs/output/logs/launch"
        self.open(view(self.folder / f"{self.browser.name}-segments.html", folder))
        self.browser.wait(READY)
        self.assertEqual(self.text("#verdict"), "verified by this page")
        self.assertTrue(self.run_("document.querySelector('.tools select').hidden"))
        self.browser.key("2")
        # The first file ends with event 9.
        events = [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines() if line.startswith('{"number"')]
        self.browser.key("End")
        self.sheet(events[-1]["number"])
        self.assertNotIn("not known", self.text(".sheet .state"))
        for event in reversed(events[:-1]):
            self.browser.key("ArrowLeft")
            self.sheet(event["number"])

    def test_logs_are_opened_by_drop_and_paste_and_compressed(self):
        data = DENIED.read_bytes()
        for name, given, how in (("dropped.jsonl", data, "drop"), ("packed.jsonl.gz", gzip.compress(data), "drop"), ("zipped.zip", zipped("zipped.jsonl", data), "drop"),
                                 ("pasted.jsonl", data, "paste")):
            self.open_empty()
            self.assertIn("Open a log", self.run_("getComputedStyle(document.getElementById('findings'), '::after').content"))
            self.give(name, given, how)
            self.browser.wait("document.body.dataset.verdict === 'verified'")
            self.assertIn("The provider Cablevision denied it", self.text("#findings"))
            self.assertEqual(self.text("#top h1"), name.replace(".zip", ".jsonl"))

    def test_a_bad_archive_says_what_is_wrong_with_it(self):
        data = zipped("app.jsonl", DENIED.read_bytes())
        self.open_empty()
        for name, given, expected in (
                ("half.zip", data[:len(data) // 2], "no list of its files"), ("photos.zip", zipped("photo.jpg", b"x"), "no file whose name ends with .jsonl"),
                ("broken.zip", data[:200] + b"\0" * 40 + data[240:], "cannot be read")):
            self.give(name, given, "drop")
            self.browser.wait(f"document.querySelector('#failures')?.textContent.includes({json.dumps(expected)})")

    def test_a_damaged_log_says_where_and_what_is_no_log_says_so(self):
        self.open_empty()
        self.give("damaged.jsonl", DENIED.read_bytes().replace(b"second", b"sec0nd").replace(b'"number":9,', b'"number":8,'), "drop")
        self.browser.wait("document.body.dataset.verdict === 'damaged'")
        self.assertEqual(self.text("#verdict"), "damaged at line 10")
        self.give("photo.jsonl", bytes(range(256)) * 40, "drop")
        self.browser.wait("document.querySelector('#failures')")
        self.assertIn("photo.jsonl", self.text("#failures"))

    def test_pasted_text_with_other_lines_around_it_is_a_log(self):
        self.open_empty()
        text = json.dumps("Hello,\n\n" + DENIED.read_text().replace("\n", "\r\n") + "\nBye\n")
        self.run_(f"""(() => {{
            document.getElementById('paste').click();
            document.querySelector('dialog textarea').value = {text};
            document.querySelector('dialog button').click();
        }})()""")
        self.browser.wait("document.body.dataset.verdict === 'verified'")

    def test_states_and_timeline_are_pictures_with_a_text(self):
        self.open_page()
        for name in ("States", "Timeline"):
            self.run_(f"document.getElementById('tab-{name}').click()")
            self.browser.wait(f"document.querySelector('[aria-labelledby=tab-{name}] img')?.naturalWidth > 300")
            self.assertGreater(len(self.run_(f"document.querySelector('[aria-labelledby=tab-{name}] img').alt")), 20)

    def test_a_screen_reader_has_the_drawing_as_a_table(self):
        self.open_page()
        self.browser.key("2")
        self.browser.wait("document.querySelector('.lanes .message')")
        counts = self.run_("""(() => {
            const table = document.querySelector('.lanes'), rows = [...table.querySelectorAll('[role=row]')];
            return [table.getAttribute('role'), table.getAttribute('aria-rowcount'), rows.length, rows[1].getAttribute('aria-rowindex'),
                rows.filter((row) => row.querySelectorAll('[role=cell], [role=columnheader], [role=rowheader]').length < 2).length];
        })()""")
        self.assertEqual(counts[0], "table")
        self.assertGreater(int(counts[1]), counts[2])
        self.assertEqual(counts[3:], ["2", 0])
        self.browser.key("ArrowRight")
        self.browser.wait("document.querySelector('#announce[aria-live=polite]').textContent.startsWith('Event 1, rule V2-A-02: ')")


class InChromium(Everywhere, Page):
    browser_class = Chromium
    names = ("chromium", "chromium-browser", "google-chrome")

    def test_a_file_is_dropped_from_outside_and_a_folder_is_opened_by_its_button(self):
        self.open_empty()
        self.browser.drop(str(DENIED))
        self.browser.wait("document.body.dataset.verdict === 'verified'")
        self.open_empty()
        folder = self.folder / "logs"
        folder.mkdir(exist_ok=True)
        for name in ("denied-second-screen", "happy-apple-sso"):
            shutil.copy(ROOT / f"Specs/scenarios/{name}/log.jsonl", folder / f"{name}.jsonl")
        self.browser.choose("#open-folder", str(folder))
        self.browser.wait("document.querySelectorAll('.launch').length === 2")
        self.assertEqual(self.run_("document.querySelectorAll('.tools select option').length"), 2)
        # The name of a launch's file leads to it.
        self.run_("document.querySelectorAll('.launch .files a')[1].click()")
        self.browser.wait("document.querySelector('.tools select').selectedIndex === 1 && document.querySelector('.sheet h2')?.textContent.startsWith('Event 1')")
        self.run_("document.getElementById('tab-Compare').click()")
        self.browser.wait("document.querySelector('.comparison')?.textContent.length > 300")

    def test_the_edited_run_is_saved_as_a_log_that_the_tool_verifies(self):
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.folder))
        self.open_page()
        self.run_("document.querySelector('.evidence a.event').click()")
        self.sheet(19)
        self.browser.key("w")
        self.browser.wait("document.querySelector('.outcome button')")
        self.run_("document.querySelector('.outcome button').click()")
        saved = self.folder / "what-if.jsonl"
        self.browser.wait("true")
        for _ in range(200):
            if saved.exists() and saved.stat().st_size > 1000:
                break
            threading.Event().wait(0.05)
        done = subprocess.run([TOOL, "verify", str(saved)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn('"derivation":"what-if', saved.read_text().split("\n", 1)[0])

    def copied(self, name):
        self.run_(f"""(() => {{
            document.getElementById('say').textContent = '';
            [...document.querySelectorAll('.menu button')].find((button) => button.textContent.startsWith({json.dumps(name)})).click();
        }})()""")
        self.browser.wait("document.getElementById('say').textContent.startsWith('Copied')")
        return self.run_("navigator.clipboard.readText()")

    def test_what_is_copied_means_something_to_a_colleague(self):
        self.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.open_page()
        self.run_("document.querySelector('.evidence a.event').click()")
        self.sheet(19)
        self.assertEqual(self.copied("A reference"), "simulated, event 19, rule V2-D-13")
        self.assertEqual(self.copied("A link"), "#event=19")
        ticket = self.copied("Markdown")
        self.assertIn("### play resource\\#2: denied", ticket)
        self.assertIn("- **Who can act:** the TV provider", ticket)
        self.assertIn("Seen at simulated, event 19, rule V2-D-13.", ticket)
        self.assertIn("What the log shows", self.copied("The explanation"))

    def test_a_test_and_a_shared_log_are_saved(self):
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.folder))
        self.open_page()
        for name, file, content in (("A test", "logTests.swift", "@Test func"), ("A shared", "log-shared.jsonl", "shared: pseudonyms")):
            self.run_(f"[...document.querySelectorAll('.menu button')].find((button) => button.textContent.startsWith('{name}')).click()")
            saved = self.folder / file
            for _ in range(200):
                if saved.exists() and saved.stat().st_size > 500:
                    break
                threading.Event().wait(0.05)
            self.assertIn(content, saved.read_text())

    def test_a_range_is_saved_as_a_picture_and_printed_as_a_table(self):
        self.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.folder))
        self.open_page()
        self.run_("window.print = () => { window.printed = [...document.querySelectorAll('#print td:first-child')].map(({textContent}) => textContent).filter(Boolean); }")

        def choose(button, first, last):
            self.browser.wait("document.querySelector('dialog[open]')")
            self.run_(f"""(() => {{
                const [from, to] = document.querySelectorAll('dialog input');
                [from.value, to.value] = ['{first}', '{last}'];
                [...document.querySelectorAll('dialog button')].find(({{textContent}}) => textContent === '{button}').click();
            }})()""")

        self.run_("[...document.querySelectorAll('.menu button')].find(({textContent}) => textContent.startsWith('A picture')).click()")
        choose("Save", 17, 19)
        saved = self.folder / "log.svg"
        for _ in range(200):
            if saved.exists() and saved.stat().st_size > 500:
                break
            threading.Event().wait(0.05)
        self.assertIn("deny resource#2", saved.read_text())
        self.assertNotIn("client#1", saved.read_text())
        self.browser.key("p")
        choose("Print", 16, 18)
        self.browser.wait("window.printed")
        self.assertEqual(self.run_("printed"), ["16", "17", "18"])

    def test_print_has_the_findings_and_the_events_as_a_table(self):
        self.open_page()
        self.browser.key("2")
        self.run_("addEventListener('beforeprint', () => setTimeout(() => {}, 0)); window.printed = 0; "
                  "addEventListener('beforeprint', () => { printed = document.querySelectorAll('#print tr').length; })")
        self.assertTrue(self.browser.pages().startswith(b"%PDF"))
        self.assertGreater(self.run_("printed"), 30)

    def test_only_the_lines_that_are_seen_are_in_a_long_drawing(self):
        long = self.folder / "long.jsonl"
        subprocess.run(["node", str(ROOT / "Tests/Languages/Page/long-log.mjs"), str(DENIED), "4000", str(long)], check=True, capture_output=True)
        self.open_empty()
        self.browser.choose("#open-files", str(long))
        self.browser.wait("Number(document.querySelector('.lanes')?.getAttribute('aria-rowcount')) > 5000", 120)
        self.browser.key("2")
        self.browser.key("End")
        self.browser.wait("document.querySelector('.line.selected')", 60)
        self.assertLessEqual(self.run_("document.querySelectorAll('.lanes *').length"), 500)
        self.assertTrue(self.run_("document.querySelector('.lanes').scrollTop > 100000"))
        # Of its time, too, only a part is drawn at once: the one with the event that is shown.
        part = "document.querySelector('[aria-labelledby=tab-Timeline] .bar')"
        self.browser.wait("document.querySelector('.sheet h2')", 60)
        self.run_("document.getElementById('tab-Timeline').click()")
        shown = set()
        for press in range(3):
            self.browser.wait(f"{part} && document.querySelector('[aria-labelledby=tab-Timeline] img').naturalHeight && !{json.dumps(list(shown))}.includes({part}.textContent)")
            shown.add(self.run_(f"{part}.textContent"))
            self.assertLess(self.run_("document.querySelector('[aria-labelledby=tab-Timeline] img').naturalHeight"), 15_000)
            self.run_(f"{part}.querySelector('button').click()")
        self.assertTrue(all(re.fullmatch("←→Events [0-9]+ to [0-9]+ of [0-9]+", text) for text in shown), shown)

    def test_a_pattern_names_its_owner_and_compares_a_log_without_it_with_one_that_has_it(self):
        self.open(view(self.folder / "many.html", ROOT / "Specs/scenarios"))
        self.browser.wait(READY)
        pattern = "[...document.querySelectorAll('.patterns > li')].find((one) => one.querySelector('.actions button:last-child'))"
        self.assertRegex(self.run_(f"{pattern}.querySelector('.owner').textContent"), "^Owner: ")
        names = self.run_(f"['good', 'bad'].map((role) => {pattern}.querySelector(`[data-role=${{role}}]`) ?? {pattern}.querySelector('[data-role=first]')).map(({{dataset}}) => dataset.file)")
        self.run_(f"{pattern}.querySelector('.actions button:last-child').click()")
        self.browser.wait("document.querySelector('.comparison')?.textContent.length > 300")
        for letter, name in zip("AB", names):
            self.assertIn(f"{letter}: {name}", self.text(".comparison"))

    def test_the_empty_page_is_at_most_1_2_mb(self):
        if shutil.which("xz") and shutil.which("wasm-opt"):
            self.assertLessEqual((self.folder / "empty.html").stat().st_size, 1_200_000)

    def test_the_module_may_be_compressed_with_gzip_and_a_damaged_one_is_told(self):
        module = ROOT / ".build/javascript/flowmachine/flowreading.wasm.gz"
        self.open(view(self.folder / "gzip.html", "--module", module, DENIED))
        self.browser.wait(READY)
        for kind in ("page", "gzip"):
            text = (self.folder / f"{kind}.html").read_text()
            middle = text.index('id="module">') + 300_000
            (self.folder / "damaged.html").write_text(text[:middle] + "A" * 4000 + text[middle + 4000:])
            self.open((self.folder / "damaged.html").as_uri())
            self.browser.wait("document.querySelector('#failures')")
            self.assertIn("The findings are complete", self.text("#failures"))
            self.assertIn("The provider Cablevision denied it", self.text("#findings"))
            self.assertIn("deny resource#2", self.text("#drawing"))

    def test_the_page_finds_what_the_tool_finds_in_every_log_of_specs(self):
        self.open_empty()
        count = 0
        for log in sorted(ROOT.glob("Specs/**/*.jsonl")):
            done = subprocess.run([TOOL, "view", log.name], cwd=log.parent, capture_output=True, text=True, check=False)
            if not done.stdout:
                continue
            expected = re.search(r'<div id="findings">\n(.*?)</div>\n(?:<p class="verdict-of-log"|<div id="drawing">)', done.stdout, re.S).group(1)
            self.run_("delete document.body.dataset.verdict, 1")
            self.browser.choose("#open-files", str(log))
            self.browser.wait("document.body.dataset.verdict")
            same = self.run_(f"""(() => {{
                const template = document.createElement('template');
                template.innerHTML = {json.dumps(expected)};
                const text = (element) => element.textContent.replace(/\\s+/g, ' ').trim();
                return text(template.content) === text(document.getElementById('findings')) || text(document.getElementById('findings'));
            }})()""")
            self.assertIs(same, True, f"{log}: {same}")
            count += 1
        self.assertGreater(count, 150)


class InFirefox(Everywhere, Page):
    browser_class = Firefox
    names = ("firefox-esr", "firefox")

