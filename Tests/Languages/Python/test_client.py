"""The client signs in at a real `flow-trace serve`, plays, and writes logs that flow-trace accepts and that contain no secret."""
import base64
import contextlib
import io
import os
import pathlib
import stat
import subprocess
import tempfile
import unittest

from sources import ROOT

from client import SETTINGS, Client, Vault, private
from interpreter.encoding import percent

TOOL = os.environ.get("FLOW_TRACE", str(ROOT / ".build/debug/flow-trace"))
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
        return super().show(what)


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


class VaultTests(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def test_a_link_in_place_of_the_new_vault_is_not_followed(self):
        target = self.folder / "target"
        target.write_text("mine")
        for place in ("target", "nowhere"):
            (self.folder / "vault.new").symlink_to(self.folder / place)
            Vault(self.folder / "vault.json").save()
            self.assertEqual(target.read_text(), "mine")
            self.assertFalse((self.folder / "nowhere").exists())
            self.assertFalse((self.folder / "vault.json").is_symlink())
            self.assertEqual(stat.S_IMODE((self.folder / "vault.json").stat().st_mode), 0o600)

    def test_numbers_are_not_used_again_after_a_kill(self):
        path = self.folder / "vault.json"
        vault, used = Vault(path), []
        for _ in range(250):
            used.append((vault.numbers["request"], vault.store.put("code", "C")))
            vault.use("request", vault.numbers["request"])
            vault.reserve()
            # What a launch that is killed now leaves behind.
            left = Vault(path)
            self.assertGreater(left.numbers["request"], used[-1][0])
            self.assertNotIn(left.store.put("code", "C"), {ref for _, ref in used})
        self.assertEqual(len(set(used)), 250)
        vault.save(more=0)
        self.assertEqual(Vault(path).numbers["request"], 251, "a launch that ends leaves no gap")

    def test_the_log_can_be_read_by_its_owner_only(self):
        client = Client(SETTINGS, STATEMENT, self.folder)
        self.addCleanup(client.close)
        self.assertEqual(stat.S_IMODE(client.log_path.stat().st_mode), 0o600)

    def test_nothing_that_is_there_is_written_to(self):
        (self.folder / "log").symlink_to(self.folder / "elsewhere")
        with self.assertRaises(FileExistsError):
            private(self.folder / "log")
        self.assertFalse((self.folder / "elsewhere").exists())


class ScreenTests(unittest.TestCase):
    """What the client does with each screen, so that no screen is the end of a launch."""

    def setUp(self):
        self.client = Client(SETTINGS, STATEMENT, provider="B")
        self.addCleanup(self.client.close)

    def choice(self, kind, **content):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            choice = self.client.show({"kind": kind, **content})
        self.printed = printed.getvalue()
        return choice

    def test_a_problem_is_tried_again_if_that_is_offered(self):
        problem = {"reason": "service", "ways": ["retry", "otherProvider", "cancel"]}
        choices = [self.choice("problem", problem=problem)["kind"] for _ in range(6)]
        self.assertEqual(choices, ["retry"] * 5 + ["cancel"])
        self.client.retries = 0
        self.assertEqual(self.choice("problem", problem={"reason": "setup", "ways": ["cancel"]}), {"kind": "cancel"})

    def test_the_named_provider_is_chosen_or_else_the_first(self):
        def entry(mvpd, temporary=False):
            return {"mvpd": mvpd, "displayName": mvpd, "isTemporary": temporary, "requiredMetadataFields": []}

        def pick(*entries):
            ref = self.client.vault.store.put("configuration", {"entries": entries})
            return self.choice("providerPicker", configuration=ref)

        self.assertEqual(pick(entry("T", True), entry("A"), entry("B")), {"kind": "provider", "mvpd": "B"})
        self.assertEqual(pick(entry("T", True), entry("A")), {"kind": "provider", "mvpd": "A"})
        self.assertEqual(pick(entry("T", True)), {"kind": "cancel"})
        profiles = [{"mvpd": mvpd, "type": "regular", "notAfter": 1} for mvpd in ("A", "B")]
        self.assertEqual(self.choice("profilePicker", profiles=profiles), {"kind": "profile", "mvpd": "B"})
        self.assertEqual(self.choice("profilePicker", profiles=profiles[:1]), {"kind": "profile", "mvpd": "A"})
        self.assertEqual(self.choice("providerConfirmation", mvpd="A"), {"kind": "provider", "mvpd": "A"})

    def test_an_expired_code_is_replaced(self):
        self.assertEqual(self.choice("codeExpired"), {"kind": "newCode"})
        self.assertIsNone(self.choice("code", code=self.client.vault.store.put("code", "ABCDEFG")))
        self.assertIn("ABCDEFG", self.printed)
        self.assertIsNone(self.choice("nothing"))

    def test_a_screen_that_the_client_does_not_know_is_canceled(self):
        self.assertEqual(self.choice("hologram"), {"kind": "cancel"})


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
        verified = self.tool("verify", str(viewer.log_path))
        self.assertEqual((verified.returncode, verified.stdout.split()[-1]), (0, "verified"), verified.stderr)
        drawn = self.tool("render", str(viewer.log_path))
        self.assertEqual(drawn.returncode, 0)
        self.assertIn("permitted  media#1", drawn.stdout)

    def test_no_secret_is_in_the_log(self):
        viewer, _ = self.launch()
        log = pathlib.Path(str(viewer.log_path)).read_text(encoding="utf-8")
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
        self.assertEqual(self.tool("verify", str(viewer.log_path)).returncode, 0)

    def test_a_problem_screen_ends_the_launch_with_an_answer(self):
        self.server.command("next profiles internal_server_error 1000")
        viewer, answer = self.launch()
        self.assertEqual(answer["kind"], "refused")
        self.assertEqual(viewer.shown.count("problem"), 6)
        self.assertEqual(self.tool("verify", str(viewer.log_path)).returncode, 0)

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
