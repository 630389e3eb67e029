// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The state of a watched container: its list and the latest changes. A value without input or output.
package struct ContentWatch: Sendable {
    /// The result of comparing a reread list with the one before.
    package enum Outcome: Sendable, Equatable {
        case same
        case different(ContentListDifference)
        /// It must be refetched: it was or is too long to be compared, or contains duplicates.
        case reload
    }

    private static let keptSteps = 32
    /// The maximum number of remembered revisions of one state of a list.
    private static let keptRevisions = 16

    private struct Step {
        /// Revisions at which the list was seen before the difference.
        var revisions: [ContentTree.Revision]
        var difference: ContentListDifference
    }

    /// The number of subscriptions of each client.
    package var clients: [String: Int] = [:]
    /// Whether something has changed since it was read.
    package var isDirty = false
    /// Whether clients must refetch the list even if it seems unchanged.
    package var mustReload = false
    /// `nil` when the list is too long to be compared.
    package private(set) var list: [ContentListDifference.Entry]?
    /// Revisions at which exactly this list was seen, the newest last. There may have been a different list between
    /// them.
    private var revisions: [ContentTree.Revision]
    private var steps: [Step] = []

    package init(_ list: [ContentListDifference.Entry]?, at revision: ContentTree.Revision) {
        self.list = list
        revisions = [revision]
    }

    /// The newest revision at which the list was seen.
    package var revision: ContentTree.Revision { revisions.last ?? ContentTree.Revision(0) }

    /// Replaces the list by a reread one; one that is older than the known list is ignored.
    package mutating func update(
        _ list: [ContentListDifference.Entry]?, at revision: ContentTree.Revision
    ) -> Outcome {
        guard revision >= self.revision else { return .same }
        let wasReload = mustReload
        mustReload = false
        var difference: ContentListDifference?
        if let old = self.list, let list, !wasReload { difference = ContentListDifference.between(old, list) }
        if difference?.isEmpty == true {
            note(revision)
            return .same
        }
        if self.list == nil, list == nil, !wasReload, revision == self.revision { return .same }
        steps = difference.map { (steps + [Step(revisions: revisions, difference: $0)]).suffix(Self.keptSteps) } ?? []
        self.list = list
        revisions = [revision]
        return difference.map { .different($0) } ?? .reload
    }

    private mutating func note(_ revision: ContentTree.Revision) {
        guard revision != self.revision else { return }
        revisions = (revisions + [revision]).suffix(Self.keptRevisions)
    }

    /// Notes that the list can no longer be read.
    package mutating func lose() {
        (list, steps, isDirty) = (nil, [], false)
    }

    /// Returns the difference from the list at a revision, or `nil` if that is no longer known.
    package func difference(since revision: ContentTree.Revision) -> ContentListDifference? {
        if revisions.contains(revision) { return ContentListDifference() }
        guard let list, let first = steps.lastIndex(where: { $0.revisions.contains(revision) }) else { return nil }
        var old = list.map(\.identifier)
        var changed: Set<ContentIdentifier> = []
        for step in steps[first...].reversed() {
            old = step.difference.reverted(from: old)
            changed.formUnion(step.difference.changed)
        }
        let entries = { (names: [ContentIdentifier]) in
            names.map { ContentListDifference.Entry(identifier: $0, fingerprint: 0) }
        }
        var difference = ContentListDifference.between(entries(old), entries(list.map(\.identifier)))
        let added = Set(difference?.added.map(\.identifier) ?? [])
        difference?.changed = list.map(\.identifier).filter { changed.contains($0) && !added.contains($0) }
        return difference
    }
}
