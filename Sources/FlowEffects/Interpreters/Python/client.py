#!/usr/bin/env python3
"""client.py --port PORT CHANNEL: signs a viewer in at `flow-trace serve` with a code on a second screen, and asks for permission to play.

The machine in the C library decides, and `interpreter` executes its calls. --folder keeps the log, and the secrets in a file that only
its owner can read, so that the next launch finds the viewer signed in.
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


# The maximum number of retries in one launch. Behind a proxy that answers some requests with a page of its own, several are necessary.
RETRIES = 5


def private(path):
    """Creates a file that only its owner can read, and returns its descriptor. Fails if anything is at the path, even a link."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)


class Vault:
    """Stores the facts that outlast a launch, with their secrets, and the numbers to use next: in memory, or also in a file.

    The numbers in the file are higher than those in use, so that a launch that is killed never causes a number to be used twice.
    """

    # The file reserves this many numbers at a time.
    BLOCK = 100

    def __init__(self, path=None):
        kept = json.loads(path.read_text()) if path and path.exists() else {}
        self.path = path
        self.facts, self.numbers = kept.get("facts", {}), kept.get("numbers", {"request": 1, "timer": 1, "presentation": 1, "wish": 1})
        self.store = Store(kept.get("secrets", {}))
        self.store.numbers.update(kept.get("counts", {}))
        self.reserved = ({}, {})

    def kept(self):
        """Returns the machine's PersistedState."""
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

    def reserve(self):
        """Saves higher numbers if those in the file are not higher than those in use. Call it before a number is written to the log."""
        for used, reserved in zip((self.numbers, self.store.numbers), self.reserved):
            if any(number > reserved.get(name, 0) for name, number in used.items()):
                return self.save()

    def save(self, more=BLOCK):
        """Replaces the file. It contains only the secrets to which a kept fact refers, and numbers that are higher by `more`.

        Returns when the file is on the disk: after a loss of power, the device has the old file or the new one, never a part.
        """
        if not self.path:
            return
        facts = json.dumps(self.facts)
        secrets = {ref: secret for ref, secret in self.store.secrets.items() if f'"{ref}"' in facts}
        numbers, counts = ({name: number + more for name, number in own.items()} for own in (self.numbers, self.store.numbers))
        new = self.path.with_suffix(".new")
        # Removes a file that an earlier launch left there, or a link that somebody put there, without following the link.
        new.unlink(missing_ok=True)
        with open(private(new), "w", encoding="utf-8") as file:
            json.dump({"facts": self.facts, "numbers": numbers, "counts": counts, "secrets": secrets}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        self.reserved = (numbers, counts)


class Client:
    """One launch."""

    def __init__(self, settings, statement, folder=None, provider=None):
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
        self.calls, self.choices = [], []
        self.provider, self.retries = provider, 0

    def write(self, line):
        if self.log:
            self.log.write(line)
            self.log.flush()

    def feed(self, by=0, **origin):
        """Feeds an event to the machine. Executes the effects after the record is in the log."""
        decided = self.machine.decide({"time": time.time_ns() // 1_000_000, "origin": origin}, by)
        effects = decided.record["effects"]
        for effect in effects:
            for name, used in (("request", "call"), ("timer", "arm"), ("presentation", "present")):
                if effect["kind"] == used:
                    self.vault.use(name, effect[name])
        self.vault.reserve()
        self.write(decided.line)
        for effect in effects:
            self.execute(effect, decided.record["number"])

    def execute(self, effect, number):
        match effect["kind"]:
            case "call": self.calls.append((effect, number))
            case "cancel": self.calls = [(call, by) for call, by in self.calls if call["request"] != effect["request"]]
            case "arm": self.timers[effect["timer"]] = (effect["at"], next(self.order), number)
            case "disarm": self.timers.pop(effect["timer"], None)
            case "keep": self.vault.keep(effect["fact"])
            case "forget": self.vault.forget(effect["what"])
            case "answer": self.answers[effect["wish"]] = effect["answer"]
            case "present":
                choice = self.show(effect["what"])
                # The choice is an event of its own, which follows when all effects of this event are executed.
                self.choices = [(effect["presentation"], choice, number)] if choice else []
            case kind: raise ValueError(f"this client does not know the effect {kind}")

    def show(self, what):
        """Shows a screen. Returns the viewer's choice; None if the screen stays."""
        match what["kind"]:
            case "nothing": return None
            case "code":
                print(f"Sign in on another device with the code {self.vault.store.get(what['code'], 'code')}", flush=True)
                return None
            case "codeExpired":
                print("The code has expired. A new one follows.", flush=True)
                return {"kind": "newCode"}
            case "problem": return self.solve(what["problem"])
            case "providerPicker": return self.pick(self.vault.store.get(what["configuration"], "configuration")["entries"])
            case "providerConfirmation":
                print(f"Continuing with {what['mvpd']}", flush=True)
                return {"kind": "provider", "mvpd": what["mvpd"]}
            case "profilePicker":
                mvpds = [profile["mvpd"] for profile in what["profiles"]]
                chosen = self.provider if self.provider in mvpds else mvpds[0]
                print(f"Signed in with {', '.join(mvpds)}; continuing with {chosen}", flush=True)
                return {"kind": "profile", "mvpd": chosen}
            # This client has no browser and no settings to show, and the settings that it gives to the machine say so.
            case "userAgent" | "signOutUserAgent" | "legacySignOut": return {"kind": "userAgentClosed"}
            case "signOutInSettings": return {"kind": "done"}
        return {"kind": "cancel"}

    def pick(self, entries):
        """Chooses the provider that the user named, or else the first one that does not give temporary access."""
        offered = [entry["mvpd"] for entry in entries if not entry["isTemporary"]]
        chosen = self.provider if self.provider in offered else next(iter(offered), None)
        print(f"Providers: {', '.join(offered)}; chosen: {chosen or 'none'}", flush=True)
        return {"kind": "provider", "mvpd": chosen} if chosen else {"kind": "cancel"}

    def solve(self, problem):
        """Retries if that is offered, but at most RETRIES times, then cancels. The machine itself has already retried where that helps."""
        self.retries += 1
        way = "retry" if "retry" in problem["ways"] and self.retries <= RETRIES else "cancel"
        print(f"A problem: {problem['reason']}; {'trying again' if way == 'retry' else 'giving up'}", flush=True)
        return {"kind": way}

    def run(self, is_over):
        """Performs calls and waits for timers until `is_over()`. Returns False if nothing is left to wait for."""
        while not is_over():
            if self.choices:
                presentation, choice, by = self.choices.pop(0)
                self.feed(by, kind="user", user={"kind": "chose", "presentation": presentation, "choice": choice})
            elif self.calls:
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
        """Makes a wish to play, and returns the machine's answer."""
        resource = self.vault.store.put("resource", channel)
        wish = self.vault.numbers["wish"]
        self.vault.use("wish", wish)
        self.feed(kind="app", app={"kind": "launched", "kept": self.vault.kept()})
        self.feed(kind="user", user={"kind": "play", "wish": wish, "resource": resource, "under": {"kind": "signedIn"}})
        self.run(lambda: wish in self.answers)
        return self.answers.get(wish, {"kind": "dropped"})

    def close(self):
        self.vault.save(more=0)
        self.machine.close()
        if self.log:
            self.log.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=int, required=True, help="the port that flow-trace serve prints")
    parser.add_argument("--api", choices=["restV2", "restV1"], default="restV2", help="restV1 is the legacy API; default: restV2")
    parser.add_argument("--statement", default="simulated.software.statement", help="the software statement; default: the simulated one")
    parser.add_argument("--provider", help="the provider to choose where there are several; default: the first one")
    parser.add_argument("--folder", type=pathlib.Path, help="keep the log and the secrets here; default: nowhere")
    parser.add_argument("channel")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings = {**SETTINGS, "api": options.api, "host": f"http://127.0.0.1:{options.port}"}
    client = Client(settings, options.statement, options.folder, options.provider)
    try:
        answer = client.play(options.channel)
        if answer["kind"] == "permitted":
            token = client.vault.store.get(answer["media"]["ref"], "media")
            print(f"Permission to play {options.channel}: a media token of {len(token)} bytes")
        else:
            reason = answer["error"].get("code", "") if answer["kind"] == "denied" else json.dumps(answer.get("refusal", ""))
            raise SystemExit(f"No permission to play {options.channel}: {answer['kind']} {reason}")
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    finally:
        client.close()


if __name__ == "__main__":
    main()
