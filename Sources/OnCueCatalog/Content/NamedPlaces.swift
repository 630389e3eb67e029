// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A place that titles lead to.
struct NamedNode: Sendable, Equatable {
    var node: CatalogNode
    /// Its position; `nil` if it is not in a listing there.
    var path: IndexPath?
}

/// Remembers the places that titles led to last, as long as the catalog has one revision: their positions are counted
/// along the listings.
final class NamedPlaces {
    /// The most places that are remembered; beyond that, all are forgotten.
    private static let limit = 64

    private var revision: ContentTree.Revision?
    private var places: [[String]: NamedNode] = [:]

    /// The place that titles led to at a revision, which is the present one from now on.
    func place(named titles: [String], at current: ContentTree.Revision) -> NamedNode? {
        if revision != current { (revision, places) = (current, [:]) }
        return places[titles]
    }

    func keep(_ place: NamedNode, named titles: [String]) {
        if places.count >= Self.limit { places = [:] }
        places[titles] = place
    }
}
