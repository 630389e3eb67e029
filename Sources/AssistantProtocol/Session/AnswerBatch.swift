// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The answers to a batch of messages, which are sent together.
struct AnswerBatch: Sendable {
    private var answers: [JSONValue?] = []
    private var missing = 0
    /// Whether more messages of the batch follow.
    var isOpen = true

    /// Whether nothing is missing.
    var isComplete: Bool { !isOpen && missing == 0 }

    /// The answers in the order of their requests, or `nil` if nothing is to be answered.
    var message: JSONValue? {
        let answers = answers.compactMap { $0 }
        return answers.isEmpty ? nil : .array(answers)
    }

    /// Makes room for an answer.
    mutating func addSlot() -> Int {
        answers.append(nil)
        missing += 1
        return answers.count - 1
    }

    /// Fills a place; with `nil`, if there will be no answer.
    mutating func fill(_ index: Int, _ answer: JSONValue?) {
        answers[index] = answer
        missing -= 1
    }
}
