// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// What is known of a container that is watched: its list, and how it came to be. A value without input or output.
package struct ContentWatch: Sendable {
    /// What a list that was read anew is beside the one before.
    package enum Outcome: Sendable, Equatable {
        case same
        case different(ContentListDifference)
        /// It must be fetched anew: it was or is too long to be compared, or names stand twice in it.
        case reload
    }

    private static let keptSteps = 32
    /// Revisions that are remembered of one state of a list.
    private static let keptRevisions = 16

    private struct Step {
        /// Revisions at which the list was seen before the difference.
        var revisions: [ContentTree.Revision]
        var difference: ContentListDifference
    }

    /// How often each client has subscribed.
    package var clients: [String: Int] = [:]
    /// Something has changed since it was read.
    package var isDirty = false
    /// Whoever has it must fetch it anew, even if it seems the same.
    package var mustReload = false
    /// `nil` when the list is too long to be compared.
    package private(set) var list: [ContentListDifference.Entry]?
    /// Revisions at which the list was seen as it is, the newest last. Those between them may have had another.
    private var revisions: [ContentTree.Revision]
    private var steps: [Step] = []

    package init(_ list: [ContentListDifference.Entry]?, at revision: ContentTree.Revision) {
        self.list = list
        revisions = [revision]
    }

    /// The newest revision at which the list was seen.
    package var revision: ContentTree.Revision { revisions.last ?? ContentTree.Revision(0) }

    /// Takes over a list that was read anew; one that is older than what is known is not looked at.
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

    /// The list cannot be read any more.
    package mutating func lose() {
        (list, steps, isDirty) = (nil, [], false)
    }

    /// How the list differs from what it was; `nil` when that is not known any more.
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
