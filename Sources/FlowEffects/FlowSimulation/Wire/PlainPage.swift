import FlowEffects

/// A web page of the server that works without scripts.
package struct PlainPage: Sendable {
    private let title: String
    private let content: String

    /// Creates a page.
    /// - Parameters:
    ///   - title: the title, as plain text.
    ///   - content: the HTML below the title. The caller must have passed every text from outside through `escaped`.
    package init(_ title: String, _ content: String) {
        self.title = title
        self.content = content
    }

    /// Returns the answer with this page.
    package func response(_ status: Int = 200) -> HTTPResponse {
        let page = """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Self.escaped(title))</title><link rel="stylesheet" href="\(Self.stylePath)"></head>
            <body><main><h1>\(Self.escaped(title))</h1>
            \(content)
            </main></body>
            </html>

            """
        return Self.answer(status, "text/html; charset=utf-8", page)
    }

    /// Returns an answer with a text, and with the header fields that all answers with pages have.
    package static func answer(_ status: Int, _ type: String, _ text: String) -> HTTPResponse {
        let fields = [
            ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"),
            ("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"),
        ]
        return HTTPResponse(status: status, headers: fields.map { HTTPRequest.Field($0, $1) }, body: Array(text.utf8))
    }

    /// Returns the text for use in HTML, also as the value of an attribute.
    package static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
            .replacing("'", with: "&#39;")
    }

    /// The path of the style sheet that all plain pages share.
    package static let stylePath = "/second-screen.css"

    static let style = """
        :root { color-scheme: light dark; --line: #8886; --accent: #1d5fbf; font: 17px/1.5 system-ui, sans-serif; }
        body { margin: 0; }
        main { max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
        h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1rem; }
        h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
        form { margin: 0 0 1rem; }
        fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; padding: .25rem 1rem; }
        fieldset label { display: block; padding: .45rem 0; }
        input[type=text], select { font: inherit; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: .4rem; max-width: 100%; }
        .code { font: 600 1.5rem/1.2 ui-monospace, monospace; letter-spacing: .12em; }
        .code input { font: inherit; letter-spacing: inherit; width: 9ch; text-transform: uppercase; }
        button { font: inherit; padding: .5rem 1.1rem; border: 1px solid var(--line); border-radius: .4rem; background: transparent; color: inherit; cursor: pointer; }
        button.main { background: var(--accent); border-color: var(--accent); color: #fff; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .note { border-left: 4px solid var(--accent); padding: .25rem 0 .25rem .9rem; white-space: pre-wrap; }
        .row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
        small { opacity: .75; }
        """
}
