"""Validates the logs in Specs against the committed schema, which must accept every line but those that are damaged on purpose."""
import copy
import glob
import json
import sys

from jsonschema import Draft202012Validator

# Lines with damage that a schema can see, and lines that are not JSON. Other damage is the checksum's business.
DAMAGED = {
    "Specs/formats/1/flipped-bit.jsonl:5", "Specs/formats/1/missing-key.jsonl:4", "Specs/formats/1/no-checksum.jsonl:4",
    "Specs/formats/1/torn.jsonl:8", "Specs/formats/1/unknown-event.jsonl:3", "Specs/output/logs/damaged-twice.jsonl:15",
    "Specs/output/logs/damaged-twice.jsonl:41", "Specs/output/logs/damaged.jsonl:26", "Specs/output/logs/torn.jsonl:53",
}


def changed(value, path, new):
    """A copy of `value` with another value at `path`; without the member if `new` is None."""
    value = copy.deepcopy(value)
    place = value
    for name in path[:-1]:
        place = place[name]
    if new is None:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return value


def lines():
    """Every line of every log: its place and its text."""
    for path in sorted(glob.glob("Specs/**/*.jsonl", recursive=True)):
        with open(path, encoding="utf-8", errors="replace") as log:
            for number, line in enumerate(log.read().split("\n"), 1):
                if line:
                    yield f"{path}:{number}", line


def main():
    with open("Specs/schema/flowmachine.schema.json", encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)

    def is_valid(line):
        try:
            return validator.is_valid(json.loads(line))
        except ValueError:
            return False

    count, refused = 0, set()
    for place, line in lines():
        count += 1
        if not is_valid(line):
            refused.add(place)
    for place in sorted(refused ^ DAMAGED):
        print(f"{place}: {'refused by the schema' if place in refused else 'damaged, but accepted by the schema'}")

    with open("Specs/scenarios/happy-apple-sso/log.jsonl", encoding="utf-8") as log:
        header, launch, start = [json.loads(line) for line in log.readlines()[:3]]
    mistakes = {
        "an unknown API": changed(header, ["settings", "api"], "restV3"),
        "a header without settings": changed(header, ["settings"], None),
        "an interval beyond 2^53": changed(header, ["settings", "policy", "pollInterval"], 2**53),
        "an instant before 1970": changed(start, ["event", "time"], -1),
        "a number as text": changed(start, ["number"], "2"),
        "a number with a fraction": changed(start, ["number"], 2.5),
        "an unknown kind of event": changed(start, ["event", "origin", "kind"], "viewer"),
        "a wish without its number": changed(start, ["event", "origin", "user", "wish"], None),
        "effects that are no list": changed(launch, ["effects"], {}),
        "a digest of 15 digits": changed(launch, ["digest"], "0" * 15),
        "a line without checksum": changed(launch, ["crc"], None),
        "a Boolean for a number": changed(launch, ["by"], False),
        "not an object": [],
    }
    accepted = [name for name, line in mistakes.items() if validator.is_valid(line)]
    for name in accepted:
        print(f"the schema accepts a mistake: {name}")
    later = changed(launch, ["mood"], "of a later version")
    if not validator.is_valid(later):
        print("the schema refuses a field of a later version")
    if refused != DAMAGED or accepted or not validator.is_valid(later):
        sys.exit(1)
    print(f"jsonschema accepts {count - len(refused)} lines and refuses {len(refused)} damaged ones and {len(mistakes)} mistakes")


main()
