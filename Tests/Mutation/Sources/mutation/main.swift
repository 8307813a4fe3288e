import Foundation

let usage = """
    mutation [--check] [--list] [--defects] [--only TEXT]... [--since REV] [--every N] [--jobs N] [--built] [--resume]
      --check      Build nothing: check that every defect fits its file, and that every accepted mutant exists.
      --list       Name the mutants and try none.
      --defects    Try the defects written by hand instead.
      --only TEXT  Try those whose file, rule or text holds TEXT; may be given more than once.
      --since REV  Try those in code that this revision of the repository did not have.
      --every N    Try each N-th only.
      --jobs N     Try so many at once; 2 if not given.
      --built      The copy is built already, from the same code.
      --resume     As --built, and the mutants that were tried on it are not tried again.
    """

struct Options {
    var checks = false
    var lists = false
    var defects = false
    var isBuilt = false
    var resumes = false
    var only: [String] = []
    var since = ""
    var every = 1
    var jobs = 2

    init?(_ words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--check": checks = true
            case "--list": lists = true
            case "--defects": defects = true
            case "--built": isBuilt = true
            case "--resume": (isBuilt, resumes) = (true, true)
            case "--only": only += rest.popFirst().map { [$0] } ?? []
            case "--since": since = rest.popFirst() ?? ""
            case "--every": every = rest.popFirst().flatMap { Int($0) } ?? 1
            case "--jobs": jobs = rest.popFirst().flatMap { Int($0) } ?? 2
            default: return nil
            }
        }
        if every < 1 || jobs < 1 { return nil }
    }

    /// Whether a mutant of this line is among those that `--only` names.
    func isChosen(_ line: String) -> Bool { only.isEmpty || only.contains { line.contains($0) } }
}

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
    say(usage)
    exit(2)
}

do {
    let nested = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let repository = nested.deletingLastPathComponent().deletingLastPathComponent().path
    let folder = nested.appendingPathComponent(options.defects ? ".build/defects" : ".build/mutants").path
    exit(try await Session(options, repository: repository, folder: folder, nested: nested.path).run() ? 0 : 1)
} catch let trouble as Trouble {
    say(trouble.text)
    exit(2)
}
