"""Reads the parts of Adobe's answers: JSON, ids, dates, links."""
import datetime
import fractions
import json
import re

from .encoding import quoted

BODY_BOUND = 4 << 20
INSTANT_BOUND = 2**53 - 1


class CallFailed(Exception):
    """Raised if a call has failed; `failure` is the failure as the log writes it."""

    def __init__(self, failure):
        super().__init__(failure)
        self.failure = failure


UNREADABLE = CallFailed({"kind": "transport", "transport": "unreadable"})


def transport(word):
    """Returns the reply for a request without an answer."""
    return {"result": {"kind": "failed", "failure": {"kind": "transport", "transport": word}}}


# JSON


class Number(str):
    """A number of JSON with the digits that Adobe wrote."""


def unique(members):
    if len(dict(members)) < len(members):
        raise ValueError("two members with the same name")
    return dict(members)


def parsed(body):
    """Parses the JSON in a body. Raises ValueError if it cannot be read."""
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
                item.encode()  # Fails if an escape denotes only half a character.
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
    """Returns a value as JSON without blanks, members sorted by name, numbers as written."""
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
    """Returns a whole number of 64 bits; None for any other value."""
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
    """Returns the value if it is text; otherwise None."""
    return value if isinstance(value, str) and not isinstance(value, Number) else None


class Object:
    """An object whose members are read by type. A member of another type makes the answer unreadable."""

    def __init__(self, value):
        if not isinstance(value, dict):
            raise UNREADABLE
        self.members = value

    def possible(self, name):
        """Returns the member if it is text; otherwise None."""
        return text_of(self.members.get(name))

    def optional(self, name, read):
        """Returns the member, read by `read`; None if it is absent or null."""
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
    """Returns a function that reads a map into a list of names and values, sorted by name."""
    return lambda value: [(name, read(item)) for name, item in by_name(Object(value).members)]


# Ids, dates and links


def fits(value, pattern=None, length=64):
    """Returns the text if it has the length and the characters of its type of id; otherwise None."""
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
    """Returns the instant in a header Date; None if the header has another form."""
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
    """Returns the pause in a header Retry-After, in milliseconds; None if the header has another form."""
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
    """Returns the scheme and the host, without slashes at the end and without user information."""
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
    """Returns the URL made absolute; None if a user agent must not open it."""
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


def trimmed(name):
    return name.strip(" \t\n\v\f\r")
