// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason for dismissing a suggestion. The raw values are those on the bus.
package enum DismissalReason: String, Sendable, CaseIterable {
    case notNow = "not-now"
    /// It is suggested less often.
    case thumbsDown = "thumbs-down"
    /// It is never suggested again for this device or place.
    case neverHere = "never-here"
    /// It is never suggested again.
    case never
}

extension DismissalReason {
    /// - Parameter word: Empty for ``notNow``.
    /// - Throws: `invalidValue` for an unknown reason.
    init(word: String) throws(ServiceError) {
        guard let reason = word.isEmpty ? .notNow : DismissalReason(rawValue: word) else {
            let known = DismissalReason.allCases.map(\.rawValue).joined(separator: ", ")
            throw ServiceError(
                .invalidValue, "\"\(word.prefix(40))\" is not a reason; expected one of \(known)")
        }
        self = reason
    }
}
