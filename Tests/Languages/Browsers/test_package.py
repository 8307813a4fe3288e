"""The tarball of the package: what npm would write, written without npm."""
import json
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import unittest

import world


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
        # Another script builds what reads logs.
        targets = [value for name, entry in exports.items() if "reading" not in name for value in (entry.values() if isinstance(entry, dict) else [entry])]
        self.assertEqual([target for target in targets if "package/" + target.removeprefix("./") not in names], [])

    def test_npm_installs_it_and_node_and_the_compiler_find_its_parts(self):
        if not shutil.which("npm"):
            self.skipTest("there is no npm")
        with tempfile.TemporaryDirectory() as folder:
            tarball = self.pack(folder)
            pathlib.Path(folder, "package.json").write_text('{ "private": true, "type": "module" }')
            subprocess.run(["npm", "install", "--offline", "--no-audit", "--no-fund", tarball.name], cwd=folder, check=True, capture_output=True)
            program = "import { FlowMachine } from 'flowmachine'; import { BrowserFlow } from 'flowmachine/browser';" \
                "console.log((await FlowMachine.load()).format, typeof BrowserFlow.open)"
            result = subprocess.run(["node", "--input-type=module", "-e", program], cwd=folder, capture_output=True, text=True)
            self.assertEqual((result.stdout, result.returncode), ("1 function\n", 0), result.stderr)


if __name__ == "__main__":
    unittest.main()
