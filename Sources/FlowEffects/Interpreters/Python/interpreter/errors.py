"""Adobe's errors, as JSON and as XML."""
import re

from .reading import fits, text_of, uuid, whole


def xml_error(body):
    """Returns the members of an error in XML; None for any other body."""
    if len(body) > 65_536:
        return None
    page = body.decode("utf-8", errors="replace").lstrip()
    if page.startswith("<?xml") and "?>" in page:
        page = page.partition("?>")[2].lstrip()
    if not page.startswith(("<error>", "<error ")):
        return None
    members = {}
    for name in ("action", "status", "code", "message", "details", "trace"):
        found = re.search(f"<{name}>(.*?)</{name}>", page, re.DOTALL)
        if found:
            members[name] = found[1]
            for escape, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
                members[name] = members[name].replace(escape, character)
    return members if {"action", "code", "message"} & members.keys() else None


class AnswerError:
    """An error of Adobe's: the whole body of an answer, or a member of a decision. Any member of the error may be missing."""

    def __init__(self, members):
        self.action, self.code, self.message, self.details, self.trace = (
            text_of(members.get(name)) for name in ("action", "code", "message", "details", "trace"))
        status = whole(members.get("status"))
        self.status = status if status is not None and 100 <= status <= 999 else None

    @property
    def is_error(self):
        return self.action is not None or self.code is not None

    @property
    def action_word(self):
        words = ("configuration", "applicationRegistration", "authentication", "authorization", "retry")
        return "applicationRegistration" if self.action == "application-registration" else self.action if self.action in words else "none"

    def json(self, status, store):
        """Returns the error as the log writes it. Puts its texts into the store."""
        error = {"action": self.action_word, "status": status if self.status is None else self.status}
        code, trace = fits(self.code, r"[a-z0-9_]+"), uuid(self.trace)
        if code:
            error["code"] = code
        if self.message is not None or self.details is not None:
            words = {"message": self.message or ""}
            if self.details is not None:
                words["details"] = self.details
            error["text"] = store.put("text", words)
        if trace:
            error["trace"] = trace
        return error
