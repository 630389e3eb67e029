// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The difference of a container from its state at an earlier revision: the signal `ItemsChanged`.
///
/// Remove `removed` from the old list, then insert `added` in order, each at its index in the new list.
package struct ContainerDifference: Sendable, Equatable, WireForm {
    /// An item that is new in the list.
    package struct Addition: Sendable, Equatable, StructureForm {
        /// Index in the new list.
        package var index: Int
        package var identifier: String

        package init(index: Int, identifier: String) {
            self.index = index
            self.identifier = identifier
        }

        package static var blank: Addition { Addition(index: 0, identifier: "") }

        package mutating func form(_ fields: inout some FieldCoder) {
            fields("index", &index)
            fields("identifier", &identifier)
        }
    }

    /// The identifier of the container.
    package var container: String
    package var revision: ContentTree.Revision
    package var added: [Addition]
    /// Identifiers.
    package var removed: [String]
    /// Identifiers of items that display something else: a text, picture, time, count, progress or flag.
    package var changed: [String]

    package init(
        of container: String, revision: ContentTree.Revision, added: [Addition] = [], removed: [String] = [],
        changed: [String] = []
    ) {
        self.container = container
        self.revision = revision
        self.added = added
        self.removed = removed
        self.changed = changed
    }

    package init(of container: String, revision: ContentTree.Revision, _ difference: ContentListDifference) {
        self.init(
            of: container, revision: revision,
            added: difference.added.map { Addition(index: $0.index, identifier: $0.identifier.description) },
            removed: difference.removed.map(\.identifier.description),
            changed: difference.changed.map(\.description))
    }

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

    package static var blank: ContainerDifference { ContainerDifference(of: "", revision: .blank) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("container", &container)
        fields("revision", &revision)
        parts(&fields)
    }

    fileprivate mutating func parts(_ fields: inout some FieldCoder) {
        // A partial difference would lead to another list.
        var (new, gone, other) = (WholeList(added), WholeList(removed), WholeList(changed))
        fields("added", &new)
        fields("removed", &gone)
        fields("changed", &other)
        (added, removed, changed) = (new.elements, gone.elements, other.elements)
    }
}

/// The changes of a container since a revision: the reply to `GetChanges`.
package struct ContainerChanges: Sendable, Equatable, WireForm {
    package var revision: ContentTree.Revision
    /// `nil` if it is no longer known: the list must be fetched again.
    package var difference: ContainerDifference?

    package init(revision: ContentTree.Revision, difference: ContainerDifference?) {
        self.revision = revision
        self.difference = difference
    }

    package static var blank: ContainerChanges { ContainerChanges(revision: .blank, difference: nil) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var isReload = difference == nil
        var parts = difference ?? .blank
        fields("revision", &revision)
        fields("reload", &isReload)
        parts.parts(&fields)
        parts.revision = revision
        difference = isReload ? nil : parts
    }
}
