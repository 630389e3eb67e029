// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

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
        switch try parsed.required("POSITION", TimeText.target) {
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
        let isJSON = parsed.has("json")
        guard isJSON || context.console.isTalkative else { return }
        let entry = try await context.service.nowPlaying().entry
        if isJSON {
            return context.console.write([
                "position": .seconds(entry?.position), "duration": .seconds(entry?.duration),
            ])
        }
        guard let entry else { return }
        let whole = entry.duration.map { " of " + TimeText.clock($0) } ?? ""
        context.console.tell("At \(TimeText.clock(entry.position))\(whole)")
    }
}
