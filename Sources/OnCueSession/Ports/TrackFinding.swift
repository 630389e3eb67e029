// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Finds the tracks of media by their locations.
package protocol TrackFinding: Sendable {
    /// Returns the tracks at locations, in the order of their parts if a file has several; unknown locations are left
    /// out, and all are if the data cannot be read.
    func tracks(at locations: [MediaLocation]) async -> [MediaLocation: [Track]]

    /// Returns the tracks whose files were at locations before they were moved or renamed, in the same form.
    func tracks(formerlyAt locations: [MediaLocation]) async -> [MediaLocation: [Track]]
}

extension TrackFinding {
    /// For media that are not moved.
    package func tracks(formerlyAt locations: [MediaLocation]) async -> [MediaLocation: [Track]] { [:] }
}

/// Several finders as one: each looks up the locations that those before it do not know.
package struct JoinedTrackFinder: TrackFinding {
    private let finders: [any TrackFinding]

    package init(_ finders: [any TrackFinding]) {
        self.finders = finders
    }

    package func tracks(at locations: [MediaLocation]) async -> [MediaLocation: [Track]] {
        var known: [MediaLocation: [Track]] = [:]
        for finder in finders {
            let unknown = known.isEmpty ? locations : locations.filter { known[$0] == nil }
            guard !unknown.isEmpty else { break }
            known.merge(await finder.tracks(at: unknown)) { first, _ in first }
        }
        return known
    }

    package func tracks(formerlyAt locations: [MediaLocation]) async -> [MediaLocation: [Track]] {
        var known: [MediaLocation: [Track]] = [:]
        for finder in finders { known.merge(await finder.tracks(formerlyAt: locations)) { first, _ in first } }
        return known
    }
}
