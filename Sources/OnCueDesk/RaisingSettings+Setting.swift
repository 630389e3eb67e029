// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueSuggestions

extension SuggestionSettings {
    init(_ settings: RaisingSettings) {
        self.init()
        quietHours = settings.quietHours.map { Hours(from: $0.from, to: $0.to) }
        (coolDown, lifetime, stagingGuard) = (settings.coolDown, settings.lifetime, settings.stagingGuard)
        (dismissalLimit, stages, notifies) = (settings.dismissalLimit, settings.stages, settings.notifies)
        moments = settings.moments.map(\.rawValue).sorted()
    }
}

extension RaisingSettings {
    private static let day: Duration = .seconds(86_400)

    /// - Throws: `invalidValue` for a value out of its bounds.
    mutating func apply(_ setting: SuggestionSetting) throws(ServiceError) {
        switch setting {
        case .quietHours(let hours): quietHours = try Self.quiet(hours)
        case .coolDown(let time): coolDown = try Self.checked(time, "coolDown", from: .zero)
        case .lifetime(let time): lifetime = try Self.checked(time, "lifetime", from: .seconds(10))
        case .stagingGuard(let time): stagingGuard = try Self.checked(time, "stagingGuard", from: .zero)
        case .dismissalLimit(let count):
            guard (0...100).contains(count) else {
                throw ServiceError(.invalidValue, "dismissalLimit must be from 0 to 100")
            }
            dismissalLimit = count
        case .stages(let isOn): stages = isOn
        case .moments(let words): moments = try Self.moments(words)
        case .notifies(let isOn): notifies = isOn
        }
    }

    private static func quiet(_ hours: SuggestionSettings.Hours?) throws(ServiceError) -> PartOfDay? {
        guard let hours else { return nil }
        guard let quiet = PartOfDay(from: hours.from, to: hours.to) else {
            throw ServiceError(.invalidValue, "quietFrom and quietTo must be minutes of a day, 0 to 1439")
        }
        return quiet
    }

    private static func checked(
        _ time: Duration, _ name: String, from least: Duration
    ) throws(ServiceError) -> Duration {
        guard (least...day).contains(time) else {
            throw ServiceError(
                .invalidValue,
                "\(name) must be from \(least.components.seconds) to \(day.components.seconds) seconds")
        }
        return time
    }

    private static func moments(_ words: [String]) throws(ServiceError) -> Set<Trigger.Kind> {
        var moments: Set<Trigger.Kind> = []
        for word in words {
            guard let kind = Trigger.Kind(rawValue: word), kind.isMoment else {
                throw ServiceError(
                    .invalidValue,
                    "\"\(word.prefix(40))\" is not a moment; expected car-left, departure, unlock, wake or boot")
            }
            moments.insert(kind)
        }
        return moments
    }
}
