// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// `org.oncue.Listening1`: favourites, and what was played, for other processes.
@MediaActor
package final class ListeningInterface: ExportedInterface {
    package nonisolated let introspectionXML = Introspection.listening
    let manager: PlayableContentManager
    let store: any ListeningStoring & BookmarkStoring
    private let time: @Sendable () -> Int64

    /// - Parameter time: Seconds since 1970 now.
    package init(
        manager: PlayableContentManager, store: any ListeningStoring & BookmarkStoring,
        time: @escaping @Sendable () -> Int64
    ) {
        self.manager = manager
        self.store = store
        self.time = time
    }

    package func call(_ call: BusMethodCall, reply: BusReply) {
        reply.answer { try await self.answer(call) }
    }

    private func answer(_ call: BusMethodCall) async throws -> [BusValue] {
        try BusLimits.check(call)
        if let history = try await history(call) { return history }
        if let bookmarks = try await bookmarks(call) { return bookmarks }
        let place = try ContentPlace(call.arguments.first?.stringValue ?? "")
        let isOn = call.arguments.last?.boolValue ?? false
        switch call.member {
        case "SetFavourite":
            let item = try await likeable(place, as: "a favourite")
            try await store.record([.favourite(item, isOn)])
        case "SetDisliked":
            let item = try await likeable(place, as: "disliked")
            try await store.record([.disliked(item, isOn)])
        case "SetPlayed": try await setPlayed(place, isOn)
        case "GetRecord": return [.dictionary(try await record(at: place))]
        default: throw BusError(name: BusError.unknownMethod, message: "no method \(call.member)")
        }
        return []
    }

    private func likeable(
        _ place: ContentPlace, as what: String
    ) async throws(ContentError) -> ContentIdentifier {
        let item = try await manager.item(at: place).item
        guard item.kind.canBeFavourite else {
            throw ContentError(
                .refused,
                "\"\(item.title)\" cannot be \(what); only tracks, albums, artists, genres, composers, "
                    + "folders, playlists, "
                    + "podcasts, episodes and stations can")
        }
        return item.identifier
    }

    private func setPlayed(_ place: ContentPlace, _ isPlayed: Bool) async throws(ContentError) {
        let item = try await manager.item(at: place).item
        let identifiers =
            if item.isContainer {
                try await manager.tracks(at: .identifier(item.identifier)).tracks.map(\.identifier)
            } else {
                [item.identifier]
            }
        let now = time()
        try await store.record(identifiers.map { .played($0, isPlayed, at: now) })
    }

    private func record(at place: ContentPlace) async throws(ContentError) -> [String: BusValue] {
        let identifier = try await manager.item(at: place).item.identifier
        let record = try await store.records(for: [identifier])[identifier] ?? ListeningRecord()
        var values = BusDictionary()
        values.set("identifier", identifier.description)
        values.set("playCount", record.playCount)
        values.set("skipCount", record.skipCount)
        values.set("favourite", .bool(record.isFavourite))
        values.set("disliked", .bool(record.isDisliked))
        values.set("position", record.position)
        if let time = record.lastPlayed { values.set("lastPlayed", .int64(time)) }
        return values.values
    }
}
