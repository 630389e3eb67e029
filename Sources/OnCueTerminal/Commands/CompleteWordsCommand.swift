// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue complete-words`, which the completion scripts run.
enum CompleteWordsCommand {
    static let name = "complete-words"
    /// Names of the media players on the bus.
    static let players = ValueDefinition.Completion.dynamic("players")

    static let command = Command(
        CommandDefinition(
            name, group: "Help", summary: "Write what a word can become, one a line, for completion scripts.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("TOPIC", kind: "a topic", allowed: ["players"]), description: "What is named."),
                ArgumentDefinition("WORD", .optional, description: "What has been typed of it."),
            ],
            examples: [DocumentedTerm("oncue complete-words players v", "Write the names of the players.")],
            isHidden: true)
    ) { parsed, context in
        let everyone = PlayerSelection.everyone
        let listing = try await context.service.players { everyone.includes($0) }
        let names = listing.players.map(\.name) + listing.silent.map(\.name) + ["%any"]
        context.console.write(lines: words(names, typed: parsed.arguments("WORD").first ?? ""))
    }

    /// Behind a comma the next name begins. The shells leave out what does not begin as the word does.
    private static func words(_ names: [String], typed: String) -> [String] {
        let head = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
        let taken = Set(head.split(separator: ",").map(String.init))
        return names.filter { !taken.contains($0) }.map { head + $0 }
    }
}
