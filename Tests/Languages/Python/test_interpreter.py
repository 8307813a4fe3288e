"""The interpreter passes every vector in Specs/interpreter."""
import base64
import json
import socket
import threading
import unittest

import sources

from interpreter import Interpreter, Store, encoding, reading
from interpreter.adobe import CONTRACT, contract, hosts
from interpreter.legacy import sign_out_link

VECTORS = json.loads((CONTRACT.parent / "vectors.json").read_text(encoding="utf-8"))
ENVIRONMENTS = contract()["hosts"]


def whole_number(text):
    try:
        number = reading.whole(reading.parsed(text.encode()))
    except ValueError:
        return None
    return None if number is None else str(number)


ENCODINGS = {
    "percent": lambda vector: encoding.percent(vector["in"]),
    "base64": lambda vector: encoding.base64_text(vector["in"]),
    "json": lambda vector: encoding.quoted(vector["in"]),
    "saml": lambda vector: encoding.normalized_saml(vector["in"]),
    "hosts": lambda vector: hosts(vector["in"], ENVIRONMENTS),
    "links": lambda vector: reading.absolute(vector["in"], vector["host"].rstrip("/")),
    "dates": lambda vector: reading.server_date(vector["in"]),
    "waits": lambda vector: reading.retry_after(vector["in"], vector["now"]),
    "numbers": lambda vector: whole_number(vector["in"]),
    "deviceIdentifiers": lambda vector: encoding.device_identifier(vector["in"]),
    "signOutLinks": lambda vector: sign_out_link(
        vector["settings"], vector["deviceIdentifier"], vector.get("device"), hosts(vector["settings"]["host"], ENVIRONMENTS)),
}


class Vectors(unittest.TestCase):
    maxDiff = None

    def interpreter(self, vector):
        return Interpreter(VECTORS["contexts"][vector["context"]], Store(vector["secrets"]))

    def test_encodings(self):
        self.assertEqual(set(VECTORS), {"contexts", "requests", "answers", *ENCODINGS})
        for name, function in ENCODINGS.items():
            for vector in VECTORS[name]:
                with self.subTest(name, vector=vector["in"] if "in" in vector else ""):
                    self.assertEqual(function(vector), vector["out"])

    def test_requests(self):
        for vector in VECTORS["requests"]:
            with self.subTest(vector["name"]):
                interpreter = self.interpreter(vector)
                try:
                    reply = interpreter.answer_without_request(vector["call"])
                    request = None if reply else interpreter.request(vector["call"])
                except reading.CallFailed as failed:
                    reply, request = {"result": {"kind": "failed", "failure": failed.failure}}, None
                if request:
                    method, url, headers, body = request
                    sent = {"method": method, "url": url, "headers": [list(field) for field in headers]}
                    if body is not None:
                        sent["body"] = body
                    self.assertEqual(sent, vector.get("request"))
                self.assertEqual(reply, vector.get("reply"))

    def test_answers(self):
        for vector in VECTORS["answers"]:
            with self.subTest(vector["name"]):
                interpreter, answer = self.interpreter(vector), vector["response"]
                body = base64.b64decode(answer["base64"]) if "base64" in answer else answer["body"].encode()
                body = b" " * answer.get("blanks", 0) + body
                reply = interpreter.reply(vector["call"], answer["status"], answer["headers"], body)
                self.assertEqual(reply, vector["reply"])
                named = {ref: secret for ref, secret in interpreter.store.secrets.items() if ref in vector["newSecrets"]}
                self.assertEqual(named, vector["newSecrets"])

    def test_the_store_names_equal_resources_once_and_never_reuses_a_number(self):
        store = Store()
        self.assertEqual([store.put("resource", name) for name in ("a", "b", "a")], ["resource#1", "resource#2", "resource#1"])
        self.assertEqual([store.put("media", "a"), store.put("media", "a")], ["media#1", "media#2"])
        store.forget("media#2")
        self.assertEqual(store.put("media", "b"), "media#3")
        self.assertEqual(store.put("token", "a"), "token#1")

    def test_the_vectors_can_fail(self):
        vector = next(vector for vector in VECTORS["answers"] if vector["reply"]["result"]["kind"] == "profiles" and vector["newSecrets"])
        reply = self.interpreter(vector).reply(vector["call"], 500, [], b"")
        self.assertNotEqual(reply, vector["reply"])


class Transport(unittest.TestCase):
    """One request is sent once, over loopback."""

    def perform(self, address, timeout=30):
        context = VECTORS["contexts"][0]
        app = {**context, "settings": {**context["settings"], "host": f"http://{address[0]}:{address[1]}"}}
        return Interpreter(app, Store({"token#1": "access"})).perform(
            {"token": "token#1", "endpoint": {"kind": "profiles"}}, timeout)["result"]

    def answered(self, answer):
        """The result of a call to a server with this answer, and the request that the server received."""
        received = []
        with socket.create_server(("127.0.0.1", 0)) as server:
            def serve():
                connection, _ = server.accept()
                with connection:
                    received.append(connection.recv(65_536))
                    connection.sendall(answer)

            thread = threading.Thread(target=serve)
            thread.start()
            result = self.perform(server.getsockname())
            thread.join()
        return result, received

    def test_an_answer_becomes_a_result(self):
        body = b'{"profiles":{}}'
        result, received = self.answered(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        self.assertEqual(result, {"kind": "profiles", "profiles": []})
        self.assertIn(b"\r\nAuthorization: Bearer access\r\n", received[0])
        self.assertEqual(len(received), 1)

    def test_a_redirect_is_not_followed(self):
        result, _ = self.answered(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
        self.assertEqual(result, {"kind": "failed", "failure": {"kind": "status", "http": 302}})

    def test_without_an_answer_the_connection_failed(self):
        lost = {"kind": "failed", "failure": {"kind": "transport", "transport": "connection"}}
        self.assertEqual(self.answered(b"")[0], lost)
        self.assertEqual(self.answered(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}")[0], lost)
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = server.getsockname()
        self.assertEqual(self.perform(address), lost)

    def test_an_endless_body_is_read_up_to_its_bound(self):
        sent = []
        with socket.create_server(("127.0.0.1", 0)) as server:
            def serve():
                connection, _ = server.accept()
                with connection:
                    connection.recv(65_536)
                    try:
                        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                        while sum(sent) < 200 << 20:
                            connection.sendall(b" " * (1 << 20))
                            sent.append(1 << 20)
                    except OSError:
                        pass

            thread = threading.Thread(target=serve)
            thread.start()
            unreadable = {"kind": "failed", "failure": {"kind": "transport", "transport": "unreadable"}}
            self.assertEqual(self.perform(server.getsockname()), unreadable)
            thread.join()
        self.assertLess(sum(sent), 50 << 20)

    def test_a_server_that_says_nothing_is_a_time_out(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            self.assertEqual(
                self.perform(server.getsockname(), timeout=0.05), {"kind": "failed", "failure": {"kind": "transport", "transport": "timedOut"}})

    def test_without_a_secret_nothing_is_sent(self):
        interpreter = Interpreter(VECTORS["contexts"][0], Store())
        reply = interpreter.perform({"token": "token#1", "endpoint": {"kind": "profiles"}})
        self.assertEqual(reply, {"result": {"kind": "failed", "failure": {"kind": "transport", "transport": "secretMissing"}}})


if __name__ == "__main__":
    unittest.main()
