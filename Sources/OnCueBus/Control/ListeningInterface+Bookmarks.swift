// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueSession

extension ListeningInterface {
    /// Answers the methods of bookmarks; `nil` for others.
    func bookmarks(_ call: BusMethodCall) async throws -> [BusValue]? {
        let number = call.arguments.first?.intValue ?? 0
        switch call.member {
        case "GetBookmarks":
            let page = try await store.bookmarks(
                offset: number, limit: BusLimits.page(call.arguments.last?.intValue ?? 0))
            return [.uint32(UInt32(clamping: page.total)), .array(page.bookmarks.map(\.busValue), of: "a{sv}")]
        case "RemoveBookmark":
            try await store.removeBookmark(Int64(number))
            return []
        default: return nil
        }
    }
}

extension Bookmark {
    fileprivate var busValue: BusValue {
        var values = BusDictionary()
        values.set("number", .int64(number))
        values.set("name", name)
        values.set("identifier", identifier.description)
        values.set("url", location.shownURI)
        values.set("title", .string(title))
        values.set("artists", artists)
        values.set("album", album)
        values.set("position", position)
        values.set("time", .int64(time))
        return .dictionary(values.values)
    }
}
