// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The user's own playlists, which are named by places or their titles: `org.oncue.Playlists1`.
package protocol PlaylistService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Creates an empty playlist. Like every change here, it is on disk when this returns.
    ///
    /// - Parameters:
    ///   - name: The title, preceded by the folders that contain the playlist, separated by slashes.
    ///   - format: `m3u8` or `xspf`; empty for `m3u8`.
    /// - Returns: The identifier of the new playlist.
    /// - Throws: `invalidValue` (another format), `refused` (an invalid name, or one that a playlist or a saved query
    ///   already has), `storage`.
    func createPlaylist(_ name: String, format: String) async throws(Failure) -> String

    /// Moves a playlist to the trash.
    ///
    /// - Throws: `notFound`, `refused` (it is not one of the user's own), `storage`.
    func deletePlaylist(_ playlist: String) async throws(Failure)

    /// Renames a playlist and its file; its identifier stays the same.
    ///
    /// - Parameter name: As in ``createPlaylist(_:format:)``. Without a slash, the playlist stays in its folder; with one
    ///   at the end, it keeps its title.
    /// - Throws: `notFound`, `refused`, `storage`.
    func renamePlaylist(_ playlist: String, to name: String) async throws(Failure)

    /// Inserts the tracks at the places before the entry at `index`, or after the last one: all of them, or none if
    /// one of the places names nothing.
    ///
    /// - Throws: `notFound`, `invalidPlace`, `invalidValue` (no place, or too many), `refused`, `storage`.
    func add(_ places: [String], toPlaylist playlist: String, at index: Int?) async throws(Failure) -> PlayedContent

    /// Changes the order of the entries, or removes some of them, as one change.
    ///
    /// - Returns: The number of entries afterwards.
    /// - Throws: `notFound` (also if there is no such entry), `refused`, `storage`.
    func arrange(_ playlist: String, _ change: PlaylistArrangement) async throws(Failure) -> Int

    /// Saves the queue as a new playlist.
    ///
    /// - Throws: `notPlayable` (the queue is empty), `refused`, `storage`.
    func saveQueue(as name: String) async throws(Failure) -> SavedPlaylist

    /// Creates a playlist from a playlist file of any format.
    ///
    /// - Parameters:
    ///   - file: The URI of the file.
    ///   - name: As in ``createPlaylist(_:format:)``; empty for the title in the file, or else the name of the file.
    /// - Throws: `notFound`, `unreadable`, `notPlayable` (it is not a playlist), `refused` (it has no entries, or the name
    ///   is taken), `invalidPlace`, `storage`.
    func importPlaylist(_ file: String, as name: String) async throws(Failure) -> SavedPlaylist

    /// Returns the text of a playlist file with a playlist, or with the current tracks of a list of For You.
    ///
    /// - Parameters:
    ///   - format: `m3u8`, `xspf` or `pls`; empty for `m3u8`.
    ///   - file: The URI of the future file, to which paths of media may be relative; empty if it may be anywhere.
    /// - Throws: `notFound`, `notPlayable` (the list of For You is empty), `unreadable`, `invalidValue` (another
    ///   format), `refused` (the format cannot represent it), `invalidPlace`.
    func exportPlaylist(_ playlist: String, as format: String, to file: String) async throws(Failure) -> String
}

/// A playlist that was made from the queue or from a file.
package struct SavedPlaylist: Sendable, Equatable {
    package var identifier: String
    /// The number of entries.
    package var count: Int

    package init(identifier: String, count: Int) { (self.identifier, self.count) = (identifier, count) }
}

// MARK: On the bus

package enum PlaylistMethods {
    package static let create = Method<Pair<String, String>, Only<String>>(ServiceNames.playlists, "Create")
    package static let delete = Method<Only<String>, Nothing>(ServiceNames.playlists, "Delete")
    package static let rename = Method<Pair<String, String>, Nothing>(ServiceNames.playlists, "Rename")
    package static let add = Method<PlaylistAddition<String>, Only<Int>>(ServiceNames.playlists, "Add")
    package static let addPlaces = Method<PlaylistAddition<[String]>, Only<PlayedContent>>(
        ServiceNames.playlists, "AddPlaces")
    package static let remove = Method<PlaylistRange, Nothing>(ServiceNames.playlists, "Remove")
    package static let move = Method<PlaylistRange, Nothing>(ServiceNames.playlists, "Move")
    package static let sort = Method<Pair<String, TrackSorting>, Only<Int>>(ServiceNames.playlists, "Sort")
    package static let removeDuplicates = Method<Only<String>, Only<Int>>(
        ServiceNames.playlists, "RemoveDuplicates")
    package static let removeEntries = Method<Pair<String, [Int]>, Only<Int>>(ServiceNames.playlists, "RemoveEntries")
    package static let keepEntries = Method<Pair<String, [Int]>, Only<Int>>(ServiceNames.playlists, "KeepEntries")
    package static let moveEntries = Method<PlaylistMove, Only<Int>>(ServiceNames.playlists, "MoveEntries")
    package static let saveQueue = Method<Only<String>, SavedPlaylist>(ServiceNames.playlists, "SaveQueue")
    package static let importFile = Method<Pair<String, String>, SavedPlaylist>(ServiceNames.playlists, "Import")
    package static let export = Method<PlaylistExport, Only<String>>(
        ServiceNames.playlists, "Export", isRepeatable: true)

    package static func bindings<Service: PlaylistService>() -> [Binding<Service>] {
        [
            Binding(create) { Only(try await $0.createPlaylist($1.first, format: $1.second)) },
            Binding(delete) { try await $0.deletePlaylist($1.value) },
            Binding(rename) { try await $0.renamePlaylist($1.first, to: $1.second) },
            Binding(add) { Only(try await $0.add([$1.places], toPlaylist: $1.playlist, at: $1.index).count) },
            Binding(addPlaces) { Only(try await $0.add($1.places, toPlaylist: $1.playlist, at: $1.index)) },
            Binding(remove) { _ = try await $0.arrange($1.playlist, .remove($1.indexes)) },
            Binding(move) { _ = try await $0.arrange($1.playlist, .move([$1.index], to: $1.number)) },
            Binding(sort) { Only(try await $0.arrange($1.first, .sort($1.second))) },
            Binding(removeDuplicates) { Only(try await $0.arrange($1.value, .removeDuplicates)) },
            Binding(removeEntries) { Only(try await $0.arrange($1.first, .remove($1.second))) },
            Binding(keepEntries) { Only(try await $0.arrange($1.first, .keep($1.second))) },
            Binding(moveEntries) { Only(try await $0.arrange($1.playlist, .move($1.indexes, to: $1.target))) },
            Binding(saveQueue) { try await $0.saveQueue(as: $1.value) },
            Binding(importFile) { try await $0.importPlaylist($1.first, as: $1.second) },
            Binding(export) { Only(try await $0.exportPlaylist($1.playlist, as: $1.format, to: $1.file)) },
        ]
    }
}

/// An addition to a playlist, with its place there.
package struct PlaylistAddition<Places: WireField & Blank>: WireForm {
    package var playlist: String
    package var places: Places
    private var position: Int32

    /// - Parameter index: `nil` for the end.
    package init(_ playlist: String, _ places: Places, at index: Int?) {
        (self.playlist, self.places, position) = (playlist, places, Int32(clamping: index ?? -1))
    }

    /// `nil` for the end.
    package var index: Int? { position < 0 ? nil : Int(position) }

    package static var blank: PlaylistAddition { PlaylistAddition("", .blank, at: nil) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("playlist", &playlist)
        fields("places", &places)
        fields("position", &position)
    }
}

/// Entries of a playlist, and their destination.
package struct PlaylistMove: WireForm {
    package var playlist: String
    package var indexes: [Int]
    package var target: Int

    package init(_ playlist: String, _ indexes: [Int], to target: Int) {
        (self.playlist, self.indexes, self.target) = (playlist, indexes, target)
    }

    package static var blank: PlaylistMove { PlaylistMove("", [], to: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("playlist", &playlist)
        fields("entries", &indexes)
        fields("target", &target)
    }
}

/// An export of a playlist, with its format and file.
package struct PlaylistExport: WireForm {
    package var playlist: String
    package var format: String
    package var file: String

    package init(_ playlist: String, _ format: String, _ file: String) {
        (self.playlist, self.format, self.file) = (playlist, format, file)
    }

    package static var blank: PlaylistExport { PlaylistExport("", "", "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("playlist", &playlist)
        fields("format", &format)
        fields("file", &file)
    }
}

/// An entry of a playlist, and a number: of entries to remove, or the destination of the entry.
package struct PlaylistRange: WireForm {
    package var playlist: String
    package var index: Int
    package var number: Int

    package init(_ playlist: String, _ index: Int, _ number: Int) {
        (self.playlist, self.index, self.number) = (playlist, index, number)
    }

    /// The `number` indexes from `index` on; limited to one more than a playlist can have, so that one of them is
    /// invalid.
    package var indexes: [Int] { (0..<min(max(0, number), PlaylistFormat.entryLimit + 1)).map { index &+ $0 } }

    package static var blank: PlaylistRange { PlaylistRange("", 0, 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("playlist", &playlist)
        fields("index", &index)
        fields("number", &number)
    }
}

extension SavedPlaylist: WireForm {
    package static var blank: SavedPlaylist { SavedPlaylist(identifier: "", count: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("playlist", &identifier)
        fields("count", &count)
    }
}
