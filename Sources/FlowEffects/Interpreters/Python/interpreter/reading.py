"""Reads the parts of Adobe's answers: JSON, ids, dates and links."""
import datetime
import fractions
import json
import re

from .encoding import quoted

BODY_BOUND = 4 << 20
INSTANT_BOUND = 2**53 - 1


class CallFailed(Exception):
    """Raised if a call has failed. `failure` is the failure in the form of the log."""

    def __init__(self, failure):
        super().__init__(failure)
        self.failure = failure


UNREADABLE = CallFailed({"kind": "transport", "transport": "unreadable"})


def transport(word):
    """Returns the reply for a request that received no answer."""
    return {"result": {"kind": "failed", "failure": {"kind": "transport", "transport": word}}}


# JSON


class Number(str):
    """A number in JSON as text, with the digits that Adobe sent."""


def unique(members):
    if len(dict(members)) < len(members):
        raise ValueError("two members with the same name")
    return dict(members)


def parsed(body):
    """Returns the JSON in a body. Raises ValueError if the body cannot be read."""
    if len(body) > BODY_BOUND:
        raise ValueError("too big")
    try:
        value = json.loads(
            body.removeprefix(b"\xef\xbb\xbf").decode("utf-8"), object_pairs_hook=unique, parse_int=Number, parse_float=Number,
            parse_constant=lambda word: int("not JSON: " + word))
    except RecursionError:
        raise ValueError("too deep") from None
    level, depth, count = [value], 0, 0
    while level:
        count += len(level)
        if count > 100_000:
            raise ValueError("too many values")
        inner = []
        for item in level:
            if isinstance(item, Number):
                if len(item) > 64:
                    raise ValueError("a long number")
            elif isinstance(item, str):
                item.encode()  # Raises if the text contains half a surrogate pair, which an escape can denote.
            elif isinstance(item, (list, dict)):
                if depth == 64:
                    raise ValueError("too deep")
                if isinstance(item, dict):
                    "".join(item).encode()
                inner += item.values() if isinstance(item, dict) else item
        level, depth = inner, depth + 1
    return value


def by_name(members):
    """Returns the members of an object, sorted by the bytes of their names."""
    return sorted(members.items(), key=lambda member: member[0].encode())


def written(value):
    """Returns a value as JSON without blanks. Members are sorted by name, and numbers keep their digits."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return "{" + ",".join(f"{quoted(name)}:{written(member)}" for name, member in by_name(value)) + "}"


def whole(value):
    """Returns the whole number of 64 bits in a value; None for any other value."""
    if isinstance(value, Number):
        digits, _, exponent = value.replace("E", "e").partition("e")
        if exponent and abs(int(exponent)) > 1000:
            return None
        number = fractions.Fraction(digits) * fractions.Fraction(10) ** int(exponent or 0)
        if number.denominator != 1:
            return None
        number = int(number)
    elif isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]+", value):
        number = int(value)
    else:
        return None
    return number if -(2**63) <= number < 2**63 else None


def instant(milliseconds):
    return min(max(milliseconds, 0), INSTANT_BOUND)


def text_of(value):
    """Returns the value if it is a text; None for any other value."""
    return value if isinstance(value, str) and not isinstance(value, Number) else None


class Object:
    """An object in an answer, whose members are read by name and type. A member of the wrong type makes the answer unreadable."""

    def __init__(self, value):
        if not isinstance(value, dict):
            raise UNREADABLE
        self.members = value

    def possible(self, name):
        """Returns the text of a member; None if the member is missing or not a text."""
        return text_of(self.members.get(name))

    def optional(self, name, read):
        """Returns the member, converted by `read`; None if the member is missing or null."""
        value = self.members.get(name)
        return None if value is None else read(value)

    def required(self, name, read):
        value = self.optional(name, read)
        if value is None:
            raise UNREADABLE
        return value


def checked(value, is_right):
    if not is_right:
        raise UNREADABLE
    return value


def text(value):
    return checked(value, text_of(value) is not None)


def truth(value):
    return checked(value, isinstance(value, bool))


def values(value):
    return checked(value, isinstance(value, list))


def texts(value):
    return [text(item) for item in values(value)]


def number(value):
    return checked(whole(value), whole(value) is not None)


def mapping(read):
    """Returns a function that reads a map as pairs of name and value, sorted by name. `read` reads a value."""
    return lambda value: [(name, read(item)) for name, item in by_name(Object(value).members)]


# Ids, dates and links


def fits(value, pattern=None, length=64):
    """Returns the text if it has 1 to `length` bytes and matches the pattern; None for any other value."""
    if value is None or not 1 <= len(value.encode()) <= length or pattern and not re.fullmatch(pattern, value):
        return None
    return value


def mvpd_id(value):
    return fits(value, length=128)


def uuid(value):
    return value if value and re.fullmatch(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", value) else None


MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
DATE = re.compile(r" *(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), +([0-9]{2}) +([A-Z][a-z]{2}) +([0-9]{4}) +([0-9]{2}):([0-9]{2}):([0-9]{2}) +GMT *")


def server_date(value):
    """Returns the instant in a header Date, in milliseconds since 1970; None if the text has another form."""
    found = DATE.fullmatch(value)
    if not found or found[2] not in MONTHS or not 1970 <= int(found[3]):
        return None
    day, year, hour, minute, second = (int(found[index]) for index in (1, 3, 4, 5, 6))
    if hour > 23 or minute > 59 or second > 60:
        return None
    try:
        days = datetime.date(year, MONTHS.index(found[2]) + 1, day).toordinal() - datetime.date(1970, 1, 1).toordinal()
    except ValueError:
        return None
    return ((days * 24 + hour) * 3600 + minute * 60 + second) * 1000


def retry_after(value, now):
    """Returns the wait that a header Retry-After requests, in milliseconds; None if the text has another form."""
    if re.fullmatch(r"[0-9]{1,9}", value):
        return int(value) * 1000
    until = server_date(value)
    return None if until is None or now is None else max(until - now, 0)


def secured(url):
    """Returns the URL with https in place of http, unless its host is this machine."""
    number = r"0*(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
    loopback = rf"(?:[^/?#:]*\.)?localhost|127(?:\.{number}){{3}}|\[::1\][^/?#]*"
    if not url[:7].lower() == "http://" or re.match(rf"(?:{loopback})(?:[:/?#]|$)", url[7:], re.IGNORECASE):
        return url
    return "https://" + url[7:]


def base(host):
    """Returns the scheme and host of a URL, without trailing slashes and without user information."""
    return secured(re.sub(r"^([^/?#]*//)[^/?#]*@", r"\1", host.rstrip("/")))


def has_host(url):
    place = re.split(r"[/?#]", url[2:])[0]
    if "@" in place:
        return False
    if place.startswith("["):
        return bool(re.match(r"\[[0-9A-Fa-f:.]", place))
    name = place.split(":")[0]
    return bool(re.fullmatch(r"[A-Za-z0-9\-._~%]+", name))


def absolute(url, host):
    """Returns the absolute form of a URL from Adobe; None if a user agent must not open the URL."""
    if not re.fullmatch(r"[!-~]+", url):
        return None
    for scheme in ("https:", "http:"):
        if url.lower().startswith(scheme + "//"):
            return secured(url) if has_host(url[len(scheme):]) else None
    if ":" in re.split(r"[/?#]", url)[0]:
        return None
    if url.startswith("//"):
        return secured(host.split("/")[0] + url) if has_host(url) else None
    return host + url if url.startswith("/") else f"{host}/{url}"


def encoded(url):
    """The URL with every character percent-encoded that is not allowed at its place."""
    start = url.find("//") + 2
    end = url.find("]", start) if start > 1 and url.startswith("[", start) else -1

    def character(found):
        place, is_allowed = found.start(), False
        if found[0] in "[]":
            is_allowed = start <= place <= end
        elif found[0] == "#":
            is_allowed = url.find("#") == place
        elif found[0] == "%":
            is_allowed = re.match(r"[0-9A-Fa-f]{2}", url[place + 1:]) is not None
        return found[0] if is_allowed else f"%{ord(found[0]):02X}"

    return re.sub(r'["<>\\^`{|}\[\]#%]', character, url)


def trimmed(name):
    return name.strip(" \t\n\v\f\r")
