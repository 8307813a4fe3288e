"""Random sequences of events by Hypothesis: what a viewer does, each reply that Adobe may give, and timers, in any order."""

import itertools
import json
import os
import unittest
from pathlib import Path

from flowmachine import Machine

# Hypothesis keeps its notes beside the other things that are built.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(Path(__file__).resolve().parents[3] / ".build" / "hypothesis"))

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

SETTINGS = {"app": "CTV/1.0", "support": "hypothesis", "settings": {
    "serviceProvider": "REF30", "domainName": "adobe.com", "redirectURL": "a:b", "partner": "none", "platform": "other",
    "hasUserAgent": False}}
HOUR = 3_600_000
RESOURCES = ["resource#1", "resource#2"]
FAILED = [{"kind": "failed", "failure": {"kind": "status", "http": http}} for http in (400, 401, 429, 503)]


def answers(endpoint, now, number):
    """What Adobe may answer to a call; `number` makes each reference another."""
    permits = [[{"resource": resource, "verdict": {"kind": "permit", "media": {"ref": f"media#{number}", "notAfter": now + HOUR}},
                 "source": "mvpd"}] for resource in RESOURCES]
    profile = {"mvpd": "Cablevision", "type": "regular", "notAfter": now + HOUR}
    return {
        "register": [{"kind": "registered", "client": f"client#{number}"}],
        "token": [{"kind": "token", "token": {"ref": f"token#{number}", "notAfter": now + HOUR}}],
        "profiles": [{"kind": "profiles", "profiles": [profile]}, {"kind": "profiles", "profiles": []}],
        "authorize": [{"kind": "decisions", "decisions": decisions} for decisions in permits],
    }.get(endpoint, [])


class Launch(RuleBasedStateMachine):
    @initialize()
    def launch(self):
        self.machine, self.now, self.wishes = Machine(SETTINGS), 1_767_225_600_000, itertools.count(1)
        self.log, self.calls, self.timers, self.open = [self.machine.header_line], {}, {}, set()
        first = {"request": 1, "timer": 1, "presentation": 1}
        self.hand_in({"kind": "app", "app": {"kind": "launched", "kept": {"owedLogouts": [], "first": first, "jitter": 1}}})

    def hand_in(self, origin, by=0):
        self.now += 100
        decided = self.machine.decide({"time": self.now, "origin": origin}, by)
        self.log.append(decided.line)
        self.digest = decided.record["digest"]
        for effect in decided.record["effects"]:
            kind = effect["kind"]
            if kind == "call":
                self.calls[effect["request"]] = (decided.record["number"], effect["call"]["endpoint"]["kind"])
            elif kind == "cancel":
                self.calls.pop(effect["request"], None)
            elif kind == "arm":
                self.timers[effect["timer"]] = effect["at"]
            elif kind == "disarm":
                self.timers.pop(effect["timer"], None)
            elif kind == "answer":
                assert effect["wish"] in self.open, f"wish {effect['wish']} is not open"
                self.open.remove(effect["wish"])
                if effect["answer"]["kind"] == "permitted":
                    permits = [(d["resource"], d["verdict"]["media"]) for d in origin["reply"]["result"]["decisions"]]
                    assert (effect["answer"]["resource"], effect["answer"]["media"]) in permits, "played without a permit for it"

    def wish(self, kind, **fields):
        number = next(self.wishes)
        self.open.add(number)
        self.hand_in({"kind": "user", "user": {"kind": kind, "wish": number, **fields}})

    @rule(resource=st.sampled_from(RESOURCES))
    def play(self, resource):
        self.wish("play", resource=resource, under={"kind": "signedIn"})

    @rule(kind=st.sampled_from(["start", "signOut"]))
    def sign_in_or_out(self, kind):
        self.wish(kind)

    @precondition(lambda self: self.calls)
    @rule(data=st.data())
    def reply(self, data):
        request = data.draw(st.sampled_from(sorted(self.calls)))
        record, endpoint = self.calls.pop(request)
        wanted = answers(endpoint, self.now, request)
        result = data.draw(st.sampled_from(wanted or FAILED) | st.sampled_from(wanted or FAILED) | st.sampled_from(FAILED))
        self.hand_in({"kind": "reply", "request": request, "reply": {"result": result, "serverTime": self.now}}, by=record)

    @precondition(lambda self: self.timers)
    @rule(data=st.data())
    def fire(self, data):
        timer = data.draw(st.sampled_from(sorted(self.timers)))
        self.now = max(self.now, self.timers.pop(timer))
        self.hand_in({"kind": "timer", "timer": timer})

    @invariant()
    def one_token_request_at_a_time(self):
        assert sum(endpoint == "token" for _, endpoint in self.calls.values()) <= 1

    @invariant()
    def the_log_leads_to_the_same_state(self):
        with Machine() as other:
            other.resume(b"".join(self.log))
            snapshot = json.loads(other.rotate().split(b"\n")[1])["snapshot"]
        assert (snapshot["number"], snapshot["digest"]) == (self.machine.number, self.digest)


Launch.TestCase.settings = settings(max_examples=100, stateful_step_count=40, deadline=None, derandomize=True)
RandomLaunches = Launch.TestCase

if __name__ == "__main__":
    unittest.main()
