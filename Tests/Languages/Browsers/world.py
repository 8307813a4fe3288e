"""What is around the app in these tests: a simulated Adobe Pass, and a site that delivers the app.

The site is also a proxy in front of the simulated Adobe Pass, of the same origin: it counts what arrives, and breaks answers on request.
"""
import collections
import http.client
import http.server
import json
import os
import pathlib
import re
import subprocess
import threading
import time
import urllib.error
import urllib.request

root = pathlib.Path(__file__).resolve().parents[3]
package = pathlib.Path(os.environ.get("FLOWMACHINE_PACKAGE", root / ".build/javascript/flowmachine"))
tool = pathlib.Path(os.environ.get("FLOW_TRACE", root / ".build/debug/flow-trace"))


def missing():
    """What must be built first; None if nothing must."""
    if not (package / "flowmachine.wasm").exists():
        return "there is no package: Sources/FlowMachine/JavaScript/build"
    if not tool.exists():
        return f"there is no {tool}: swift build --product flow-trace"
    return None


class Adobe:
    """`flow-trace serve`."""

    def __init__(self, port=0):
        self.start(port)

    def start(self, port=0):
        self.drain = None
        # Its input stays open for as long as it has to serve: it ends with the tests, also when they are killed.
        self.process = subprocess.Popen([tool, "serve", "--port", str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        greeting = self.process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:(\d+)", greeting)
        if address is None:
            self.kill()
            raise AssertionError(f"flow-trace serve did not start: {greeting!r}")
        self.port = int(address[1])
        # What it prints must not fill the pipe.
        self.drain = threading.Thread(target=self.process.stdout.read, daemon=True)
        self.drain.start()

    def say(self, command):
        """Hands in a command, and returns its answer, also if the server cannot carry it out."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/control", command.encode(), {"Content-Type": "text/plain"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.read().decode().strip()
        except urllib.error.HTTPError as error:
            with error:
                return error.read().decode().strip()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        if self.drain:
            self.drain.join()
        self.process.stdout.close()


class Site:
    """Delivers the repository's files, and hands requests to Adobe on.

    `faults`: what happens to the next requests whose path contains the key: `cut` sends half an answer, `slow` waits first, `lost` hands
    the request on and closes the connection, `throttle` answers 429 instead, and a code that was created expires soon with `brief`.
    """

    def __init__(self, adobe):
        self.adobe, self.faults, self.received, self.held = adobe, {}, collections.Counter(), threading.Event()
        self.uploads = []
        self.lock = threading.Lock()
        site = self

        class Handler(http.server.SimpleHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

            def __init__(self, *values):
                super().__init__(*values, directory=str(root))

            def log_message(self, *_):
                pass

            def translate_path(self, path):
                # The package may have been built elsewhere.
                built = "/.build/javascript/flowmachine/"
                if path.startswith(built):
                    return str(package / path[len(built):].split("?")[0])
                return super().translate_path(path)

            def end_headers(self):
                self.send_header("Cache-Control", "no-store")
                super().end_headers()

            def do_GET(self):
                if self.path.startswith(("/api/", "/o/", "/second-screen", "/adobe-services/")):
                    site.pass_on(self)
                elif self.path.startswith("/blank"):
                    self.answer(200, b"<!doctype html><title>Test</title>", "text/html")
                else:
                    super().do_GET()

            def do_POST(self):
                if self.path.startswith("/upload"):
                    site.uploads.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
                    return self.answer(204, b"", "text/plain")
                site.pass_on(self)

            do_DELETE = do_POST

            def answer(self, status, body, kind):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                # A browser that is killed leaves broken connections.
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def origin(self):
        return f"http://localhost:{self.server.server_address[1]}"

    def fault_of(self, path):
        with self.lock:
            for part, faults in self.faults.items():
                if part in path and faults:
                    return faults.pop(0)
        return None

    def pass_on(self, handler):
        length = int(handler.headers.get("Content-Length", 0))
        body = handler.rfile.read(length) if length else None
        with self.lock:
            self.received[kind_of(handler.command, handler.path)] += 1
        fault = self.fault_of(handler.path)
        if fault == "slow":
            time.sleep(1)
        connection = http.client.HTTPConnection("127.0.0.1", self.adobe.port, timeout=60)
        try:
            headers = {name: value for name, value in handler.headers.items() if name.lower() not in ("host", "origin", "referer", "connection")}
            connection.request(handler.command, handler.path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        except OSError:
            handler.close_connection = True
            return
        finally:
            connection.close()
        if fault == "lost":
            handler.close_connection = True
            return
        if fault == "throttle":
            handler.send_response(429)
            handler.send_header("Retry-After", "1")
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        if fault == "brief":
            content = json.dumps({**json.loads(content), "notAfter": str(int(time.time() * 1000) + 3000)}).encode()
        handler.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding"):
                handler.send_header(name, str(len(content)) if name.lower() == "content-length" else value)
        handler.end_headers()
        handler.wfile.write(content[: len(content) // 2] if fault == "cut" else content)
        if fault == "cut":
            handler.close_connection = True

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def kind_of(method, path):
    """The endpoint of a request, by the name that the log uses."""
    path = path.split("?")[0]
    parts = path.strip("/").split("/")
    if path == "/o/client/register":
        return "register"
    if path == "/o/client/token":
        return "token"
    rest = parts[3:]
    if rest[:2] == ["profiles", "code"]:
        return "profileForCode"
    if rest[:1] == ["profiles"]:
        return "profile" if len(rest) > 1 else "profiles"
    if rest[:1] == ["sessions"]:
        return "resumeSession" if len(rest) > 1 else "createSession"
    if rest[:1] == ["decisions"]:
        return rest[1]
    return rest[0] if rest else path
