// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The answer of one source to a search of all sources: the signal `SearchFound`.
package struct SearchFinding: Sendable, Equatable, WireForm {
    /// The matches of one kind.
    package struct Group: Sendable, Equatable, StructureForm {
        /// Usually the name of a ``ContentKind``.
        package var kind: String
        package var total: Int
        package var isTotalExact: Bool
        package var items: [ContentRecord]

        package init(_ group: ContentSearchGroup) {
            (kind, total, isTotalExact) = (group.kind.rawValue, group.total, group.isTotalExact)
            items = group.items.map { ContentRecord($0) }
        }

        private init() { (kind, total, isTotalExact, items) = ("", 0, false, []) }

        package static var blank: Group { Group() }

        package mutating func form(_ fields: inout some FieldCoder) {
            fields("kind", &kind)
            fields("total", &total)
            fields("exact", &isTotalExact)
            fields("items", &items, .always)
        }
    }

    /// The number of the search.
    package var search: Int
    /// The title of the branch; empty in the last finding.
    package var source: String
    package var groups: [Group]
    /// The reason why the source could not be searched; empty if it was.
    package var error: String
    /// Whether the search is complete.
    package var isLast: Bool

    package init(search: Int, source: String = "", groups: [Group] = [], error: String = "", isLast: Bool = false) {
        self.search = search
        self.source = source
        self.groups = groups
        self.error = error
        self.isLast = isLast
    }

    package static var blank: SearchFinding { SearchFinding(search: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("search", &search)
        fields("source", &source)
        fields("groups", &groups, .always)
        fields("error", &error)
        fields("last", &isLast)
    }
}
