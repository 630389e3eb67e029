// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's settings for suggestions.
package struct SuggestionSettings: Sendable, Equatable {
    /// A part of the day, in minutes since midnight; across midnight if the end is not later than the beginning.
    package struct Hours: Sendable, Equatable {
        package var from: Int
        package var to: Int

        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// The hours without suggestions; `nil` for none.
    package var quietHours: Hours?
    /// The time for which nothing is raised again for the same trigger.
    package var coolDown = Duration.seconds(900)
    /// The time for which suggestions are offered if nothing else ends them.
    package var lifetime = Duration.seconds(600)
    /// The time after playback within which nothing is staged in its place.
    package var stagingGuard = Duration.seconds(300)
    /// The number of successive dismissals that silences a trigger; 0 for none.
    package var dismissalLimit = 3
    /// Whether the suggestion is shown as the next track, for lock screens that display that.
    package var stages = true
    /// The enabled kinds of triggers, in addition to devices and arrivals.
    package var moments: [String] = []
    /// Whether the desktop shows suggestions.
    package var notifies = true

    package init() {}
}

/// One setting of suggestions; the service checks the bounds.
package enum SuggestionSetting: Sendable, Equatable {
    case quietHours(SuggestionSettings.Hours?)
    case coolDown(Duration)
    case lifetime(Duration)
    case stagingGuard(Duration)
    case dismissalLimit(Int)
    case stages(Bool)
    case moments([String])
    case notifies(Bool)
}

// MARK: On the bus

/// Required are the fields that earlier versions wrote.
extension SuggestionSettings: DictionaryForm {
    package static var blank: SuggestionSettings { SuggestionSettings() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields.group(&quietHours)
        fields("coolDown", &coolDown, .required)
        fields("lifetime", &lifetime, .required)
        fields("stagingGuard", &stagingGuard, .required)
        fields("dismissalLimit", &dismissalLimit, .required)
        fields("stages", &stages, .required)
        fields("moments", &moments)
        fields("notifies", &notifies)
    }
}

/// Written among the fields of the settings.
extension SuggestionSettings.Hours: WireForm {
    package static var blank: SuggestionSettings.Hours { SuggestionSettings.Hours(from: 0, to: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("quietFrom", &from, .required)
        fields("quietTo", &to, .required)
    }
}

/// The argument of `SetSettings`.
package struct SuggestionChanges: DictionaryForm {
    /// The end of the day, which instead of a time means that there are no quiet hours.
    private static let never = 1440

    private var quietFrom: Int?
    private var quietTo: Int?
    private var coolDown: Duration?
    private var lifetime: Duration?
    private var stagingGuard: Duration?
    private var dismissalLimit: Int?
    private var stages: Bool?
    private var moments: [String]?
    private var notifies: Bool?

    package init(_ settings: [SuggestionSetting]) {
        for setting in settings {
            switch setting {
            case .quietHours(let hours): (quietFrom, quietTo) = (hours?.from ?? Self.never, hours?.to ?? Self.never)
            case .coolDown(let time): coolDown = time
            case .lifetime(let time): lifetime = time
            case .stagingGuard(let time): stagingGuard = time
            case .dismissalLimit(let count): dismissalLimit = count
            case .stages(let isOn): stages = isOn
            case .moments(let kinds): moments = kinds
            case .notifies(let isOn): notifies = isOn
            }
        }
    }

    package static var blank: SuggestionChanges { SuggestionChanges([]) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("quietFrom", &quietFrom)
        fields("quietTo", &quietTo)
        fields("coolDown", &coolDown)
        fields("lifetime", &lifetime)
        fields("stagingGuard", &stagingGuard)
        fields("dismissalLimit", &dismissalLimit)
        fields("stages", &stages)
        fields("moments", &moments, .ifGiven)
        fields("notifies", &notifies)
    }

    /// Returns the settings in the order of the fields.
    ///
    /// - Throws: `invalidValue` if only one end of the quiet hours is given.
    package func settings() throws(ServiceError) -> [SuggestionSetting] {
        guard (quietFrom == nil) == (quietTo == nil) else {
            throw ServiceError(.invalidValue, "quietFrom and quietTo must be set together")
        }
        var settings: [SuggestionSetting?] = []
        if let quietFrom, let quietTo {
            let isNever = quietFrom == Self.never && quietTo == Self.never
            settings.append(.quietHours(isNever ? nil : SuggestionSettings.Hours(from: quietFrom, to: quietTo)))
        }
        settings += [
            coolDown.map(SuggestionSetting.coolDown), lifetime.map(SuggestionSetting.lifetime),
            stagingGuard.map(SuggestionSetting.stagingGuard),
            dismissalLimit.map(SuggestionSetting.dismissalLimit), stages.map(SuggestionSetting.stages),
            moments.map(SuggestionSetting.moments), notifies.map(SuggestionSetting.notifies),
        ]
        return settings.compactMap(\.self)
    }
}
