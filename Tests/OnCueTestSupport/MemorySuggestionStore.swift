// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
package import OnCueSuggestions
internal import Synchronization

/// Keeps what was learnt in memory.
package final class MemorySuggestionStore: SuggestionStoring {
    private struct Content {
        var donations: [LoggedDonation]
        var state: SuggestionState
        var isFull = false
    }

    private let content: Mutex<Content>

    package init(_ donations: [Donation] = [], state: SuggestionState = SuggestionState()) {
        content = Mutex(Content(donations: donations.map { LoggedDonation($0) }, state: state))
    }

    /// Everything fails from now on, or nothing any more.
    package func setFull(_ isFull: Bool) { content.withLock { $0.isFull = isFull } }

    package var state: SuggestionState { content.withLock { $0.state } }
    package var donations: [LoggedDonation] { content.withLock { $0.donations } }

    package func load() async -> (donations: [Donation], state: SuggestionState) {
        content.withLock { ($0.donations.map(\.donation), $0.state) }
    }

    package func record(_ donations: [LoggedDonation]) async throws(ContentError) {
        try change { $0.donations += donations }
    }

    package func markOpen(_ item: String) async throws(ContentError) {
        try change { content in
            let last = content.donations.lastIndex { $0.donation.kind == .played && $0.origin == nil }
            guard let last, content.donations[last].donation.item == item else { return }
            content.donations[last].donation.isOpen = true
        }
    }

    package func donatedCount() async throws(ContentError) -> Int { donations.count { $0.origin != nil } }

    package func save(_ state: SuggestionState) async throws(ContentError) { try change { $0.state = state } }

    package func forget(_ part: LearntPart) async throws(ContentError) -> Int {
        var count = 0
        try change { content in
            let kept = content.donations.filter { !Self.belongs($0, part) }
            count = content.donations.count - kept.count
            content.donations = kept
        }
        return count
    }

    package func donations(
        offset: Int, limit: Int
    ) async throws(ContentError) -> (total: Int, part: [LoggedDonation]) {
        let all = donations
        return (all.count, Array(all.dropFirst(max(0, offset)).prefix(max(0, limit))))
    }

    private func change(_ change: (inout Content) -> Void) throws(ContentError) {
        let isDone = content.withLock { content in
            if !content.isFull { change(&content) }
            return !content.isFull
        }
        if !isDone { throw ContentError(.storage, "the disk is full") }
    }

    private static func belongs(_ logged: LoggedDonation, _ part: LearntPart) -> Bool {
        switch part {
        case .donated(let program, let identifiers):
            guard let origin = logged.origin, origin.program == program else { return false }
            return identifiers.isEmpty || identifiers.contains(origin.identifier)
        default: return part.holds(logged.donation)
        }
    }
}
