// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueIntents
internal import OnCueInterface

/// The result of a task.
struct IntentAnswer {
    var sentence: String
    var lines: [String] = []
    var picture: String?
    var properties: [String: ParameterValue] = [:]
    var items: [ContentRecord] = []
    var total: Int?
    var isUndoable = false

    init(_ sentence: String) { self.sentence = sentence }

    /// Adds the title and the artist in the sentence, or its other subtitle, as properties.
    mutating func name(_ title: String, by artist: String) {
        for (name, words) in [("title", title), ("artist", artist)] where !words.isEmpty {
            properties[name] = .text(words)
        }
    }
}

/// The question that must be answered before a task can be done: a value is missing, or may mean several things.
struct IntentQuestion: Error {
    var parameter: String
    var sentence: String
    var choices: [IntentChoice]

    init(_ parameter: String, _ sentence: String, _ choices: [IntentChoice] = []) {
        (self.parameter, self.sentence, self.choices) = (parameter, sentence, choices)
    }
}
