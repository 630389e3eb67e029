// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue now --lyrics`
struct LyricsErrand {
    private let parsed: ParsedCommand
    private let context: CommandContext

    /// - Throws: `UsageError` for options that do not apply to lyrics.
    init(_ parsed: ParsedCommand, _ context: CommandContext) throws(UsageError) {
        for option in ["format", "every", "follow"] { try parsed.refuse(option, with: "lyrics") }
        self.parsed = parsed
        self.context = context
    }

    func run() async throws {
        let now = try await context.service.nowPlaying()
        guard let entry = now.entry else {
            throw CommandFailure(.nothingFound, "nothing is playing, so there are no lyrics")
        }
        guard let found = try await context.service.lyrics() else {
            let title = TextLayout.truncate(entry.shownTitle, to: 60)
            throw CommandFailure(
                .nothingFound, "\"\(title)\" has no lyrics, neither in its tags nor in an .lrc file beside it")
        }
        if parsed.has("json") { return context.console.write(LyricsView.json(found)) }
        if context.console.dataScreen.isTerminal, found.lyrics.isTimed {
            return await LyricsLoop(context: context).run(from: now, found)
        }
        context.console.write(lines: LyricsView.lines(found.lyrics))
        if found.source == .web { context.console.tell("from LRCLIB") }
    }
}
