"""Writes the tables on many machines, by PySpark's `mapInArrow`. Each launch is judged as on one machine.

spark-submit --py-files flowfleet.zip spark_job.py FLEET    see the page on clusters
"""

from __future__ import annotations

import json
import uuid
from typing import Any, Dict, Iterator, List, Sequence

from .contained import Judge
from .judge import launches_in, without_log
from .schema import schemas

_TYPES = {"string": "string", "int64": "bigint", "bool": "boolean", "list<item: string>": "array<string>", "list<element: string>": "array<string>"}


def session(**settings: str) -> Any:
    """Returns a session with the settings that the job needs."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder
    # A rerun replaces the days that it writes, and no others.
    needed = {"spark.sql.sources.partitionOverwriteMode": "dynamic", "spark.sql.execution.arrow.maxRecordsPerBatch": "1000"}
    for name, value in {**needed, **settings}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def judge(spark: Any, fleet: str, build: str = "", events: bool = False, one_in: int = 1, limit: float = 30.0, days: Sequence[str] = ()) -> None:
    """Writes the tables launches and requests and, if `events` is true, events, for complete received days. With `build`, writes only the verdicts.

    `fleet` is a folder, or an address of object storage that Spark can read and write.
    """
    from pyspark.sql import functions as f

    names = ["verdicts"] if build else ["launches", "requests"] + (["events"] if events else [])
    logs = spark.read.option("basePath", f"{fleet}/logs").parquet(*([f"{fleet}/logs/received_day={day}" for day in days] or [f"{fleet}/logs"]))
    columns = ["received_day", "support_id", "installation", "segment_key", "name", "log"]
    rows = logs.select(*[f.col(name).cast("string") if name == "received_day" else f.col(name) for name in columns]).mapInArrow(
        _judged(names, one_in, limit), "received_day string, table string, row string"
    )
    # Judged once, then read once per table.
    staging = f"{fleet}/staging/{uuid.uuid4().hex}"
    try:
        rows.write.parquet(staging)
        made = spark.read.parquet(staging)
        for name in names:
            place = f"{fleet}/verdicts/build={build}" if name == "verdicts" else f"{fleet}/{name}"
            schema = ", ".join(f"{field.name} {_TYPES[str(field.type)]}" for field in schemas()[name])
            found = made.where(f.col("table") == name).select("received_day", f.from_json("row", schema).alias("row"))
            found.select("row.*", "received_day").write.mode("overwrite").partitionBy("received_day").parquet(place)
    finally:
        _remove(spark, staging)


def _remove(spark: Any, place: str) -> None:
    """Removes a folder: its rows name launches, and a deletion looks for them in the tables alone."""
    path = spark._jvm.org.apache.hadoop.fs.Path(place)
    path.getFileSystem(spark._jsc.hadoopConfiguration()).delete(path, True)


def _judged(names: Sequence[str], one_in: int, limit: float) -> Any:
    """Returns a function for `mapInArrow`. Everything that it refers to can be sent to a worker."""
    names = list(names)

    def judged(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        held: List[Any] = []
        with Judge(names, one_in, limit) as judge:
            for batch in batches:
                table = pa.Table.from_batches([*held, batch])
                cut = _begin_of_last(table)
                held = table.slice(cut).to_batches()
                if cut:
                    yield from _answer(table.slice(0, cut), judge, names)
            if held:
                yield from _answer(pa.Table.from_batches(held), judge, names)

    return judged


def _begin_of_last(table: Any) -> int:
    """Returns the index at which the last launch begins, because it may continue in the next batch."""
    supports = table.column("support_id").to_pylist()
    begin = len(supports) - 1
    while begin > 0 and supports[begin] is not None and supports[begin - 1] == supports[begin]:
        begin -= 1
    return max(begin, 0)


def _answer(table: Any, judge: Judge, names: Sequence[str]) -> Iterator[Any]:
    import pyarrow as pa

    days = table.column("received_day").to_pylist()
    found = list(launches_in(table))
    rows: Dict[str, List[str]] = {"received_day": [], "table": [], "row": []}

    def add(day: str, name: str, row: str) -> None:
        rows["received_day"].append(day)
        rows["table"].append(name)
        rows["row"].append(row)

    place = 0
    for (known, launch), answer in zip(found, judge.rows([launch for _, launch in found])):
        day = days[place]
        place += len(launch)
        if isinstance(answer, str):
            for name, row in without_log(known, answer, len(launch)).items():
                if name in names:
                    add(day, name, json.dumps(row))
            continue
        for line in answer.decode().splitlines():
            add(day, line[10 : line.index('"', 10)], line)
    if rows["row"]:
        yield pa.RecordBatch.from_pydict(rows)


def task_bytes(fleet: str, logs_per_task: int = 128 << 20) -> int:
    """Returns the number of bytes of packed files that contain `logs_per_task` bytes of logs, for `spark.sql.files.maxPartitionBytes`.

    Packed logs are an order of magnitude smaller than logs, and judging logs takes most of the time.
    """
    import os
    from pathlib import Path

    from .store import metadata

    packed = unpacked = 0
    for path in Path(fleet).glob("logs/*/[0-9]*.parquet"):
        packed += os.path.getsize(path)
        unpacked += int(metadata(path).get("bytes", "0"))
    return max(1 << 16, packed * logs_per_task // unpacked) if unpacked else 128 << 20
