"""Drives headless Chromium over DevTools and headless Firefox over WebDriver BiDi: tabs, scripts, crashes and kills.

Needs PyPI's websocket-client. `installed()` names what is missing.
"""
import base64
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

try:
    import websocket
except ImportError:
    websocket = None


class ScriptFailed(Exception):
    """A script of a page threw."""


def command_of(names):
    return next((found for found in map(shutil.which, names) if found), None)


class Connection:
    """Commands with numbered answers over a WebSocket, which `browser` closes when it ends."""

    def __init__(self, browser, url):
        self.socket = websocket.create_connection(url, timeout=60, suppress_origin=True)
        self.number = 0
        browser.connections.append(self)

    def send(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        return self.number

    def call(self, method, **parameters):
        number = self.send(method, **parameters)
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") != number:
                continue
            if "error" in message:
                raise ScriptFailed(f"{method}: {json.dumps(message)}")
            return message.get("result", {})

    def close(self):
        self.socket.close()


class Browser:
    """A browser with a profile of its own, which survives `kill`."""

    names = ()

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix=self.title.lower())
        self.process, self.connections = None, []
        self.launch()

    @classmethod
    def missing(cls):
        """What is missing to drive it; None if nothing is."""
        if websocket is None:
            return "there is no websocket-client for python3 (pip install websocket-client)"
        if not command_of(cls.names):
            return f"there is no {cls.title} (Debian: {cls.names[0]})"
        return None

    def spawn(self, *options):
        environment = {**os.environ, "HOME": self.profile, "MOZ_HEADLESS": "1"}
        self.process = subprocess.Popen(
            [command_of(self.names), *options], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)

    def kill(self):
        """Ends every process of the browser at once, as a power button would, except for what the system still writes."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
        for connection in self.connections:
            # There is nobody to say goodbye to.
            connection.socket.shutdown()
        self.connections.clear()

    def restart(self):
        self.kill()
        self.launch()

    def close(self):
        self.kill()
        for _ in range(20):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                return
            time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def port_in(path, deadline=60):
    """The first line of a file that a browser writes when it listens."""
    end = time.monotonic() + deadline
    while time.monotonic() < end:
        try:
            lines = pathlib.Path(path).read_text().split("\n")
            if len(lines) > 1:
                return lines
        except FileNotFoundError:
            pass
        time.sleep(0.02)
    raise TimeoutError(f"the browser did not write {path}")


class Tab:
    """What the tabs of both browsers can do."""

    def wait(self, expression, deadline=20):
        """Waits until an expression is truthy, and returns its value."""
        end = time.monotonic() + deadline
        while True:
            try:
                # An element has no form in JSON.
                value = self.js(f"Promise.resolve({expression}).then((value) => (value instanceof Node ? true : value))")
            except ScriptFailed as failure:
                # A page that is just being loaded has no such objects yet.
                value, last = None, failure
            else:
                last = None
            if value:
                return value
            if time.monotonic() > end:
                raise TimeoutError(f"{expression} is {value!r} after {deadline} s {last or ''} {self.text()[:400]!r}")
            time.sleep(0.02)

    def text(self):
        try:
            return self.js("document.body?.innerText ?? ''")
        except ScriptFailed as failure:
            return str(failure)


class Chromium(Browser):
    title = "Chromium"
    names = ("chromium", "chromium-browser", "google-chrome")

    def launch(self):
        place = os.path.join(self.profile, "DevToolsActivePort")
        if os.path.exists(place):
            os.remove(place)
        self.spawn("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-extensions",
                   "--disable-dev-shm-usage", "--lang=en", "--window-size=1280,720", "--remote-debugging-port=0", "--remote-allow-origins=*",
                   f"--user-data-dir={self.profile}", "about:blank")
        self.port = port_in(place)[0]

    def get(self, path, method="PUT"):
        with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method), timeout=60) as answer:
            return answer.read()

    def tab(self, url):
        return ChromiumTab(self, json.loads(self.get(f"/json/new?{urllib.request.quote(url, safe='')}")))


class ChromiumTab(Tab):
    def __init__(self, browser, target):
        self.browser, self.id = browser, target["id"]
        self.connection = Connection(browser, target["webSocketDebuggerUrl"])
        self.connection.call("Page.enable")

    def js(self, expression):
        result = self.connection.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise ScriptFailed(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def begin(self, script):
        """Begins a script, and does not wait for its end."""
        self.connection.send("Runtime.evaluate", expression=script)

    def go(self, url):
        self.connection.call("Page.navigate", url=url)

    def reload(self):
        self.connection.call("Page.reload")

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            code = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13, "Escape": 27, "Tab": 9}[key]
            self.connection.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)

    def crash(self):
        """Ends the tab's process; there is no answer."""
        self.connection.send("Page.crash")

    crash_alone = crash

    def freeze(self, isFrozen):
        self.connection.call("Page.setWebLifecycleState", state="frozen" if isFrozen else "active")

    def front(self):
        self.connection.call("Page.bringToFront")

    def close(self):
        self.browser.get(f"/json/close/{self.id}")
        self.connection.close()

    def theme(self, is_dark):
        self.connection.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])

    def screenshot(self, path, width=1280, height=720, scale=1):
        """Writes a picture of the tab; `path` ends with png or webp."""
        self.connection.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        data = self.connection.call("Page.captureScreenshot", format=pathlib.Path(path).suffix[1:])["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))


class Firefox(Browser):
    title = "Firefox"
    names = ("firefox-esr", "firefox")

    def launch(self):
        place = os.path.join(self.profile, "WebDriverBiDiServer.json")
        if os.path.exists(place):
            os.remove(place)
        # A killed Firefox must not offer to restore its tabs or to start without extensions.
        settings = {"browser.sessionstore.resume_from_crash": False, "toolkit.startup.max_resumed_crashes": -1,
                    "datareporting.policy.dataSubmissionEnabled": False, "browser.shell.checkDefaultBrowser": False,
                    "app.normandy.enabled": False, "app.update.enabled": False, "network.captive-portal-service.enabled": False,
                    "network.connectivity-service.enabled": False, "services.settings.server": "data:,", "intl.accept_languages": "en"}
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in settings.items()]
        pathlib.Path(self.profile, "user.js").write_text("\n".join(lines))
        for lock in ("lock", ".parentlock"):
            pathlib.Path(self.profile, lock).unlink(missing_ok=True)
        self.spawn("--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port", "0", "about:blank")
        end = time.monotonic() + 60
        while not os.path.exists(place) or not pathlib.Path(place).read_text():
            if time.monotonic() > end:
                raise TimeoutError("Firefox did not start to listen")
            time.sleep(0.05)
        server = json.loads(pathlib.Path(place).read_text())
        self.connection = Connection(self, f"ws://{server['ws_host']}:{server['ws_port']}/session")
        self.connection.call("session.new", capabilities={})

    def tab(self, url):
        context = self.connection.call("browsingContext.create", type="tab")["context"]
        tab = FirefoxTab(self, context)
        tab.go(url)
        return tab


class FirefoxTab(Tab):
    def __init__(self, browser, context):
        self.browser, self.context, self.connection = browser, context, browser.connection

    def js(self, expression):
        # BiDi describes values in a form of its own; as JSON they are the same in both browsers.
        wrapped = f"(async () => JSON.stringify(await ({expression})) ?? 'null')()"
        result = self.connection.call("script.evaluate", expression=wrapped, target={"context": self.context}, awaitPromise=True)
        if result["type"] == "exception":
            raise ScriptFailed(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    def begin(self, script):
        """Begins a script, and does not wait for its end."""
        self.connection.send("script.evaluate", expression=script, target={"context": self.context}, awaitPromise=False)

    def go(self, url):
        self.connection.call("browsingContext.navigate", context=self.context, url=url, wait="none")

    def reload(self):
        self.connection.call("browsingContext.reload", context=self.context, wait="none")

    def key(self, key):
        code = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Enter": "\ue007", "Escape": "\ue00c",
                "Tab": "\ue004"}[key]
        actions = [{"type": "keyDown", "value": code}, {"type": "keyUp", "value": code}]
        self.connection.call("input.performActions", context=self.context, actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def processes(self):
        """The processes of all tabs, and how long each has used a processor."""
        found = {}
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (place / "cmdline").read_bytes().replace(b"\0", b" ").split()
                if b"-contentproc" in words and words[-1] == b"tab" and os.getpgid(int(place.name)) == self.browser.process.pid:
                    found[int(place.name)] = int((place / "stat").read_text().rsplit(")", 1)[1].split()[11])
            except (FileNotFoundError, ProcessLookupError):
                # It ended meanwhile.
                pass
        return found

    def crash(self):
        """Ends the processes of all tabs at once; the browser itself continues."""
        for process in self.processes():
            os.kill(process, signal.SIGKILL)

    def crash_alone(self):
        """Ends this tab's process only, which is found by the work that it does."""
        before = self.processes()
        self.js("(() => { const end = performance.now() + 500; while (performance.now() < end); })()")
        after = self.processes()
        os.kill(max(after, key=lambda process: after[process] - before.get(process, after[process])), signal.SIGKILL)

    def front(self):
        for remaining in (2, 1, 0):
            try:
                self.connection.call("browsingContext.activate", context=self.context)
                return
            except ScriptFailed as failure:
                # Firefox says so of a tab whose page is being replaced, too.
                if "no such frame" not in str(failure) or remaining == 0:
                    raise
                time.sleep(0.2)

    def close(self):
        self.connection.call("browsingContext.close", context=self.context)


def installed():
    """The browsers that can be driven here, and why each other one cannot."""
    return [browser for browser in (Chromium, Firefox) if browser.missing() is None]
