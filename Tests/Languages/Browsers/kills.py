#!/usr/bin/env python3
"""Reloads and kills tabs, and kills browsers, in the middle of what they write, and checks what is there afterward.

  kills.py random [EVENTS] [BROWSER]   random events of simulated sessions through the store: the log must be that of the Swift runtime, byte
                                       for byte; 10,000 by default
  kills.py flow [KILLS] [BROWSER]      a flow that registers, polls, authorizes and signs out: nothing that was recorded may be lost, and
                                       nothing may have been sent that is not recorded; 200 kills by default

Both print a line per browser, Chromium and Firefox. FLOWMACHINE_PACKAGE and FLOW_TRACE name another package and another flow-trace.
"""
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import browsers
import cases
import world


WAYS = {"reload": 3, "killed tab": 4, "killed browser": 3}


def reopened(browser, site, way, tab, query=""):
    """Loads the page again, after the tab's process or every process of the browser was killed if `way` says so."""
    if way == "reload":
        tab.js("void (window.isOld = true)")
        tab.reload()
        tab.wait("window.isReady && !window.isOld", 60)
        return tab
    if way == "killed browser":
        browser.restart()
    else:
        tab.crash()
    tab = browser.tab(site.origin + cases.LIBRARY + query)
    tab.wait("window.isReady", 60)
    return tab


def way_of(chance):
    return chance.choices(list(WAYS), WAYS.values())[0]


def settling(name, promise):
    """JavaScript that puts what a promise becomes into a global variable, an error as text."""
    store = f"(value) => (window.{name} = value)"
    return f"window.{name} = undefined, {promise}.then({store}, (error) => (window.{name} = String(error)))"


def simulated_logs(folder, events):
    """Logs of simulated sessions with at least this many events, each of one segment."""
    logs, count, seed = [], 0, 1
    while count < events:
        part = pathlib.Path(folder, str(seed))
        part.mkdir()
        command = [world.tool, "simulate", "--seeds", "20", "--from", str(seed), "--logs", "--folder", part]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seed += 20
        for path in sorted(part.rglob("*.jsonl")):
            text = path.read_text()
            if count < events and text.count("\n") > 1 and not text.split("\n")[1].startswith('{"snapshot":'):
                logs.append(path)
                count += text.count("\n") - 1
    return logs, count


def random_events(browser, site, events, distance, name):
    """Writes random events, and kills every `distance` lines on average, while the next ones are written. Returns the numbers of events and
    kills."""
    chance = random.Random(1)
    place = world.root / ".build"
    with tempfile.TemporaryDirectory(dir=place, prefix="web-") as folder:
        logs, count = simulated_logs(folder, events)
        tab = browser.tab(site.origin + cases.LIBRARY)
        tab.wait("window.isReady", 60)
        killed, left = 0, chance.expovariate(1 / distance)
        for path in logs:
            address = "/" + str(path.relative_to(world.root))
            is_first = True
            while True:
                arguments = f"{json.dumps(name)}, {json.dumps(address)}, {json.dumps(is_first)}"
                tab.js(f"void (window.written = 0, {settling('result', f'pump({arguments})')})")
                tab.wait("window.written > 0 || window.result")
                is_first = False
                before = tab.js("window.written")
                while (result := tab.js("window.result ?? null")) is None and tab.js("window.written") < before + left:
                    time.sleep(0.01)
                if result is not None:
                    if isinstance(result, str):
                        raise AssertionError(f"{path.name}: {result}")
                    # A log that was written too fast for this kill leaves it to the next log.
                    left = max(0, left - (result - before))
                    break
                written = tab.js("window.written")
                tab = reopened(browser, site, way_of(chance), tab)
                killed, left = killed + 1, chance.expovariate(1 / distance)
                found = tab.js(f"storedText({json.dumps(name)}).then((texts) => lines(texts.at(-1)).length)")
                if found < written:
                    raise AssertionError(f"{path.name}: {written} lines were acknowledged, {found} are there")
        stored = tab.js(f"storedText({json.dumps(name)})")
        for path, text in zip(logs, stored, strict=True):
            if text != path.read_text():
                raise AssertionError(f"{path.name} differs from what the store has")
        tab.js(f"void ({settling('checked', f'check({json.dumps(name)}, 1)')})")
        checked = tab.wait("window.checked", 120)
        if checked != count:
            raise AssertionError(f"{count} events are in the logs, and the check says {checked}")
        return count, killed


class Evening:
    """One flow under one name, up to a phase in which it is killed."""

    def __init__(self, browser, site, adobe, name, chance):
        self.browser, self.site, self.adobe, self.name, self.chance = browser, site, adobe, name, chance
        self.query = "?slow=200"
        site.received.clear()
        self.tab = browser.tab(site.origin + cases.LIBRARY + self.query)
        self.tab.wait("window.isReady", 60)
        self.open()

    def open(self):
        self.tab.js(f"open({json.dumps(self.name)}).then((flow) => void (window.flow = flow))")

    def begin(self, method, *values):
        arguments = ", ".join(json.dumps(value) for value in values)
        self.tab.js(f"void ({settling('answer', f'flow.{method}({arguments}).then((value) => ({{ value }}))')})")

    def show_code(self):
        self.begin("signIn")
        self.tab.wait("flow.view.screen?.kind === 'providerPicker'")
        self.tab.js("flow.choose(flow.view.screen, { kind: 'provider', mvpd: 'SmallCo' })")
        return self.tab.wait("flow.view.screen?.code")

    def sign_in(self):
        self.adobe.say(f"sign-in {self.show_code()}")
        self.tab.wait("flow.view.status.kind === 'signedIn'")

    def kill(self, longest):
        time.sleep(self.chance.uniform(0, longest))
        self.way = way_of(self.chance)
        self.tab = reopened(self.browser, self.site, self.way, self.tab, self.query)
        # What was sent before the kill must be in the log, before the next launch writes to it.
        time.sleep(0.05)
        sent, recorded = self.site.received.copy(), self.tab.js(f"calls({json.dumps(self.name)})")
        lost = {kind: (count, recorded.get(kind, 0)) for kind, count in sent.items() if count > recorded.get(kind, 0)}
        if lost:
            raise AssertionError(f"{self.name}: sent more often than recorded: {lost}")
        self.check()
        self.open()

    def check(self):
        self.tab.js(f"check({json.dumps(self.name)})")

    def expect(self, expression):
        try:
            self.tab.wait(expression, 30)
        except TimeoutError as error:
            raise AssertionError(f"{self.name}: {error}; the view is {self.tab.js('flow.view')}") from error

    def close(self):
        self.check()
        self.tab.js("flow.stop()")
        self.check()
        self.tab.close()


def registration(evening):
    evening.kill(1)
    evening.expect("flow.view.status.kind === 'signedOut'")
    # Credentials that were kept are used: a second registration only if the first one's answer was not recorded.
    texts = "".join(evening.tab.js(f"storedText({json.dumps(evening.name)})"))
    kept = texts.find('{"kind":"keep","fact":{"kind":"client"')
    if kept < 0 or '"endpoint":{"kind":"register"}' in texts[kept:]:
        raise AssertionError(f"{evening.name}: registered again although the credentials were kept")


def polling(evening):
    code = evening.show_code()
    is_done = evening.chance.random() < 0.5
    if is_done:
        evening.adobe.say(f"sign-in {code}")
    evening.kill(1.3)
    if not is_done:
        evening.expect(f"flow.view.screen?.code === {json.dumps(code)}")
        evening.adobe.say(f"sign-in {code}")
    evening.expect("flow.view.status.kind === 'signedIn' && flow.view.status.displayName === 'SmallCo'")


def authorization(evening):
    evening.sign_in()
    evening.begin("play", "news")
    evening.kill(0.4)
    evening.expect("flow.view.status.kind === 'signedIn'")
    evening.begin("play", "news")
    evening.expect("window.answer?.value?.token")


def sign_out(evening):
    evening.sign_in()
    evening.begin("signOut")
    evening.kill(0.4)
    texts = "".join(evening.tab.js(f"storedText({json.dumps(evening.name)})"))
    if '"kind":"signOut"' in texts:
        evening.expect("flow.view.status.kind === 'signedOut'")
        if evening.site.received["logout"] < 1:
            raise AssertionError(f"{evening.name}: the sign-out was recorded, and Adobe has not received it")
    else:
        evening.expect("flow.view.status.kind === 'signedIn'")


PHASES = [registration, polling, authorization, sign_out]


def flow(browser, site, adobe, count, seed=1):
    """Kills a flow so many times, in each phase in turn. Returns the number by phase and kind of kill."""
    chance = random.Random(seed)
    counts = collections.defaultdict(collections.Counter)
    for index in range(count):
        phase = PHASES[index % len(PHASES)]
        evening = Evening(browser, site, adobe, f"{phase.__name__} {seed} {index}", chance)
        phase(evening)
        evening.close()
        counts[phase.__name__.replace("_", "-")][evening.way] += 1
    return counts


def worded(counts):
    """The counts of `flow` as text."""
    sums = [f"{phase} {ways.total()} ({', '.join(f'{way} {ways[way]}' for way in WAYS)})" for phase, ways in counts.items()]
    return f"{sum(ways.total() for ways in counts.values())} kills: {'; '.join(sums)}; nothing was lost"


def main():
    what, *rest = sys.argv[1:] or ["help"]
    if what not in ("random", "flow"):
        print(__doc__)
        sys.exit(64)
    if reason := world.missing():
        print(reason)
        sys.exit(77)
    wanted = [each for each in (browsers.Chromium, browsers.Firefox) if rest[1:] in ([], [each.title])]
    for browser_class in wanted:
        if reason := browser_class.missing():
            print(f"{browser_class.title}: skipped, {reason}")
            continue
        adobe = world.Adobe()
        site = world.Site(adobe)
        begin = time.monotonic()
        with browser_class() as browser:
            if what == "random":
                events, killed = random_events(browser, site, int(rest[0]) if rest else 10000, 50, "random")
                result = f"{events} events and {killed} kills: the log is the runtime's, byte for byte"
            else:
                result = worded(flow(browser, site, adobe, int(rest[0]) if rest else 200))
        print(f"{browser_class.title}: {result}, in {time.monotonic() - begin:.0f} s", flush=True)
        site.close()
        adobe.kill()


if __name__ == "__main__":
    main()
