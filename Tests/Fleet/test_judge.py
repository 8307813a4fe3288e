"""Judging: the same rows from every engine, and one row for a launch that nobody can judge."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock

from support import FleetTest, REPOSITORY, SAMPLE, support_of, whole_launches


class JudgeTest(FleetTest):
    def judge(self, **options):
        from flowfleet.judge import judge

        return judge(self.store(), **options)

    def test_the_rows_are_those_of_the_library_for_each_launch(self) -> None:
        from flowmachine import reading

        self.pack(SAMPLE)
        done = self.judge(events=True)
        self.assertFalse(done.without)
        launches = self.rows("launches")
        self.assertEqual(len(launches), done.launches)
        expected = []
        for _, log in whole_launches(1000):
            expected += reading.rows(("log", log))
        known = {row["launch_key"]: row for row in launches}
        for row in expected:
            self.assertEqual(row, known[row["launch_key"]])
        self.assertEqual(sum(row["events"] for row in launches), len(self.rows("events")))
        self.assertEqual(sum(row["requests"] for row in launches), len(self.rows("requests")))

    def test_every_file_has_every_column_with_its_type(self) -> None:
        import pyarrow.parquet as pq

        from flowfleet.schema import schemas

        described = (REPOSITORY / "Specs" / "tables" / "columns.json").read_text()
        self.assertEqual(schemas(described), schemas(), "Specs describes the library")
        [(name, log)] = whole_launches(1)
        self.write(name, b"nonsense\n")
        self.pack(self.folder / "uploads")
        self.judge(events=True)
        self.judge(build="b")
        for table in schemas():
            for path in (self.fleet / table).glob("**/[0-9]*.parquet"):
                self.assertTrue(pq.ParquetFile(path).schema_arrow.remove_metadata().equals(schemas(described)[table]), table)
        self.assertEqual([row["log_state"] for row in self.rows("launches")], ["unreadable"])
        self.assertEqual([row["result"] for row in self.rows("verdicts")], ["unreadable"])

    def test_a_rerun_judges_only_what_changed(self) -> None:
        launches = whole_launches(5)
        for name, log in launches[:4]:
            self.write(f"one/{name}", log)
        self.write("two/x.jsonl", launches[4][1])
        self.pack(self.folder / "uploads" / "one")
        files = self.judge().files
        self.assertEqual(self.judge().files, 0)
        self.pack(self.folder / "uploads" / "two")
        self.assertEqual(self.judge().files, 1)
        self.assertEqual(len(self.rows("launches")), 5)
        self.assertEqual(self.judge(one_in=10).files, files if files == 2 else 2, "other weights are other rows")

    def test_verdicts_of_two_libraries_never_have_the_same_name(self) -> None:
        import shutil

        from flowfleet import FleetError
        from flowmachine import reading

        [(first, one), (second, two)] = whole_launches(2)
        self.write(first, one)
        self.pack(self.folder / "uploads")
        self.judge(build="b")
        self.write(second, two)
        self.pack(self.folder / "uploads", received="2026-01-06")
        other = self.folder / "other.so"
        shutil.copy(reading.library_path(), other)
        with open(other, "ab") as file:
            file.write(b"x")
        with unittest.mock.patch.object(reading, "library_path", lambda: str(other)):
            with self.assertRaisesRegex(FleetError, "another library"):
                self.judge(build="b")
            with self.assertRaisesRegex(FleetError, "another library"):
                self.judge(build="b", again=True, from_day="2026-01-06")
            self.assertEqual(len(self.rows("verdicts")), 1)
            self.assertEqual(self.judge(build="c").launches, 2)
            self.assertEqual(self.judge(build="b", again=True).launches, 2)

    def test_a_crash_and_a_hang_are_one_row_each_and_the_rest_is_judged(self) -> None:
        launches = whole_launches(40)
        names = [f"{number:02}-{name}" for number, (name, _) in enumerate(launches)]
        for name, (_, log) in zip(names, launches):
            self.write(name, log)
        self.pack(self.folder / "uploads")
        hook = {"FLOWFLEET_TEST_HOOK": "crashing", "CRASH": names[7], "HANG": names[23]}
        with unittest.mock.patch.dict(os.environ, hook):
            done = self.judge(limit=1.0)
        self.assertEqual(done.without, {"crashed": 1, "timedOut": 1})
        states = {row["support_id"]: row["log_state"] for row in self.rows("launches")}
        self.assertEqual(states[support_of(launches[7][1])], "crashed")
        self.assertEqual(states[support_of(launches[23][1])], "timedOut")
        self.assertEqual(sorted(states.values()), ["crashed", "timedOut"] + ["verified"] * (len(launches) - 2))

    def test_a_child_that_somebody_kills_costs_no_launch(self) -> None:
        from flowfleet.contained import Judge

        launches = [[found] for found in whole_launches(30)]
        with Judge(["launches"]) as judge:
            expected = judge.rows(launches)
            for after in (0.0, 0.02, 0.1):
                killer = threading.Timer(after, judge._child.kill)
                killer.start()
                self.assertEqual(judge.rows(launches), expected)
                killer.join()

    def test_a_run_that_is_killed_leaves_whole_files_and_the_next_one_completes_them(self) -> None:
        self.pack(SAMPLE)
        command = [sys.executable, "-m", "flowfleet", "judge", str(self.fleet), "--processes", "1"]
        slow = {**os.environ, "FLOWFLEET_TEST_HOOK": "crashing", "SLOW": "0.05"}
        with subprocess.Popen(command, env=slow, stdout=subprocess.DEVNULL) as run:
            while not list(self.fleet.glob("launches/*/*.parquet")) and run.poll() is None:
                time.sleep(0.02)
            run.kill()
        self.assertLess(len(list(self.fleet.glob("launches/*/*.parquet"))), 2)
        (self.fleet / "launches" / "received_day=2026-01-05" / ".001.parquet.1").write_bytes(b"half of a file")
        self.judge()
        self.assertEqual(len(self.rows("launches")), 50)
        self.assertFalse(list(self.fleet.rglob(".*.parquet.*")), "what the killed run left is removed")

    def test_a_child_that_judges_a_launch_that_never_ends_does_not_outlive_a_killed_run(self) -> None:
        for name, log in whole_launches(1):
            self.write(name, log)
        self.pack(self.folder / "uploads")
        # The child holds this pipe open while it hangs.
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        command = [sys.executable, "-m", "flowfleet", "judge", str(self.fleet), "--processes", "1"]
        hang = {**os.environ, "FLOWFLEET_TEST_HOOK": "crashing", "HANG": "flow", "HANGING": str(pipe)}
        with subprocess.Popen(command, env=hang) as run, open(pipe, "rb", buffering=0) as opened:
            run.kill()
            self.assertTrue(select.select([opened], [], [], 60)[0], "no child is left")

    def test_hostile_and_damaged_logs_have_rows_of_their_own_and_change_no_other(self) -> None:
        import hostile

        launches = whole_launches(40)
        good, others = launches[:20], dict(launches[20:])
        for name, log in good:
            self.write(name, log)
        self.pack(self.folder / "uploads")
        self.judge()
        expected = sorted(self.rows("launches"), key=lambda row: row["support_id"])
        with unittest.mock.patch.object(hostile, "SIZE", 20_000):
            files = [*hostile.shaped(), *hostile.damaged(others, 48)]
        hostile.write(self.folder / "uploads" / "hostile.tar", iter(files))
        self.pack(self.folder / "uploads")
        self.judge(build="b")
        self.judge()
        supports = {row["support_id"] for row in expected}
        rows = self.rows("launches")
        self.assertEqual(sorted((row for row in rows if row["support_id"] in supports), key=lambda row: row["support_id"]), expected)
        odd = [row for row in rows if row["support_id"] not in supports]
        self.assertTrue({"damaged", "unreadable", "torn"} <= {row["log_state"] for row in odd}, {row["log_state"] for row in odd})
        self.assertTrue(all(row["launch_key"] for row in rows), "each log that cannot be read has a name, too")
        self.assertEqual(sum(row["segments"] for row in rows), len(self.logs()))
        self.assertEqual(len(self.rows("verdicts")), len(rows))

    def test_without_the_library_nothing_is_called_crashed(self) -> None:
        from flowfleet import FleetError

        self.pack(SAMPLE)
        with unittest.mock.patch.dict(os.environ, {"FLOWREADING_LIBRARY": "/nonexistent"}), self.assertRaises(FleetError):
            from flowfleet.contained import Judge

            with unittest.mock.patch("sys.stderr"), Judge(["launches"]) as judge:
                judge.rows([[("a", b"x")]])
        self.assertFalse((self.fleet / "launches").exists())

    def test_the_tool_prints_the_same_rows(self) -> None:
        tool = os.environ.get("FLOW_TRACE")
        if not tool:
            self.skipTest("FLOW_TRACE names no flow-trace")
        from segments import split

        launches = whole_launches(30)
        for name, log in launches[2:]:
            self.write(name, log)
        # The files of two launches, with those of others between them.
        for _, log in launches[:2]:
            for number, part in enumerate(split(log, 4), 1):
                self.write(f"flow-{support_of(log)}-{number:04}.jsonl", part)
        self.pack(self.folder / "uploads")
        self.judge(events=True)
        self.judge(build="b")
        for table in ("launches", "requests", "events", "verdicts"):
            printed = subprocess.run([tool, "table", "--of", table, str(self.folder / "uploads")], capture_output=True, check=True).stdout
            key = lambda row: json.dumps(row, sort_keys=True)
            self.assertEqual(sorted(map(json.loads, printed.splitlines()), key=key), sorted(self.rows(table), key=key), table)

    def test_duckdb_has_the_same_rows(self) -> None:
        try:
            import duckdb  # noqa: F401
        except ImportError:
            self.skipTest("duckdb is not installed")
        from flowfleet import ask, duck
        from flowfleet.contained import Judge

        self.pack(SAMPLE)
        self.judge()
        connection = ask.connect(self.fleet)
        with Judge(["launches", "requests"]) as judged:
            duck.register(connection, judged)
            found = [json.loads(line) for _, rows in duck.launches(connection).fetchall() for line in rows.splitlines()]
        for table in ("launches", "requests"):
            of_table = [{key: value for key, value in row.items() if key != "table"} for row in found if row["table"] == table]
            key = lambda row: json.dumps(row, sort_keys=True)
            self.assertEqual(sorted(of_table, key=key), sorted(self.rows(table), key=key))


if __name__ == "__main__":
    unittest.main()
