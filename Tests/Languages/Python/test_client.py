"""The client signs in at a real `flow-trace serve`, plays, and writes logs that flow-trace accepts and that contain no secret."""
import base64
import os
import pathlib
import stat
import subprocess
import tempfile
import unittest

from client import SETTINGS, Client
from interpreter.encoding import percent

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
TOOL = os.environ.get("FLOW_TRACE", str(REPOSITORY / ".build/debug/flow-trace"))
STATEMENT = "simulated.software.statement"


class Viewer(Client):
    """A client whose viewer signs in as soon as a code is shown."""

    def __init__(self, server, folder, statement=STATEMENT, api="restV2"):
        super().__init__({**SETTINGS, "api": api, "host": server.address}, statement, folder)
        self.server, self.shown = server, []

    def show(self, what):
        self.shown.append(what["kind"])
        if what["kind"] == "code":
            self.server.command(f"sign-in {self.vault.store.get(what['code'], 'code')} Cablevision")


class Server:
    """A simulated Adobe Pass."""

    def __init__(self):
        self.process = subprocess.Popen([TOOL, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.address = self.process.stdout.readline().split()[-1]

    def command(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def close(self):
        self.process.communicate()


@unittest.skipUnless(os.path.exists(TOOL), f"there is no {TOOL}: swift build --product flow-trace")
class ClientTests(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.close)
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def launch(self, statement=STATEMENT, api="restV2"):
        viewer = Viewer(self.server, self.folder, statement, api)
        self.addCleanup(viewer.close)
        answer = viewer.play("a channel")
        viewer.close()
        return viewer, answer

    def tool(self, command, log):
        return subprocess.run([TOOL, command, log], capture_output=True, text=True, check=False)

    def test_a_viewer_signs_in_with_a_code_and_is_signed_in_at_the_next_launch(self):
        for api in ("restV2", "restV1"):
            with self.subTest(api):
                first, answer = self.launch(api=api)
                self.assertEqual(answer["kind"], "permitted")
                self.assertIn("code", first.shown)
                second, answer = self.launch(api=api)
                self.assertEqual(answer["kind"], "permitted")
                self.assertNotIn("code", second.shown)
            self.server.command("expire")
            (self.folder / "vault.json").rename(self.folder / f"{api}.json")
        self.assertEqual(stat.S_IMODE((self.folder / "restV2.json").stat().st_mode), 0o600)

    def test_flow_trace_verifies_and_draws_the_log(self):
        viewer, _ = self.launch()
        verified = self.tool("verify", viewer.log.name)
        self.assertEqual((verified.returncode, verified.stdout.split()[-1]), (0, "verified"), verified.stderr)
        drawn = self.tool("render", viewer.log.name)
        self.assertEqual(drawn.returncode, 0)
        self.assertIn("permitted  media#1", drawn.stdout)

    def test_no_secret_is_in_the_log(self):
        viewer, _ = self.launch()
        log = pathlib.Path(viewer.log.name).read_text(encoding="utf-8")
        secrets = [*texts(viewer.vault.store.secrets), STATEMENT, viewer.interpreter.app["deviceIdentifier"]]
        self.assertGreater(len(secrets), 7)
        for secret in secrets:
            for form in (secret, percent(secret), base64.b64encode(secret.encode()).decode(), secret.encode().hex()):
                self.assertNotIn(form, log)
        # The search can find something.
        self.assertIn("client#1", log)

    def test_a_wrong_software_statement_is_refused(self):
        viewer, answer = self.launch("another")
        self.assertEqual(answer["kind"], "refused")
        self.assertEqual(self.tool("verify", viewer.log.name).returncode, 0)

    def test_a_denied_resource_is_denied(self):
        self.server.command("deny a-channel")
        viewer = Viewer(self.server, self.folder)
        self.addCleanup(viewer.close)
        self.assertEqual(viewer.play("a-channel")["kind"], "denied")


def texts(value):
    """The texts in secrets of any form that are long enough to be found by no accident."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value] if isinstance(value, str) and len(value) > 6 and value != "Cablevision" else []


if __name__ == "__main__":
    unittest.main()
