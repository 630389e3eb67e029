// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How far the rows of the interactive queue are those of the service.
struct QueueState: Sendable {
    /// Of the rows, before edits that are under way; `nil` when they are to be read anew.
    var revision: UInt64?
    /// The rows without the edits that are shown already; `nil` when there are none such.
    var base: BrowserPages?
    /// Asked what has changed, and not answered yet.
    var isComparing = false
    /// There is more to ask when that is answered.
    var mustCompareAgain = false
    /// The newest revision that was heard of before there were rows.
    var heard: UInt64?

    /// True once when the rows that have come are older than what was heard of.
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
