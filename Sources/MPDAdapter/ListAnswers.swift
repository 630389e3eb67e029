// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol

/// The answers to `list` for all songs, which clients request again and again, kept as long as the songs are the same.
struct ListAnswers {
    /// The maximum number of answers, and their maximum total size in bytes.
    private static let most = 8
    private static let largest = 1 << 20

    /// The answers, in the order in which they were kept.
    private var answers: [(kinds: [TagKind], answer: [UInt8])] = []

    /// - Parameter kinds: The groups, from the outermost, followed by the tag that is listed.
    subscript(_ kinds: [TagKind]) -> [UInt8]? { answers.first { $0.kinds == kinds }?.answer }

    mutating func keep(_ answer: [UInt8], to kinds: [TagKind]) {
        answers.removeAll { $0.kinds == kinds }
        guard answer.count <= Self.largest else { return }
        answers.append((kinds, answer))
        while answers.count > Self.most || answers.reduce(0, { $0 + $1.answer.count }) > Self.largest {
            answers.removeFirst()
        }
    }
}
