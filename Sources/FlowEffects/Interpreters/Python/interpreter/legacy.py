"""Reads the answers of the legacy REST API V1."""
from .answers import Reader, deny, unanswered
from .encoding import base64_text, device_information, form
from .errors import AnswerError, xml_error
from .reading import (
    BODY_BOUND, UNREADABLE, CallFailed, Object, by_name, instant, mvpd_id, number, parsed, text, texts, trimmed, truth, values, written)


class LegacyReader(Reader):
    """Reads one answer of the legacy API."""

    READINGS = {
        "checkAuthentication": "check_authentication", "configuration": "configuration", "profileRequest": "profile_request",
        "exchange": "done", "authenticationToken": "authentication_token", "createCode": "create_code", "authorize": "authorization",
        "mediaToken": "media_token", "preauthorize": "preauthorization", "userMetadata": "user_metadata", "logout": "done",
        "freePreview": "done",
    }

    def result(self):
        result = self.denial()
        if result:
            return result
        if 200 <= self.status <= 299:
            self.refuse_error()
        return super().result()

    # Failures

    def error_body(self):
        """Returns "empty", "other", or the error in the body."""
        if not self.body.strip(b" \t\n\v\f\r"):
            return "empty"
        try:
            members = parsed(self.body)
        except ValueError:
            members = None
        if isinstance(members, dict):
            error = AnswerError(members)
            return error if error.is_error or (error.status is not None and error.message is not None) else "other"
        members = xml_error(self.body)
        return AnswerError(members) if members else "other"

    def implied_action(self, status):
        if status == 412:
            return "authentication"
        if status in (404, 410) and self.kind == "mediaToken":
            return "authorization"
        return "authentication" if status == 410 else "none"

    def refusal(self, error):
        found = error.json(self.status, self.store)
        if "code" not in found and found["action"] == "none":
            actions = [self.implied_action(status) for status in (self.status, found["status"])]
            found["action"] = next((action for action in actions if action != "none"), "none")
        return found

    def failure(self):
        if self.status == 429:
            return {"kind": "throttled"}
        body = self.error_body()
        if self.status == 401:
            found = body.json(401, self.store) if isinstance(body, AnswerError) else None
            return {"kind": "unauthorized", **({"error": found} if found else {})}
        if isinstance(body, AnswerError) and 400 <= self.status <= 599:
            return {"kind": "refused", "http": self.status, "error": self.refusal(body)}
        action = self.implied_action(self.status)
        if body == "empty" and action != "none":
            return {"kind": "refused", "http": self.status, "error": {"action": action, "status": self.status}}
        return {"kind": "status", "http": self.status}

    def refuse_error(self):
        body = self.error_body()
        if isinstance(body, AnswerError) and body.status is not None and body.status >= 400:
            raise CallFailed({"kind": "refused", "http": self.status, "error": self.refusal(body)})

    def refuse_page(self):
        start = self.body[:1024].lower()
        if b"<html" in start or b"<!doctype" in start:
            raise UNREADABLE

    def denial(self):
        """Returns the result of a status that means "no" at this endpoint, and not a failure; None for any other status."""
        place = (self.kind, self.status)
        if place in (("checkAuthentication", 403), ("authenticationToken", 404)):
            return {"kind": "authentication"} if self.says_nobody() else None
        if place in (("userMetadata", 404), ("userMetadata", 412)):
            return {"kind": "userMetadata", "metadata": {"isFromPartner": False}} if self.says_nobody() else None
        if place in (("authorize", 403), ("mediaToken", 403)):
            body = self.error_body()
            if body == "empty":
                error = {"action": "none", "status": self.status}
            elif body != "other" and body.action_word not in ("configuration", "applicationRegistration"):
                error = body.json(self.status, self.store)
            else:
                return None
            return self.decision(deny(error), "mvpd")
        return None

    def says_nobody(self):
        body = self.error_body()
        if isinstance(body, AnswerError):
            return body.action_word == "authentication" or (body.action_word == "none" and body.code is None)
        return body == "empty"

    # Results

    def decision(self, verdict, source):
        return {"kind": "decisions", "decisions": [{"resource": self.endpoint["resource"], "verdict": verdict, "source": source}]}

    def refuse_other(self, answer):
        named = answer.possible("resource")
        if named is not None and trimmed(named) != trimmed(self.store.get(self.endpoint["resource"], "resource")):
            raise UNREADABLE

    def source(self, mvpd):
        return "temppass" if mvpd is not None and mvpd == self.settings.get("temporaryAccess") else "mvpd"

    def check_authentication(self):
        self.refuse_page()
        return {"kind": "authentication", "word": {"reason": "legacyToken"}}

    def authentication_token(self):
        answer = self.json()
        word, mvpd, end = {"reason": "legacyToken"}, mvpd_id(answer.possible("mvpd")), answer.optional("expires", number)
        if mvpd:
            word["mvpd"] = mvpd
        if end is not None:
            word["notAfter"] = instant(end)
        return {"kind": "authentication", "word": word}

    def profile_request(self):
        self.refuse_page()
        directory = self.store.get(self.endpoint["configuration"], "configuration")
        try:
            content = self.body.decode("utf-8")
        except UnicodeDecodeError:
            raise UNREADABLE from None
        if not content or len(self.body) > BODY_BOUND:
            raise UNREADABLE
        names = [entry["requiredMetadataFields"] for entry in directory["entries"] if entry["mvpd"] == self.endpoint["mvpd"]]
        request = {"request": content, "attributeNames": names[0] if names else []}
        return {"kind": "partnerRequest", "request": self.store.put("request", request)}

    def create_code(self):
        answer = self.json()
        code, end = answer.required("code", text), answer.optional("expires", number)
        if not code:
            raise UNREADABLE
        mvpd = self.endpoint.get("mvpd") or mvpd_id(answer.possible("mvpd"))
        session = {"code": self.store.put("code", code)}
        if end is not None:
            session["notAfter"] = instant(end)
        if mvpd:
            query = form([
                ("reg_code", code), ("requestor_id", self.settings["serviceProvider"]), ("mso_id", mvpd),
                ("domain_name", self.settings["domainName"]), ("noflash", "true"), ("no_iframe", "true"),
                ("redirect_url", self.settings["redirectURL"])])
            session["link"] = self.store.put("link", f"{self.interpreter.hosts['restV1']}/api/v1/authenticate?{query}")
            session["mvpd"] = mvpd
        session.update(missing=[], reason="none")
        return {"kind": "session", "session": {"kind": "authenticate", "session": session}}

    def authorization(self):
        answer = self.json()
        self.refuse_other(answer)
        return self.decision({"kind": "permit"}, self.source(answer.possible("mvpd")))

    def media_token(self):
        answer = self.json()
        end, token = answer.required("expires", number), answer.required("serializedToken", text)
        if not token:
            raise UNREADABLE
        self.refuse_other(answer)
        media = {"ref": self.store.put("media", token), "notAfter": instant(end)}
        return self.decision({"kind": "permit", "media": media}, self.source(answer.possible("mvpdId")))

    def preauthorization(self):
        def entry(value):
            entry = Object(value)
            error = entry.optional("error", lambda value: AnswerError(Object(value).members))
            return trimmed(entry.required("id", text)), entry.required("authorized", truth), error

        listed = [entry(value) for value in self.json().required("resources", values)]
        decisions = []
        for ref in self.endpoint["resources"]:
            name = trimmed(self.store.get(ref, "resource"))
            found = next((item for item in listed if item[0] == name), None)
            if not found:
                decisions.append(unanswered(ref, self.status))
                continue
            _, authorized, error = found
            denial = error.json(self.status, self.store) if error else {"action": "none", "status": self.status}
            decisions.append({"resource": ref, "verdict": {"kind": "permit"} if authorized else deny(denial), "source": "mvpd"})
        return {"kind": "decisions", "decisions": decisions}

    def user_metadata(self):
        answer = self.json()
        encrypted, data = answer.optional("encrypted", texts) or [], answer.required("data", Object)
        attributes = [
            {"name": name, "json": written(value), "isEncrypted": name in encrypted} for name, value in by_name(data.members)]
        metadata = {
            "attributes": self.store.put("attributes", {"attributes": attributes}),
            "isFromPartner": data.possible("tokenSource") == "Apple"}
        return {"kind": "userMetadata", "metadata": metadata}

    def done(self):
        if self.error_body() != "empty":
            raise UNREADABLE
        return {"kind": "done"}


def sign_out_link(settings, identifier, device, hosts):
    """Returns the link to the page that signs a viewer out in a user agent."""
    parts = [("requestor", settings["serviceProvider"]), ("deviceId", base64_text(identifier))]
    if device:
        parts.append(("device_info", base64_text(device_information(device))))
    return f"{hosts['restV1']}/api/v1/logout?{form([*parts, ('redirect_url', settings['redirectURL'])])}"
