"""python -m flowfleet pack | summaries | judge | ask | export | report | gate | forget | expire"""

from __future__ import annotations

import argparse
import io
import shlex
import sys
from pathlib import Path
from typing import List, Optional

from . import FleetError

try:
    from .store import Store, check_day
except ModuleNotFoundError as error:
    print(f"flowfleet: {error.name} is not installed: pip install pyarrow duckdb", file=sys.stderr)
    sys.exit(2)


def main(words: Optional[List[str]] = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A name in a log may have characters that this terminal lacks.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    options = _parser().parse_args(words)
    try:
        return options.run(options)
    except FleetError as error:
        print(f"flowfleet: {error}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"flowfleet: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="flowfleet", description="Launches of a fleet as Parquet: packed, judged, asked, gated.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run, summary: str) -> argparse.ArgumentParser:
        found = commands.add_parser(name, help=summary, description=summary)
        found.set_defaults(run=run)
        found.add_argument("fleet", type=Path, help="the fleet's folder")
        return found

    found = command("pack", _pack, "Pack logs into Parquet, a folder for each day received.")
    found.add_argument("places", nargs="+", help="folders, archives (.tar, .tar.gz, .zip), files (.jsonl, .jsonl.gz), or - for standard input")
    found.add_argument("--received", default="", help="the day they were received, or mtime: the day each file was stored; default: today")
    found.add_argument("--buckets", type=int, default=16, help="into how many files a day is parted; only for a new fleet; default: 16")

    found = command("summaries", _summaries, "Load the summaries that the app sends for each launch.")
    found.add_argument("places", nargs="+", help="folders, files (.ndjson, .jsonl, .json, also .gz), or - for standard input")
    found.add_argument("--received", default="", help="the day they were received, or mtime: the day each file was stored; default: today")
    found.add_argument("--buckets", type=int, default=16, help="as pack has it; default: 16")

    found = command("judge", _judge, "Make launches and requests from the packed logs; with --build, verdicts.")
    found.add_argument("--build", default="", help="the name of the build that decides: makes verdicts of FLOWREADING_LIBRARY")
    found.add_argument("--events", action="store_true", help="also make the table of events")
    found.add_argument("--one-in", type=int, default=1, help="the app uploads one in so many logs of launches without a fault; default: 1")
    found.add_argument("--processes", type=int, default=0, help="default: one for each processor")
    found.add_argument("--limit", type=float, default=30.0, help="seconds for one launch; default: 30")
    found.add_argument("--again", action="store_true", help="also files that were judged already")
    _days(found)

    found = command("ask", _ask, "Run a query of this package, or a .sql file; without a name, list the queries.")
    found.add_argument("query", nargs="?", default="")
    found.add_argument("--replace", action="append", default=[], metavar="WORD=VALUE", help="for example SUPPORT_ID=K7PWQ3MX")

    found.add_argument("--summaries", action="store_true", help="ask the summaries of all launches, not the rows of the logs")

    found = command("export", _export, "Write the logs of launches into a folder, as the app wrote them, for flow-trace.")
    found.add_argument("support", nargs="+", help="support ids")
    found.add_argument("--output", type=Path, default=Path("."), help="the folder; default: the current one")

    found = command("report", _report, "Write a page of HTML with the answers of all queries.")
    found.add_argument("--title", default="Fleet")
    found.add_argument("--output", type=Path, default=Path("fleet.html"), help="default: fleet.html")

    found = command("gate", _gate, "Say whether launches end worse with a build: exit code 0 no, 1 yes, 3 these logs cannot tell.")
    found.add_argument("--build", required=True, help="the name that judge --build was given")
    found.add_argument("--allow", type=_share, default=0.0005, help="the share of launches that may end worse; default: 0.05%%")
    found.add_argument("--examples", type=Path, help="write logs of examples into this folder")
    _days(found)

    found = command("forget", _forget, "Delete everything of one launch or installation, and refuse it from then on.")
    which = found.add_mutually_exclusive_group(required=True)
    which.add_argument("--support", help="a support id")
    which.add_argument("--installation", help="an installation id")

    found = command("expire", _expire, "Remove days that are older than their retention.")
    found.add_argument("--logs-days", type=int, default=30, help="days of logs and events to keep; default: 30")
    found.add_argument("--rows-days", type=int, default=396, help="days of rows to keep; default: 396")
    found.add_argument("--today", default="", help="the last day; default: today")
    return parser


def _days(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--from", dest="from_day", default="", metavar="DAY", help="the first received day")
    parser.add_argument("--to", dest="to_day", default="", metavar="DAY", help="the last received day")


def _share(text: str) -> float:
    share = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    if not 0 < share < 1:
        raise argparse.ArgumentTypeError(f"{text} is no share: write 0.05% or 0.0005")
    return share


def _checked(options: argparse.Namespace) -> dict:
    return {name: check_day(value) if value else "" for name, value in (("from_day", options.from_day), ("to_day", options.to_day))}


def _store(options: argparse.Namespace) -> Store:
    if not 1 <= options.buckets <= 256:
        raise FleetError("--buckets takes 1 to 256")
    return Store(options.fleet, options.buckets)


def _fleet(options: argparse.Namespace) -> Path:
    """Returns the folder of the fleet. Fails if it does not exist, because a wrong path must not look like a fleet without launches."""
    if not options.fleet.is_dir():
        raise FleetError(f"{options.fleet}: no fleet is there: name its folder, or pack some logs first")
    return options.fleet


def _pack(options: argparse.Namespace) -> int:
    from .pack import pack

    done = pack(_store(options), options.places, options.received)
    print(
        f"{done.files:,} files of {done.bytes:,} bytes packed, {done.again:,} of them known already, {done.forgotten:,} refused; "
        f"{done.written:,} files written"
    )
    if not done.files and not done.forgotten:
        print("flowfleet: no logs are there: pack reads .jsonl, .jsonl.gz, .tar, .tar.gz, .tgz and .zip", file=sys.stderr)
    return 0


def _summaries(options: argparse.Namespace) -> int:
    from .summaries import load

    done = load(_store(options), options.places, options.received)
    print(
        f"{done.summaries:,} summaries loaded, {done.again:,} of them known already, {done.forgotten:,} refused, "
        f"{done.others:,} lines that are no summaries; {done.written:,} files written"
        + (f"; {done.deleted:,} logs of deleted installations deleted" if done.deleted else "")
    )
    return 0


def _judge(options: argparse.Namespace) -> int:
    from .judge import judge, processors

    done = judge(
        Store(options.fleet), options.build, options.events, options.one_in, options.processes or processors(), options.limit,
        options.again, **_checked(options),
    )
    without = "".join(f", {count:,} {why}" for why, count in sorted(done.without.items()))
    print(f"{done.launches:,} launches in {done.files:,} files judged{without}; {done.skipped:,} files were judged before")
    return 0


def _ask(options: argparse.Namespace) -> int:
    from . import ask

    if not options.query:
        for name in ask.names():
            asked = ask.query(name)
            print(f"{name:<14} {asked.title}{''.join(f' (--replace {word}=VALUE)' for word in asked.words)}")
        return 0
    connection, asked = ask.connect(_fleet(options)), ask.query(options.query)
    if options.summaries:
        ask.of_summaries(connection, asked)
    result = ask.ask(connection, asked, options.replace)
    sys.stdout.write(ask.text(result))
    if not any(result.values()):
        sys.stdout.flush()
        print(f"Nothing. {ask.why_nothing(connection, options.fleet, asked, options.replace, options.summaries)}", file=sys.stderr)
    return 0


def _export(options: argparse.Namespace) -> int:
    from .ask import connect
    from .export import export

    connection = connect(_fleet(options))
    missing = 0
    for support in options.support:
        written = export(connection, support, options.output)
        for log in written:
            print(log.launch)
        if not written:
            print(f"flowfleet: no log here has the support id {support}", file=sys.stderr)
            missing += 1
    return 1 if missing else 0


def _report(options: argparse.Namespace) -> int:
    from .report import report

    options.output.write_text(report(_fleet(options), options.title))
    print(f"{options.output} written")
    return 0


def _gate(options: argparse.Namespace) -> int:
    from .gate import EXIT, gate, text, write_examples

    found = gate(_fleet(options), options.build, options.allow, **_checked(options))
    sys.stdout.write(text(found))
    if options.examples and found.causes:
        causes = write_examples(options.fleet, found, options.examples)
        print(f"\nThe logs of {sum(map(len, causes)):,} launches are in {options.examples}. With the flow-trace of {found.build}, show one of each cause:")
        for example in (examples[0] for examples in causes if examples):
            print(f"  flow-trace diff --against-build {shlex.quote(str(example.launch))}\n  flow-trace test {shlex.quote(str(example.file))}")
    return EXIT[found.answer]


def _forget(options: argparse.Namespace) -> int:
    from .privacy import forget

    kind, value = ("support", options.support) if options.support else ("installation", options.installation)
    done = forget(Store(_fleet(options)), kind, value)
    if done.logs or done.rows:
        print(f"{done.logs:,} logs and {done.rows:,} rows deleted; {done.files:,} files written again")
    else:
        print("nothing here has this id; uploads with it are refused from now on")
    return 0


def _expire(options: argparse.Namespace) -> int:
    from .privacy import expire

    done = expire(Store(_fleet(options)), options.logs_days, options.rows_days, check_day(options.today) if options.today else "")
    print(f"{done.logs:,} files of logs and events removed, {done.rows:,} files of rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
