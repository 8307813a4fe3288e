"""Both clients sign in and play although what is between them and Adobe delays, cuts, loses, repeats, reorders or replaces answers."""
import collections
import concurrent.futures
import contextlib
import http.client
import http.server
import itertools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

from sources import ROOT

TOOL = os.environ.get("FLOW_TRACE", str(ROOT / ".build/debug/flow-trace"))
PACKAGE = os.environ.get("FLOWMACHINE_PACKAGE", str(ROOT / ".build/javascript/flowmachine"))
CLIENTS = ROOT / "Sources/FlowEffects/Interpreters"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "Sources/FlowMachine/Python"), "FLOWMACHINE_PACKAGE": PACKAGE}
HTML = b"<html>Welcome to the hotel</html>"


class Adobe:
    """`flow-trace serve`, which a viewer on a second screen uses: it signs in with each code as soon as the code is open."""

    def __init__(self, port=0):
        command = [TOOL, "serve", "--port", str(port)]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def say(self, command):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/control", data=command.encode(), timeout=30) as answer:
            return answer.read().decode()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def forward(self, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.target, timeout=30)
        own = ("host", "connection", "content-length", "transfer-encoding")
        connection.request(self.command, self.path, body, {name: value for name, value in self.headers.items() if name.lower() not in own})
        answer = connection.getresponse()
        with contextlib.closing(connection):
            return answer.status, [(name, value) for name, value in answer.getheaders() if name.lower() not in own], answer.read()

    def answer(self):
        number, fault = next(self.server.counter), self.server.fault
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
        status, headers, content = self.forward(body)
        if fault == "delayed": time.sleep(number % 5 / 4)
        if fault == "reordered": time.sleep((0.8, 0, 0.4, 0)[number % 4])
        if fault == "repeated": status, headers, content = self.forward(body)
        if fault == "lost" and number % 3 == 0 or fault == "lost and repeated" and number % 2 == 0:
            if fault == "lost and repeated": self.forward(body)
            self.close_connection = True
            return
        if fault == "cut" and number % 3 == 0:
            self.close_connection = True
            return self.send(status, headers, content[:len(content) // 2], len(content))
        if fault == "a page" and number % 3 == 0: status, headers, content = 200, [("Content-Type", "text/html")], HTML
        if fault == "503" and number % 3 == 0: status, headers, content = 503, [], b""
        if fault == "429" and number % 4 == 0: status, headers, content = 429, [], HTML
        if fault == "no type": headers = [(name, value) for name, value in headers if name.lower() != "content-type"]
        self.send(status, headers, content, None if fault == "chunked" else len(content))

    def send(self, status, headers, content, length):
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Transfer-Encoding" if length is None else "Content-Length", "chunked" if length is None else str(length))
        self.end_headers()
        if length is None:
            pieces = [content[start:start + 7] for start in range(0, len(content), 7)] + [b""]
            content = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        self.wfile.write(content)

    do_GET = do_POST = do_DELETE = answer


class Proxy(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, target, fault):
        super().__init__(("127.0.0.1", 0), Handler)
        self.target, self.fault, self.counter = target, fault, itertools.count(1)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        # A client that gave up leaves a broken connection.
        pass


def command(client, port, folder):
    if client == "Python":
        return [sys.executable, str(CLIENTS / "Python/client.py"), "--port", str(port), "--folder", str(folder), "REF30"]
    return ["node", str(CLIENTS / "JavaScript/client.mjs"), f"http://127.0.0.1:{port}", "REF30", "SmallCo", str(folder / "client.jsonl")]


def start(client, port, folder):
    return subprocess.Popen(command(client, port, folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENVIRONMENT)


def codes(process, lines):
    """The codes that a client shows. What it prints is added to `lines`."""
    for line in process.stdout:
        lines.append(line)
        if found := re.search(r"code:? ([A-Z0-9]{7})$", line):
            yield found[1]
    process.stdout.close()


def missing():
    if not os.path.exists(TOOL):
        return f"there is no {TOOL}: swift build --product flow-trace"
    if not os.path.exists(PACKAGE + "/flowmachine.wasm"):
        return "there is no package: Sources/FlowMachine/JavaScript/build"
    return None


@unittest.skipIf(missing(), missing())
class ProxyTests(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def adobe(self, port=0):
        adobe = Adobe(port)
        self.addCleanup(adobe.stop)
        return adobe

    def evening(self, client, fault):
        """Signs in and plays through the fault. Returns what was wrong."""
        adobe = self.adobe()
        folder = self.folder / f"{client}-{fault}"
        folder.mkdir()
        lines = []
        with Proxy(adobe.port, fault) as proxy, start(client, proxy.server_address[1], folder) as process:
            limit = threading.Timer(120, process.kill)
            limit.start()
            for code in codes(process, lines):
                adobe.say(f"sign-in {code} SmallCo")
            status = process.wait()
            limit.cancel()
            proxy.shutdown()
        adobe.stop()
        return [f"{client}, {fault}: {status}\n{''.join(lines)}"] if status or not self.verified(folder) else []

    def verified(self, folder):
        return subprocess.run([TOOL, "verify", "-q", str(folder)], check=False).returncode == 0

    def test_both_clients_play_through_every_fault(self):
        faults = ("none", "delayed", "cut", "lost", "repeated", "lost and repeated", "reordered", "chunked", "no type", "503", "429", "a page")
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            evenings = [pool.submit(self.evening, client, fault) for fault in faults for client in ("Python", "JavaScript")]
            self.assertEqual([text for evening in evenings for text in evening.result()], [])

    def test_both_clients_survive_a_server_that_is_started_again_while_a_code_is_shown(self):
        for client in ("Python", "JavaScript"):
            with self.subTest(client):
                folder = self.folder / client
                folder.mkdir()
                adobe, lines = self.adobe(), []
                with start(client, adobe.port, folder) as process:
                    shown = codes(process, lines)
                    next(shown)
                    adobe.process.send_signal(signal.SIGKILL)
                    adobe.stop()
                    # The new server knows neither the code nor the client.
                    adobe = self.adobe(adobe.port)
                    for code in shown:
                        adobe.say(f"sign-in {code} SmallCo")
                    self.assertEqual(process.wait(), 0, "".join(lines))
                self.assertTrue(self.verified(folder))
                adobe.stop()

    def test_no_launch_uses_a_number_of_one_that_was_killed(self):
        adobe = self.adobe()
        for launch in range(12):
            with start("Python", adobe.port, self.folder) as process:
                while process.poll() is None and len(list(self.folder.glob("*.jsonl"))) <= launch:
                    time.sleep(0.01)
                time.sleep(launch / 40)
                process.kill()
                process.stdout.close()
        # A launch that was killed between the creation of its log and the first line leaves an empty file.
        for log in self.folder.glob("*.jsonl"):
            if log.stat().st_size == 0:
                log.unlink()
        self.assertTrue(self.verified(self.folder))
        used = collections.Counter()
        for log in self.folder.glob("*.jsonl"):
            # The last line of a launch that was killed may lack its end.
            records = [json.loads(line) for line in log.read_text().split("\n")[1:-1]]
            effects = [effect for record in records for effect in record["effects"]]
            for kind, name in (("call", "request"), ("arm", "timer"), ("present", "presentation")):
                used.update({(kind, effect[name]) for effect in effects if effect["kind"] == kind})
        self.assertGreater(len(used), 12)
        self.assertEqual([number for number, launches in used.items() if launches > 1], [])


if __name__ == "__main__":
    unittest.main()
