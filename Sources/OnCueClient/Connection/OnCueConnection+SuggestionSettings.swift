// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension OnCueConnection {
    package func suggestionSettings() async throws(ClientError) -> SuggestionSettings {
        let reply = try await call("GetSettings", of: ServiceNames.suggestions)
        guard let settings = WireDictionary(reply.first).flatMap({ SuggestionSettings($0) }) else {
            throw .unexpectedAnswer(to: "GetSettings")
        }
        return settings
    }

    package func setSuggestions(_ settings: [SuggestionSetting]) async throws(ClientError) {
        let changes = settings.map(\.wire).reduce(into: [:]) { all, one in all.merge(one) { $1 } }
        try await call("SetSettings", of: ServiceNames.suggestions, [.dictionary(changes)])
    }
}

extension SuggestionSettings {
    /// `nil` when something is missing or of another type.
    fileprivate init?(_ wire: WireDictionary) {
        guard let coolDown = wire.duration("coolDown"), let lifetime = wire.duration("lifetime"),
            let stagingGuard = wire.duration("stagingGuard"), let dismissals = wire.count("dismissalLimit"),
            let stages = wire.flag("stages")
        else { return nil }
        self.init()
        if let from = wire.count("quietFrom"), let to = wire.count("quietTo") {
            quietHours = Hours(from: from, to: to)
        }
        (self.coolDown, self.lifetime, self.stagingGuard) = (coolDown, lifetime, stagingGuard)
        (dismissalLimit, self.stages) = (dismissals, stages)
        moments = wire.texts("moments")
        notifies = wire.flag("notifies") ?? true
    }
}

extension SuggestionSetting {
    /// The end of the day, which in place of a time means that there are no quiet hours.
    private static let never = 1440

    fileprivate var wire: [String: BusValue] {
        switch self {
        case .quietHours(let hours):
            [
                "quietFrom": .uint32(UInt32(clamping: hours?.from ?? Self.never)),
                "quietTo": .uint32(UInt32(clamping: hours?.to ?? Self.never)),
            ]
        case .coolDown(let time): ["coolDown": .int64(time.wholeMicroseconds)]
        case .lifetime(let time): ["lifetime": .int64(time.wholeMicroseconds)]
        case .stagingGuard(let time): ["stagingGuard": .int64(time.wholeMicroseconds)]
        case .dismissalLimit(let count): ["dismissalLimit": .uint32(UInt32(clamping: count))]
        case .stages(let isOn): ["stages": .bool(isOn)]
        case .moments(let kinds): ["moments": .strings(kinds)]
        case .notifies(let isOn): ["notifies": .bool(isOn)]
        }
    }
}
