// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import TextOutput

/// `oncue complete-words`, which the completion scripts run at each key press.
///
/// It never fails and never starts the daemon: without one, names are missing.
enum CompleteWordsCommand {
    static let name = "complete-words"

    static let command = Command(
        CommandDefinition(
            name, group: "Help", summary: "Print what can end an unfinished command line, for completion scripts.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "SHELL", kind: "a shell", allowed: CommandTable.Shell.allCases.map(\.rawValue)),
                    description: "The shell."),
                ArgumentDefinition(
                    "WORDS", .any,
                    description:
                        "For bash the line and COMP_WORDBREAKS, for other shells the words, the last unfinished."),
            ],
            examples: [
                DocumentedTerm("oncue complete-words fish -- playlist show Ev", "Complete the name of a playlist.")
            ],
            isHidden: true)
    ) { parsed, context in
        let shell = try parsed.required("SHELL", CommandTable.Shell.init(rawValue:))
        let words = parsed.arguments("WORDS").map(RawWords.printable)
        let readline =
            shell == .bash ? ReadlineWord(line: words.first ?? "", breaks: words.dropFirst().first ?? "") : nil
        let request = CommandCatalog.table.completion(of: readline.map { Array($0.words.dropFirst()) } ?? words)
        let names = await names(request, context)
        let candidates = request.words + names
        var lines = [source(request).rawValue]
        if let readline {
            lines += [request.typed, String(readline.kept.dropFirst(request.head.count))]
            lines += candidates.map { readline.insertion($0.term) }
        } else {
            lines += candidates.map { $0.meaning.isEmpty ? $0.term : "\($0.term)\t\($0.meaning)" }
        }
        context.console.write(lines: lines)
    }

    /// Returns the names that begin with the last word, ignoring case, without duplicates.
    private static func names(_ request: CompletionRequest, _ context: CommandContext) async -> [DocumentedTerm] {
        let topic: String
        switch request.source {
        case .dynamic(let name), .dynamicOrFiles(let name): topic = name
        case .none, .files, .directories: return []
        }
        let names = try? await NameTopic(rawValue: topic)?
            .names(for: request, context.service)
        let typed = request.typed.lowercased()
        var seen: Set<String> = []
        return (names ?? [])
            // A name that cannot be displayed on one line could not be typed either.
            .filter { name in
                TextLayout.printable(name.term) == name.term && Self.fits(name.term, typed)
                    && seen.insert(name.term).inserted
            }
            .map { DocumentedTerm(request.head + $0.term, TextLayout.printable($0.meaning)) }
    }

    /// Returns whether a name begins with the typed text, ignoring quotes.
    private static func fits(_ name: String, _ typed: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix(typed) || name.filter { $0 != "\"" }.hasPrefix(typed.filter { $0 != "\"" })
    }

    private static func source(_ request: CompletionRequest) -> CompletionSource {
        switch request.source {
        case .files, .dynamicOrFiles: .file
        case .directories: .directory
        case .none, .dynamic: .words
        }
    }
}
