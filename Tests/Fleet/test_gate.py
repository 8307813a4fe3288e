"""The release gate: shares, intervals, and what a sample cannot tell."""

from __future__ import annotations

import contextlib
import io
import unittest

from support import FleetTest, support_of, whole_launches

DAY = "2026-01-05"


class GateTest(FleetTest):
    def verdicts(self, *groups, build: str = "rc1", installations: bool = True, supports: tuple = (), first_event: int = None) -> None:
        """Writes verdicts: (how many, result, reason, weight, simulated)."""
        import pyarrow as pa

        from flowfleet.schema import schemas
        from flowfleet.store import replacing

        rows = []
        for count, result, reason, weight, simulated in groups:
            for _ in range(count):
                number = len(rows)
                other = result not in ("same", "crashed", "unreadable")
                rows.append(
                    {
                        "launch_key": f"{number:032x}", "support_id": supports[number] if supports else f"S{number}",
                        "first_event": first_event,
                        "installation": f"I{number // 5}" if installations else None, "result": result, "simulated": simulated,
                        "upload_reason": reason, "weight": weight, "kind": "play" if other else None,
                        "outcome_recorded": "permitted" if other else None, "outcome_build": "refused" if other else None,
                        "cause_build": "refused-service" if other else None, "rule_recorded": "V2-D-13" if other else None,
                    }
                )
        schema = schemas()["verdicts"]
        with replacing(self.fleet / "verdicts" / f"build={build}" / f"received_day={DAY}" / "000.parquet", schema, {}) as writer:
            writer.write_table(pa.Table.from_pylist(rows, schema=writer.schema))

    def gate(self, allow: float = 0.0005, build: str = "rc1"):
        from flowfleet.gate import gate

        return gate(self.fleet, build, allow)

    def test_a_regression_of_a_thousandth_is_found_if_every_log_is_kept(self) -> None:
        self.verdicts((99_900, "same", "sampled", 1, False), (100, "worse", "sampled", 1, False))
        found = self.gate()
        self.assertEqual(found.answer, "worse")
        self.assertAlmostEqual(found.share, 0.001)
        self.assertTrue(found.interval[0] < 0.001 < found.interval[1])
        self.assertLess(found.smallest, 0.0001)
        self.assertEqual(found.viewers, (20, 20_000))
        self.assertEqual([(cause.launches, cause.kind) for cause in found.causes], [(100, "play")])

    def test_nothing_worse_passes(self) -> None:
        self.verdicts((100_000, "same", "sampled", 1, False), (50, "better", "unfulfilled", 1, False))
        found = self.gate()
        self.assertEqual((found.answer, found.share, found.causes), ("passes", 0, []))

    def test_a_sample_says_what_it_cannot_tell(self) -> None:
        self.verdicts((500, "same", "sampled", 200, False), (3000, "same", "unfulfilled", 1, False))
        found = self.gate()
        self.assertEqual(found.answer, "cannot tell")
        self.assertEqual(found.weight, 103_000)
        self.assertAlmostEqual(found.smallest, 100 / 103 * (1 - 0.05 ** (1 / 500)))
        self.assertIsNone(found.viewers, "a sample of launches is none of viewers")
        self.assertEqual(self.gate(allow=0.02).answer, "passes")

    def test_a_change_at_the_limit_cannot_be_told(self) -> None:
        self.verdicts((9_995, "same", "sampled", 1, False), (5, "worse", "sampled", 1, False))
        self.assertEqual(self.gate().answer, "cannot tell")

    def test_ends_that_need_a_simulation_and_crashes_are_not_passed(self) -> None:
        self.verdicts((99_000, "same", "sampled", 1, False), (1_000, "unknown", "sampled", 1, True))
        self.assertEqual(self.gate().answer, "cannot tell")
        self.verdicts((99_000, "same", "sampled", 1, False), (1_000, "crashed", None, 1, None))
        self.assertEqual(self.gate().answer, "cannot tell")

    def test_logs_that_were_kept_only_because_somebody_asked_do_not_count(self) -> None:
        self.verdicts((100_000, "same", "sampled", 1, False), (500, "worse", "requested", 0, False))
        self.assertEqual(self.gate().answer, "passes")

    def test_the_exit_codes_of_a_pipeline(self) -> None:
        from flowfleet.__main__ import main

        def code(*words: str) -> int:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                return main(["gate", str(self.fleet), *words])

        self.verdicts((100_000, "same", "sampled", 1, False))
        self.assertEqual(code("--build", "rc1"), 0)
        self.assertEqual(code("--build", "rc2"), 2)
        self.verdicts((100, "worse", "sampled", 1, False), build="rc2")
        self.assertEqual(code("--build", "rc2"), 1)
        self.verdicts((100, "same", "sampled", 1, False), build="rc3")
        self.assertEqual(code("--build", "rc3"), 3)

    def test_an_example_of_two_files_is_a_folder_and_the_file_with_the_difference(self) -> None:
        from flowfleet.gate import gate, write_examples
        from segments import split

        [(name, one), (_, two)] = whole_launches(2)
        first, second = split(two, 4)
        for file, log in ((name, one), ("b.jsonl", second), ("a.jsonl", first)):
            self.write(file, log)
        self.pack(self.folder / "uploads")
        supports = [support_of(one), support_of(two)]
        for event, expected in ((4, first), (5, second)):
            self.verdicts((2, "worse", "sampled", 1, False), supports=supports, first_event=event)
            examples = {example.launch.name: example for found in write_examples(self.fleet, gate(self.fleet, "rc1", 0.0005), self.folder / "x y") for example in found}
            self.assertEqual(examples[f"flow-{supports[0]}-0001.jsonl"].launch.read_bytes(), one)
            self.assertEqual(len(list(examples[supports[1]].launch.iterdir())), 2)
            self.assertEqual(examples[supports[1]].file.read_bytes(), expected)

    def test_days_without_verdicts_and_builds_without_any_are_told_apart(self) -> None:
        from flowfleet import FleetError
        from flowfleet.gate import gate

        self.verdicts((2, "same", "sampled", 1, False))
        with self.assertRaisesRegex(FleetError, "the verdicts of rc1 are of 2026-01-05 to 2026-01-05"):
            gate(self.fleet, "rc1", 0.0005, from_day="2026-02-01")
        with self.assertRaisesRegex(FleetError, "there are some of rc1"):
            gate(self.fleet, "rc2", 0.0005)

    def test_intervals(self) -> None:
        from flowfleet.gate import interval, wilson

        low, high = wilson(0, 1000)
        self.assertEqual(low, 0)
        self.assertAlmostEqual(high, 0.003827, places=5)
        self.assertEqual(wilson(0, 0), (0.0, 1.0))
        self.assertEqual(interval([]), (0.0, 0.0, 1.0))
        share, low, high = interval([(10, 1000, 1000)])
        self.assertEqual((share, low, high), (0.01, *wilson(10, 1000)))
        share, low, high = interval([(10, 1000, 200_000), (0, 1000, 1000)])
        self.assertTrue(low < share < high and share < 0.01)


if __name__ == "__main__":
    unittest.main()
