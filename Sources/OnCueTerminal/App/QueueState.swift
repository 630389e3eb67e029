// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The correspondence between the rows of the interactive queue and the service.
struct QueueState: Sendable {
    /// The revision of the rows without pending edits; `nil` if they have to be reread.
    var revision: UInt64?
    /// The rows without the edits that are already displayed; `nil` if there are no such edits.
    var base: RowPages?
    /// Whether a request for changes is unanswered.
    var isComparing = false
    /// Whether to request changes again after the present answer.
    var mustCompareAgain = false
    /// The newest revision announced before the first rows arrived.
    var heard: UInt64?

    /// Returns `true` once if the rows are older than the announced revision.
    var isBehindHeard: Bool {
        mutating get {
            defer { heard = nil }
            return heard != nil && heard != revision
        }
    }

    mutating func forget() {
        revision = nil
        base = nil
    }
}
