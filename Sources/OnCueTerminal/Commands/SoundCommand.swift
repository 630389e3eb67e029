// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// `oncue sound`
enum SoundCommand {
    static let command = Command(
        CommandDefinition(
            "sound", group: "Playing", summary: "Set or show the sound settings.",
            discussion: """
                Settings take effect at once and are saved.

                JSON: loudness, preamp (dB), preventClipping, crossfade, fade (seconds), equalizer (a name, or own), \
                bands (ten gains in dB), skipSilence, volumeCap (percent).
                """,
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue sound", "Show all sound settings."),
                DocumentedTerm("oncue sound crossfade 4s", "Crossfade between tracks, but never within an album."),
                DocumentedTerm("oncue sound equalizer voice", "Make speech clearer."),
            ],
            subcommands: settings.map(\.definition) + [reset], runsAlone: true),
        subcommands: handlers
    ) { parsed, context in
        try show(try await context.service.sound(), parsed, context)
    }

    /// A sub-command that sets one property.
    private struct Setting: Sendable {
        var definition: CommandDefinition
        var read: @Sendable (ParsedCommand) throws(UsageError) -> SoundChanges
    }

    private static let settings = [
        setting(
            "loudness", "Even out differences in loudness between tracks (ReplayGain, R128).",
            ValueDefinition("LOUDNESS", kind: "a mode", allowed: SoundSettings.LoudnessMode.allCases.map(\.rawValue)),
            "Off, per track, per album, or per album while one plays in order and per track otherwise.",
            example: "album", { SoundSettings.LoudnessMode(rawValue: $0).map { SoundChanges(loudness: $0) } }),
        setting(
            "preamp", "Make everything louder or softer than the loudness setting does.",
            ValueDefinition("DECIBELS", kind: "a number of decibels", expected: "-15 to 15"),
            "Decibels, -15 to 15; in effect only while loudness is not off.", example: "-3",
            { decibels($0, in: SoundSettings.preampRange).map { SoundChanges(preamp: $0) } }),
        setting(
            "clipping", "Prevent clipping.", onOff("prevent", "allow"),
            "Turn tracks down by their measured peak, or leave them as loud as they are set.", example: "prevent",
            { SoundChanges(preventsClipping: $0 == "prevent") }),
        setting(
            "crossfade", "Crossfade between tracks, but never within an album.",
            ValueDefinition("TIME", kind: "a time", expected: "off, or up to 12s"),
            "The length of the crossfade, such as 4s, or off.", example: "4s",
            { span($0, upTo: SoundSettings.crossfadeLimit).map { SoundChanges(crossfade: $0) } }),
        setting(
            "fade", "Fade on pause, resume, stop and jumps.",
            ValueDefinition("TIME", kind: "a time", expected: "off, or up to 5s, such as 300ms"),
            "The length of the fade, such as 300ms, or off.", example: "300ms",
            { span($0, upTo: SoundSettings.fadeLimit).map { SoundChanges(fade: $0) } }),
        Setting(definition: equalizerDefinition, read: equalizer),
        setting(
            "silence", "Skip long silences in spoken audio.", onOff("skip", "play"),
            "Skip silences, or play them.", example: "skip", { SoundChanges(skipsSilence: $0 == "skip") }),
        setting(
            "cap", "Limit the initial volume of devices that are new to OnCue.",
            ValueDefinition("LEVEL", kind: "a volume", expected: "off, or 0 to 100"),
            "Percent, or off for no limit.", example: "40", { cap($0).map { SoundChanges(volumeCap: $0) } }),
    ]

    private static let reset = CommandDefinition(
        "reset", summary: "Reset all sound settings to their defaults.", options: Removal.options + [Values.json],
        examples: [DocumentedTerm("oncue sound reset", "Return to the defaults, after a question.")])

    private static let handlers: [String: Command.Handler] = {
        var handlers: [String: Command.Handler] = [
            "reset": { parsed, context in
                let deed = "reset all sound settings to their defaults"
                guard try Removal.isConfirmed(deed, refused: "Nothing was changed", parsed, context) else { return }
                let sound = try await context.service.resetSound()
                if parsed.has("json") { return context.console.write(SoundView.json(sound)) }
                context.console.tell("Reset all sound settings to their defaults")
            }
        ]
        for setting in settings {
            handlers[setting.definition.name] = { parsed, context in
                let sound = try await context.service.setSound(try setting.read(parsed))
                if parsed.has("json") { return context.console.write(SoundView.json(sound)) }
                tell(setting.definition.name, sound, context)
            }
        }
        return handlers
    }()

    private static func setting(
        _ name: String, _ summary: String, _ value: ValueDefinition, _ description: String, example: String,
        _ read: @escaping @Sendable (String) -> SoundChanges?
    ) -> Setting {
        let placeholder = value.placeholder
        return Setting(
            definition: CommandDefinition(
                name, summary: summary,
                arguments: [ArgumentDefinition(value, description: description, acceptsNegativeNumbers: true)],
                options: [Values.json], examples: [DocumentedTerm("oncue sound \(name) \(example)", summary)])
        ) { (parsed) throws(UsageError) in try parsed.required(placeholder, read) }
    }

    // MARK: Words

    private static func onOff(_ words: String...) -> ValueDefinition {
        ValueDefinition("WISH", kind: "a wish", allowed: words)
    }

    private static func span(_ word: String, upTo limit: Duration) -> Duration? {
        if word == "off" { return .zero }
        return SpanText.duration(word, unit: .seconds(1)).flatMap { $0 <= limit ? $0 : nil }
    }

    private static func decibels(_ word: String, in range: ClosedRange<Double>) -> Double? {
        let word = word.hasSuffix("dB") ? String(word.dropLast(2)) : word
        return Double(word).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func cap(_ word: String) -> Double? {
        if word == "off" { return 1 }
        let number = Int(word.hasSuffix("%") ? String(word.dropLast()) : word)
        return number.flatMap { (0...100).contains($0) ? Double($0) / 100 : nil }
    }

    // MARK: Equalizer

    private static let presets = EqualizerPreset.allCases.map(\.rawValue)

    private static let equalizerDefinition = CommandDefinition(
        "equalizer", summary: "Choose an equalizer curve, or set your own.",
        discussion:
            "Curves: \(presets.joined(separator: ", ")). None of them boosts any band, so they cause no clipping.",
        arguments: [
            ArgumentDefinition(
                ValueDefinition(
                    "CURVE", kind: "a curve", expected: "a name, off, or ten numbers from -24 to 12",
                    completion: NameTopic.curves.completion), .oneOrMore,
                description: "A name, off, or ten gains in dB for 29, 59, 119, 237, 474, 947, 1889, 3770, 7523 and "
                    + "15011 Hz.", acceptsNegativeNumbers: true)
        ],
        options: [Values.json],
        examples: [
            DocumentedTerm("oncue sound equalizer voice", "Make speech clearer."),
            DocumentedTerm("oncue sound equalizer -6 -4 -2 0 0 0 0 0 0 0", "Reduce the bass."),
        ])

    private static func equalizer(_ parsed: ParsedCommand) throws(UsageError) -> SoundChanges {
        let words = parsed.arguments("CURVE").flatMap { $0.split(separator: " ") }.map(String.init)
        if words.count == 1 {
            let preset = EqualizerPreset(rawValue: words[0] == "off" ? "flat" : words[0])
            if let preset { return SoundChanges(equalizer: preset) }
            throw parsed.invalid("CURVE", words[0], expected: presets.joined(separator: ", ") + ", or ten numbers")
        }
        let gains = words.compactMap { decibels($0, in: SoundSettings.bandRange) }
        guard gains.count == words.count, gains.count == SoundSettings.bandCount else {
            throw parsed.invalid("CURVE", words.joined(separator: " "))
        }
        return SoundChanges(bands: gains)
    }

    // MARK: Answers

    private static func show(_ sound: SoundPreferences, _ parsed: ParsedCommand, _ context: CommandContext) throws {
        if parsed.has("json") { return context.console.write(SoundView.json(sound)) }
        context.console.write(lines: LabeledTable.lines(SoundView.rows(sound), screen: context.console.dataScreen))
    }

    private static func tell(_ name: String, _ sound: SoundPreferences, _ context: CommandContext) {
        guard let row = SoundView.rows(sound).first(where: { $0[0].lowercased() == name }) else { return }
        context.console.tell(row[0] + ": " + row[1])
    }
}
