"""A launch of which a test plays everything around the machine: what Adobe may answer, what is open, and the log."""

import itertools

import sources

from flowmachine import Machine

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


class LaunchUnderTest:
    """Hands events in one after the other, and knows the calls, timers and wishes that are open."""

    def __init__(self):
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
