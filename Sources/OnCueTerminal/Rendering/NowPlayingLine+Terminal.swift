// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

extension NowPlayingLine {
    /// Reports the playing track after a command has changed it, unless in quiet mode.
    static func tell(_ context: CommandContext) async throws {
        guard context.console.isTalkative else { return }
        context.console.tell(sentence(try await context.service.nowPlaying()))
    }

    /// Returns the line that is written to a pipe for every change:
    /// `playing  1:23/9:05  1/5  So What — Miles Davis — Kind of Blue`.
    static func plain(_ now: NowPlayingReport) -> String {
        guard let entry = now.entry else { return now.status.rawValue }
        let fields = [
            NowPlayingLines.state(now),
            TimeText.clock(entry.position) + (entry.duration.map { "/" + TimeText.clock($0) } ?? ""),
            place(now).map { "\($0.number)/\($0.count)" }, entry.description(separator: " — "),
        ]
        return TextLayout.printable(fields.compactMap { $0 }.joined(separator: "  "))
    }
}
