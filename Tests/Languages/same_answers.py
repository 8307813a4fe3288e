"""Changes the answers of Specs/interpreter's vectors, and compares what the languages read in them: same-answers runs this."""
import base64
import json
import pathlib
import random
import sys

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Specs/interpreter/vectors.json"

# Values that readers are likely to treat differently, as JSON.
VALUES = [
    "null", "true", "false", "0", "-0.0", "1", "-1", "1.5", "1e2", "1E-2", "100e-2", "503", "\"503\"", "9007199254740993", "9223372036854775807",
    "9223372036854775808", "100000000000000000000", "1e1000", "1e1001", "\"\"", "\" \"", "\"x\"", "\"é\"", "\"\\u0000\"", "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"", "\"e\\u0301\"", "\"None\"", "\"retry\"", "\"authentication\"", "\"Apple\"", "\"A\"", "\"https://a.example/b\"", "\"//a/b\"",
    "\"javascript:a\"", "[]", "{}", "[\"text\"]", "[null]", "{\"a\":null}", "{\"code\":\"c\"}", "{\"__proto__\":1}", "\"" + "a" * 64 + "\"",
    "\"" + "a" * 129 + "\"", "[" * 30 + "]" * 30, "[" * 60 + "\"t\"" + "]" * 60, "{\"a\":{\"value\":1,\"state\":\"enc\"}}",
]
# Texts that are put somewhere into a body, whatever they are a part of.
PIECES = [",", ":", "\"", "{", "}", "[", "]", "\\", "\\u0061", "0", "-", "e", ".", " ", "\t", "\n", "\ufeff", "\u0000", "null", "é", "\u2028", "<html>"]
NAMES = ["mvpd", "code", "status", "notAfter", "error", "token", "attributes", "__proto__", "constructor", "action", "message", "x", ""]
STATUSES = [200, 200, 201, 204, 299, 300, 302, 400, 401, 403, 404, 410, 412, 429, 500, 503]
HEADERS = [
    [], [["Date", "Thu, 01 Jan 2026 00:00:00 GMT"]], [["date", "Thu, 1 Jan 2026 00:00:00 GMT"]], [["Retry-After", "7"]], [["Retry-After", "-7"]],
    [["Date", "Thu, 01 Jan 2026 00:00:00 GMT"], ["retry-after", "Thu, 01 Jan 2026 00:00:09 GMT"]],
    [["Adobe-Request-Id", "0b7c9e57-5fa2-4b1b-9d1c-9a0f4c6a1a11"]], [["Adobe-Request-Id", "no"]],
]


class Written:
    """A value as JSON text."""

    def __init__(self, text):
        self.text = text


def written(value):
    if isinstance(value, Written):
        return value.text
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name, ensure_ascii=False)}:{written(member)}" for name, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def read(text):
    """The value, whose numbers keep their spelling; None if the text is not JSON."""
    try:
        return json.loads(text, parse_int=Written, parse_float=Written, parse_constant=Written)
    except (ValueError, RecursionError):
        return None


def places(value):
    """Every object or list with a key or index in it."""
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def changed_value(value, chance):
    """Changes one place of a value."""
    all_places = list(places(value))
    if not all_places:
        return Written(chance.choice(VALUES))
    holder, key = chance.choice(all_places)
    match chance.randrange(6):
        case 0 if isinstance(holder, dict): del holder[key]
        case 1: holder[key] = [holder[key]]
        case 2: holder[key] = {chance.choice(NAMES): holder[key]}
        case 3 if isinstance(holder, dict): holder[chance.choice(NAMES)] = Written(chance.choice(VALUES))
        case 4 if isinstance(holder, list): holder.extend([holder[key]] * chance.choice([1, 33, 64]))
        case _: holder[key] = Written(chance.choice(VALUES))
    return value


def changed_text(text, chance):
    at = chance.randrange(len(text) + 1)
    if chance.random() < 0.4:
        return text[:at] + text[at + chance.randint(1, 8):]
    return text[:at] + chance.choice(PIECES) + text[at:]


def changed(body, chance):
    """The body's bytes after one to three changes."""
    for _ in range(chance.randint(1, 3)):
        value = read(body)
        body = written(changed_value(value, chance)) if value is not None and chance.random() < 0.75 else changed_text(body, chance)
    found = body.encode("utf-8", errors="replace")
    if chance.random() < 0.05 and found:
        at = chance.randrange(len(found))
        found = found[:at] + bytes([chance.randrange(256)]) + found[at + 1:]
    return found


def change(count, seed):
    """Prints cases."""
    answers = json.loads(VECTORS.read_text(encoding="utf-8"))["answers"]
    usable = [
        index for index, answer in enumerate(answers) if "body" in answer["response"] and "blanks" not in answer["response"]
        and len(answer["response"]["body"]) < 20_000]
    chance = random.Random(seed)
    for _ in range(count):
        index = chance.choice(usable)
        response = answers[index]["response"]
        status = chance.choice(STATUSES) if chance.random() < 0.15 else response["status"]
        headers = chance.choice(HEADERS) if chance.random() < 0.1 else response["headers"]
        body = base64.b64encode(changed(response["body"], chance)).decode()
        print(json.dumps({"vector": index, "status": status, "headers": headers, "base64": body}))


def lines(file):
    # Not splitlines, which also splits at characters that JSON may contain.
    return file.read_text(encoding="utf-8").split("\n")[:-1]


def canonical(line):
    """The value as one text for each value: in Python, 1 and true are equal."""
    return json.dumps(json.loads(line), sort_keys=True)


def compare(place, languages):
    """Prints the differences between Swift and each language; returns how many there are."""
    answers = json.loads(VECTORS.read_text(encoding="utf-8"))["answers"]
    cases, swift = lines(place / "cases"), lines(place / "Swift")
    if len(swift) != len(cases):
        sys.exit(f"Swift has {len(swift)} replies to {len(cases)} answers")
    kinds = {(json.loads(line)["reply"]["result"].get("failure") or json.loads(line)["reply"]["result"])["kind"] for line in swift}
    print(f"{len(cases)} answers, replies of {len(kinds)} kinds")
    total = 0
    with open(place / "different", "w", encoding="utf-8") as different:
        for language in languages:
            own = lines(place / language)
            pairs = list(zip(cases, swift, own))
            wrong = [pair for pair in pairs if canonical(pair[1]) != canonical(pair[2])]
            missing = len(cases) - len(own)
            total += len(wrong) + missing
            print(f"{language}: {len(wrong)} differ" + (f", {missing} are missing" if missing else ""))
            for case, one, other in wrong:
                case = json.loads(case)
                body = base64.b64decode(case["base64"]).decode(errors="replace")
                name = answers[case["vector"]]["name"]
                different.write(f"{name}, {case['status']} {case['headers']}\n  {body}\n  Swift {one}\n  {language} {other}\n")
    if total:
        print(f"The first ones in {place / 'different'}:")
        print("\n".join(lines(place / "different")[:12]))
    return total


if __name__ == "__main__":
    if sys.argv[1] == "change":
        change(int(sys.argv[2]), int(sys.argv[3]))
    else:
        sys.exit(1 if compare(pathlib.Path(sys.argv[2]), sys.argv[3:]) else 0)
