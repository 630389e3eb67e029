// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Deleted items that can be restored: `org.oncue.Trash1`.
package protocol TrashService<Failure>: Sendable {
    /// `ContentError` in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns everything that can be restored, the newest first.
    ///
    /// - Throws: `storage`.
    func trash() async throws(Failure) -> [TrashItem]

    /// Restores the item with this key to its place, and removes it from the trash.
    ///
    /// - Throws: `notFound`, `refused` (another item has its name or address by now), `storage`.
    func restoreFromTrash(_ key: String) async throws(Failure)

    /// Removes everything permanently, with the downloads of podcasts.
    ///
    /// - Returns: The number of items removed.
    /// - Throws: `storage`.
    func emptyTrash() async throws(Failure) -> Int
}

/// A part of the trash.
package struct TrashPage: Sendable, Equatable, ItemPage {
    /// The number of all items.
    package var total: Int
    package var items: [TrashItem]
}

// MARK: On the bus

extension ServiceNames {
    package static let trash = "org.oncue.Trash1"
}

package enum TrashMethods {
    package static let list = Method<Pair<Int, Int>, TrashPage>(ServiceNames.trash, "List", isRepeatable: true)
    package static let restore = Method<Only<String>, Nothing>(ServiceNames.trash, "Restore")
    package static let empty = Method<Nothing, Only<Int>>(ServiceNames.trash, "Empty")

    package static func bindings<Service: TrashService>() -> [Binding<Service>] {
        [
            Binding(list) { service, page in
                let items = try await service.trash()
                return TrashPage(
                    total: items.count,
                    items: Array(items.dropFirst(page.first).prefix(PageLimit.granted(page.second))))
            },
            Binding(restore) { try await $0.restoreFromTrash($1.value) },
            Binding(empty) { service, _ in Only(try await service.emptyTrash()) },
        ]
    }
}

extension TrashItem.Kind: WireField {}

/// An item of an unknown kind, from a later version, is not accepted.
extension TrashItem: StructureForm {
    package static var blank: TrashItem { TrashItem(key: "", kind: .playlist, title: "", removed: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("key", &key)
        fields("kind", &kind)
        fields("title", &title)
        fields("removed", &removed)
    }
}

extension TrashPage: WireForm {
    package static var blank: TrashPage { TrashPage(total: 0, items: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("items", &items)
    }
}
