#!/usr/bin/env python3
"""client.py --port PORT CHANNEL: signs a viewer in at `flow-trace serve` with a code on a second screen, and asks for permission to play.

The machine in the C library decides, `interpreter` carries out. --folder keeps the log, and the secrets in a file that only its
owner can read: the next launch finds the viewer signed in.
"""
import argparse
import heapq
import itertools
import json
import os
import pathlib
import time

import flowmachine
from interpreter import Interpreter, Store, device_identifier

SETTINGS = {
    "serviceProvider": "REF30", "domainName": "example.com", "redirectURL": "https://example.com/done", "partner": "none",
    "platform": "other", "hasUserAgent": False, "hasPicker": False,
}
DEVICE = {
    "primaryHardwareType": "SetTopBox", "model": "Box", "version": "1", "manufacturer": "Example", "osName": "Linux", "osVersion": "6",
    "connectionType": "LAN", "applicationId": "REF30", "userAgent": "PythonClient/1.0",
}


def private(path):
    """A descriptor of a new file that only its owner can read. Fails if anything is at the path, a link too."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)


class Vault:
    """What survives a launch: kept facts and their secrets, and numbers that are never used twice. In memory, or in a file too."""

    def __init__(self, path=None):
        kept = json.loads(path.read_text()) if path and path.exists() else {}
        self.path = path
        self.facts, self.numbers = kept.get("facts", {}), kept.get("numbers", {"request": 1, "timer": 1, "presentation": 1, "wish": 1})
        self.store = Store(kept.get("secrets", {}))
        self.store.numbers.update(kept.get("counts", {}))

    def kept(self):
        """The machine's PersistedState."""
        first = {name: self.numbers[name] for name in ("request", "timer", "presentation")}
        return {"owedLogouts": [], **self.facts, "first": first}

    def keep(self, fact):
        content = next(value for name, value in fact.items() if name != "kind")
        self.facts[fact["kind"]] = content
        self.save()

    def forget(self, what):
        if what["kind"] == "fact":
            self.facts.pop(what["fact"], None)
        else:
            self.store.forget(what["secret"])
        self.save()

    def use(self, name, number):
        self.numbers[name] = max(self.numbers[name], number + 1)

    def save(self):
        """Replaces the file. It contains only the secrets that a kept fact names."""
        if not self.path:
            return
        facts = json.dumps(self.facts)
        secrets = {ref: secret for ref, secret in self.store.secrets.items() if f'"{ref}"' in facts}
        new = self.path.with_suffix(".new")
        # What an earlier launch left there, or a link to somewhere else that somebody put there, is removed and never followed.
        new.unlink(missing_ok=True)
        with open(private(new), "w", encoding="utf-8") as file:
            json.dump({"facts": self.facts, "numbers": self.numbers, "counts": self.store.numbers, "secrets": secrets}, file)
        os.replace(new, self.path)


class Client:
    """One launch."""

    def __init__(self, settings, statement, folder=None):
        self.vault = Vault(folder / "vault.json" if folder else None)
        self.machine = flowmachine.Machine({"app": "PythonClient/1.0", "support": "python", "settings": settings})
        # The header's line has the settings with every default, as the interpreter needs them.
        app = {
            "settings": json.loads(self.machine.header_line)["settings"], "softwareStatement": statement, "device": DEVICE,
            "deviceIdentifier": device_identifier("python-client"), "sendsDeviceHeadersEverywhere": True,
        }
        self.interpreter = Interpreter(app, self.vault.store)
        name = f"launch-{time.time_ns()}.jsonl"
        self.log = open(private(folder / name), "wb") if folder else None
        self.log_path = folder / name if folder else None
        self.write(self.machine.header_line)
        self.timers, self.order, self.answers = {}, itertools.count(), {}
        self.calls = []

    def write(self, line):
        if self.log:
            self.log.write(line)
            self.log.flush()

    def feed(self, by=0, **origin):
        """Feeds an event, and carries out the effects after the record is in the log."""
        decided = self.machine.decide({"time": time.time_ns() // 1_000_000, "origin": origin}, by)
        self.write(decided.line)
        number = decided.record["number"]
        for effect in decided.record["effects"]:
            self.execute(effect, number)

    def execute(self, effect, number):
        match effect["kind"]:
            case "call":
                self.vault.use("request", effect["request"])
                self.calls.append((effect, number))
            case "cancel":
                self.calls = [(call, by) for call, by in self.calls if call["request"] != effect["request"]]
            case "arm":
                self.vault.use("timer", effect["timer"])
                self.timers[effect["timer"]] = (effect["at"], next(self.order), number)
            case "disarm": self.timers.pop(effect["timer"], None)
            case "keep": self.vault.keep(effect["fact"])
            case "forget": self.vault.forget(effect["what"])
            case "answer": self.answers[effect["wish"]] = effect["answer"]
            case "present":
                self.vault.use("presentation", effect["presentation"])
                self.show(effect["what"])
            case kind: raise ValueError(f"this client does not know the effect {kind}")

    def show(self, what):
        if what["kind"] == "code":
            print(f"Sign in on another device with the code {self.vault.store.get(what['code'], 'code')}", flush=True)
        elif what["kind"] == "problem":
            print(f"A problem: {what['problem']['reason']}", flush=True)
        elif what["kind"] != "nothing":
            print(f"The machine shows {what['kind']}, which this client cannot", flush=True)

    def run(self, is_over):
        """Performs calls and waits for timers until it is over; False if nothing is left to wait for."""
        while not is_over():
            if self.calls:
                effect, by = self.calls.pop(0)
                reply = self.interpreter.perform(effect["call"])
                self.feed(by, kind="reply", request=effect["request"], reply=reply)
            elif self.timers:
                at, _, by, timer = heapq.nsmallest(1, [(*when, timer) for timer, when in self.timers.items()])[0]
                time.sleep(max(0, at / 1000 - time.time()))
                if time.time_ns() // 1_000_000 >= at:
                    del self.timers[timer]
                    self.feed(by, kind="timer", timer=timer)
            else:
                return False
        return True

    def play(self, channel):
        """The machine's answer to a wish to play."""
        resource = self.vault.store.put("resource", channel)
        wish = self.vault.numbers["wish"]
        self.vault.use("wish", wish)
        self.feed(kind="app", app={"kind": "launched", "kept": self.vault.kept()})
        self.feed(kind="user", user={"kind": "play", "wish": wish, "resource": resource, "under": {"kind": "signedIn"}})
        self.run(lambda: wish in self.answers)
        return self.answers.get(wish, {"kind": "dropped"})

    def close(self):
        self.vault.save()
        self.machine.close()
        if self.log:
            self.log.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=int, required=True, help="the port that flow-trace serve prints")
    parser.add_argument("--api", choices=["restV2", "restV1"], default="restV2", help="restV1 is the legacy API; default: restV2")
    parser.add_argument("--statement", default="simulated.software.statement", help="the software statement; default: the simulated one")
    parser.add_argument("--folder", type=pathlib.Path, help="keep the log and the secrets here; default: nowhere")
    parser.add_argument("channel")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings = {**SETTINGS, "api": options.api, "host": f"http://127.0.0.1:{options.port}"}
    client = Client(settings, options.statement, options.folder)
    try:
        answer = client.play(options.channel)
        if answer["kind"] == "permitted":
            token = client.vault.store.get(answer["media"]["ref"], "media")
            print(f"Permission to play {options.channel}: a media token of {len(token)} bytes")
        else:
            reason = answer["error"].get("code", "") if answer["kind"] == "denied" else json.dumps(answer.get("refusal", ""))
            raise SystemExit(f"No permission to play {options.channel}: {answer['kind']} {reason}")
    finally:
        client.close()


if __name__ == "__main__":
    main()
