"""Makes a row of the table `summaries` from the summary that an app sends for a launch: `LaunchSummary` as JSON, which is not trusted."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

Row = Dict[str, Any]

_PRIME, _BASIS = 0x0000000001000000000000000000013B, 0x6C62272E07BB014262B821756295C58D
_WAYS = {"appleSSO": "appleSSO", "temporary": "temporary"}
#: The causes that only fulfilled requests have.
_AFTER_ALL = ("slow", "slow-behind-others", "split-preview", "fulfilled-after-failures")
_FULFILLED = ("permitted", "previewed", "signedIn", "signedOut", "userMetadata")


def row(value: Any) -> Row:
    """Returns the row. A value that the summary does not have is null.

    Raises `ValueError` if the value is not a summary. The error's text says which member is wrong.
    """
    if not isinstance(value, dict) or not all(isinstance(value.get(name), str) for name in ("support", "app", "serviceProvider")):
        raise ValueError("this line is no summary: a summary is the JSON text of a LaunchSummary, on one line")
    text, number = _reader(value, _text), _reader(value, _number)
    requests, causes, sign_ins = (_objects(value, name) for name in ("requests", "causes", "signIns"))
    upload = value.get("uploadedLog")
    if upload is not None and not isinstance(upload, dict):
        raise ValueError("uploadedLog is no object")
    app, _, version = value["app"].partition("/")
    events = number("events") or 0
    start = number("start") if events else None
    unfulfilled = sum(_number(one, "count") or 0 for one in requests if _text(one, "outcome") not in _FULFILLED)
    ordinary = sum(_number(one, "requests") or 0 for one in causes if one.get("isOrdinary") is True)
    ids = list(dict.fromkeys(filter(None, (_text(one, "id") for one in causes))))
    failed = unfulfilled > ordinary or "log-damaged" in ids
    fault = next((one for one in causes if _is_fault(one)), {}) if failed else {}
    code = _text(fault, "error")
    return {
        "launch_key": launch_key(value["serviceProvider"], value["app"], value["support"], "" if start is None else str(start)),
        "support_id": text("support"), "installation": text("installation"), "app": text("app") and app, "app_version": version or None,
        "library": text("library"), "system": text("system"), "platform": text("platform"), "api": text("api"),
        "service_provider": text("serviceProvider"), "started_at": start, "duration_ms": number("length") if events else None,
        "clock_ahead_ms": number("clockAhead"), "events": events, "provider": text("provider"), "way": _way(sign_ins),
        "sign_in_ms": next((_number(one, "took") for one in sign_ins if one.get("took") is not None), None),
        "requests": sum(_number(one, "count") or 0 for one in requests), "unfulfilled": unfulfilled, "failed": failed,
        "cause_id": _text(fault, "id"), "owner": _text(fault, "owner"), "adobe_code": None if code and code.isdigit() else code, "causes": ids,
        "ending": text("ending"), "calls": number("calls"), "failed_calls": number("failedCalls"), "weight": 1,
        "upload_reason": _text(upload, "reason") if upload else None, "upload_weight": _weight(upload) if upload else None,
    }


def launch_key(*texts: str) -> str:
    """Returns the key of a launch, as the library makes it from a log: an FNV-1a hash of 128 bits."""
    value = _BASIS
    for text in texts:
        for byte in text.encode("utf-8", "replace") + b"\xff":
            value = (value ^ byte) * _PRIME & (1 << 128) - 1
    return f"{value:032x}"


def _is_fault(cause: Row) -> bool:
    return cause.get("isOrdinary") is not True and bool(_number(cause, "requests")) and _text(cause, "id") not in _AFTER_ALL


def _way(sign_ins: List[Row]) -> Optional[str]:
    """Returns how the viewer signed in last. A sign-in on a screen is only `screen`, because a summary does not say on which one."""
    return _WAYS.get(_text(sign_ins[-1], "type") or "", "screen") if sign_ins else None


def _weight(upload: Row) -> int:
    weight = _number(upload, "weight")
    if weight is None or weight < 0:
        raise ValueError("weight is no count of launches")
    return weight


def _reader(value: Row, read: Callable[[Row, str], Any]) -> Callable[[str], Any]:
    return lambda name: read(value, name)


def _text(value: Row, name: str) -> Optional[str]:
    found = value.get(name)
    if found is None:
        return None
    try:
        found.encode()
    except (AttributeError, UnicodeEncodeError):
        raise ValueError(f"{name} is no text") from None
    return found


def _number(value: Row, name: str) -> Optional[int]:
    found = value.get(name)
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int) or not -(1 << 63) <= found < 1 << 63:
        raise ValueError(f"{name} is no whole number of 64 bits")
    return found


def _objects(value: Row, name: str) -> List[Row]:
    found = value.get(name)
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ValueError(f"{name} is no list of objects")
    return found
