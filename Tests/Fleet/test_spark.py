"""Spark: the same rows as one machine, also after a worker is killed and after a rerun. Slow: it starts a Java virtual machine."""

from __future__ import annotations

import glob
import json
import os
import shutil
import signal
import threading
import unittest

from support import FleetTest, SAMPLE

try:
    import pyspark  # noqa: F401
except ImportError:
    pyspark = None


@unittest.skipIf(pyspark is None, "pyspark is not installed")
@unittest.skipUnless(os.environ.get("FLEET_SPARK"), "FLEET_SPARK is not set")
class SparkTest(FleetTest):
    def rows_of(self, folder, table: str) -> list:
        import pyarrow.dataset as ds

        found = ds.dataset(folder / table, partitioning="hive").to_table().to_pylist()
        for row in found:
            row["received_day"] = str(row["received_day"])
        return sorted(found, key=lambda row: json.dumps(row, sort_keys=True))

    def session(self, master: str, environment: dict = {}):
        from flowfleet import spark

        session = local_session(master, spark.task_bytes(str(self.fleet), 160 << 10), environment)
        self.addCleanup(session.stop)
        return session

    def two_fleets(self):
        """The launches of the sample in two folders; in the first they are judged by processes."""
        from flowfleet.judge import judge

        self.pack(SAMPLE, received="mtime")
        other = self.folder / "other"
        shutil.copytree(self.fleet, other)
        judge(self.store())
        return other

    def assert_same_rows(self, other, message: str = "") -> None:
        for table in ("launches", "requests"):
            self.assertEqual(self.rows_of(other, table), self.rows_of(self.fleet, table), f"{table} {message}")

    def test_spark_has_the_same_rows_and_a_rerun_duplicates_nothing(self) -> None:
        from flowfleet import spark

        other = self.two_fleets()
        session = self.session("local[2]")
        spark.judge(session, str(other))
        self.assert_same_rows(other)
        days = sorted(path.name.partition("=")[2] for path in (other / "launches").glob("received_day=*"))
        self.assertGreater(len(days), 2)
        spark.judge(session, str(other), days=days[:1])
        self.assert_same_rows(other, "after a rerun of one day")
        self.assertEqual(list((other / "staging").glob("*")), [], "no rows are left in a place where a deletion does not look")
        from flowfleet.privacy import forget
        from flowfleet.store import Store

        gone = self.rows_of(self.fleet, "launches")[0]["support_id"]
        for fleet in (self.fleet, other):
            forget(Store(fleet), "support", gone)
        self.assert_same_rows(other, "after a deletion")
        read = session.read.parquet(str(other / "launches")).select("support_id", "rules").collect()
        self.assertEqual(len(read), 49, "Spark reads the files that were written again")

    def test_an_executor_that_is_killed_in_the_middle_loses_nothing(self) -> None:
        from flowfleet import spark

        other = self.two_fleets()
        session = self.session("local-cluster[2,1,1024]", {"FLOWFLEET_TEST_HOOK": "crashing", "SLOW": "0.3"})
        driver = int(session.sparkContext._jvm.java.lang.ProcessHandle.current().pid())
        killed: list = []

        def kill() -> None:
            # Only when a worker judges: its executor then has children of its own.
            while not killed and not ended.is_set():
                for executor in descendants(driver, "CoarseGrainedExecutorBackend"):
                    if descendants(executor, "flowfleet.worker"):
                        os.kill(executor, signal.SIGKILL)
                        killed.append(executor)
                        return
                ended.wait(0.1)

        ended = threading.Event()
        thread = threading.Thread(target=kill)
        thread.start()
        try:
            spark.judge(session, str(other))
        finally:
            ended.set()
            thread.join()
        self.assertEqual(len(killed), 1)
        self.assert_same_rows(other, "after the end of an executor")


def local_session(master: str, task_bytes: int, environment: dict):
    """Spark on this machine. `environment`: variables of the executors, besides those that name the library."""
    from flowfleet import spark

    given = {name: os.environ[name] for name in ("PYTHONPATH", "FLOWREADING_LIBRARY", "FLOWMACHINE_LIBRARY")}
    local = {
        "spark.master": master, "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "2", "spark.driver.memory": "1g",
        "spark.sql.session.timeZone": "UTC", "spark.sql.files.maxPartitionBytes": str(task_bytes),
        **{f"spark.executorEnv.{name}": value for name, value in {**given, **environment}.items()},
    }
    session = spark.session(**local)
    session.sparkContext.setLogLevel("OFF")
    return session


def descendants(parent: int, word: str) -> list:
    """The processes below a process whose command line contains a word."""
    parents, found = {}, []
    for place in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(place) as file:
                text = file.read()
        except OSError:
            continue
        parents[int(text.split(" ", 1)[0])] = int(text.rsplit(")", 1)[1].split()[1])
    for process in parents:
        above = process
        while above in parents and above != parent:
            above = parents[above]
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                if above == parent and process != parent and word.encode() in file.read():
                    found.append(process)
        except OSError:
            continue
    return found


if __name__ == "__main__":
    unittest.main()
