"""The encodings of requests, as Specs/interpreter/contract.json describes in words."""
import base64
import hashlib
import re
import urllib.parse


def percent(text):
    return urllib.parse.quote(text, safe="-._~")


def base64_text(text):
    return base64.b64encode(text.encode()).decode()


def device_identifier(raw):
    """Returns the device identifier for Adobe. The system's own identifier never leaves the device."""
    return hashlib.sha256(raw.encode()).hexdigest()


def normalized_saml(response):
    return re.sub(r"[\r\n]", "", re.sub(r"[ \t]+", " ", response)).strip(" ")


def form(parts):
    return "&".join(f"{percent(name)}={percent(value)}" for name, value in parts)


def quoted(text):
    """Returns text as JSON."""
    short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + re.sub(r'["\\\x00-\x1f]', lambda found: short.get(found[0]) or f"\\u{ord(found[0]):04x}", text) + '"'


def compact(value):
    """Returns a value as JSON in the form of requests: without blanks, members in order."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{quoted(name)}:{compact(member)}" for name, member in value.items()) + "}"
    return {True: "true", False: "false"}.get(value) if isinstance(value, bool) else str(value)


def device_information(device):
    maker, system = device["manufacturer"], device["osName"]
    family = "macOS" if system in ("Mac OS", "OS X") else system
    members = {
        "primaryHardwareType": device["primaryHardwareType"], "model": device["model"], "version": device["version"],
        "manufacturer": maker, "vendor": maker, "osName": system, "osFamily": family, "osVendor": maker, "osVersion": device["osVersion"],
    }
    for name in ["displayWidth", "displayHeight", "displayPpi", "connectionIp", "connectionPort", "connectionType", "connectionSecure",
                 "applicationId"]:
        if device.get(name) is not None:
            members[name] = device[name]
    return compact(members)


def partner_status(status):
    provider = {}
    if "provider" in status:
        provider["id"] = status["provider"]
    if "expiry" in status:
        provider["expirationDate"] = str(status["expiry"])
    return compact({"frameworkPermissionInfo": {"accessStatus": status["permission"]}, "frameworkProviderInfo": provider})
