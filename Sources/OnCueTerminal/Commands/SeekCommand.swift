// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue seek`
enum SeekCommand {
    static let command = Command(
        CommandDefinition(
            "seek", group: "Playing", summary: "Jump to a position in the current track.",
            discussion: "JSON: position, duration (seconds, or null), after the jump.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("POSITION", kind: "a position", expected: "1:30, 90, +10, -10 or 50%"),
                    description: "Minutes and seconds, or seconds; + or - jumps forward or back; 50% is the middle.",
                    acceptsNegativeNumbers: true)
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue seek 1:30", "Jump to one and a half minutes."),
                DocumentedTerm("oncue seek +10", "Jump ten seconds forward."),
                DocumentedTerm("oncue seek -1:00", "Jump back one minute."),
                DocumentedTerm("oncue seek 50%", "Jump to the middle."),
            ])
    ) { parsed, context in
        let target = try parsed.required("POSITION", TimeText.target)
        let isJSON = parsed.has("json")
        let isTold = isJSON || context.console.isTalkative
        // A jump beyond the end plays something else, which is reported.
        var before: NowPlayingEntry?
        if isTold, case .offset(let offset) = target, offset > .zero {
            let report = try await context.service.nowPlaying()
            before = report.status == .stopped ? nil : report.entry
        }
        switch target {
        case .position(let position): try await context.service.perform(.seek(to: position))
        case .offset(let offset): try await context.service.perform(.seekBy(offset))
        case .part(let part):
            guard let entry = try await context.service.nowPlaying().entry else {
                throw CommandFailure(.failed, "nothing is playing; play something first")
            }
            guard let duration = entry.duration else {
                throw CommandFailure(
                    .failed, "the length of \"\(TextLayout.printable(entry.shownTitle))\" is not known")
            }
            try await context.service.perform(.seek(to: duration * part))
        }
        guard isTold else { return }
        let report = try await context.service.nowPlaying()
        let entry = report.entry
        if isJSON {
            return context.console.write([
                "position": .seconds(entry?.position), "duration": .seconds(entry?.duration),
            ])
        }
        if before != nil, entry == nil || report.status == .stopped {
            return context.console.tell("That is beyond the end of the last track, so playback has stopped")
        }
        guard let entry else { return }
        if let before, before.id != entry.id {
            let title = TextLayout.printable(entry.shownTitle)
            return context.console.tell("That is beyond the end, so \"\(title)\" plays, the next track")
        }
        let whole = entry.duration.map { " of " + TimeText.clock($0) } ?? ""
        context.console.tell("At \(TimeText.clock(entry.position))\(whole)")
    }
}
