"""The tarball of the package: what npm would write, written without npm."""
import json
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import unittest

import browsers
import world

DECIDES = """
import { FlowMachine } from 'flowmachine';
import { BrowserFlow } from 'flowmachine/browser';
const flow = await FlowMachine.load();
const machine = flow.machine({ app: 'Test/1.0', support: 'test', settings: { serviceProvider: 'REF30', domainName: 'adobe.com',
    redirectURL: 'https://example.com/done', partner: 'none', platform: 'other', hasUserAgent: false } });
const kept = { owedLogouts: [], first: { request: 1, timer: 1, presentation: 1 }, jitter: 1 };
const { rule, state, line } = machine.decide({ time: 1767225600000, origin: { kind: 'app', app: { kind: 'launched', kept } } });
console.log(rule, state, flow.verify(machine.headerLine + line), typeof BrowserFlow.open);
"""

APP = """
import { BrowserFlow, FlowRefusal, type Screen } from 'flowmachine/browser';
const flow = await BrowserFlow.open({
    app: 'Test/1.0', softwareStatement: 'statement', device: { model: 'Box' },
    settings: { serviceProvider: 'REF30', domainName: 'adobe.com', redirectURL: 'https://example.com/done', platform: 'other', hasUserAgent: false,
        policy: { pollInterval: 8000 } },
});
const titleOf = (screen: Screen): string => (screen.kind === 'code' ? screen.code : screen.kind);
flow.addEventListener('change', () => {
    const { screen } = flow.view;
    if (screen && titleOf(screen) === 'codeExpired') flow.choose(screen, { kind: 'cancel' });
});
flow.start();
try {
    const { token } = await flow.play('news');
    console.log(token.length);
} catch (error) {
    if (error instanceof FlowRefusal) console.log(error.reason, error.options);
}
"""

PAGE = """<!doctype html>
<script type="module">
    import { BrowserFlow } from './node_modules/flowmachine/browser/flow.mjs';
    const flow = (window.flow = await BrowserFlow.open({
        app: 'Test/1.0', softwareStatement: 'simulated.software.statement', device: { model: 'Box', version: '1', osName: 'Linux', osVersion: '6',
            connectionType: 'LAN' },
        settings: { serviceProvider: 'REF30', host: location.origin, domainName: 'adobe.com', redirectURL: 'http://127.0.0.1/done', partner: 'none',
            platform: 'other', hasUserAgent: false, policy: { pollInterval: 3000 } },
    }));
    flow.addEventListener('change', () => {
        const { screen } = flow.view;
        if (screen?.kind === 'providerPicker') flow.choose(screen, { kind: 'provider', mvpd: 'SmallCo' });
    });
    flow.start();
    flow.signIn();
</script>
"""


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if reason := world.missing():
            raise unittest.SkipTest(reason)

    def pack(self, folder):
        script = world.root / "Sources/FlowMachine/JavaScript/pack"
        return pathlib.Path(subprocess.run([script, folder], check=True, capture_output=True, text=True).stdout.strip())

    def test_each_export_and_its_types_are_in_the_tarball_and_the_bytes_are_always_the_same(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            tarball = self.pack(one)
            self.assertEqual(tarball.read_bytes(), self.pack(other).read_bytes())
            with tarfile.open(tarball) as archive:
                names = set(archive.getnames())
                description = json.load(archive.extractfile("package/package.json"))
        self.assertTrue(all(name.startswith("package/") for name in names))
        exports = description["exports"]
        # Another script builds what reads logs, and the page with it.
        targets = [value for name, entry in exports.items() if "reading" not in name and name != "./page" for value in (entry.values() if isinstance(entry, dict) else [entry])]
        self.assertEqual([target for target in targets if "package/" + target.removeprefix("./") not in names], [])

    def install(self, folder):
        """Installs the tarball into an empty folder, as a stranger would."""
        if not shutil.which("npm"):
            self.skipTest("there is no npm")
        tarball = self.pack(folder)
        pathlib.Path(folder, "package.json").write_text('{ "private": true, "type": "module" }')
        subprocess.run(["npm", "install", "--offline", "--no-audit", "--no-fund", tarball.name], cwd=folder, check=True, capture_output=True)

    def test_npm_installs_it_and_node_decides_and_verifies_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            self.install(folder)
            result = subprocess.run(["node", "--input-type=module", "-e", DECIDES], cwd=folder, capture_output=True, text=True)
            self.assertEqual((result.stdout, result.returncode), ("V2-A-02 unregistered 1 function\n", 0), result.stderr)

    def test_the_compiler_finds_its_types_and_a_mistake(self):
        if not shutil.which("tsc"):
            self.skipTest("there is no tsc (Debian: node-typescript)")
        with tempfile.TemporaryDirectory() as folder:
            self.install(folder)
            command = ["tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "app.ts"]
            for source, status in ((APP, 0), (APP.replace("{ kind: 'cancel' }", "{ kind: 'cancle' }"), 2)):
                pathlib.Path(folder, "app.ts").write_text(source)
                result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
                self.assertEqual(result.returncode, status, result.stdout)

    def test_a_page_of_its_own_signs_in_with_the_installed_package(self):
        if reason := browsers.Chromium.missing():
            self.skipTest(reason)
        with tempfile.TemporaryDirectory(dir=world.root / ".build") as folder:
            self.install(folder)
            pathlib.Path(folder, "page.html").write_text(PAGE)
            adobe = world.Adobe()
            self.addCleanup(adobe.kill)
            site = world.Site(adobe)
            self.addCleanup(site.close)
            with browsers.Chromium() as browser:
                tab = browser.tab(f"{site.origin}/.build/{pathlib.Path(folder).name}/page.html")
                tab.front()
                adobe.say(f"sign-in {tab.wait('window.flow?.view.screen?.code')}")
                self.assertEqual(tab.wait("flow.view.status.displayName"), "SmallCo")


if __name__ == "__main__":
    unittest.main()
