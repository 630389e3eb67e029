// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A node that titles lead to.
struct NamedNode: Sendable, Equatable {
    var node: CatalogNode
    /// Its position, or `nil` if it is not in a listing there.
    var path: IndexPath?
}

/// Remembers the nodes that titles recently led to, as long as the revision of the catalog stays the same: their
/// positions are counted along the listings.
final class TitledItems {
    /// The maximum number of nodes that are remembered; beyond that, all are forgotten.
    private static let limit = 64

    private var revision: ContentTree.Revision?
    private var places: [[String]: NamedNode] = [:]

    /// Returns the remembered node that titles lead to at a revision, if there is one; those of other revisions are
    /// forgotten.
    func place(named titles: [String], at current: ContentTree.Revision) -> NamedNode? {
        if revision != current { (revision, places) = (current, [:]) }
        return places[titles]
    }

    func keep(_ place: NamedNode, named titles: [String]) {
        if places.count >= Self.limit { places = [:] }
        places[titles] = place
    }
}
