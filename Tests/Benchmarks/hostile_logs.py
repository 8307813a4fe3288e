"""Logs that nobody's app writes: each has valid checksums where it needs them, and is built to cost a reader time or memory.

`hostile` measures the tool on them; `Tests/Fuzzing/fuzz-tool` mutates small ones.
"""
import json
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2]

_TABLE = []
for _index in range(256):
    _value = _index
    for _ in range(8):
        _value = _value >> 1 ^ 0x82F63B78 if _value & 1 else _value >> 1
    _TABLE.append(_value)


def checksum(previous, data):
    """CRC-32C of `data`, which continues that of everything before it."""
    value, table = ~previous & 0xFFFFFFFF, _TABLE
    for byte in data:
        value = value >> 8 ^ table[(value ^ byte) & 0xFF]
    return ~value & 0xFFFFFFFF


class Log:
    """The lines of one segment, each sealed with a checksum that continues that of the line before."""

    def __init__(self, head=None):
        self.parts, self.size, self.checksum, self.number = [], 0, 0, 0
        for line in head if head is not None else header():
            self.seal(line)

    def seal(self, content):
        """Adds a line: an object without its last brace."""
        self.checksum = checksum(self.checksum, content)
        self.add(content + b',"crc":"%08x"}\n' % self.checksum)

    def add(self, data):
        self.parts.append(data)
        self.size += len(data)

    def record(self, origin, effects="[]", rule="FM-04", state="unregistered", step="registering"):
        self.number += 1
        self.seal(
            f'{{"number":{self.number},"event":{{"time":{1767225600000 + self.number},"origin":{origin}}},"rule":"{rule}",'
            f'"state":"{state}","step":"{step}","effects":{effects},"digest":"0123456789abcdef"'.encode())

    @property
    def bytes(self):
        return b"".join(self.parts)


def scenario(name="happy-apple-sso"):
    """The lines of a recorded log, without their seals."""
    return contents((ROOT / "Specs/scenarios" / name / "log.jsonl").read_bytes())


def contents(log):
    """The lines of a log without their seals; a line without one as it is."""
    lines = []
    for line in log.split(b"\n")[:-1]:
        place = line.rfind(b',"crc":"')
        lines.append(line[:place] if place > 0 and len(line) == place + 18 else line)
    return lines


def header():
    return scenario()[:1]


def sign_in(wish):
    return f'{{"kind":"user","user":{{"kind":"start","wish":{wish}}}}}'


def reply(request, result='{"kind":"done"}'):
    return f'{{"kind":"reply","request":{request},"reply":{{"result":{result}}}}}'


def failure(code):
    error = f'{{"action":"none","status":403,"code":"{code}"}}'
    return f'{{"kind":"failed","failure":{{"kind":"refused","http":403,"error":{error}}}}}'


TIMER = '{"kind":"timer","timer":1}'


def grown(size, add, head=None):
    """A log to which `add(log, number)` adds until it has this size."""
    log, number = Log(head), 0
    while log.size < size:
        number += 1
        add(log, number)
    return log.bytes


def effects(count, effect):
    return "[" + ",".join(effect(number) for number in range(1, count + 1)) + "]"


def cancel(number):
    return f'{{"kind":"cancel","request":{number}}}'


def arm(number, purpose="retry"):
    return f'{{"kind":"arm","timer":{number},"purpose":"{purpose}","at":1767225600000}}'


def call(number):
    return f'{{"kind":"call","request":{number},"call":{{"endpoint":{{"kind":"register"}}}}}}'


def answer(number):
    return f'{{"kind":"answer","wish":{number},"answer":{{"kind":"signedOut","owed":false}}}}'


def forget(number):
    return f'{{"kind":"forget","what":{{"kind":"secret","secret":"token#{number}"}}}}'


def faithful(size):
    """A launch again and again: what an honest log of this size costs."""
    lines = scenario("poll-until-expiry")
    log, number = Log(lines[:1]), 0
    while log.size < size:
        for line in lines[1:]:
            number += 1
            fields = line.split(b",", 1)
            rest = fields[1]
            if rest.startswith(b'"by":'):
                rest = rest.split(b",", 1)[1]
            log.seal(b'{"number":%d,' % number + rest)
    return log.bytes


def open_requests(size):
    return grown(size, lambda log, number: log.record(sign_in(number)))


def answered_late(size):
    """Requests that all stay open, and then all end."""
    log, count = Log(), 0
    while log.size < size * 2 // 3:
        count += 1
        log.record(sign_in(count))
    number = count
    while log.size < size and number > 0:
        log.record(TIMER, f"[{answer(number)}]")
        number -= 1
    return log.bytes


def open_calls(size):
    """Calls without an answer, and replies to requests that nobody sent."""
    return grown(size, lambda log, number: log.record(reply(10**9 + number), f"[{call(number)},{arm(number, 'hold')}]"))


def open_timers(size):
    return grown(size, lambda log, number: log.record(TIMER, f"[{arm(number)},{{\"kind\":\"disarm\",\"timer\":{10**9}}}]"))


def failures(size):
    """Each call fails in another way, while requests wait."""
    def add(log, number):
        if number <= 16:
            log.record(sign_in(number))
        log.record(reply(number, failure(f"code_{number}")), f"[{call(number + 1)}]")
    return grown(size, add)


def rules(size):
    """Each event has another rule, state and step."""
    return grown(size, lambda log, number: log.record(TIMER, rule=f"X-{number}", state=f"state{number % 10007}", step=f"step{number}"))


def wide(size, effect=cancel, each=900_000):
    """Few records with as many effects as a megabyte holds."""
    count = each // len(effect(10_000))
    text = effects(count, effect)
    return grown(size, lambda log, number: log.record(TIMER, text))


def one_wide(size):
    """One record, as long as a line may be."""
    return wide(min(size, 48 << 20), cancel, min(size, 48 << 20) - 10_000)


def wide_distinct(size):
    """Wide records of effects that this build makes none of, each of another sort."""
    def effect(number):
        return f'{{"kind":"present","presentation":{number},"what":{{"kind":"nothing"}}}}' if number % 2 else arm(number)
    return wide(size, effect)


def wide_answers(size):
    return wide(size, answer)


def wide_providers(size):
    """An event with a configuration of many providers."""
    flags = '"enablesPlatformServices":false,"showsInPlatformPicker":false,"enforcesPlatformPermissions":false,"boarding":"picker","isTemporary":false'
    providers = ",".join(f'{{"mvpd":"p{number}",{flags}}}' for number in range(5_000))
    result = f'{{"kind":"configuration","configuration":{{"ref":"configuration#1","providers":[{providers}]}}}}'
    return grown(size, lambda log, number: log.record(reply(number, result), f"[{call(number + 1)}]"))


def wide_times(size):
    """Repeated events, as a log of polls has them."""
    def add(log, number):
        log.record(TIMER, f"[{call(number)}]")
        log.record(reply(number, '{"kind":"profiles","profiles":[]}'), f"[{arm(number, 'poll')}]")
    return grown(size, add)


def flipped(size):
    """Every fourth line has one flipped bit."""
    log = bytearray(faithful(size))
    start, line = 0, 0
    while start < len(log):
        end = log.find(b"\n", start)
        line += 1
        if line % 4 == 0:
            log[start + 30] ^= 1
        start = end + 1
    return bytes(log)


def damaged(size):
    """Every other line is noise."""
    log = faithful(size).split(b"\n")
    for place in range(2, len(log) - 2, 3):
        log[place] = b"#" * len(log[place])
    return b"\n".join(log)


def almost_newlines(size):
    """Damage of bytes that one bit makes a newline."""
    def add(log, number):
        log.record(TIMER)
        log.add(b"J" * 60_000 + b"\n")
        log.record(TIMER)
        log.record(TIMER)
    return grown(size, add)


def deep(size):
    """A field of nested lists in each line."""
    def add(log, number):
        log.number += 1
        log.seal(b'{"number":%d,"x":' % number + b"[" * 200_000 + b"]" * 200_000)
    return grown(size, add)


def nested_objects(size):
    def add(log, number):
        log.number += 1
        log.seal(b'{"number":%d,"x":' % number + b'{"a":' * 60_000 + b"1" + b"}" * 60_000)
    return grown(size, add)


def unknown_fields(size):
    """A record with many fields that this build does not know."""
    fields = ",".join(f'"x{number}":{number}' for number in range(50_000))
    def add(log, number):
        log.record(TIMER, f"[],{fields}")
    return grown(size, add)


def same_fields(size):
    """A record with one field again and again."""
    fields = ",".join('"x":1' for _ in range(100_000))
    return grown(size, lambda log, number: log.record(TIMER, f"[],{fields}"))


def escapes(size):
    """Texts of escapes alone."""
    return grown(size, lambda log, number: log.record(reply(number, failure("a")), rule="\\u0041" * 10_000))


def long_rule(size):
    return grown(size, lambda log, number: log.record(TIMER, rule="R" * 500_000))


def unfinished(size):
    """A log whose last line has no end: below the bound of a line, so that it is searched."""
    log = Log(scenario()[:5])
    log.add(b'{"number":5,"x":"' + b"J" * (min(size, 60 << 20) - 100))
    return log.bytes


def endless(size):
    """The same, but longer than any line may be."""
    log = Log(scenario()[:5])
    log.add(b'{"number":5,"x":"' + b"J" * max(size, 65 << 20))
    return log.bytes


def long_line(size):
    """One finished line without a checksum."""
    log = Log(scenario()[:5])
    log.add(b"J" * min(size, 60 << 20) + b"\n")
    return log.bytes


def tiny_lines(size):
    log = Log(scenario()[:5])
    log.add(b"\n" * size)
    return log.bytes


def tiny_objects(size):
    log = Log(scenario()[:5])
    log.add(b"{}\n" * (size // 3))
    return log.bytes


def zeros(size):
    return bytes(size)


def noise(size):
    return random.Random(1).randbytes(size)


def numbers(size):
    """Sealed records whose numbers do not follow each other."""
    def add(log, number):
        log.number = number * 2
        log.record(TIMER)
    return grown(size, add)


SHAPES = {function.__name__.replace("_", "-"): function for function in (
    faithful, open_requests, answered_late, open_calls, open_timers, failures, rules, wide, one_wide, wide_distinct, wide_answers,
    wide_providers, wide_times, flipped, damaged, almost_newlines, deep, nested_objects, unknown_fields, same_fields, escapes, long_rule,
    unfinished, endless, long_line, tiny_lines, tiny_objects, zeros, noise, numbers)}


def segments(folder, size):
    """A folder of many small launches."""
    folder.mkdir(parents=True, exist_ok=True)
    log = Log(scenario())
    for number in range(max(1, size // log.size)):
        (folder / f"flow-{number:06d}-0001.jsonl").write_bytes(log.bytes)
