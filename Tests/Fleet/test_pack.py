"""Packing: whole launches, whatever the order and the form in which their files arrive."""

from __future__ import annotations

import gzip
import io
import sys
import tarfile
import unittest
import unittest.mock
import zipfile
from pathlib import Path

from support import FleetTest, sample, support_of, whole_launches


class PackTest(FleetTest):
    def test_a_folder_archives_and_the_standard_input_have_the_same_rows(self) -> None:
        launches = whole_launches(6)
        for name, log in launches:
            self.write(f"logs/{name}", log)
        self.write("gz/a.jsonl.gz", gzip.compress(launches[0][1]))
        with zipfile.ZipFile(self.folder / "uploads" / "a.zip", "w") as archive:
            for name, log in launches:
                archive.writestr(f"x/{name}", log)
        with tarfile.open(self.folder / "uploads" / "a.tgz", "w:gz") as archive:
            for name, log in launches:
                member = tarfile.TarInfo(name)
                member.size = len(log)
                archive.addfile(member, io.BytesIO(log))
        uploads = self.folder / "uploads"
        expected = sorted((support_of(log), log) for _, log in launches)
        for place in ("logs", "a.zip", "a.tgz"):
            self.fleet = self.folder / f"fleet-{place}"
            self.pack(uploads / place)
            self.assertEqual(sorted((support, log) for _, support, _, log in self.logs()), expected, place)
        # A collector may write an empty line after each log.
        for number, between in enumerate((b"", b"\n")):
            self.fleet = self.folder / f"fleet-stdin-{number}"
            with unittest.mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(between.join(log for _, log in launches)))):
                self.pack("-")
            self.assertEqual(sorted((support, log) for _, support, _, log in self.logs()), expected, between)
        self.fleet = self.folder / "fleet-gz"
        self.pack(uploads / "gz")
        self.assertEqual([log for _, _, _, log in self.logs()], [launches[0][1]])

    def test_an_upload_that_arrives_again_is_kept_once_and_the_longer_one_wins(self) -> None:
        [(name, log)] = whole_launches(1)
        begun = log[: log.rindex(b"\n", 0, len(log) - 1) + 1]
        self.write(name, log)
        self.write(f"again/{name}", begun)
        self.write(f"more/{name}", log)
        done = self.pack(self.folder / "uploads")
        self.assertEqual((done.files, done.again), (3, 2))
        self.assertEqual([found[3] for found in self.logs()], [log])
        self.assertEqual(self.pack(self.folder / "uploads").written, 0, "a rerun writes nothing")
        self.pack(self.folder / "uploads", received="2026-01-07")
        self.assertEqual([(found[0], found[3]) for found in self.logs()], [("2026-01-05", log)], "on another day, too")

    def test_a_late_file_joins_its_launch_on_the_day_of_the_first(self) -> None:
        from segments import split

        launches = whole_launches(4)
        first, second = split(launches[0][1], 5)
        for name, log in launches[1:]:
            self.write(f"one/{name}", log)
        self.write("one/a.jsonl", first)
        self.write("two/b.jsonl", second)
        for order in (("one", "2026-01-05", "two", "2026-01-06"), ("two", "2026-01-06", "one", "2026-01-05")):
            self.fleet = self.folder / f"fleet-{order[0]}"
            self.pack(self.folder / "uploads" / order[0], received=order[1])
            self.pack(self.folder / "uploads" / order[2], received=order[3])
            found = self.logs()
            self.assertEqual({day for day, _, _, _ in found}, {"2026-01-05"}, order)
            place = [log for _, _, _, log in found].index(first)
            self.assertEqual(found[place + 1][3], second, "the files are beside each other, in order")
            self.assertEqual(found[place + 1][2], 5)

    def test_no_row_group_splits_a_launch(self) -> None:
        import pyarrow.parquet as pq

        from flowfleet import pack
        from segments import split

        for name, log in whole_launches(8):
            for number, part in enumerate(split(log, 4)):
                self.write(f"{name}-{number}.jsonl", part)
        with unittest.mock.patch.object(pack, "MOST_LOGS", 3):
            self.pack(self.folder / "uploads")
        groups = 0
        seen: set = set()
        for path in self.fleet.glob("logs/*/[0-9]*.parquet"):
            file = pq.ParquetFile(path)
            for number in range(file.num_row_groups):
                supports = set(file.read_row_group(number)["support_id"].to_pylist())
                self.assertFalse(supports & seen)
                seen |= supports
                groups += 1
        self.assertGreater(groups, 3)
        self.assertEqual(len(seen), 8)

    def test_a_process_that_ends_meanwhile_leaves_the_old_file(self) -> None:
        from flowfleet import pack

        launches = whole_launches(3)
        self.write("one/a.jsonl", launches[0][1])
        self.pack(self.folder / "uploads" / "one")
        for name, log in launches:
            self.write(f"two/{name}", log)
        with unittest.mock.patch.object(pack, "_chunks", side_effect=KeyboardInterrupt), self.assertRaises(KeyboardInterrupt):
            self.pack(self.folder / "uploads" / "two")
        self.assertEqual([found[3] for found in self.logs()], [launches[0][1]])
        self.pack(self.folder / "uploads" / "two")
        self.assertEqual(len(self.logs()), 3)
        self.assertFalse([path for path in self.fleet.rglob(".*")] + list(self.fleet.glob("_pack*")))

    def test_a_damaged_archive_gives_what_is_before_the_damage_and_a_complaint(self) -> None:
        launches = whole_launches(3)
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w") as archive:
            for name, log in launches:
                member = tarfile.TarInfo(name)
                member.size = len(log)
                archive.addfile(member, io.BytesIO(log))
        self.write("a.tar", data.getvalue()[: len(data.getvalue()) // 2])
        self.write("b.zip", b"PK nonsense")
        self.write("c.jsonl.gz", b"nonsense")
        complaints: list = []
        self.pack(self.folder / "uploads", complaints=complaints)
        self.assertEqual(len(complaints), 3, complaints)
        self.assertGreaterEqual(len(self.logs()), 1)

    def test_hostile_headers_are_kept_as_files_without_a_support_id(self) -> None:
        for number, log in enumerate(
            [b"", b"\n", b"nonsense\n", b'{"format":1}\n', b'{"format":1,"support":7}\n', b'{"format":1,"support":"\\ud800"}\n', b"[" * 99999]
        ):
            self.write(f"{number}.jsonl", log)
        self.pack(self.folder / "uploads")
        self.assertEqual({support for _, support, _, _ in self.logs()}, {None})
        self.assertEqual(len(self.logs()), 7)

    def test_the_day_is_that_of_the_server(self) -> None:
        import os

        [(name, log)] = whole_launches(1)
        path = self.write(name, log)
        os.utime(path, (1_767_800_000, 1_767_800_000))
        self.pack(self.folder / "uploads", received="mtime")
        self.assertEqual([day for day, _, _, _ in self.logs()], ["2026-01-07"])

    def test_two_processes_do_not_change_a_fleet_at_once(self) -> None:
        from flowfleet import FleetError

        with self.store().lock(), self.assertRaisesRegex(FleetError, "another process"):
            self.pack(self.folder)

    def test_the_sample_has_launches_in_two_files(self) -> None:
        self.assertGreater(len(list(sample())), 50)


if __name__ == "__main__":
    unittest.main()
