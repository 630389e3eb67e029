// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: PlaylistService, RadioService {
    package func createPlaylist(_ name: String, format: String) async throws(ServiceError) -> String {
        try await call(PlaylistMethods.create, Pair(name, format)).value
    }

    package func deletePlaylist(_ playlist: String) async throws(ServiceError) {
        try await call(PlaylistMethods.delete, Only(playlist))
    }

    package func renamePlaylist(_ playlist: String, to name: String) async throws(ServiceError) {
        try await call(PlaylistMethods.rename, Pair(playlist, name))
    }

    package func add(
        _ places: [String], toPlaylist playlist: String, at index: Int?
    ) async throws(ServiceError) -> PlayedContent {
        try await call(PlaylistMethods.addPlaces, PlaylistAddition(playlist, places, at: index)).value
    }

    package func arrange(_ playlist: String, _ change: PlaylistArrangement) async throws(ServiceError) -> Int {
        switch change {
        case .sort(let sorting): try await call(PlaylistMethods.sort, Pair(playlist, sorting)).value
        case .removeDuplicates: try await call(PlaylistMethods.removeDuplicates, Only(playlist)).value
        case .remove(let indexes): try await call(PlaylistMethods.removeEntries, Pair(playlist, indexes)).value
        case .keep(let indexes): try await call(PlaylistMethods.keepEntries, Pair(playlist, indexes)).value
        case .move(let indexes, let target):
            try await call(PlaylistMethods.moveEntries, PlaylistMove(playlist, indexes, to: target)).value
        }
    }

    package func saveQueue(as name: String) async throws(ServiceError) -> SavedPlaylist {
        try await call(PlaylistMethods.saveQueue, Only(name))
    }

    package func importPlaylist(_ file: String, as name: String) async throws(ServiceError) -> SavedPlaylist {
        try await call(PlaylistMethods.importFile, Pair(file, name))
    }

    package func exportPlaylist(
        _ playlist: String, as format: String, to file: String
    ) async throws(ServiceError) -> String {
        try await call(PlaylistMethods.export, PlaylistExport(playlist, format, file)).value
    }

    package func addStation(_ name: String, at address: String) async throws(ServiceError) -> String {
        try await call(RadioMethods.add, Pair(name, address)).value
    }

    package func removeStation(_ station: String) async throws(ServiceError) {
        try await call(RadioMethods.remove, Only(station))
    }

    package func renameStation(_ station: String, to name: String) async throws(ServiceError) {
        try await call(RadioMethods.rename, Pair(station, name))
    }
}
