// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueInterface
internal import OnCueSuggestions

/// Arguments and options of the commands about the triggers of suggestions.
enum RaisingWords {
    static let device = ValueDefinition(
        "NAME", kind: "a device", expected: "a name from oncue triggers",
        completion: NameTopic.devices.completion)
    static let place = ValueDefinition(
        "NAME", kind: "a place", expected: "a name from oncue place", completion: NameTopic.places.completion)

    static let policy = OptionDefinition(
        "policy",
        value: ValueDefinition(
            "POLICY", kind: "a policy", allowed: RaisingPolicy.Action.allCases.map(\.rawValue) + ["usual"]),
        description: "Do nothing, make suggestions, resume playback, play the first suggestion, or do what is usual.")
    static let volumeLimit = OptionDefinition(
        "volume-limit", value: ValueDefinition("LEVEL", kind: "a volume", expected: "0 to 100%, or none"),
        description: "The highest volume for playback that starts automatically, in percent, or none.")

    /// Returns the settings from `--policy`, `--volume-limit` and, if present, `--kind`.
    ///
    /// - Throws: `UsageError` for an invalid volume.
    static func wish(_ parsed: ParsedCommand, kind: String? = nil) throws(UsageError) -> TriggerWish {
        let policy = parsed.option("policy").map { $0 == "usual" ? "" : $0 }
        return TriggerWish(kind: kind, policy: policy, volumeLimit: try parsed.option("volume-limit", limit))
    }

    /// Returns the volume of `--volume-limit`, 0 to 1; `nil` for no limit.
    ///
    /// - Throws: `UsageError` for an invalid volume.
    static func volumeLimit(_ parsed: ParsedCommand) throws(UsageError) -> Double? {
        try parsed.option("volume-limit", limit).flatMap { $0 > 1 ? nil : $0 }
    }

    /// Returns the limit, 0 to 1; more than 1 means no limit.
    private static func limit(_ word: String) -> Double? {
        if word == "none" { return 2 }
        let number = Int(word.hasSuffix("%") ? String(word.dropLast()) : word)
        return number.flatMap { (0...100).contains($0) ? Double($0) / 100 : nil }
    }

    /// Returns `suggest, at most 60%`; empty for default settings.
    static func text(policy: String?, volumeLimit: Double?) -> String {
        let limit = volumeLimit.map { "at most \(Int(($0 * 100).rounded()))%" }
        return [policy, limit].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the limit in percent; null for no limit.
    static func json(volumeLimit: Double?) -> JSONValue {
        volumeLimit.map { .rounded($0 * 100, places: 2) } ?? .null
    }

    /// Returns a name of several words as sent to the service.
    static func name(_ words: [String]) -> String { RawWords.printable(words.joined(separator: " ")) }
}
