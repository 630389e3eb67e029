// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
package import OnCueCore

extension OnCueConnection {
    package func addBookmark(_ name: String?) async throws(ClientError) {
        let options = name.map { ["name": BusValue.string($0)] } ?? [:]
        try await call("Perform", of: ServiceNames.remoteCommands, [.string("bookmark"), .dictionary(options)])
    }

    package func bookmarks(offset: Int, limit: Int) async throws(ClientError) -> BookmarkPage {
        let reply = try await call(
            "GetBookmarks", of: ServiceNames.listening,
            [.uint32(UInt32(clamping: offset)), .uint32(UInt32(clamping: limit))])
        guard reply.count == 2, let total = reply[0].countValue, let rows = WireDictionary.list(reply[1]) else {
            throw .unexpectedAnswer(to: "GetBookmarks")
        }
        return BookmarkPage(bookmarks: rows.compactMap { Bookmark($0) }, total: total)
    }

    package func removeBookmark(_ number: Int64) async throws(ClientError) {
        try await call("RemoveBookmark", of: ServiceNames.listening, [.int64(number)])
    }
}

extension Bookmark {
    /// `nil` without what makes it one.
    fileprivate init?(_ wire: WireDictionary) {
        guard let number = wire.time("number"), let time = wire.time("time"),
            let identifier = wire.text("identifier").flatMap({ ContentIdentifier($0) }),
            let location = wire.text("url").flatMap({ MediaLocation(uri: $0) })
        else { return nil }
        self.init(
            number: number, name: wire.text("name"), identifier: identifier, location: location,
            title: wire.text("title") ?? "", artists: wire.texts("artists"), album: wire.text("album"),
            position: wire.duration("position") ?? .zero,
            time: time)
    }
}
