"""Spark: the same rows as one machine, also after a worker is killed and after a rerun. Slow: it starts a Java virtual machine."""

from __future__ import annotations

import json
import os
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

    def test_spark_has_the_same_rows_and_a_rerun_duplicates_nothing(self) -> None:
        import shutil

        from flowfleet import spark
        from flowfleet.judge import judge

        self.pack(SAMPLE, received="mtime")
        other = self.folder / "other"
        shutil.copytree(self.fleet, other)
        judge(self.store())
        local = {
            "spark.master": "local[2]", "spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1", "spark.sql.shuffle.partitions": "2", "spark.driver.memory": "1g",
            "spark.sql.session.timeZone": "UTC", "spark.sql.files.maxPartitionBytes": str(spark.task_bytes(str(other), 64 << 10)),
        }
        session = spark.session(**local)
        self.addCleanup(session.stop)
        session.sparkContext.setLogLevel("ERROR")
        spark.judge(session, str(other))
        for table in ("launches", "requests"):
            self.assertEqual(self.rows_of(other, table), self.rows_of(self.fleet, table), table)
        days = sorted(path.name.partition("=")[2] for path in (other / "launches").glob("received_day=*"))
        self.assertGreater(len(days), 2)
        spark.judge(session, str(other), days=days[:1])
        for table in ("launches", "requests"):
            self.assertEqual(self.rows_of(other, table), self.rows_of(self.fleet, table), f"{table} after a rerun of one day")


if __name__ == "__main__":
    unittest.main()
