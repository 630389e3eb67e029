// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueSession
internal import OnCueSuggestions

extension SuggestionRecord {
    init(_ shown: ShownSuggestion) {
        self.init(id: shown.id, identifier: shown.item.identifier.description, title: shown.item.title)
        subtitle = shown.targetTitle ?? shown.item.subtitle
        sentence = shown.sentence
        cause = shown.suggestion.cause.word
        if case .nominated(let reason) = shown.suggestion.cause { ground = "\(reason)" }
        probability = shown.suggestion.probability
        reasons = shown.suggestion.reasons.map { Reason(facet: "\($0.facet)", weight: $0.weight) }
        isPlayable = shown.item.isPlayable
        artwork = shown.artwork?.shownURI
        position = shown.position
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
