"""Summaries: what an app sends for each launch gives the columns that its log gives, and says what its log stands for."""

from __future__ import annotations

import gzip
import json
import unittest

from support import FLEET, FleetTest, SAMPLE, support_of, whole_launches

SUMMARIES = FLEET / "sample" / "summaries.ndjson"
#: What a summary does not know, and what it knows in other words.
LOGS_ALONE = {
    "previous_support_id", "model_revision", "policy", "segments", "log_state", "way", "adobe_traces", "polls", "throttled", "retries",
    "waited_viewer_ms", "waited_adobe_ms", "waited_partner_ms", "waited_network_ms", "profile_lifetime_ms", "token_lifetime_ms",
    "code_lifetime_ms", "rules",
}


class SummariesTest(FleetTest):
    def load(self, *places, received: str = "2026-01-05", complaints: list = None):
        from flowfleet.summaries import load

        return load(self.store(), [str(place) for place in places], received, (complaints if complaints is not None else []).append)

    def summaries(self) -> list:
        return [json.loads(line) for line in SUMMARIES.read_text().splitlines()]

    def write_summaries(self, name: str, found: list):
        return self.write(name, b"".join(json.dumps(one).encode() + b"\n" for one in found))

    def ask(self, sql: str) -> list:
        from flowfleet import ask

        return ask.connect(self.fleet).execute(sql).fetchall()

    def test_a_summary_has_the_columns_of_its_log(self) -> None:
        from flowfleet.judge import judge

        self.load(SUMMARIES)
        self.pack(SAMPLE)
        judge(self.store())
        logs = {row["support_id"]: row for row in self.rows("launches")}
        rows = self.rows("summaries")
        self.assertEqual({row["support_id"] for row in rows}, set(logs))
        for row in rows:
            log = logs[row["support_id"]]
            self.assertEqual(
                {name: value for name, value in row.items() if name not in LOGS_ALONE and name != "upload_weight"},
                {name: value for name, value in log.items() if name not in LOGS_ALONE}, row["support_id"],
            )
        self.assertTrue(any(row["failed"] and row["cause_id"] for row in rows))

    def test_what_a_summary_does_not_know_is_null(self) -> None:
        self.load(SUMMARIES)
        for row in self.rows("summaries"):
            self.assertEqual({name for name in LOGS_ALONE - {"way"} if row[name] is not None}, set())
            self.assertIn(row["way"], (None, "appleSSO", "screen", "temporary"))

    def test_the_reason_and_the_weight_that_the_device_said_are_those_of_rows_and_verdicts(self) -> None:
        from flowfleet.judge import judge

        found = self.summaries()
        asked, sampled, silent = found[0], found[1], found[2]
        asked["uploadedLog"] = {"reason": "requested", "weight": 0}
        sampled["uploadedLog"] = {"reason": "sampled", "weight": 200}
        del silent["uploadedLog"]
        self.load(self.write_summaries("a.ndjson", [asked, sampled, silent]))
        self.pack(SAMPLE)
        judge(self.store(), one_in=7)
        judge(self.store(), build="b", one_in=7)
        for table in ("launches", "verdicts"):
            known = {support: pair for support, *pair in self.ask(f"select support_id, upload_reason, weight from {table}")}
            self.assertEqual(known[asked["support"]], ["requested", 0], table)
            self.assertEqual(known[sampled["support"]], ["sampled", 200], table)
            self.assertNotEqual(known[silent["support"]][1], 200, table)
            self.assertEqual(len(known), 50)

    def test_the_gate_uses_the_weight_that_the_device_said(self) -> None:
        from flowfleet.gate import gate
        from flowfleet.judge import judge

        found = self.summaries()
        for one in found:
            one["uploadedLog"] = {"reason": "sampled", "weight": 200}
        self.pack(SAMPLE)
        judge(self.store(), build="b")
        self.assertEqual(gate(self.fleet, "b", 0.5).weight, 50)
        self.load(self.write_summaries("a.ndjson", found))
        self.assertEqual(gate(self.fleet, "b", 0.5).weight, 50 * 200)

    def test_an_installation_that_an_exported_log_lacks_is_that_of_its_summary(self) -> None:
        from flowfleet.judge import judge
        from flowfleet.privacy import forget

        [(name, log)] = whole_launches(1)
        found = [one for one in self.summaries() if one["support"] == support_of(log)]
        header = json.loads(log[: log.index(b"\n")])
        self.write(name, log)
        self.pack(self.folder / "uploads" / name)
        judge(self.store())
        found[0]["installation"] = "of-the-summary"
        header.pop("installation", None)
        self.load(self.write_summaries("a.ndjson", found))
        self.assertEqual(len(self.ask("select * from summaries where installation = 'of-the-summary'")), 1)
        forget(self.store(), "installation", "of-the-summary")
        self.assertEqual((self.rows("summaries"), self.rows("launches"), self.logs()), ([], [], []))
        self.assertEqual(self.load(self.folder / "uploads" / "a.ndjson").forgotten, 1)

    def test_a_deleted_installation_whose_summaries_arrive_later_loses_its_logs_then(self) -> None:
        from flowfleet.judge import judge
        from flowfleet.privacy import forget

        logs = whole_launches(3)
        for name, log in logs:
            self.write(name, log)
        self.pack(self.folder / "uploads")
        judge(self.store())
        judge(self.store(), build="b")
        forget(self.store(), "installation", "gone")
        self.assertEqual(len(self.rows("launches")), 3, "nothing says yet whose logs these are")
        found = [one for one in self.summaries() if one["support"] in {support_of(log) for _, log in logs}]
        for one in found[:2]:
            one["installation"] = "gone"
        done = self.load(self.write_summaries("a.ndjson", found))
        self.assertEqual((done.summaries, done.forgotten, done.deleted), (1, 2, 2))
        for table in ("launches", "verdicts", "summaries"):
            self.assertEqual([row["support_id"] for row in self.rows(table)], [found[2]["support"]], table)
        self.assertEqual([support for _, support, _, _ in self.logs()], [found[2]["support"]])
        self.assertEqual(self.pack(self.folder / "uploads").forgotten, 2, "their logs are refused from then on, too")

    def test_summaries_that_arrive_again_are_kept_once_and_the_one_with_more_events_wins(self) -> None:
        found = self.summaries()[:20]
        first = self.load(self.write_summaries("a.ndjson", found))
        self.assertEqual((first.summaries, first.again), (20, 0))
        again = self.load(self.folder / "uploads" / "a.ndjson", received="2026-01-06")
        self.assertEqual((again.again, again.written), (20, 0))
        longer = [{**found[0], "events": found[0]["events"] + 1}]
        self.load(self.write_summaries("b.ndjson", longer), received="2026-01-07")
        rows = self.ask("select received_day::text, events from summaries where support_id = '%s'" % found[0]["support"])
        self.assertEqual(rows, [("2026-01-05", longer[0]["events"])])
        self.assertEqual(len(self.rows("summaries")), 20)

    def test_a_folder_lists_and_compressed_files_have_the_same_rows(self) -> None:
        found = self.summaries()
        self.write_summaries("in/a.ndjson", found[:20])
        self.write("in/b.json", json.dumps(found[20:30]).encode())
        self.write("in/c.jsonl.gz", gzip.compress(b"".join(json.dumps(one).encode() + b"\n" for one in found[30:])))
        self.assertEqual(self.load(self.folder / "uploads" / "in").summaries, 50)
        rows = self.rows("summaries")
        self.load(SUMMARIES)
        self.assertEqual(self.rows("summaries"), rows)

    def test_lines_that_are_no_summaries_are_counted_and_the_others_are_loaded(self) -> None:
        good = self.summaries()[0]
        bad = [
            b"nonsense", b"[" * 100_000, b"7", b"null", b"{}", b'{"support":7}', b"\xff\xfe", b'{"support":"\\ud800","app":"a","serviceProvider":"s"}',
            *(
                json.dumps({**good, **change}).encode()
                for change in (
                    {"events": "3"}, {"events": 1 << 80}, {"events": True}, {"provider": ["x"]}, {"requests": {}}, {"causes": [7]},
                    {"uploadedLog": 1}, {"uploadedLog": {"reason": "sampled", "weight": -1}}, {"system": "\ud800"}, {"app": None},
                )
            ),
            b"x" * (3 << 20),
        ]
        self.write("a.ndjson", b"\n".join(bad + [json.dumps(good).encode()]) + b"\n")
        complaints: list = []
        done = self.load(self.folder / "uploads", complaints=complaints)
        self.assertEqual((done.summaries, done.others), (1, len(bad)))
        self.assertEqual(len(complaints), 3, "the first three are named")
        self.assertIn("a.ndjson, line 1", complaints[0])
        self.assertEqual([row["support_id"] for row in self.rows("summaries")], [good["support"]])

    def test_questions_about_launches_can_be_asked_of_summaries_and_others_say_why_not(self) -> None:
        from flowfleet import FleetError, ask

        self.load(SUMMARIES)
        for name in ("days", "sign-in-time", "correlation"):
            connection, query = ask.connect(self.fleet), ask.query(name)
            ask.of_summaries(connection, query)
            result = ask.ask(connection, query)
            self.assertTrue(result, name)
            self.assertEqual(result.get("log_not_verified_percent", [None]), [None], "a summary does not know the state of a log")
        with self.assertRaisesRegex(FleetError, "without --summaries"):
            ask.of_summaries(ask.connect(self.fleet), ask.query("refusals"))


if __name__ == "__main__":
    unittest.main()
