// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import OnCueSuggestions

/// `oncue suggestions settings`
enum SuggestionSettingsCommand {
    static let definition = CommandDefinition(
        "settings", summary: "Set or show when and how suggestions are made.",
        discussion: """
            Settings take effect at once and are saved. TIME is a time such as 15m or 90s.

            JSON: quietHours {from, to} or null, coolDown, lifetime (seconds), staging, stagingGuard (seconds), \
            dismissals, moments, notify.
            """,
        options: [
            option("quiet-hours", "HOURS", "22:00-07:00, or off", "Make no suggestions during these hours."),
            option(
                "cool-down", "TIME", "a time such as 15m, or off",
                "After suggestions for a device or place, wait this long before the next ones."),
            option("lifetime", "TIME", "a time such as 10m", "Withdraw suggestions after this time."),
            OptionDefinition(
                "staging", value: onOff,
                description: "Show the first suggestion on lock screens, as the track that would play."),
            option(
                "staging-guard", "TIME", "a time such as 5m, or off",
                "Do not do so if something was playing within this time."),
            option(
                "dismissals", "N", "0 to 100",
                "Stop making suggestions after this many dismissals in a row; 0 for never."),
            option(
                "moments", "KINDS", moments.joined(separator: ", ") + ", separated by commas, or none",
                "Make suggestions at these moments as well."),
            OptionDefinition("notify", value: onOff, description: "Show suggestions as desktop notifications."),
            Values.json,
        ],
        examples: [
            DocumentedTerm("oncue suggestions settings", "Show the settings."),
            DocumentedTerm("oncue suggestions settings --quiet-hours 22:00-07:00", "Make no suggestions at night."),
            DocumentedTerm(
                "oncue suggestions settings --moments unlock,wake",
                "Make suggestions when you come back to the computer."),
        ])

    private static let onOff = ValueDefinition("SWITCH", kind: "a switch", allowed: ["on", "off"])
    /// Kinds of triggers without suggestions by default.
    private static let moments = Trigger.Kind.allCases.filter(\.isMoment).map(\.rawValue)

    private static func option(
        _ name: String, _ placeholder: String, _ expected: String, _ description: String
    ) -> OptionDefinition {
        OptionDefinition(
            name, value: ValueDefinition(placeholder, kind: "a setting", expected: expected), description: description)
    }

    static let run: Command.Handler = { parsed, context in
        let changes = try changes(parsed)
        if !changes.isEmpty { try await context.service.setSuggestions(changes) }
        let settings = try await context.service.suggestionSettings()
        if parsed.has("json") { return context.console.write(SuggestionSettingsView.json(settings)) }
        let rows = SuggestionSettingsView.rows(settings)
        guard !changes.isEmpty else {
            return context.console.write(lines: LabeledTable.lines(rows, screen: context.console.dataScreen))
        }
        let labels = changes.map(SuggestionSettingsView.label)
        for row in rows where labels.contains(row[0]) { context.console.tell(row[0] + ": " + row[1]) }
    }

    private static func changes(_ parsed: ParsedCommand) throws(UsageError) -> [SuggestionSetting] {
        var changes: [SuggestionSetting] = []
        if let hours = try parsed.option("quiet-hours", hours) { changes.append(hours) }
        if let time = try parsed.option("cool-down", span) { changes.append(.coolDown(time)) }
        if let time = try parsed.option("lifetime", lifetime) { changes.append(.lifetime(time)) }
        if let word = parsed.option("staging") { changes.append(.stages(word == "on")) }
        if let time = try parsed.option("staging-guard", span) { changes.append(.stagingGuard(time)) }
        if let count = try parsed.integer("dismissals", in: 0...100) { changes.append(.dismissalLimit(count)) }
        if let kinds = try parsed.option("moments", kinds) { changes.append(.moments(kinds)) }
        if let word = parsed.option("notify") { changes.append(.notifies(word == "on")) }
        return changes
    }

    private static func hours(_ word: String) -> SuggestionSetting? {
        if word == "off" { return .quietHours(nil) }
        return ClockText.hours(word).map { .quietHours(SuggestionSettings.Hours(from: $0.from, to: $0.to)) }
    }

    private static func span(_ word: String) -> Duration? {
        word == "off" ? .zero : SpanText.duration(word, unit: .seconds(60))
    }

    /// Returns the duration of an offer, which must be positive.
    private static func lifetime(_ word: String) -> Duration? {
        SpanText.duration(word, unit: .seconds(60)).flatMap { $0 > .zero ? $0 : nil }
    }

    private static func kinds(_ word: String) -> [String]? {
        if word == "none" { return [] }
        let kinds = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return kinds.allSatisfy(moments.contains) ? moments.filter(kinds.contains) : nil
    }
}
