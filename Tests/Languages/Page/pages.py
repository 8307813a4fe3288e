"""What the tests of the page share. Environment: FLOW_TRACE, the tool. Browsers that are missing are skipped by name."""

import contextlib
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOL = os.environ.get("FLOW_TRACE", str(ROOT / ".build/debug/flow-trace"))
DENIED = ROOT / "Specs/scenarios/denied-second-screen/log.jsonl"
MARKUP = "<img src=%s onerror=pwned=1></script><script>pwned=1</script>\"'&<!--"

READY = "document.body.dataset.state === 'ready' && document.body.dataset.verdict"


def view(out, *arguments, folder=ROOT):
    """Writes a page; its address."""
    done = subprocess.run([TOOL, "view", "--out", str(out), *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False)
    if not out.exists():
        raise AssertionError(done.stderr)
    return out.as_uri()


class Page(unittest.TestCase):
    """One browser and one folder for all tests of a class."""

    browser_class = None
    names = ()

    @classmethod
    def setUpClass(cls):
        path = next(filter(None, map(shutil.which, cls.names)), None)
        if path is None:
            raise unittest.SkipTest(f"there is no {cls.names[0]}")
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="page-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.browser = cls.browser_class(path)
        # Also if a page cannot be written.
        cls.addClassCleanup(cls.browser.close)
        cls.page = view(cls.folder / "page.html", DENIED)
        cls.empty = view(cls.folder / "empty.html", "--empty")

    def run_(self, expression):
        return self.browser.run(expression)

    def open(self, url):
        self.browser.open("about:blank")
        self.browser.open(url)

    def open_page(self):
        self.open(self.page)
        self.browser.wait(READY)

    def open_empty(self):
        self.open(self.empty)
        self.browser.wait("document.body.dataset.state === 'ready'")

    def text(self, selector):
        return self.run_(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")

    def sheet(self, event):
        self.browser.wait(f"document.querySelector('.sheet h2')?.textContent.startsWith('Event {event}')")

    def give(self, name, data, how):
        """Hands a file over as if it was dropped or pasted."""
        values = json.dumps({"name": name, "bytes": list(data)})
        event = {
            "drop": "new DragEvent('drop', {dataTransfer: given, bubbles: true, cancelable: true})",
            # Chromium takes the first, Firefox the other two.
            "paste": "new ClipboardEvent('paste', {clipboardData: given, dataType: 'text/plain', data: text, bubbles: true, cancelable: true})",
        }[how]
        self.run_(f"""(() => {{
            const {{name, bytes}} = {values}, given = new DataTransfer(), text = new TextDecoder().decode(new Uint8Array(bytes));
            if ({json.dumps(how)} === 'drop') given.items.add(new File([new Uint8Array(bytes)], name));
            else given.setData('text/plain', text);
            delete document.body.dataset.verdict;
            document.body.dispatchEvent({event});
        }})()""")


@contextlib.contextmanager
def served(*folders):
    """A server of the files in these folders: its address."""

    class Files(http.server.SimpleHTTPRequestHandler):
        extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"}

        def translate_path(self, path):
            found = [folder / path.lstrip("/") for folder in folders]
            return str(next((file for file in found if file.exists()), found[0]))

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def sealed(objects):
    """The lines of a log with these objects."""
    table = []
    for index in range(256):
        value = index
        for _ in range(8):
            value = value >> 1 ^ 0x82F63B78 if value & 1 else value >> 1
        table.append(value)
    lines, value = [], 0
    for one in objects:
        line = json.dumps(one, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
        value = ~value & 0xFFFFFFFF
        for byte in line:
            value = value >> 8 ^ table[(value ^ byte) & 0xFF]
        value = ~value & 0xFFFFFFFF
        lines.append(line + b',"crc":"%08x"}\n' % value)
    return b"".join(lines)
