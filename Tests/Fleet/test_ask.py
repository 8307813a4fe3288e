"""Questions: every query runs, small groups are not shown, and files of earlier versions are read."""

from __future__ import annotations

import json
import os
import unittest

from support import FLEET, FleetTest, REPOSITORY, SAMPLE, support_of, whole_launches


class AskTest(FleetTest):
    def launches(self, rows: list, columns: list = (), day: str = "2026-01-05") -> None:
        """Writes launches, with only these columns if some are named."""
        import pyarrow as pa

        from flowfleet.schema import schemas
        from flowfleet.store import replacing

        schema = schemas()["launches"]
        if columns:
            schema = pa.schema([schema.field(name) for name in columns])
        usual = {"weight": 1, "failed": False, "log_state": "verified", "policy": [], "way": "code", "owner": None}
        with replacing(self.fleet / "launches" / f"received_day={day}" / "000.parquet", schema, {}) as writer:
            found = [{"launch_key": f"{number:032x}", "support_id": f"S{number}", **usual, **row} for number, row in enumerate(rows)]
            writer.write_table(pa.Table.from_pylist([{name: row.get(name) for name in schema.names} for row in found], schema=writer.schema))

    def ask(self, name: str, *replace: str) -> dict:
        from flowfleet import ask

        query = ask.query(name)
        return ask.ask(ask.connect(self.fleet), query, replace or [f"{word}=S1" for word in query.words])

    def why_nothing(self, name: str, *replace: str) -> str:
        from flowfleet import ask

        return ask.why_nothing(ask.connect(self.fleet), self.fleet, ask.query(name), replace)

    def test_every_query_runs_on_the_sample_and_on_a_fleet_without_rows(self) -> None:
        from flowfleet import ask
        from flowfleet.judge import judge
        from flowfleet.report import report

        for name in ask.names():
            self.assertEqual([column for column in self.ask(name).values() if column], [], name)
        self.assertIn("Nothing.", report(self.fleet))
        self.pack(SAMPLE)
        judge(self.store())
        for name in ask.names():
            self.ask(name)
        page = report(self.fleet, "<Fleet>")
        self.assertIn("&lt;Fleet&gt;", page)
        self.assertIn('class="bars"', page)
        self.assertNotIn("<script", page)

    def test_groups_of_fewer_than_ten_are_not_shown(self) -> None:
        self.launches(
            [{"app_version": "1", "sign_in_ms": 1000}] * 30 + [{"app_version": "2", "sign_in_ms": 1000}] * 9
            + [{"app_version": "3", "sign_in_ms": 2000}] * 10
        )
        found = self.ask("sign-in-time")
        self.assertEqual(found["app_version"], ["1", "3"])
        self.assertEqual(found["launches"], [30, 10])
        self.assertEqual(self.ask("days")["log_not_verified_percent"], [0.0])
        self.assertEqual(self.ask("days")["launches"], [50], "a total is rounded, so it does not reveal that 9 are missing")

    def test_every_query_that_shows_groups_suppresses_small_ones(self) -> None:
        from flowfleet import ask

        for name in ask.names():
            sql = ask.query(name).sql.lower()
            if name not in ("unjudged", "installation"):
                self.assertTrue(">= 10" in sql, name)

    def test_a_day_on_which_lifetimes_are_cut_is_named(self) -> None:
        for day, hours in (("2026-01-05", 720), ("2026-01-06", 720), ("2026-01-07", 24)):
            self.launches([{"profile_lifetime_ms": hours * 3_600_000}] * 20, day=day)
        found = self.ask("lifetimes")
        self.assertEqual([str(day) for day in found["received_day"]], ["2026-01-07"])
        self.assertEqual(found["what"], ["sign-in"])

    def test_damaged_logs_of_one_version_are_named_as_a_fault_that_they_have_in_common(self) -> None:
        broken = {"app_version": "2", "log_state": "damaged", "failed": True}
        self.launches([{"app_version": "1"}] * 200 + [{"app_version": "2"}] * 20 + [broken] * 20)
        found = self.ask("correlation")
        self.assertEqual((found["cause_id"], found["property"], found["launches"]), (["log damaged"], ["app 2"], [20]))

    def test_files_of_earlier_versions_are_read_and_lack_only_their_later_columns(self) -> None:
        from flowfleet import ask

        described = json.loads((REPOSITORY / "Specs" / "tables" / "columns.json").read_text())["tables"]["launches"]
        names = [column["name"] for column in described]
        self.launches([{}] * 10)
        # As if the last columns had been added after this file was written.
        self.launches([{}] * 10, columns=names[:-5], day="2026-01-04")
        connection = ask.connect(self.fleet)
        counts = connection.execute(f"select received_day, count({names[-1]}), count(*) from launches group by 1 order by 1").fetchall()
        self.assertEqual([(str(day), known, rows) for day, known, rows in counts], [("2026-01-04", 0, 10), ("2026-01-05", 10, 10)])

    def test_an_answer_without_rows_says_why(self) -> None:
        from flowfleet import ask

        own = self.write("own.sql", b"-- every event\nselect * from events where kind = 'x'")
        self.launches([{"app_version": "1"}] * 3)
        self.assertIn("judge FLEET --events", self.why_nothing(str(own)))
        self.assertIn("The table requests has no rows", self.why_nothing("refusals"))
        self.assertIn("No launch here has the support id ZZ", self.why_nothing("like-this-one", "SUPPORT_ID=ZZ"))
        self.assertIn("no failure with a known cause", self.why_nothing("like-this-one", "SUPPORT_ID=S1"))
        self.assertEqual(self.ask("days")["launches"], [])
        self.assertEqual(self.why_nothing("days"), "No day has 10 launches.")
        for name in ask.names():
            self.assertNotEqual(ask.query(name).nothing, ask.query(str(own)).nothing, f"{name} says what nothing means")

    def test_a_word_that_must_be_replaced_is_asked_for_and_a_wrong_one_refused(self) -> None:
        from flowfleet import FleetError, ask

        connection = ask.connect(self.fleet)
        for pairs, expected in (([], "--replace SUPPORT_ID=K7PWQ3MX"), (["SUPPORT_ID="], "needs a value"), (["NONE=1"], "NONE"), (["x"], "WORD=VALUE")):
            with self.assertRaisesRegex(FleetError, expected):
                ask.ask(connection, ask.query("like-this-one"), pairs)

    def test_names_that_control_a_terminal_or_that_it_lacks_are_printed_escaped(self) -> None:
        import subprocess
        import sys

        self.launches([{"installation": "I", "provider": "\x1b[2J\n", "app_version": "\u00e9"}])
        command = [sys.executable, "-m", "flowfleet", "ask", str(self.fleet), "installation", "--replace", "SUPPORT_ID=S0"]
        run = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True)
        self.assertEqual(len(run.stdout.splitlines()), 2)
        self.assertIn(b"\\x1b[2J\\n", run.stdout)
        self.assertIn(b"\\xe9", run.stdout)

    def test_the_installation_of_a_launch_and_its_other_launches_are_found_by_the_support_id(self) -> None:
        self.launches([{"installation": f"I{number % 2}", "started_at": number} for number in range(6)] + [{}])
        found = self.ask("installation", "SUPPORT_ID=S3")
        self.assertEqual((found["installation"], found["support_id"]), (["I1"] * 3, ["S1", "S3", "S5"]))
        self.assertEqual(self.ask("installation", "SUPPORT_ID=S6")["installation"], [])
        self.assertIn("no installation id", self.why_nothing("installation", "SUPPORT_ID=S6"))

    def test_a_log_is_written_as_the_app_wrote_it_and_a_missing_one_is_named(self) -> None:
        import contextlib
        import io

        from flowfleet.__main__ import main
        from segments import split

        [(name, one), (_, two)] = whole_launches(2)
        first, second = split(two, 4)
        for file, log in ((name, one), ("b.jsonl", second), ("a.jsonl", first), ("bad.jsonl", b'{"format":1,"support":"../../x"}\n')):
            self.write(file, log)
        self.pack(self.folder / "uploads")
        place, printed, complaints = self.folder / "out", io.StringIO(), io.StringIO()
        supports = [support_of(one), support_of(two)]
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complaints):
            self.assertEqual(main(["export", str(self.fleet), *supports, "--output", str(place)]), 0)
            self.assertEqual(main(["export", str(self.fleet), "ZZZZ", "../../x", "--output", str(place)]), 1)
        written = {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*.jsonl")}
        beside = {f"{supports[1]}/flow-{supports[1]}-0001.jsonl": first, f"{supports[1]}/flow-{supports[1]}-0002.jsonl": second}
        self.assertEqual(written, {f"flow-{supports[0]}-0001.jsonl": one, **beside})
        self.assertEqual(printed.getvalue(), f"{place}/flow-{supports[0]}-0001.jsonl\n{place}/{supports[1]}\n")
        self.assertIn("support id ZZZZ", complaints.getvalue())
        self.assertFalse((self.folder / "x").exists())

    def test_questions_need_no_library(self) -> None:
        import subprocess
        import sys

        self.launches([{}] * 10)
        command = [sys.executable, "-m", "flowfleet", "ask", str(self.fleet), "days"]
        run = subprocess.run(command, env={**os.environ, "FLOWREADING_LIBRARY": "/nonexistent"}, capture_output=True, text=True, check=True)
        self.assertIn("2026-01-05", run.stdout)

    def test_a_package_that_is_not_installed_is_named(self) -> None:
        import subprocess
        import sys

        # Without the packages of this Python, and without the folder of this test.
        command = [sys.executable, "-S", "-m", "flowfleet", "ask", str(self.fleet)]
        run = subprocess.run(command, env={"PYTHONPATH": str(FLEET)}, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (2, "flowfleet: pyarrow is not installed: pip install pyarrow duckdb\n"))

    def test_null_and_zero_are_told_apart(self) -> None:
        self.launches([{"sign_in_ms": None}] * 10 + [{"sign_in_ms": 0}] * 10)
        self.assertEqual(self.ask("sign-in-time")["launches"], [10])

    def test_a_query_that_does_not_exist_is_reported_with_the_names(self) -> None:
        from flowfleet import FleetError

        with self.assertRaisesRegex(FleetError, "alert"):
            self.ask("nonsense")


class PrivacyTest(FleetTest):
    def test_an_installation_is_deleted_on_every_day_and_refused_from_then_on(self) -> None:
        from flowfleet.judge import judge
        from flowfleet.privacy import forget

        self.pack(SAMPLE, received="mtime")
        judge(self.store(), events=True)
        judge(self.store(), build="b")
        before = self.rows("launches")
        installation = next(row["installation"] for row in before if row["installation"])
        gone = {row["launch_key"] for row in before if row["installation"] == installation}
        supports = {row["support_id"] for row in before if row["installation"] == installation}
        self.assertGreater(len(gone), 1)
        forget(self.store(), "installation", installation)
        text = b"".join(path.read_bytes() for path in self.fleet.rglob("*") if path.is_file())
        self.assertNotIn(installation.encode(), text)
        for support in supports:
            self.assertNotIn(support, {found[1] for found in self.logs()})
        for table in ("launches", "requests", "events", "verdicts"):
            rows = self.rows(table)
            self.assertFalse(gone & {row["launch_key"] for row in rows}, table)
            self.assertTrue(rows)
        self.assertEqual(len(self.rows("launches")), len(before) - len(gone))
        self.assertEqual(judge(self.store(), events=True).files, 0, "nothing needs to be judged again")
        done = self.pack(SAMPLE, received="mtime")
        self.assertGreaterEqual(done.forgotten, len(gone))
        self.assertNotIn(installation, {row["installation"] for row in self.rows("launches")})

    def test_one_launch_is_deleted_by_its_support_id(self) -> None:
        from flowfleet.judge import judge
        from flowfleet.privacy import forget

        self.pack(SAMPLE)
        judge(self.store())
        support = self.rows("launches")[0]["support_id"]
        count = len(self.rows("launches"))
        self.assertGreaterEqual(forget(self.store(), "support", support).logs, 1)
        self.assertEqual(len(self.rows("launches")), count - 1)
        self.assertNotIn(support, {found[1] for found in self.logs()})

    def test_logs_expire_before_rows_and_a_late_file_does_not_bring_a_day_back(self) -> None:
        from flowfleet import FleetError
        from flowfleet.judge import judge
        from flowfleet.privacy import expire

        self.pack(SAMPLE, received="2026-01-05")
        judge(self.store(), events=True)
        rows = len(self.rows("launches"))
        expire(self.store(), 30, 396, "2026-02-03")
        self.assertTrue(self.logs(), "the thirtieth day is kept")
        expire(self.store(), 30, 396, "2026-02-04")
        self.assertEqual((self.logs(), self.rows("events")), ([], []))
        self.assertEqual(len(self.rows("launches")), rows)
        self.pack(SAMPLE, received="2026-01-05")
        self.assertEqual(self.logs(), [])
        self.assertEqual(len(self.rows("launches")), rows)
        expire(self.store(), 30, 396, "2027-02-05")
        self.assertEqual(self.rows("launches"), [])
        with self.assertRaises(FleetError):
            expire(self.store(), 30, 7)


if __name__ == "__main__":
    unittest.main()
