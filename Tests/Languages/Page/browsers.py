"""Headless browsers over their own protocols: Chromium over DevTools, Firefox over WebDriver BiDi. Needs the package websocket-client."""

import base64
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

import websocket


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Failed(Exception):
    """What the browser answered instead of a result."""


class Browser:
    """A process with a profile of its own, which ends with it."""

    def __init__(self, command, profile):
        self.profile = profile
        # A group of its own, so that the browser's helpers end with it. Their home is the profile: they write nowhere else.
        environment = dict(os.environ, HOME=profile, MOZ_HEADLESS="1")
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.number = 0
        self.events = []

    def connect(self, url, seconds=60):
        self.socket = websocket.create_connection(url, timeout=seconds, suppress_origin=True, max_size=None)

    def send(self, message):
        self.number += 1
        self.socket.send(json.dumps(dict(message, id=self.number)))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                return answer
            self.events.append(answer)

    def wait(self, expression, seconds=30):
        end = time.monotonic() + seconds
        while not self.run(f"!!({expression})"):
            if time.monotonic() > end:
                raise Failed(f"not true after {seconds} s: {expression}")
            time.sleep(0.05)

    def close(self):
        with contextlib.suppress(OSError, AttributeError):
            self.socket.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Chromium(Browser):
    """One visible tab, driven over the DevTools protocol."""

    name = "chromium"

    def __init__(self, path, width=1280, height=860):
        profile = tempfile.mkdtemp(prefix="page-")
        port = free_port()
        super().__init__(
            [path, "--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--disable-component-update", f"--user-data-dir={profile}",
             f"--remote-debugging-port={port}", f"--window-size={width},{height}", "about:blank"], profile)
        for _ in range(200):
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                    tab = next(one for one in json.load(answer) if one["type"] == "page")
                self.connect(tab["webSocketDebuggerUrl"])
                break
            time.sleep(0.1)
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def call(self, method, **values):
        answer = self.send({"method": method, "params": values})
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']}")
        return answer["result"]

    def run(self, expression):
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise Failed(answer["exceptionDetails"].get("exception", {}).get("description", str(answer)))
        return answer["result"].get("value")

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def size(self, width, height, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1, mobile=phone)

    def prefer(self, **features):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def key(self, key, shift=False):
        codes = {"ArrowRight": 39, "ArrowLeft": 37, "Enter": 13, "Escape": 27, "Home": 36, "End": 35, "Tab": 9}
        values = {"key": key, "modifiers": 8 if shift else 0, "windowsVirtualKeyCode": codes.get(key, ord(key.upper()) if len(key) == 1 else 0)}
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **values, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **values)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def drop(self, *files):
        data = {"items": [], "files": list(files), "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=300, y=400, data=data)

    def choose(self, selector, *files):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=list(files), nodeId=node)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pages(self):
        """The page as it is printed."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])


class Firefox(Browser):
    """One tab, driven over WebDriver BiDi, which Firefox speaks itself."""

    name = "firefox"

    def __init__(self, path):
        profile = tempfile.mkdtemp(prefix="page-")
        port = free_port()
        super().__init__([path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", str(port)], profile)
        for _ in range(300):
            with contextlib.suppress(OSError, websocket.WebSocketException):
                self.connect(f"ws://127.0.0.1:{port}/session")
                break
            time.sleep(0.1)
        self.call("session.new", capabilities={})
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method, **values):
        answer = self.send({"method": method, "params": values})
        if answer.get("type") == "error":
            raise Failed(f"{method}: {answer.get('message')}")
        return answer["result"]

    def run(self, expression):
        # The result passes as JSON: the protocol's own values have a form of their own.
        answer = self.call(
            "script.evaluate", expression=f"Promise.resolve({expression}).then((value) => JSON.stringify(value) ?? null)",
            target={"context": self.context}, awaitPromise=True, userActivation=True)
        if answer["type"] == "exception":
            raise Failed(answer["exceptionDetails"]["text"])
        value = answer["result"].get("value")
        return None if value is None else json.loads(value)

    def open(self, url):
        # The end is polled: Firefox does not report the end of each navigation.
        before = self.run("(() => { globalThis.isLeft = true; return location.href; })()")
        self.call("browsingContext.navigate", context=self.context, url=url, wait="none")
        if "#" in url and url.partition("#")[0] == before.partition("#")[0]:
            return
        end = time.monotonic() + 60
        while True:
            # While the page is replaced, there may be nothing that can answer.
            with contextlib.suppress(Failed):
                if self.run("document.readyState === 'complete' && !globalThis.isLeft"):
                    return
            if time.monotonic() > end:
                raise Failed(f"not open after 60 s: {url}")
            time.sleep(0.05)

    def key(self, key, shift=False):
        names = {"ArrowRight": "\uE014", "ArrowLeft": "\uE012", "Enter": "\uE007", "Escape": "\uE00C", "Home": "\uE011", "End": "\uE010"}
        value = names.get(key, key)
        actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        if shift:
            actions = [{"type": "keyDown", "value": "\uE008"}, *actions, {"type": "keyUp", "value": "\uE008"}]
        self.call("input.performActions", context=self.context, actions=[{"type": "key", "id": "keyboard", "actions": actions}])
