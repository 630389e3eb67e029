// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue complete-words`, which the completion scripts run.
enum CompleteWordsCommand {
    static let name = "complete-words"
    /// Names of the media players on the bus.
    static let players = ValueDefinition.Completion.dynamic(Topic.players.rawValue)
    /// Names of the devices that were met.
    static let devices = ValueDefinition.Completion.dynamic(Topic.devices.rawValue)
    /// Names of the places that the person has named.
    static let places = ValueDefinition.Completion.dynamic(Topic.places.rawValue)
    /// Names of the times of day for which the person wants suggestions.
    static let times = ValueDefinition.Completion.dynamic(Topic.times.rawValue)
    /// All three.
    static let names = ValueDefinition.Completion.dynamic(Topic.names.rawValue)

    /// Keys of the configuration.
    static let keys = ValueDefinition.Completion.dynamic(Topic.keys.rawValue)
    /// Words that keys of the configuration take.
    static let settings = ValueDefinition.Completion.dynamic(Topic.settings.rawValue)

    private enum Topic: String, CaseIterable {
        case players, devices, places, times, names, keys, settings
    }

    static let command = Command(
        CommandDefinition(
            name, group: "Help",
            summary:
                "Print the possible completions of a word, one per line, for completion scripts.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("TOPIC", kind: "a topic", allowed: Topic.allCases.map(\.rawValue)),
                    description: "What kind of name to complete."),
                ArgumentDefinition("WORD", .optional, description: "What has been typed so far."),
            ],
            examples: [
                DocumentedTerm(
                    "oncue complete-words players v",
                    "Print the names of players that start with v.")
            ],
            isHidden: true)
    ) { parsed, context in
        let typed = parsed.arguments("WORD").first ?? ""
        guard let topic = parsed.argument("TOPIC").flatMap(Topic.init), topic != .players else {
            let everyone = PlayerSelection.everyone
            let listing = try await context.service.players { everyone.includes($0) }
            let names = listing.players.map(\.name) + listing.silent.map(\.name) + ["%any"]
            return context.console.write(lines: words(names, typed: typed))
        }
        let names = try await names(topic, context.service)
        context.console.write(lines: names.filter { $0.hasPrefix(typed) }.map(TextLayout.printable))
    }

    private static func names(_ topic: Topic, _ service: any MediaServiceClient) async throws -> [String] {
        if topic == .keys { return ConfigurationKey.all.map(\.name) }
        if topic == .settings { return settingWords }
        var names: [String] = []
        if topic == .devices || topic == .names { names += try await service.triggerDevices().map(\.name) }
        if topic == .places || topic == .names { names += try await service.places().map(\.name) }
        if topic == .times || topic == .names { names += try await service.triggerTimes().map(\.name) }
        return names
    }

    private static var settingWords: [String] {
        (ConfigurationKey.all.flatMap(\.words) + ["auto", "silent"]).reduce(into: []) { words, word in
            if !words.contains(word) { words.append(word) }
        }
    }

    /// Behind a comma the next name begins. The shells leave out what does not begin as the word does.
    private static func words(_ names: [String], typed: String) -> [String] {
        let head = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
        let taken = Set(head.split(separator: ",").map(String.init))
        return names.filter { !taken.contains($0) }.map { head + $0 }
    }
}
