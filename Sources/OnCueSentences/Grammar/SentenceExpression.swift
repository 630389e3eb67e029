// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The content of a template.
///
/// It is finite and nests at most ``SentenceLimits/depth`` levels, because only ``SentenceTemplate`` creates it from
/// text.
package indirect enum SentenceExpression: Sendable, Equatable {
    /// Text without white space: a word, or the part of one that is next to a group.
    case text(String)
    /// White space, which separates words.
    case space
    /// One after the other.
    case sequence([SentenceExpression])
    /// One of these; an optional part is its content or an empty sequence.
    case alternatives([SentenceExpression])
    /// All of these, in any order.
    case permutation([SentenceExpression])
    /// A value of a list, which fills a slot.
    case list(SentenceListReference)
    /// The expression of a rule.
    case rule(name: String, offset: Int)
}

/// The use of a list in a template: `{list}`, `{list:slot}` or `{1..5:slot}`.
package struct SentenceListReference: Sendable, Equatable {
    /// The name of the list, or its range.
    package let list: String
    /// The slot that the value fills.
    package let slot: String
    /// The position of the opening brace in the template, in scalars from 0.
    package let offset: Int

    /// The range of a reference that contains its own, as in `{1..5:stars}` or `{0..100,10:level}`.
    var inlineRange: SentenceRange? {
        let parts = list.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2 else { return nil }
        let ends = first.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 3, ends[1].isEmpty, let from = Int(ends[0]), let to = Int(ends[2]) else { return nil }
        guard let step = parts.count == 2 ? Int(parts[1]) : 1 else { return nil }
        return SentenceRange(from: from, to: to, step: step)
    }
}
