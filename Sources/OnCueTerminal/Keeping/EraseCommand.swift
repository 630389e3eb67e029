// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue erase`
enum EraseCommand {
    static let command = Command(
        CommandDefinition(
            "erase", group: "Daemon", summary: "Erase everything that OnCue has learnt about you.",
            discussion: """
                Erases your listening history, play and skip counts, and the positions of unfinished items; \
                what suggestions have learnt and what you have said about them, past suggestions, devices, places and \
                people; activities, and the index of searches that programs have filled; kept events; \
                notifications, reminders and alarms; the queue, the volumes of outputs and the rates of podcasts; the \
                trash; entries in recent files; and cached pictures, the log and all copies of these. \
                The library, likes, ratings, bookmarks, playlists, podcasts, times of day, settings, the key of this \
                machine and your own backups stay. A running daemon is restarted, which stops playback. Afterwards nothing erased can be \
                read from the files, but other programs may have scrobbled or recorded it. To erase only part of it, \
                use oncue forget, oncue history erase, oncue activities delete and oncue notifications remove.

                JSON: dryRun, removed and kept (what and count of each).
                """,
            options: [
                OptionDefinition("dry-run", short: "n", description: "Only show what would be erased."),
                OptionDefinition("yes", short: "y", description: "Do not ask for confirmation."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue erase --dry-run", "See what would be erased."),
                DocumentedTerm("oncue erase", "Erase it, after confirmation."),
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
        context.memory.searches.forget()
        context.memory.podcasts.forget()
        context.memory.stations.forget()
        return try ErasureView(text)
    }

    /// - Throws: ``CommandFailure`` without a terminal to ask on.
    private static func isConfirmed(_ context: CommandContext) async throws -> Bool {
        guard context.questioner.canAsk else {
            throw CommandFailure(
                .wrongWords, "nothing was erased: without a terminal to ask on, oncue erase needs --yes")
        }
        for line in try await preview(context).lines {
            context.console.tell(line)
        }
        return context.questioner.confirms("Erase all of this permanently?")
    }
}
