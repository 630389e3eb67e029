// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue volume`
enum VolumeCommand {
    /// The change that a word requests; numbers are percent.
    enum Change: Sendable, Equatable {
        case set(Double)
        case adjust(Double)
        case mute(Bool)

        init?(_ word: String) {
            switch word {
            case "mute": self = .mute(true)
            case "unmute": self = .mute(false)
            default:
                guard let percent = Int(word.hasSuffix("%") ? String(word.dropLast()) : word) else { return nil }
                guard (-100...100).contains(percent) else { return nil }
                let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
                self = isRelative ? .adjust(Double(percent)) : .set(Double(percent))
            }
        }
    }

    static let command = Command(
        CommandDefinition(
            "volume", group: "Playing", summary: "Set the volume, or show it.",
            discussion: "JSON: volume (percent), muted.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("LEVEL", kind: "a volume", expected: "0 to 100, +5, -5, mute or unmute"), .optional,
                    description: "Percent, +N or -N to change it, mute or unmute. "
                        + "Without LEVEL, the volume is shown.",
                    acceptsNegativeNumbers: true)
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue volume 60", "Set the volume to 60%."),
                DocumentedTerm("oncue volume +5", "Turn the volume up a little."),
                DocumentedTerm("oncue volume mute", "Mute the sound."),
            ])
    ) { parsed, context in
        if let word = parsed.argument("LEVEL"), let percent = fraction(word) {
            throw parsed.invalid("LEVEL", word, expected: "percent; for this volume write \(percent)")
        }
        guard let change = try parsed.argument("LEVEL", Change.init) else {
            let now = try await context.service.nowPlaying()
            if parsed.has("json") { return context.console.write(json(now)) }
            return context.console.write(lines: [VolumePhrase.text(now)])
        }
        switch change {
        case .set(let percent): try await context.service.perform(.setVolume(percent / 100))
        case .adjust(let percent): try await context.service.perform(.adjustVolume(percent / 100))
        case .mute(let isMuted): try await context.service.perform(.setMuted(isMuted))
        }
        guard context.console.isTalkative || parsed.has("json") else { return }
        let now = try await context.service.nowPlaying()
        if parsed.has("json") { return context.console.write(json(now)) }
        context.console.tell("Volume " + VolumePhrase.text(now))
    }

    /// Returns a fraction of 1 as a percentage, such as 50 for `0.5`; `nil` for other words.
    private static func fraction(_ word: String) -> Int? {
        guard word.contains("."), let number = Double(word), (0...1).contains(number) else { return nil }
        return Int((number * 100).rounded())
    }

    private static func json(_ now: NowPlayingReport) -> JSONValue {
        ["volume": .int(Int((now.volume * 100).rounded())), "muted": .bool(now.isMuted)]
    }
}
