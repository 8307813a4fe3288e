"""Random sequences of events by Hypothesis: what a viewer does, each reply that Adobe may give, and timers, in any order."""

import json
import os
import unittest

from sources import ROOT

from flowmachine import Machine
from launch_under_test import FAILED, RESOURCES, LaunchUnderTest, answers

# Hypothesis keeps its notes beside the other things that are built.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(ROOT / ".build" / "hypothesis"))

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule


class Launch(RuleBasedStateMachine):
    @initialize()
    def launch(self):
        self.session = LaunchUnderTest()

    @rule(resource=st.sampled_from(RESOURCES))
    def play(self, resource):
        self.session.wish("play", resource=resource, under={"kind": "signedIn"})

    @rule(kind=st.sampled_from(["start", "signOut"]))
    def sign_in_or_out(self, kind):
        self.session.wish(kind)

    @precondition(lambda self: self.session.calls)
    @rule(data=st.data())
    def reply(self, data):
        request = data.draw(st.sampled_from(sorted(self.session.calls)))
        record, endpoint = self.session.calls.pop(request)
        wanted = answers(endpoint, self.session.now, request)
        result = data.draw(st.sampled_from(wanted or FAILED) | st.sampled_from(wanted or FAILED) | st.sampled_from(FAILED))
        self.session.hand_in({"kind": "reply", "request": request, "reply": {"result": result, "serverTime": self.session.now}}, by=record)

    @precondition(lambda self: self.session.timers)
    @rule(data=st.data())
    def fire(self, data):
        timer = data.draw(st.sampled_from(sorted(self.session.timers)))
        self.session.now = max(self.session.now, self.session.timers.pop(timer))
        self.session.hand_in({"kind": "timer", "timer": timer})

    @invariant()
    def one_token_request_at_a_time(self):
        assert sum(endpoint == "token" for _, endpoint in self.session.calls.values()) <= 1

    @invariant()
    def the_log_leads_to_the_same_state(self):
        with Machine() as other:
            other.resume(b"".join(self.session.log))
            snapshot = json.loads(other.rotate().split(b"\n")[1])["snapshot"]
        assert (snapshot["number"], snapshot["digest"]) == (self.session.machine.number, self.session.digest)


Launch.TestCase.settings = settings(max_examples=100, stateful_step_count=40, deadline=None, derandomize=True)
RandomLaunches = Launch.TestCase

if __name__ == "__main__":
    unittest.main()
