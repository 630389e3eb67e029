// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

/// The difference of a container from its state at an earlier revision.
///
/// Remove `removed` from the old list, then insert `added` in order, each at its index in the new list.
package struct ContentDifference: Sendable, Equatable {
    /// An item that is new in the list.
    package struct Addition: Sendable, Equatable {
        /// Index in the new list.
        package var index: Int
        package var identifier: String

        package init(index: Int, identifier: String) {
            self.index = index
            self.identifier = identifier
        }
    }

    package var revision: ContentTree.Revision
    package var added: [Addition]
    /// Identifiers.
    package var removed: [String]
    /// Identifiers of items that show something else: a text, picture, time, count, progress or flag.
    package var changed: [String]

    package init(
        revision: ContentTree.Revision, added: [Addition] = [], removed: [String] = [], changed: [String] = []
    ) {
        self.revision = revision
        self.added = added
        self.removed = removed
        self.changed = changed
    }

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}

/// An update of a watched container.
package enum ContentUpdate: Sendable, Equatable {
    /// Changes are reported from now on. A list read at this revision or later is up to date.
    case subscribed(container: String, ContentTree.Revision)
    case changed(ContentDifference)
    /// The list must be reread.
    case reloaded
    /// The container cannot be watched; nothing follows.
    case failed(ClientError)
    /// The daemon has ended; when one runs again, the changes in the meantime follow.
    case serviceLost
}

extension ContentDifference {
    /// Reads revision, added, removed and changed; `nil` when they have other types.
    init?(_ values: ArraySlice<BusValue>) {
        let values = Array(values)
        guard values.count == 4, let revision = values[0].identityValue, let added = values[1].arrayValue else {
            return nil
        }
        self.init(
            revision: ContentTree.Revision(revision), added: added.compactMap(Addition.init),
            removed: values[2].stringsValue ?? [], changed: values[3].stringsValue ?? [])
    }
}

extension ContentDifference.Addition {
    fileprivate init?(_ value: BusValue) {
        guard let members = value.arrayValue, members.count == 2, let index = members[0].countValue,
            let identifier = members[1].stringValue
        else { return nil }
        self.init(index: index, identifier: identifier)
    }
}
