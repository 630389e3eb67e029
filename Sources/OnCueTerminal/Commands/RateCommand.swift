// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue rate`
enum RateCommand {
    /// The change that a word requests.
    enum Change: Sendable, Equatable {
        case set(Double)
        case adjust(Double)

        init?(_ word: String) {
            let number = word.hasSuffix("x") ? word.dropLast() : word[...]
            guard number.utf8.count <= 6, let rate = Double(number), rate.isFinite else { return nil }
            if word.hasPrefix("+") || word.hasPrefix("-") {
                guard (-3...3).contains(rate) else { return nil }
                self = .adjust(rate)
            } else {
                guard (0.5...3).contains(rate) else { return nil }
                self = .set(rate)
            }
        }
    }

    static let command = Command(
        CommandDefinition(
            "rate", group: "Playing", summary: "Set or show the playback rate; the pitch stays the same.",
            discussion: """
                Each podcast and each audiobook remembers its own rate. Everything else plays at the rate that was set \
                last, until the daemon quits.

                JSON: rate.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("RATE", kind: "a rate", expected: "0.5 to 3, +0.1 or -0.1"), .optional,
                    description:
                        "1 is normal speed, 2 twice as fast; +N or -N changes it. Without RATE, the rate is shown.",
                    acceptsNegativeNumbers: true)
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue rate 1.5", "Play at one and a half times the speed."),
                DocumentedTerm("oncue rate +0.1", "A little faster."),
                DocumentedTerm("oncue rate 1", "Play at normal speed."),
            ])
    ) { parsed, context in
        guard let change = try parsed.argument("RATE", Change.init) else {
            let now = try await context.service.nowPlaying()
            if parsed.has("json") { return context.console.write(["rate": .double(now.rate)]) }
            return context.console.write(lines: [text(now)])
        }
        switch change {
        case .set(let rate): try await context.service.perform(.setRate(rate))
        case .adjust(let difference): try await context.service.perform(.adjustRate(difference))
        }
        guard context.console.isTalkative || parsed.has("json") else { return }
        let now = try await context.service.nowPlaying()
        if parsed.has("json") { return context.console.write(["rate": .double(now.rate)]) }
        context.console.tell("Rate " + text(now))
    }

    static func text(_ now: NowPlayingReport) -> String { SpanText.decimal(now.rate) }
}
