// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface
internal import OnCueSession
internal import OnCueSuggestions

extension ShownOffer {
    var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("id", .uint64(id))
        values.set("trigger", trigger.kind.rawValue)
        values.set("sentence", sentence)
        values.set("raisedAt", .int64(raisedAt))
        values.set("expiresAt", .int64(expiresAt))
        values.set("device", trigger.device?.name)
        values.set("place", trigger.name)
        values.set("suggestions", suggestions.busValue)
        return values.values.bounded
    }
}

extension [ShownSuggestion] {
    var busValue: BusValue { .array(map { .dictionary($0.busValues) }, of: "a{sv}") }
}

extension ShownSuggestion {
    var busValues: [String: BusValue] {
        var values = BusDictionary()
        values.set("id", id)
        values.set("item", item.identifier.description)
        values.set("title", item.title)
        values.set("subtitle", targetTitle ?? item.subtitle)
        values.set("sentence", sentence)
        values.set("cause", suggestion.cause.word)
        if case .nominated(let ground) = suggestion.cause { values.set("ground", "\(ground)") }
        values.set("probability", .double(suggestion.probability))
        values.set("playable", .bool(item.isPlayable))
        values.set("artwork", artwork?.shownURI)
        values.set("position", position)
        values.set("reasons", .array(suggestion.reasons.map(\.busValue), of: "a{sv}"))
        return values.values.bounded
    }
}

extension Suggestion.Reason {
    fileprivate var busValue: BusValue {
        .dictionary(["facet": .string("\(facet)"), "weight": .double(weight)])
    }
}

extension SuggestionCause {
    fileprivate var word: String {
        switch self {
        case .lately: "lately"
        case .after: "after"
        case .resume: "resume"
        case .habit: "habit"
        case .nominated: "nominated"
        case .longAgo: "long-ago"
        }
    }
}

extension RaisingDecision.Objection {
    var busValue: BusValue { .dictionary(["rule": .string(rule.rawValue), "sentence": .string(sentence)]) }
}
