import FlowEffects
import FlowMachine
import FlowReading

/// A web page in one file, which needs no network: the findings in plain HTML, and a viewer for the logs.
struct PageDocument {
    /// The text of the browser's tab and of the heading.
    var title = "Log viewer"
    /// The findings as HTML, made by FlowReading.
    var findings = ""
    /// The drawing as HTML, for browsers without script.
    var drawing = ""
    /// The verdict on each log, one sentence per log.
    var verdicts: [(name: String, text: String)] = []
    /// The logs that the page contains.
    var logs: [(name: String, bytes: [UInt8])] = []
    /// Notices for the reader, for example about logs that are not in the page.
    var notes: [String] = []
    /// FlowReading as wasm, compressed as LZMA or with gzip; `nil` if the file was not found.
    var module: [UInt8]?
    /// Whether the page follows a log that a server sends.
    var isLive = false

    /// The content security policy: only the page's own script and style may run, and the page may send nothing. A page from a server may send
    /// requests to that server.
    var policy: String {
        [
            "default-src 'none'", "script-src \(PageDocument.hash(PageText.script)) 'wasm-unsafe-eval'",
            "style-src \(PageDocument.hash(PageText.style))", "img-src blob: data:", "worker-src blob:",
            "connect-src \(isLive ? "'self'" : "'none'")", "base-uri 'none'", "form-action \(isLive ? "'self'" : "'none'")",
        ].joined(separator: "; ")
    }

    private static func hash(_ text: String) -> String { "'sha256-\(Base64.encode(SHA256.digest(Array(text.utf8))))'" }

    /// The complete document, with styles, scripts and logs.
    var html: String {
        var page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        // For a live page, the server sends the policy as a header.
        if !isLive { page += "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n" }
        page +=
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
        page += "<meta name=\"color-scheme\" content=\"light dark\">\n<title>\(HTML.escaped(title))</title>\n"
        page += "<style>\(PageText.style)</style>\n</head>\n"
        page +=
            "<body data-version=\"\(LogHeader.library)\" data-revision=\"\(LogHeader.modelRevision)\"\(isLive ? " data-live=\"\"" : "")"
        // Without the module, the viewer cannot run, and the script does nothing.
        if module != nil { page += " data-logs=\"\(SegmentName.launches(logs.map { $0.name }).count)\"" }
        page += ">\n<header id=\"top\"><h1>\(HTML.escaped(title))</h1></header>\n"
        // The script stands before the findings, so that the head has its final height when they are first drawn.
        page += "<script>\(PageText.script)</script>\n" + body
        for log in logs {
            page += "<script type=\"application/octet-stream\" class=\"log\" data-name=\"\(HTML.escaped(log.name))\">"
            page += Base64.encode(log.bytes) + "</script>\n"
        }
        if let module { page += "<script type=\"application/octet-stream\" id=\"module\">\(Base94.encode(module))</script>\n" }
        return page + "</body>\n</html>\n"
    }

    private var body: String {
        var body = "<main>\n"
        for note in notes { body += "<p class=\"notice\">\(HTML.escaped(note))</p>\n" }
        // If there are no findings, the element is empty, and the style sheet shows how to open a log.
        body += "<div id=\"findings\">\(findings.isEmpty ? "" : "\n" + findings)</div>\n"
        for verdict in verdicts {
            body += "<p class=\"verdict-of-log\"><b>\(HTML.escaped(verdict.name))</b> \(HTML.escaped(verdict.text))</p>\n"
        }
        body += "<div id=\"drawing\">\n\(drawing)</div>\n</main>\n"
        return body
            + "<footer>\n<p>\(isLive ? PageDocument.livePromise : PageDocument.promise) \(PageDocument.content)</p>\n<p>Written by flow-trace \(LogHeader.library), log format \(LogHeader.format), "
            + "model revision \(LogHeader.modelRevision).</p>\n</footer>\n"
    }

    private static let promise = "This page sends nothing, loads nothing and stores nothing: its content policy forbids it."
    private static let livePromise =
        "This page speaks only to the server that it came from, and stores nothing: its content policy forbids more."
    private static let content =
        "A log contains no secrets, only references such as token#1, and no resource names unless a development build wrote them."
}
