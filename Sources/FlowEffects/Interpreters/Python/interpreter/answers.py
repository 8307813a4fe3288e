"""Reads the answers of the registration and of REST API V2, as Specs/interpreter/contract.json describes in words."""
import re

from .errors import AnswerError
from .reading import (
    INSTANT_BOUND, UNREADABLE, CallFailed, Object, absolute, by_name, encoded, fits, instant, mapping, mvpd_id, number, parsed,
    retry_after, server_date, text, text_of, texts, trimmed, truth, uuid, values, written)


def deny(error):
    return {"kind": "deny", "error": error}


def unanswered(ref, status):
    """Returns the decision about a resource that an answer does not contain: a denial."""
    return {"resource": ref, "verdict": deny({"action": "none", "status": status}), "source": "other"}


class Reader:
    """Reads one answer to a call."""

    # The name of the function that reads a successful answer, for each endpoint.
    READINGS = {
        "register": "client", "token": "token", "configuration": "configuration", "profiles": "profiles", "profile": "profiles",
        "profileForCode": "profiles", "createPartnerProfile": "profiles", "createSession": "session", "resumeSession": "session",
        "partnerSession": "session", "preauthorize": "decisions", "authorize": "decisions", "logout": "logouts",
    }

    def __init__(self, interpreter, endpoint, entry, status, headers, body):
        self.interpreter, self.settings, self.store = interpreter, interpreter.settings, interpreter.store
        self.endpoint, self.api, self.kind = endpoint, entry["api"], entry["kind"]
        self.status, self.headers, self.body = status, headers, body

    def header(self, name):
        return next((value for other, value in self.headers if other.lower() == name.lower()), None)

    def json(self):
        try:
            return Object(parsed(self.body))
        except ValueError:
            raise UNREADABLE from None

    def reply(self):
        """Returns the reply in the form of the log."""
        try:
            result = self.result()
        except CallFailed as failed:
            result = {"kind": "failed", "failure": failed.failure}
        reply = {"result": result}
        date, wait, trace = self.header("Date"), self.header("Retry-After"), {}
        time = None if date is None else server_date(date)
        if time is not None:
            reply["serverTime"] = time
        pause = None if wait is None else retry_after(wait, time)
        if pause is not None:
            reply["retryAfter"] = pause
        if result["kind"] == "failed":
            trace["http"] = self.status
        if uuid(self.header("Adobe-Request-Id")):
            trace["request"] = self.header("Adobe-Request-Id")
        if result["kind"] == "session" and self.api == "restV2":
            session = uuid(self.json().possible("sessionId"))
            if session:
                trace["session"] = session
        if trace:
            reply["trace"] = trace
        return reply

    def result(self):
        if not 200 <= self.status <= 299:
            raise CallFailed(self.failure())
        return getattr(self, self.READINGS[self.kind])()

    # Failures

    def failure(self):
        status = {"kind": "status", "http": self.status}
        if self.status == 429:
            return {"kind": "throttled"}
        try:
            members = parsed(self.body)
        except ValueError:
            members = None
        if not isinstance(members, dict):
            members = {}
        if self.api == "registration":
            code = fits(text_of(members.get("error")), r"[a-z0-9_]+")
            return {"kind": "registrationRefused", "code": code} if code else status
        error = AnswerError(members)
        found = error.json(self.status, self.store) if error.is_error else None
        if self.status == 401:
            return {"kind": "unauthorized", **({"error": found} if found else {})}
        return {"kind": "refused", "http": self.status, "error": found} if found else status

    # Registration

    def client(self):
        answer = self.json()
        client, secret = answer.required("client_id", text), answer.required("client_secret", text)
        grants = answer.optional("grant_types", texts)
        if not client or not secret:
            raise UNREADABLE
        if grants is not None and "client_credentials" not in grants:
            raise CallFailed({"kind": "registrationRefused", "code": "unsupported_grant_type"})
        grants = ["client_credentials"] if grants is None else grants
        return {"kind": "registered", "client": self.store.put("client", {"id": client, "secret": secret, "grantTypes": grants})}

    def token(self):
        answer = self.json()
        token, created, lifetime = answer.required("access_token", text), answer.required("created_at", number), answer.required(
            "expires_in", number)
        if not re.fullmatch(r"[!-~]+", token) or not 0 <= lifetime * 1000 < 2**63:
            raise UNREADABLE
        end = instant(instant(created) + min(lifetime * 1000, INSTANT_BOUND))
        return {"kind": "token", "token": {"ref": self.store.put("token", token), "notAfter": end}}

    # Providers

    def configuration(self):
        answer = self.json()
        requestor = answer.optional("requestor", Object)
        listed = requestor.optional("mvpds", values) if requestor else None
        direct = answer.optional("mvpds", values)
        listed = direct if listed is None else listed
        if listed is None:
            raise UNREADABLE
        read = [entry for entry in map(self.provider, listed[:2000]) if entry]
        if listed and not read:
            raise UNREADABLE
        offered = self.interpreter.app.get("offeredProviders")
        kept = [
            entry for entry in read
            if mvpd_id(entry["id"]) and (offered is None or entry["id"] in offered or entry["id"] == self.settings.get("temporaryAccess"))]
        providers, entries = [], []
        for entry in kept:
            provider = {"mvpd": entry["id"]}
            if mvpd_id(entry["platformMappingId"]):
                provider["mapping"] = entry["platformMappingId"]
            provider["enablesPlatformServices"] = entry["enablePlatformServices"] or False
            provider["showsInPlatformPicker"] = entry["displayInPlatformPicker"] or False
            provider["enforcesPlatformPermissions"] = entry["enforcePlatformPermissions"] or False
            provider["boarding"] = {"SUPPORTED": "supported", "PICKER": "picker"}.get(entry["boardingStatus"], "none")
            provider["isTemporary"] = entry["isTempPass"] or False
            providers.append(provider)
            shown = {"mvpd": entry["id"], "displayName": entry["id"] if entry["displayName"] is None else entry["displayName"]}
            logo = absolute(entry["logoUrl"], self.interpreter.hosts["restV2"]) if entry["logoUrl"] is not None else None
            if logo:
                shown["logoURL"] = encoded(logo)
            shown.update(isTemporary=provider["isTemporary"], requiredMetadataFields=entry["requiredMetadataFields"] or [])
            entries.append(shown)
        supported = [
            item for item in providers if item["enablesPlatformServices"] and item["showsInPlatformPicker"] and "mapping" in item]
        directory = {
            "entries": entries, "supported": [item["mapping"] for item in supported],
            "featured": [item["mapping"] for item in supported if item["boarding"] == "supported"], "isLimited": offered is not None}
        return {"kind": "configuration", "configuration": {"ref": self.store.put("configuration", directory), "providers": providers}}

    @staticmethod
    def provider(value):
        try:
            entry = Object(value)
            read = {name: entry.optional(name, text) for name in ("id", "displayName", "logoUrl", "platformMappingId", "boardingStatus")}
            for name in ("enablePlatformServices", "displayInPlatformPicker", "enforcePlatformPermissions", "isTempPass"):
                read[name] = entry.optional(name, truth)
            read["requiredMetadataFields"] = entry.optional("requiredMetadataFields", texts)
            return read
        except CallFailed:
            return None

    # Profiles and sessions

    def attributes(self, value):
        """Returns the secret that contains a map of attributes."""
        read = []
        for name, member in by_name(Object(value).members):
            attribute = Object(member)
            state = attribute.optional("state", text)
            read.append({"name": name, "json": written(attribute.members.get("value")), "isEncrypted": state == "enc"})
        return {"attributes": read}

    def profiles(self):
        def entry(value):
            entry = Object(value)
            return entry.required("type", text), entry.required("notAfter", number), entry.optional("attributes", self.attributes)

        listed = self.json().required("profiles", mapping(entry))[:32]
        for name, (kind, _, _) in listed:
            if not mvpd_id(name) or not fits(kind):
                raise UNREADABLE
        profiles = []
        for name, (kind, end, attributes) in listed:
            profile = {"mvpd": name, "type": fits(kind, r"[A-Za-z0-9_-]+") or "other", "notAfter": instant(end)}
            if attributes:
                profile["attributes"] = self.store.put("attributes", attributes)
            profiles.append(profile)
        return {"kind": "profiles", "profiles": profiles}

    def session(self):
        answer = self.json()
        action = answer.required("actionName", text)
        reason, url, code, mvpd = (answer.optional(name, text) for name in ("reasonType", "url", "code", "mvpd"))
        missing, end = answer.optional("missingParameters", texts), answer.optional("notAfter", number)
        request = answer.optional("authenticationRequest", self.authentication_request)
        mvpd = mvpd_id(mvpd)
        named = {"mvpd": mvpd} if mvpd else {}
        if action == "authorize":
            reason = reason if reason in ("authenticated", "authenticatedSSO", "degraded", "temporary") else "other"
            session = {"kind": "authorize", "word": {"reason": reason, **named}}
        elif action in ("authenticate", "resume", "retry"):
            if not code:
                raise UNREADABLE
            link = absolute(url, self.interpreter.hosts["restV2"]) if action == "authenticate" and url is not None else None
            open_session = {"code": self.store.put("code", code)}
            if end is not None:
                open_session["notAfter"] = instant(end)
            if link:
                open_session["link"] = self.store.put("link", link)
            names = {"domain": "domainName", "domainName": "domainName", "mvpd": "mvpd", "redirectUrl": "redirectUrl"}
            reasons = {
                None: "none", "none": "none", "pfs_fallback": "partnerStatusFallback", "configuration_fallback": "configurationFallback",
                "missing_parameters_fallback": "missingParametersFallback"}
            open_session.update(
                named, missing=[names.get(name, "other") for name in (missing or [])[:8]], reason=reasons.get(reason, "other"))
            session = {"kind": action, "session": open_session}
        elif action == "partner_profile":
            if not request or not request["request"]:
                raise UNREADABLE
            session = {"kind": "partnerProfile", "request": self.store.put("request", request), **named}
        else:
            session = {"kind": "unsupported"}
        return {"kind": "session", "session": session}

    @staticmethod
    def authentication_request(value):
        request = Object(value)
        kind, content = request.optional("type", text), request.required("request", text)
        names, older = request.optional("attributesNames", texts), request.optional("attributes", texts)
        read = {"request": content}
        if kind is not None:
            read["type"] = kind
        read["attributeNames"] = names if names is not None else older or []
        return read

    # Decisions and sign-outs

    def decisions(self):
        refs = self.endpoint["resources"] if self.kind == "preauthorize" else [self.endpoint["resource"]]

        def token(value):
            token = Object(value)
            return token.required("notAfter", number), token.required("serializedToken", text)

        def entry(value):
            entry = Object(value)
            read = {
                "resource": entry.optional("resource", text), "source": entry.optional("source", text),
                "authorized": entry.required("authorized", truth), "token": entry.optional("token", token),
                "notAfter": entry.optional("notAfter", number),
                "error": entry.optional("error", lambda value: AnswerError(Object(value).members))}
            try:
                read["attributes"] = entry.optional("attributes", self.attributes)
            except CallFailed:
                read["attributes"] = None
            return read

        listed = [entry(value) for value in self.json().required("decisions", values)]
        open_resources = [trimmed(self.store.get(ref, "resource")) for ref in refs]
        decisions = []
        for index, item in enumerate(listed[:64]):
            if item["resource"] is not None:
                matches = [place for place, name in enumerate(open_resources) if name is not None and name == trimmed(item["resource"])]
            else:
                matches = [index] if index < len(open_resources) and open_resources[index] is not None else []
            if not matches:
                continue
            open_resources[matches[0]] = None
            attributes = item["attributes"] if item["authorized"] else None
            source = item["source"] if item["source"] in ("mvpd", "degradation", "temppass", "dummy") else "other"
            decision = {"resource": refs[matches[0]], "verdict": self.verdict(item), "source": source}
            if item["notAfter"] is not None:
                decision["notAfter"] = instant(item["notAfter"])
            if attributes:
                decision["attributes"] = self.store.put("attributes", attributes)
            decisions.append(decision)
        return {"kind": "decisions", "decisions": decisions}

    def verdict(self, item):
        if not item["authorized"]:
            return deny(item["error"].json(self.status, self.store) if item["error"] else {"action": "none", "status": self.status})
        if self.kind != "authorize" or not item["token"] or not item["token"][1]:
            return {"kind": "permit"}
        end, token = item["token"]
        return {"kind": "permit", "media": {"ref": self.store.put("media", token), "notAfter": instant(end)}}

    def logouts(self):
        def entry(value):
            entry = Object(value)
            return entry.required("actionName", text), entry.optional("url", text)

        listed = self.json().required("logouts", mapping(entry))[:32]
        if not all(mvpd_id(name) for name, _ in listed):
            raise UNREADABLE
        logouts = []
        for name, (action, url) in listed:
            action = {"partner_logout": "partnerLogout"}.get(action, action)
            outcome = {"kind": action if action in ("logout", "partnerLogout", "complete", "invalid") else "unsupported"}
            link = absolute(url, self.interpreter.hosts["restV2"]) if action == "logout" and url is not None else None
            if link:
                outcome["link"] = self.store.put("link", link)
            logouts.append({"mvpd": name, "action": outcome})
        return {"kind": "logouts", "logouts": logouts}
