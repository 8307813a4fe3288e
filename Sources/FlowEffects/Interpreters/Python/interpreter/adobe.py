"""Builds the requests from Specs/interpreter/contract.json, and sends them."""
import functools
import http.client
import json
import pathlib
import urllib.parse

from .answers import Reader, unanswered
from .encoding import base64_text, compact, device_information, form, partner_status, percent
from .legacy import LegacyReader
from .reading import BODY_BOUND, CallFailed, base, transport

CONTRACT = pathlib.Path(__file__).resolve().parents[5] / "Specs/interpreter/contract.json"


@functools.cache
def contract():
    """Returns the contract, which is read only once."""
    return json.loads(CONTRACT.read_text(encoding="utf-8"))


class Store:
    """The secrets of one app in memory, by their references such as token#3. Equal resources have equal references."""

    def __init__(self, secrets=()):
        self.secrets = dict(secrets)
        self.numbers = {}
        for ref in self.secrets:
            kind, number = ref.split("#")
            self.numbers[kind] = max(int(number), self.numbers.get(kind, 0))

    def put(self, kind, secret):
        if kind == "resource":
            for ref, known in self.secrets.items():
                if ref.startswith("resource#") and known == secret:
                    return ref
        self.numbers[kind] = self.numbers.get(kind, 0) + 1
        ref = f"{kind}#{self.numbers[kind]}"
        self.secrets[ref] = secret
        return ref

    def get(self, ref, kind):
        if ref is None or not ref.startswith(kind + "#") or ref not in self.secrets:
            raise CallFailed({"kind": "transport", "transport": "secretMissing"})
        return self.secrets[ref]

    def forget(self, ref):
        self.secrets.pop(ref, None)


def hosts(host, environments):
    """Returns the hosts of the three APIs."""
    place = base(host)
    for name, apis in environments.items():
        if name != "rules" and apis["restV2"] == place.lower():
            return apis
    return dict.fromkeys(["restV2", "registration", "restV1"], place)


class Interpreter:
    """Builds the request for a call and reads the answer to it.

    `app` is the configuration of the app, as in a context of the vectors: settings (the log's JSON), softwareStatement,
    deviceIdentifier, device, sendsDeviceHeadersEverywhere, and optionally visitor, serviceToken and offeredProviders.
    """

    def __init__(self, app, store):
        self.app = app
        self.settings = app["settings"]
        self.store = store
        self.hosts = hosts(self.settings["host"], contract()["hosts"])
        self.endpoints = {(entry["api"] == "restV1", entry["kind"]): entry for entry in contract()["endpoints"]}

    def endpoint(self, call):
        """Returns the endpoint of a call with its parameters, and its entry in the contract."""
        endpoint = call["endpoint"]
        if endpoint["kind"] == "restV1":
            return endpoint["endpoint"], self.endpoints[True, endpoint["endpoint"]["kind"]]
        return endpoint, self.endpoints[False, endpoint["kind"]]

    def request(self, call):
        """Returns the method, URL, headers and body of a request; the body is None if there is none."""
        endpoint, entry = self.endpoint(call)
        values = Values(self, call, endpoint)
        headers = values.parts(entry["headers"])
        path = [values.get(part[1:-1]) or "" if part.startswith("{") else part for part in entry["path"][1:].split("/")]
        if "." in path or ".." in path:
            raise CallFailed({"kind": "transport", "transport": "unreadable"})
        url = self.hosts[entry["api"]] + "".join("/" + percent(part) for part in path)
        query = form(values.parts(entry["query"]))
        body = None
        if "form" in entry:
            body = form(values.parts(entry["form"]))
        elif "json" in entry:
            body = compact(dict(values.parts(entry["json"])))
        return entry["method"], url + ("?" + query if query else ""), headers, body

    def answer_without_request(self, call):
        """Returns the reply to a call about resources that all contain commas, because Adobe cannot be asked about these; otherwise None."""
        endpoint, entry = self.endpoint(call)
        if (entry["api"], entry["kind"]) != ("restV1", "preauthorize") or not endpoint["resources"]:
            return None
        if Values(self, call, endpoint).get("resourceList"):
            return None
        return {"result": {"kind": "decisions", "decisions": [unanswered(ref, 200) for ref in endpoint["resources"]]}}

    def reply(self, call, status, headers, body):
        """Returns the reply for an answer, as the log writes it. Puts the answer's secrets into the store."""
        endpoint, entry = self.endpoint(call)
        reader = LegacyReader if entry["api"] == "restV1" else Reader
        return reader(self, endpoint, entry, status, headers, body).reply()

    def perform(self, call, timeout=30):
        """Sends the request for a call once, and returns the reply."""
        try:
            known = self.answer_without_request(call)
            if known:
                return known
            method, url, headers, body = self.request(call)
        except CallFailed as failed:
            return {"result": {"kind": "failed", "failure": failed.failure}}
        try:
            return self.reply(call, *send(method, url, headers, body, timeout))
        except TimeoutError:
            return transport("timedOut")
        except (OSError, http.client.HTTPException):
            return transport("connection")


class Values:
    """The values of one request."""

    def __init__(self, interpreter, call, endpoint):
        self.app, self.settings, self.store = interpreter.app, interpreter.settings, interpreter.store
        self.call, self.endpoint = call, endpoint

    def parts(self, parts):
        """Returns the names and values of the parts that are sent."""
        found = []
        for part in parts:
            if "text" in part:
                found.append((part["name"], part["text"]))
                continue
            if "if" in part and not self.app[part["if"]]:
                continue
            value = self.get(part["value"])
            if value is None:
                continue
            for encoding in part.get("encodings", []):
                value = {"base64": base64_text, "percent": percent}[encoding](value)
            found.append((part["name"], part["prefix"] + value if "prefix" in part else value))
        return found

    def get(self, name):
        """Returns the value for a name in the contract's table `values`; None if it is absent."""
        endpoint, get = self.endpoint, self.store.get
        match name:
            case "serviceProvider" | "domainName" | "redirectURL": return self.settings[name]
            case "partner": return "Apple"
            case "deviceType": return "tvOS" if self.settings["platform"] == "tvOS" else "iOS"
            case "softwareStatement" | "deviceIdentifier": return self.app[name]
            case "visitor" | "serviceToken": return self.app.get(name)
            case "deviceInformation": return device_information(self.app["device"])
            case "userAgent": return self.app["device"]["userAgent"]
            case "mvpd": return endpoint.get("mvpd")
            case "partnerStatus": return partner_status(endpoint["status"]) if "status" in endpoint else None
            case "accessToken": return get(self.call.get("token"), "token")
            case "clientID": return get(endpoint.get("client"), "client")["id"]
            case "clientSecret": return get(endpoint.get("client"), "client")["secret"]
            case "grantType":
                grants = get(endpoint.get("client"), "client")["grantTypes"]
                return "client_credentials" if "client_credentials" in grants or not grants else grants[0]
            case "code" | "saml" | "resource": return get(endpoint.get(name), name)
            case "resources": return [get(ref, "resource") for ref in endpoint.get("resources", [endpoint.get("resource")])]
            case "resourceList":
                names = [get(ref, "resource") for ref in endpoint["resources"]]
                return ",".join(name for name in names if "," not in name)
            case "identity": return get(endpoint["identity"], "identity") if "identity" in endpoint else None
        raise ValueError(f"the contract has a value that this interpreter does not know: {name}")


def send(method, url, headers, body, timeout):
    """Sends a request without following redirects, and returns status, headers and body. Of a body that is too long, it returns one byte more than
    the maximum, so that the caller rejects it."""
    place = urllib.parse.urlsplit(url)
    connect = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
    connection = connect(place.netloc, timeout=timeout)
    try:
        target = place.path + ("?" + place.query if place.query else "")
        connection.request(method, target, body.encode() if body is not None else None, dict(headers))
        response = connection.getresponse()
        content = response.read(BODY_BOUND + 1)
        # http.client detects an incomplete body only if it is read without a limit.
        if response.length and len(content) <= BODY_BOUND:
            raise http.client.IncompleteRead(content, response.length)
        return response.status, response.getheaders(), content
    finally:
        connection.close()
