// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue erase`
enum EraseCommand {
    static let command = Command(
        CommandDefinition(
            "erase", group: "Daemon", summary: "Remove everything that was learnt about you.",
            discussion: """
                The journal, plays, skips and places in what is not heard to its end; what suggestions were learnt from, \
                what you said of them, devices and places; the queue, volumes of outputs, rates of podcasts, pictures, the \
                log and copies of all that. The library, likes, bookmarks, playlists, podcasts, settings and backups that \
                you made stay. A daemon that runs is ended and started again, and what plays ends. Afterwards none of it \
                can be read in the files; other programs may have scrobbled or noted it. oncue forget and oncue history \
                erase remove a part.

                JSON: dryRun, removed and kept (what and count of each).
                """,
            options: [
                OptionDefinition("dry-run", short: "n", description: "Only show what would be removed."),
                OptionDefinition("yes", short: "y", description: "Do not ask back."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue erase --dry-run", "See what there is."),
                DocumentedTerm("oncue erase", "Remove it, after a question."),
            ])
    ) { parsed, context in
        let isDry = parsed.has("dry-run")
        if !isDry && !parsed.has("yes") {
            guard try await isConfirmed(context) else { return context.console.tell("Nothing was erased") }
        }
        let report = try await isDry ? preview(context) : erased(context)
        if parsed.has("json") { return context.console.write(report.value) }
        context.console.write(lines: report.lines)
    }

    private static func preview(_ context: CommandContext) async throws -> ErasureView {
        try ErasureView(await context.service.keep(.erase(isDry: true)))
    }

    private static func erased(_ context: CommandContext) async throws -> ErasureView {
        let text = try await DaemonPause.during(context) { () async throws(ClientError) in
            try await context.service.keep(.erase(isDry: false))
        }
        return try ErasureView(text)
    }

    /// - Throws: ``CommandFailure`` where nobody can be asked.
    private static func isConfirmed(_ context: CommandContext) async throws -> Bool {
        guard context.questioner.canAsk else {
            throw CommandFailure(.wrongWords, "what was learnt is erased only with --yes where nobody can be asked")
        }
        for line in try await preview(context).lines {
            context.console.tell(line)
        }
        return context.questioner.confirms("Erase that for good?")
    }
}
