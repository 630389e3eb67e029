// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Playlists1`: making and changing own playlists.
@MediaActor
package final class PlaylistsInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.playlists
    private let playlists: any PlaylistManaging
    private let manager: PlayableContentManager
    private let controller: PlaybackController
    private let naming: ItemNaming

    package init(playlists: any PlaylistManaging, manager: PlayableContentManager, controller: PlaybackController) {
        self.playlists = playlists
        self.manager = manager
        self.controller = controller
        naming = ItemNaming(manager: manager, kind: .playlist, branch: "Playlists", noun: "playlist")
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        let texts = call.arguments.compactMap(\.stringValue)
        let numbers = call.arguments.compactMap(\.intValue)
        switch call.member {
        case "Create": return [.string(try await playlists.create(texts[0], format: Self.format(texts[1])).description)]
        case "Delete": try await playlists.delete(try await naming.identifier(texts[0]))
        case "Rename": try await playlists.rename(try await naming.identifier(texts[0]), to: texts[1])
        case "Add": return [.uint32(UInt32(clamping: try await add(texts[0], texts[1], at: numbers[0])))]
        case "AddPlaces":
            let places = call.arguments.dropFirst().first?.stringsValue ?? []
            return [.dictionary(try await add(texts[0], places, at: numbers[0]))]
        case "Remove":
            try await playlists.remove(
                from: try await naming.identifier(texts[0]), at: numbers[0], count: numbers[1])
        case "Move":
            try await playlists.move(in: try await naming.identifier(texts[0]), from: numbers[0], to: numbers[1])
        case "SaveQueue": return try await saveQueue(texts[0])
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }

    private static func format(_ text: String) throws(BusError) -> PlaylistFormat {
        if text.isEmpty { return .m3u8 }
        guard let format = PlaylistFormat(rawValue: text), format.isWritable else {
            throw ControlError.invalidValue("playlists can be saved as m3u8 or xspf, not as \"\(text.prefix(20))\"")
        }
        return format
    }

    private func add(_ playlist: String, _ place: String, at position: Int) async throws(ContentError) -> Int {
        let identifier = try await naming.identifier(playlist)
        let tracks = try await manager.tracks(at: try ContentPlace(place)).tracks
        try await playlists.add(tracks, to: identifier, at: position < 0 ? nil : position)
        return tracks.count
    }

    /// Adds what all of the places name, or nothing where one of them names nothing.
    private func add(
        _ playlist: String, _ places: [String], at position: Int
    ) async throws -> [String: BusValue] {
        let identifier = try await naming.identifier(playlist)
        let others = ["also": BusValue.strings(Array(places.dropFirst()))]
        guard let first = places.first, let several = try SeveralPlaces(first, others) else {
            throw ControlError.invalidValue("AddPlaces needs a place")
        }
        let (content, failures) = await manager.selection(at: several.places)
        if let error = several.first(of: failures) { throw error }
        guard let content else { return [:] }
        try await playlists.add(content.tracks, to: identifier, at: position < 0 ? nil : position)
        return content.busValues
    }

    private func saveQueue(_ name: String) async throws(ContentError) -> [BusValue] {
        let tracks = controller.queue.entries.map(\.track)
        guard !tracks.isEmpty else { throw ContentError(.notPlayable, "the queue is empty; play something first") }
        let playlist = try await playlists.create(name, format: .m3u8)
        try await playlists.add(tracks, to: playlist, at: nil)
        return [.string(playlist.description), .uint32(UInt32(clamping: tracks.count))]
    }
}
