"""The module's tests: python3 -m unittest, in this folder."""

import copy
import gc
import json
import os
import pickle
import subprocess
import sys
import threading
import unittest

from sources import ROOT

import flowmachine as flow

SCENARIOS = ROOT / "Specs" / "scenarios"
SETTINGS = {"app": "CTV/1.0", "support": "4711", "settings": {
    "serviceProvider": "REF30", "domainName": "adobe.com", "redirectURL": "a:b", "platform": "other", "hasUserAgent": False}}
LAUNCHED = {"time": 1, "origin": {"kind": "app", "app": {"kind": "launched", "kept": {
    "owedLogouts": [], "first": {"request": 1, "timer": 1, "presentation": 1}, "jitter": 1}}}}


class Deciding(unittest.TestCase):
    def test_a_dictionary_goes_in_and_a_record_comes_out(self) -> None:
        machine = flow.Machine(SETTINGS)
        self.assertEqual(json.loads(machine.header_line)["settings"]["host"], "https://sp.auth.adobe.com")
        decided = machine.decide(LAUNCHED)
        self.assertEqual(decided.record["event"], LAUNCHED)
        self.assertEqual(json.loads(decided.line), decided.record)
        self.assertEqual((decided.record["rule"], decided.record["state"]), ("V2-A-02", "unregistered"))
        self.assertEqual(machine.number, 1)

    def test_every_scenario_decided_again_gives_the_same_lines(self) -> None:
        logs = sorted(SCENARIOS.glob("*/*.jsonl"))
        self.assertGreater(len(logs), 100)
        for path in logs:
            head, lines = flow.log_lines(path.read_bytes())
            machine = flow.Machine(head[0]) if len(head) == 1 else flow.Machine()
            if len(head) == 2:
                machine.resume(b"".join(head))
            for line in lines:
                record = json.loads(line)
                self.assertEqual(machine.decide(record["event"], record.get("by", 0)).line, line, path)

    def test_text_beyond_ascii_arrives(self) -> None:
        settings = {**SETTINGS, "app": "Fernsehen für alle 📺/1.0"}
        self.assertEqual(json.loads(flow.Machine(settings).header_line)["app"], settings["app"])


class Words(unittest.TestCase):
    installation = "0f9d3a5c7e1b42d68a90c3e5f7182b4d"

    def test_a_header_has_the_facts_of_the_launch_and_a_shutdown_is_the_last_event_with_effects(self) -> None:
        facts = {"previousSupport": "4710", "installation": self.installation, "utcOffsetMinutes": -300}
        machine = flow.Machine({**SETTINGS, **facts})
        header = json.loads(machine.header_line)
        self.assertEqual({name: header[name] for name in facts}, facts)
        machine.decide(LAUNCHED)
        ended = machine.decide({"time": 2, "origin": {"kind": "app", "app": {"kind": "shutDown"}}})
        self.assertEqual(ended.record["rule"], "FM-30")
        self.assertIn("cancel", [effect["kind"] for effect in ended.record["effects"]])
        after = machine.decide({"time": 3, "origin": {"kind": "app", "app": {"kind": "foregrounded"}}})
        self.assertEqual((after.record["rule"], after.record["effects"]), ("FM-01", []))

    def test_a_shared_log_has_no_installation_and_verifies(self) -> None:
        machine = flow.Machine({**SETTINGS, "installation": self.installation})
        first = machine.header_line + machine.decide(LAUNCHED).line
        second = machine.rotate() + machine.decide({"time": 2, "origin": {"kind": "app", "app": {"kind": "foregrounded"}}}).line
        shared = flow.share([first, second])
        self.assertNotIn(self.installation.encode(), b"".join(shared))
        self.assertEqual([flow.verify(log) for log in shared], [1, 1])
        crc = json.loads(shared[0].splitlines()[-1])["crc"]
        self.assertEqual(json.loads(shared[1].splitlines()[1])["snapshot"]["follows"], crc)
        self.assertEqual(flow.share([shared[0]]), [shared[0]])


class Logs(unittest.TestCase):
    log = (SCENARIOS / "happy-apple-sso" / "log.jsonl").read_bytes()

    def test_a_log_is_verified_and_its_records_are_read(self) -> None:
        self.assertEqual(flow.verify(self.log), 20)
        self.assertEqual([record["number"] for record in flow.read_log(self.log)], list(range(1, 21)))

    def test_damage_is_named_by_line_and_column(self) -> None:
        damaged = bytearray(self.log)
        damaged[damaged.index(b'"number":7') + len('"number":')] ^= 1
        with self.assertRaises(flow.Damaged) as caught:
            list(flow.read_log(bytes(damaged)))
        self.assertEqual(caught.exception.line, 8)
        self.assertGreater(caught.exception.column, 1)
        self.assertIn("line 8", str(caught.exception))
        self.assertEqual([record["number"] for record in flow.read_log(bytes(damaged), verified=False)][5:7], [6, 6])

    def test_another_decision_is_named(self) -> None:
        with self.assertRaises(flow.Differs) as caught:
            flow.verify((SCENARIOS.parent / "output" / "logs" / "other-rule.jsonl").read_bytes())
        self.assertIn('rule is "V2-B-99" in the log and "V2-B-07" here', str(caught.exception))

    def test_a_log_continues_from_its_middle_and_from_a_snapshot(self) -> None:
        head, lines = flow.log_lines(self.log)
        machine, other = flow.Machine(), flow.Machine()
        machine.resume(b"".join(head + lines[:9]))
        other.resume(machine.rotate())
        machine.resume(b"".join(head + lines[:9]))
        self.assertEqual((machine.number, other.number, machine.verified), (9, 9, 9))
        for line in lines[9:]:
            record = json.loads(line)
            self.assertEqual(machine.decide(record["event"], record.get("by", 0)).line, line)
            again = other.decide(record["event"], record.get("by", 0)).record
            self.assertEqual({**again, "crc": record["crc"]}, record)


class Mistakes(unittest.TestCase):
    def test_each_mistake_has_its_error(self) -> None:
        machine = flow.Machine()
        with self.assertRaisesRegex(flow.NotBegun, "call flow_begin"):
            machine.decide(LAUNCHED)
        with self.assertRaisesRegex(flow.Unreadable, '"colour" is unknown'):
            flow.Machine({**SETTINGS, "colour": "red"})
        with self.assertRaisesRegex(flow.Unreadable, "the settings: host is empty"):
            flow.Machine({**SETTINGS, "settings": {**SETTINGS["settings"], "host": ""}})
        machine.begin(SETTINGS)
        with self.assertRaisesRegex(flow.BadArgument, "the last record is 0"):
            machine.decide(LAUNCHED, by=1)
        with self.assertRaisesRegex(flow.BadArgument, "by is 9223372036854775808"):
            machine.decide(LAUNCHED, by=2**63)
        with self.assertRaisesRegex(flow.Unreadable, "UTF-8"):
            machine.begin({**SETTINGS, "app": "\ud800"})
        with self.assertRaises(flow.Unreadable) as caught:
            machine.decide(b'{"time":1,"origin":7}')
        self.assertEqual((caught.exception.line, caught.exception.column), (1, 20))
        self.assertEqual(machine.number, 0)

    def test_a_closed_machine_is_an_error(self) -> None:
        with flow.Machine(SETTINGS) as machine:
            machine.decide(LAUNCHED)
        machine.close()
        with self.assertRaisesRegex(flow.NotBegun, "closed"):
            machine.decide(LAUNCHED)
        self.assertEqual(machine.number, 0)

    def test_a_machine_cannot_be_copied_or_pickled(self) -> None:
        machine = flow.Machine(SETTINGS)
        for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "cannot be"):
                attempt(machine)
        # A copy that was given up must not have freed it.
        gc.collect()
        self.assertEqual(machine.decide(LAUNCHED).record["number"], 1)

    def test_a_machine_that_is_initialized_again_begins_again(self) -> None:
        machine = flow.Machine(SETTINGS)
        machine.decide(LAUNCHED)
        machine.__init__(SETTINGS)  # type: ignore[misc]
        self.assertEqual(machine.decide(LAUNCHED).record["number"], 1)

    def test_a_machine_that_was_never_initialized_is_freed(self) -> None:
        flow.Machine.__new__(flow.Machine).close()

    def test_threads_that_share_a_machine_get_whole_lines(self) -> None:
        machine = flow.Machine(SETTINGS)
        lines, count = [], 500

        def decide() -> None:
            for _ in range(count):
                lines.append(machine.decide_line(LAUNCHED))

        threads = [threading.Thread(target=decide) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(json.loads(line)["number"] for line in lines), list(range(1, 4 * count + 1)))
        self.assertEqual(flow.verify(machine.header_line + b"".join(sorted(lines, key=lambda line: json.loads(line)["number"]))), 4 * count)

    def test_a_machine_that_another_thread_closes_is_an_error(self) -> None:
        for _ in range(20):
            machine, failures = flow.Machine(SETTINGS), []

            def decide(machine: flow.Machine = machine, failures: list = failures) -> None:
                try:
                    while True:
                        machine.decide_line(LAUNCHED)
                except flow.NotBegun as error:
                    failures.append(error)

            threads = [threading.Thread(target=decide) for _ in range(2)]
            for thread in threads:
                thread.start()
            machine.close()
            for thread in threads:
                thread.join()
            self.assertEqual(len(failures), 2)

    def test_a_missing_library_says_how_to_build_it(self) -> None:
        environment = {**os.environ, "FLOWMACHINE_LIBRARY": "/nowhere/libflowmachine.so"}
        program = [sys.executable, "-c", "import flowmachine; flowmachine.version()"]
        result = subprocess.run(program, cwd=ROOT / "Sources/FlowMachine/Python", env=environment, capture_output=True, text=True, check=False)
        self.assertIn("Build the library with", result.stderr)
        self.assertEqual(result.returncode, 1)


if __name__ == "__main__":
    unittest.main()
