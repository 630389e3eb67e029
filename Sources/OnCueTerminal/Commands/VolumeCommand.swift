// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue volume`
enum VolumeCommand {
    /// What a word asks for; numbers are percent.
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
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("LEVEL", kind: "a volume", expected: "0 to 100, +5, -5, mute or unmute"), .optional,
                    description: "Percent, +N or -N to change it, mute or unmute. "
                        + "Without LEVEL, the volume is shown.",
                    acceptsNegativeNumbers: true)
            ],
            examples: [
                DocumentedTerm("oncue volume 60", "Set the volume to 60%."),
                DocumentedTerm("oncue volume +5", "Turn the volume up a little."),
                DocumentedTerm("oncue volume mute", "Mute the sound."),
            ])
    ) { parsed, context in
        guard let change = try parsed.argument("LEVEL", Change.init) else {
            return context.console.write(lines: [text(try await context.service.nowPlaying())])
        }
        switch change {
        case .set(let percent): try await context.service.setVolume(percent / 100)
        case .adjust(let percent): try await context.service.adjustVolume(by: percent / 100)
        case .mute(let isMuted): try await context.service.setMuted(isMuted)
        }
        guard context.console.isTalkative else { return }
        context.console.tell("Volume " + text(try await context.service.nowPlaying()))
    }

    static func text(_ now: NowPlayingReport) -> String {
        "\(Int((now.volume * 100).rounded()))%" + (now.isMuted ? " (muted)" : "")
    }
}
