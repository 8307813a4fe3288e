"""same_rows.py [--one-in N] [--spark] [--seed N] CORPUS

Compares, at any size, the rows that the tool (FLOW_TRACE), processes, DuckDB and Spark make of a corpus of fleet-corpus and of hostile and
damaged logs. Some launches crash the judge or never end, and children and an executor are killed meanwhile. Exit code 1 if rows differ.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Callable, Dict, List, Sequence

import hostile
from support import MISSING
from test_spark import descendants, local_session

TABLES = ("launches", "requests")
#: States of launches that no engine can judge.
WITHOUT = ("unreadable", "crashed", "timedOut")
#: Seconds for one launch. Kills are further apart, so that none is killed twice: that would be a crash.
LIMIT, APART = 10.0, 12.0
Rows = Dict[str, Counter]


def key(row: dict) -> str:
    """What is compared of a row: all, or of a launch without a log the id and why."""
    if row.get("log_state") in WITHOUT:
        return json.dumps({"support_id": row["support_id"], "log_state": row["log_state"]})
    return json.dumps({name: value for name, value in row.items() if name not in ("received_day", "table")}, sort_keys=True)


class Killer(threading.Thread):
    """Kills one of the processes that `find` names, every so many seconds, at most so often."""

    def __init__(self, find: Callable[[], List[int]], every: float, most: int) -> None:
        super().__init__(daemon=True)
        self._find, self._every, self._most, self._end = find, every, most, threading.Event()
        self.killed = 0

    def run(self) -> None:
        source = random.Random(3)
        while self.killed < self._most and not self._end.wait(self._every):
            found = self._find()
            if found:
                os.kill(source.choice(found), signal.SIGKILL)
                self.killed += 1

    def __enter__(self) -> "Killer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self.join()


def judging_executors() -> List[int]:
    executors = descendants(os.getpid(), "CoarseGrainedExecutorBackend")
    return [executor for executor in executors if descendants(executor, "flowfleet.worker")]


class Engines:
    """A fleet, and what each engine makes of it."""

    def __init__(self, folder: Path, one_in: int) -> None:
        from flowfleet.store import Store

        self._folder, self._one_in = folder, one_in
        self._store = Store(folder / "fleet")
        self._fleet = self._store.folder

    def pack(self, corpus: Path, seed: int) -> None:
        from flowfleet.pack import pack

        with tarfile.open(next(corpus.rglob("*.tar"))) as opened:
            logs = {member.name: opened.extractfile(member).read() for member in opened.getmembers()[:200]}
        bad = self._folder / "hostile.tar"
        hostile.write(bad, iter([*hostile.shaped(), *hostile.damaged(logs, 200, seed)]))
        print(pack(self._store, [str(corpus / "logs"), str(bad)], "mtime"))

    def processes(self) -> Rows:
        from flowfleet.judge import judge

        judge(self._store, one_in=self._one_in, processes=2, limit=LIMIT, again=True)
        return self._rows(self._fleet)

    @staticmethod
    def _rows(folder: Path) -> Rows:
        import pyarrow.dataset as ds

        return {table: Counter(map(key, ds.dataset(folder / table, partitioning="hive").to_table().to_pylist())) for table in TABLES}

    def duckdb(self) -> Rows:
        from flowfleet import ask, duck
        from flowfleet.contained import Judge

        connection = ask.connect(self._fleet)
        rows: Rows = {table: Counter() for table in TABLES}
        with Judge(TABLES, self._one_in, LIMIT) as judged:
            duck.register(connection, judged)
            for support, found in duck.launches(connection).fetchall():
                if found in WITHOUT:
                    rows["launches"][key({"support_id": support, "log_state": found})] += 1
                    continue
                for row in map(json.loads, found.splitlines()):
                    rows[row["table"]][key(row)] += 1
        return rows

    def tool(self) -> Rows:
        place = self._folder / "files"
        place.mkdir()
        for name, log in self._files():
            (place / name).write_bytes(log)
        rows = {}
        for table in TABLES:
            command = [os.environ["FLOW_TRACE"], "table", "--of", table, "--one-in", str(self._one_in), str(place)]
            printed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
            rows[table] = Counter(map(key, map(json.loads, printed.splitlines())))
        return rows

    def _files(self):
        """Each packed log, named as a flow names its files: the tool joins the files of a launch by their names."""
        from flowfleet.pack import LOG, groups, read

        for path in sorted(self._fleet.glob("logs/*/[0-9]*.parquet")):
            for number, launch in enumerate(groups(read(path))):
                for segment, row in enumerate(launch, 1):
                    yield f"flow-{path.parent.name[-10:]}-{path.stem}-{number}-{segment:04}.jsonl", row[LOG]

    def spark(self, environment: Dict[str, str]) -> Rows:
        from flowfleet import spark

        other = self._folder / "spark"
        shutil.copytree(self._fleet / "logs", other / "logs")
        session = local_session("local-cluster[2,1,1024]", spark.task_bytes(str(other), 8 << 20), environment)
        try:
            spark.judge(session, str(other), one_in=self._one_in, limit=LIMIT)
        finally:
            session.stop()
        return self._rows(other)


def processor_time() -> float:
    found = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in found)


def timed(name: str, make: Callable[[], Rows]) -> Rows:
    begin, used = time.monotonic(), processor_time()
    found = make()
    counts = ", ".join(f"{sum(found[table].values()):,} {table}" for table in TABLES)
    print(f"{name}: {counts}; {time.monotonic() - begin:.0f} s, {processor_time() - used:.0f} s of processor time", flush=True)
    return found


def same(found: Rows, expected: Rows, but: Sequence[str] = ()) -> bool:
    """Whether the rows are the same. `but`: states of launches for which this engine has no row."""
    good = True
    for table in TABLES:
        kept = Counter({row: count for row, count in expected[table].items() if json.loads(row).get("log_state") not in but})
        missing, others = kept - found[table], found[table] - kept
        print(f"    {table}: {sum(missing.values())} missing, {sum(others.values())} others")
        for row in [*list(missing)[:2], *list(others)[:2]]:
            print(f"        {row[:500]}")
        good = good and not missing and not others
    return good


def only(found: Rows, plain: Rows, crash: Sequence[str], hang: Sequence[str]) -> bool:
    """Whether the rows differ in the launches that crash and hang, and in nothing else."""
    gone = [json.loads(row) for row in plain["launches"] - found["launches"]]
    keys = {row["launch_key"] for row in gone}
    new = sorted((row["log_state"], row["support_id"]) for row in map(json.loads, found["launches"] - plain["launches"]))
    good = new == sorted([("crashed", one) for one in crash] + [("timedOut", one) for one in hang])
    good = good and sorted(row["support_id"] for row in gone) == sorted([*crash, *hang])
    lost = plain["requests"] - found["requests"]
    good = good and not found["requests"] - plain["requests"] and {json.loads(row)["launch_key"] for row in lost} <= keys
    print(f"    rows of their own: {', '.join(f'{support} {state}' for state, support in new)}; all others are the same: {good}")
    return good


def compare(engines: Engines, seed: int, with_spark: bool) -> bool:
    plain = timed("processes", engines.processes)
    print("    states:", dict(Counter(json.loads(row)["log_state"] for row in plain["launches"].elements())))
    good = same(timed("DuckDB", engines.duckdb), plain)
    if os.environ.get("FLOW_TRACE"):
        # The tool complains about a file that it cannot read, and prints no row.
        good &= same(timed("tool", engines.tool), plain, ("unreadable",))
    supports = sorted(json.loads(row)["support_id"] for row in plain["launches"] if '"log_state": "verified"' in row)
    chosen = random.Random(seed).sample(supports, 8)
    crash, hang = chosen[:6], chosen[6:]
    hook = {"FLOWFLEET_TEST_HOOK": "crashing", "CRASH": ",".join(crash), "HANG": ",".join(hang)}
    os.environ.update(hook)
    with Killer(lambda: descendants(os.getpid(), "flowfleet.worker"), APART, 1000) as killer:
        found = timed("processes, with launches that crash or hang, and children killed", engines.processes)
    print(f"    {killer.killed} children killed")
    good &= only(found, plain, crash, hang)
    good &= same(timed("DuckDB, with launches that crash or hang", engines.duckdb), found)
    if with_spark:
        with Killer(judging_executors, 4.0, 1) as killer:
            of_spark = timed("Spark, with launches that crash or hang, and an executor killed", lambda: engines.spark(hook))
        print(f"    {killer.killed} executors killed")
        good &= same(of_spark, found) and killer.killed == 1
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description="Compares the rows of all engines.")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--one-in", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spark", action="store_true")
    options = parser.parse_args()
    if MISSING:
        sys.exit(MISSING)
    with tempfile.TemporaryDirectory() as folder:
        engines = Engines(Path(folder), options.one_in)
        engines.pack(options.corpus, options.seed)
        good = compare(engines, options.seed, options.spark)
    print("All rows are the same." if good else "Rows differ.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
