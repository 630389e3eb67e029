// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue status`
enum StatusCommand {
    static let command = Command(
        CommandDefinition(
            "status", group: "Looking", summary: "Show the state of the daemon, the player and the library.",
            discussion: """
                JSON: version, processIdentifier, bus, locked (the screen), configuration (problems in the file, as \
                problems of oncue config --json), unexpectedEnd (when the daemon before this one was active last, in \
                seconds since 1970, if it was killed; or null), player (as oncue now --json), library (as oncue library \
                --json).
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue status", "Show the current state."),
                DocumentedTerm("oncue status --json | jq .library.tracks", "Print the number of tracks."),
            ])
    ) { parsed, context in
        let identity = try await context.service.identity()
        let now = try await context.service.nowPlaying()
        let library = try await context.service.libraryStatus()
        let end = identity.unexpectedEnd
        if parsed.has("json") {
            return context.console.write([
                "version": .string(identity.version), "processIdentifier": .int(orNull: identity.processIdentifier),
                "bus": .string(context.busAddress), "locked": .bool(identity.isLocked),
                "configuration": ConfigurationView.json(identity.problems),
                "unexpectedEnd": end == 0 ? .null : .int(Int(end)), "player": now.json, "library": library.json,
            ])
        }
        let process = identity.processIdentifier.map { ", process \($0)" } ?? ""
        let configuration = identity.problems.first.map { [["Configuration", $0.sentence]] } ?? []
        let former =
            end == 0
            ? []
            : [["Before", "ended unexpectedly at \(MomentText.text(end)); the position is at most 5 s old"]]
        let rows = [
            ["Daemon", "oncued \(identity.version)\(process)"],
            ["Bus", context.busAddress],
            ["Screen", identity.isLocked ? "locked" : "not locked"],
            ["Player", NowPlayingLines.stateLine(now)],
            ["Playing", now.entry?.description(separator: " — ") ?? "nothing"],
            ["Output", now.output.map { $0.name + ($0.isSilent ? " (silent)" : "") } ?? "not opened yet"],
        ]
        context.console.write(
            lines: LabeledTable.lines(
                rows + former + configuration + LibraryView.rows(library), screen: context.console.dataScreen))
    }
}
