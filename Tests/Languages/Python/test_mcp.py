"""An agent's program, the client of PyPI's package `mcp`, asks `flow-trace mcp` about small, long and many logs."""
import asyncio
import contextlib
import json
import os
import pathlib
import shutil
import tempfile
import time
import unittest

from sources import ROOT

try:
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client
except ImportError:
    Client = None

import flowmachine

TOOL = os.environ.get("FLOW_TRACE", str(ROOT / ".build/debug/flow-trace"))
SCENARIOS = ROOT / "Specs/scenarios"
# The most bytes of an answer.
BOUND = 40_000
TOOLS = ["overview", "launch", "request", "events", "why", "differs", "draw", "verify", "rule", "term"]


def missing():
    if Client is None:
        return "there is no mcp: pip install mcp"
    if not os.path.exists(TOOL):
        return f"there is no {TOOL}: swift build --product flow-trace"
    return None


class Agent:
    """A client that has begun, and notes how long the slowest answer took."""

    def __init__(self, client):
        self.client, self.slowest = client, (0, "")

    async def ask(self, tool, **arguments):
        begun = time.monotonic()
        result = await self.client.call_tool(tool, arguments)
        self.slowest = max(self.slowest, (round(time.monotonic() - begun, 2), tool))
        text = result.content[0].text
        assert len(text.encode()) <= BOUND, f"{tool}: {len(text.encode())} bytes"
        if result.is_error:
            raise ValueError(text)
        assert json.loads(text) == result.structured_content, tool
        return result.structured_content

    async def pages(self, tool, name, most=None, **arguments):
        """The values of a list, page after page, at most `most` pages."""
        values, page = [], await self.ask(tool, **arguments)
        values += page[name]
        while "nextCursor" in page and (most is None or most > 1):
            page = await self.ask(tool, **arguments, cursor=page["nextCursor"])
            values += page[name]
            most = most and most - 1
        return values


@contextlib.asynccontextmanager
async def agent(*folders, mode="auto"):
    server = StdioServerParameters(command=TOOL, args=["mcp", *map(str, folders)])
    async with Client(stdio_client(server), mode=mode) as client:
        yield Agent(client)


def long_log(path, count, support="long"):
    """A log of `count` events: the app goes to the background and comes back, again and again."""
    settings = {"serviceProvider": "REF30", "domainName": "example.com", "redirectURL": "https://example.com/done", "platform": "other",
                "hasUserAgent": False}
    machine = flowmachine.Machine({"app": "Long/1.0", "support": support, "settings": settings})
    with open(path, "wb") as file:
        file.write(machine.header_line)
        first = {"kind": "launched", "kept": {"owedLogouts": [], "first": {"request": 1, "timer": 1, "presentation": 1}}}
        for number in range(count):
            app = first if number == 0 else {"kind": "backgrounded" if number % 2 else "foregrounded"}
            file.write(machine.decide({"time": 1_767_225_600_000 + 1000 * number, "origin": {"kind": "app", "app": app}}, 0).line)
    machine.close()


@unittest.skipIf(missing(), missing())
class AgentTests(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def run_agent(self, talk, *folders, mode="auto"):
        async def whole():
            async with agent(*folders, mode=mode) as asked:
                await talk(asked)
                return asked.slowest
        return asyncio.run(whole())

    def test_an_agent_finds_the_cause_by_either_kind_of_revision(self):
        async def talk(asked):
            self.assertEqual([tool.name for tool in (await asked.client.list_tools()).tools], TOOLS)
            launches = await asked.pages("overview", "list")
            row = next(launch for launch in launches if launch["files"][0].endswith("denied-second-screen/log.jsonl"))
            path, event = row["files"][0], row["unfulfilled"][0]["event"]
            requests = await asked.pages("launch", "requests", path=path)
            self.assertIn("provider", [request.get("owner") for request in requests])
            why = await asked.ask("why", path=path, event=(await asked.ask("request", path=path, event=event))["event"])
            rule = await asked.ask("rule", id=why["rule"])
            self.assertIn("denies", rule["when"])
            with self.assertRaises(ValueError):
                await asked.ask("why", path="/etc/passwd", event=1)
        for mode in ("auto", "legacy"):
            with self.subTest(mode):
                self.run_agent(talk, SCENARIOS, mode=mode)

    def test_answers_about_100_000_events_are_bounded_and_whole(self):
        long_log(self.folder / "long.jsonl", 100_000)

        async def talk(asked):
            path = "long.jsonl"
            self.assertEqual((await asked.ask("overview"))["launches"], 1)
            await asked.ask("launch", path=path)
            events = await asked.pages("events", "events", most=3, path=path)
            self.assertEqual([event["number"] for event in events], list(range(1, len(events) + 1)))
            last = await asked.ask("events", path=path, **{"from": 99_990})
            self.assertEqual(last["events"][-1]["number"], 100_000)
            self.assertEqual((await asked.ask("why", path=path, event=99_999))["event"], 99_999)
            self.assertEqual((await asked.ask("verify", path=path))["files"][0]["result"], "verified")
            self.assertTrue((await asked.ask("differs", path=path))["isSame"])
            await asked.pages("draw", "lines", most=3, path=path)
        print("the slowest answer about 100,000 events:", self.run_agent(talk, self.folder))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["long.jsonl"], "nothing is written")

    def test_answers_about_5_000_logs_are_bounded_and_whole(self):
        # Copies of one log count once, so each log has a support id of its own.
        for number in range(4_900):
            long_log(self.folder / f"{number:04}.jsonl", 8, support=f"S{number}")
        for number, log in enumerate(sorted(SCENARIOS.glob("*/log.jsonl"))[:100]):
            shutil.copy(log, self.folder / f"{4_900 + number}.jsonl")

        async def talk(asked):
            first = await asked.ask("overview")
            launches = first["launches"]
            listed = await asked.pages("overview", "list")
            self.assertEqual(len({tuple(launch["files"]) for launch in listed}), launches)
            self.assertGreater(launches, 4_000)
            await asked.pages("launch", "requests", path=listed[-1]["files"][0])
        print("the slowest answer about 5,000 logs:", self.run_agent(talk, self.folder))


if __name__ == "__main__":
    unittest.main()
