// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// The settings for raising suggestions, as text and as JSON.
enum SuggestionSettingsView {
    static func rows(_ settings: SuggestionSettings) -> [[String]] {
        [
            [
                label(.quietHours(nil)),
                settings.quietHours.map { ClockText.text($0.from) + " to " + ClockText.text($0.to) } ?? "none",
            ],
            [label(.coolDown(.zero)), span(settings.coolDown)],
            [label(.lifetime(.zero)), span(settings.lifetime)],
            [label(.stages(true)), settings.stages ? "on" : "off"],
            [label(.stagingGuard(.zero)), span(settings.stagingGuard)],
            [
                label(.dismissalLimit(0)),
                settings.dismissalLimit > 0
                    ? "no more suggestions after \(settings.dismissalLimit) in a row" : "no limit",
            ],
            [label(.moments([])), settings.moments.isEmpty ? "none" : settings.moments.joined(separator: ", ")],
            [label(.notifies(true)), settings.notifies ? "on" : "off"],
        ]
    }

    static func label(_ setting: SuggestionSetting) -> String {
        switch setting {
        case .quietHours: "Quiet hours"
        case .coolDown: "Cool-down"
        case .lifetime: "Lifetime"
        case .stages: "Staging"
        case .stagingGuard: "Staging guard"
        case .dismissalLimit: "Dismissals"
        case .moments: "Moments"
        case .notifies: "Notify"
        }
    }

    private static func span(_ duration: Duration) -> String { duration > .zero ? SpanText.words(duration) : "off" }

    static func json(_ settings: SuggestionSettings) -> JSONValue {
        [
            "quietHours": settings.quietHours.map {
                ["from": .string(ClockText.text($0.from)), "to": .string(ClockText.text($0.to))]
            } ?? .null,
            "coolDown": .seconds(settings.coolDown), "lifetime": .seconds(settings.lifetime),
            "staging": .bool(settings.stages), "stagingGuard": .seconds(settings.stagingGuard),
            "dismissals": .int(settings.dismissalLimit), "moments": .strings(settings.moments),
            "notify": .bool(settings.notifies),
        ]
    }
}
