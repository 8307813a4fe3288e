"""The release gate, which finds out whether launches that were logged end worse with another build."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from . import FleetError
from .ask import connect, printable
from .export import Exported, export

#: The results of launches that could be compared.
COMPARED = ("same", "differs", "worse", "better", "otherwise", "unknown")
PASSES, WORSE, CANNOT_TELL = "passes", "worse", "cannot tell"
#: The exit codes for a pipeline. 2 is the code for a wrong command line.
EXIT = {PASSES: 0, WORSE: 1, CANNOT_TELL: 3}


class Cause(NamedTuple):
    """Launches that end worse in the same way."""

    launches: int
    weight: int
    kind: str
    before: str
    after: str
    rules: str
    examples: List[str]


class Verdict(NamedTuple):
    """The finding of the gate."""

    answer: str
    why: str
    build: str
    launches: int
    weight: int
    #: The share of launches that end worse, followed by its confidence interval.
    share: float
    interval: Tuple[float, float]
    #: The smallest share of launches ending worse that these logs would show with a probability of 95 %.
    smallest: float
    #: The number of installations with a launch that ends worse, and of all installations; `None` unless every log was kept and has one.
    viewers: Optional[Tuple[int, int]]
    results: Dict[str, int]
    simulated: float
    causes: List[Cause]


def wilson(successes: float, count: float, z: float = 1.96) -> Tuple[float, float]:
    """Returns Wilson's confidence interval of a share."""
    if count <= 0:
        return 0.0, 1.0
    share = successes / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def interval(strata: List[Tuple[int, int, int]]) -> Tuple[float, float, float]:
    """Returns the weighted share of several strata, and its interval. A stratum consists of three numbers: the found logs,
    all logs, and the launches that these logs represent.

    The half-widths of the strata's own intervals are added like independent errors.
    """
    total = sum(weight for _, _, weight in strata)
    if not total:
        return 0.0, 0.0, 1.0
    share = low = high = 0.0
    for found, count, weight in strata:
        part = weight / total
        own = found / count
        below, above = wilson(found, count)
        share += part * own
        low += (part * (own - below)) ** 2
        high += (part * (above - own)) ** 2
    return share, max(0.0, share - math.sqrt(low)), min(1.0, share + math.sqrt(high))


def smallest(strata: List[Tuple[int, int, int]]) -> float:
    """Returns the smallest share of launches that at least one log shows with a probability of 95 %, in whichever stratum these launches are."""
    total = sum(weight for _, _, weight in strata)
    # Only launches that went well can become worse, and these have the fewest logs.
    return max((weight / total * (1 - 0.05 ** (1 / count)) for _, count, weight in strata if count), default=1.0) if total else 1.0


def gate(fleet: Path, build: str, allow: float, from_day: str = "", to_day: str = "") -> Verdict:
    """Judges a build by the verdicts on received days. `allow` is the share of launches that may end worse."""
    connection = connect(fleet)
    where = "build = $build and weight > 0 and received_day >= $first::date and received_day <= $last::date"
    values = {"build": build, "first": from_day or "0001-01-01", "last": to_day or "9999-12-31"}

    def rows(sql: str) -> List[Tuple[Any, ...]]:
        return connection.execute(f"with v as (select * from verdicts where {where}) {sql}", values).fetchall()

    results = dict(rows("select result, count(*) from v group by 1 order by 2 desc"))
    if not results:
        raise FleetError(_no_verdicts(connection, build))
    compared = ", ".join(f"'{result}'" for result in COMPARED)
    strata = rows(
        f"""select coalesce(upload_reason, 'sampled'), count(*) filter (result = 'worse' and not simulated), count(*), sum(weight)
        from v where result in ({compared}) group by 1 order by 1"""
    )
    parts = [(found, count, weight) for _, found, count, weight in strata]
    share, low, high = interval(parts)
    launches, weight = sum(count for _, count, _ in parts), sum(weight for _, _, weight in parts)
    unsure = rows(
        f"select coalesce(sum(weight) filter (result = 'unknown' or (result = 'worse' and simulated)), 0) from v where result in ({compared})"
    )[0][0]
    lost = rows(f"select coalesce(sum(weight) filter (result in ('crashed', 'timedOut')), 0), sum(weight) from v")[0]
    viewers = None
    if rows(f"select count(*) filter (installation is null or weight <> 1) from v where result in ({compared})")[0][0] == 0:
        viewers = rows(
            f"""select count(distinct installation) filter (result = 'worse' and not simulated), count(distinct installation)
            from v where result in ({compared})"""
        )[0]
    least = smallest(parts)
    simulated = unsure / weight if weight else 0.0
    answer, why = _decide(allow, share, (low, high), least, simulated, lost[0] / lost[1] if lost[1] else 0.0)
    return Verdict(
        answer, why, build, launches, int(weight), share, (low, high), least, viewers, results, simulated, _causes(rows, compared)
    )


def _no_verdicts(connection: Any, build: str) -> str:
    found = connection.execute("select build, min(received_day)::text, max(received_day)::text from verdicts group by 1 order by 1").fetchall()
    for name, first, last in found:
        if name == build:
            return f"the verdicts of {build} are of {first} to {last}: choose days between, or make more with judge --build {build}"
    others = f"; there are some of {', '.join(name for name, _, _ in found)}" if found else ""
    return f"there are no verdicts of build {build!r}: judge --build {build} makes them{others}"


def _decide(
    allow: float, share: float, bounds: Tuple[float, float], least: float, simulated: float, lost: float
) -> Tuple[str, str]:
    if bounds[0] > allow:
        return WORSE, f"even the lower end of the interval is above {percent(allow)}"
    if lost > allow:
        return CANNOT_TELL, f"{percent(lost)} of the launches crashed the judge or took too long"
    if least > allow:
        return CANNOT_TELL, f"these logs cannot show a change below {percent(least)}: keep more logs of launches that went well"
    if bounds[1] > allow:
        return CANNOT_TELL, f"{percent(allow)} is within the interval: judge more launches"
    if simulated > allow:
        return CANNOT_TELL, f"of {percent(simulated)} of the launches the end is unknown: the log lacks the answers that this build asks for"
    return PASSES, f"the upper end of the interval is at most {percent(allow)}"


def _causes(rows: Any, compared: str) -> List[Cause]:
    found = rows(
        f"""select count(*), sum(weight), kind, outcome_recorded || coalesce(' (' || cause_recorded || ')', ''),
        coalesce(outcome_build, 'unknown') || coalesce(' (' || cause_build || ')', ''),
        rule_recorded || ' -> ' || coalesce(rule_build, 'another event'), list(support_id order by support_id)[:3]
        from v where result = 'worse' and not simulated and result in ({compared}) group by all order by 2 desc, 3, 4, 5 limit 20"""
    )
    return [Cause(*row) for row in found]


def percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def text(verdict: Verdict) -> str:
    """Returns the finding as text for people."""
    others = ", ".join(f"{count:,} {name}" for name, count in verdict.results.items())
    lines = [
        f"{verdict.build}: {verdict.answer}: {verdict.why}.",
        "",
        f"{percent(verdict.share)} of launches end worse, by {verdict.launches:,} logs that stand for {verdict.weight:,} launches.",
        f"{percent(verdict.interval[0])} to {percent(verdict.interval[1])}: the share of all launches lies in this interval with a probability "
        "of 95 %.",
        f"{percent(verdict.smallest)}: the smallest share that at least one of these logs would show with a probability of 95 %. "
        "A smaller one can be missed.",
    ]
    if verdict.viewers:
        lines.append(f"Installations with such a launch: {verdict.viewers[0]:,} of {verdict.viewers[1]:,}.")
    else:
        lines.append("The share is of launches, not of viewers: not every log has an installation id and a weight of 1.")
    if verdict.simulated:
        lines.append(f"Of {percent(verdict.simulated)} of launches the end with this build is unknown, because it needs answers that the log lacks.")
    lines.append(f"Results: {others}.")
    for cause in verdict.causes:
        lines += [
            "",
            f"{cause.launches:,} logs, {cause.weight:,} launches: {cause.kind}, {cause.before} before, {cause.after} with {verdict.build}",
            f"  decided by {cause.rules}; for example {', '.join(map(printable, cause.examples))}",
        ]
    return "\n".join(lines) + "\n"


class Example(NamedTuple):
    """The log of an example, as it was written."""

    #: What to compare: the file, or the folder of all files of the launch.
    launch: Path
    #: The file with the first event that is decided differently.
    file: Path


def write_examples(fleet: Path, verdict: Verdict, folder: Path) -> List[List[Example]]:
    """Writes the logs of each cause's examples, for `flow-trace diff --against-build` and `flow-trace test`. Returns them, by cause."""
    connection = connect(fleet)

    def example(written: Exported, support: str) -> Example:
        [first] = connection.execute(
            "select min(first_event) from verdicts where support_id = $1 and build = $2", [support, verdict.build]
        ).fetchone()
        before = [path for path, after in zip(written.files, written.after) if first is not None and after < first]
        return Example(written.launch, (before or written.files[:1])[-1])

    return [[example(log, support) for support in cause.examples for log in export(connection, support, folder)] for cause in verdict.causes]
