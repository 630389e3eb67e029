// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore

/// The playback report that the plugin of a stream sends to a Snapcast server.
package struct PluginPlayer: Sendable, Equatable {
    /// The current entry.
    package struct Entry: Sendable, Equatable {
        package var identifier = ""
        package var title = ""
        package var artists: [String] = []
        package var albumArtists: [String] = []
        package var album: String?
        package var genres: [String] = []
        package var trackNumber: Int?
        package var discNumber: Int?
        package var date: String?
        package var duration: Duration?
        package var cover: Cover?

        package init() {}
    }

    /// A picture, which the server passes on to its apps.
    package struct Cover: Sendable, Equatable {
        /// The picture in Base64.
        package var data: String
        /// The format: `png` or `jpg`.
        package var kind: String

        package init(data: String, kind: String) {
            self.data = data
            self.kind = kind
        }
    }

    package var status = PlaybackStatus.stopped
    package var repeatMode = RepeatMode.off
    package var isShuffled = false
    /// The volume, 0 to 1.
    package var volume = 1.0
    package var isMuted = false
    package var rate = 1.0
    package var position: Duration = .zero
    package var canGoNext = false
    package var canGoPrevious = false
    package var canPlay = false
    package var canPause = false
    package var canSeek = false
    package var entry: Entry?

    package init() {}

    /// All properties, as JSON.
    package var properties: JSONValue {
        var members: [JSONValue.Member] = [
            .init("playbackStatus", .string(status.rawValue)), .init("loopStatus", .string(loop)),
            .init("shuffle", .bool(isShuffled)), .init("volume", .int(Int((volume * 100).rounded()))),
            .init("mute", .bool(isMuted)), .init("rate", .double(rate)),
            .init("position", .double(position / .seconds(1))),
            .init("canGoNext", .bool(canGoNext)), .init("canGoPrevious", .bool(canGoPrevious)),
            .init("canPlay", .bool(canPlay)), .init("canPause", .bool(canPause)), .init("canSeek", .bool(canSeek)),
            .init("canControl", true),
        ]
        if let entry { members.append(.init("metadata", entry.metadata)) }
        return .object(members)
    }

    /// The message that notifies the server of a change.
    package var notification: String {
        let message: JSONValue = [
            "jsonrpc": "2.0", "method": "Plugin.Stream.Player.Properties", "params": properties,
        ]
        return message.text()
    }

    private var loop: String {
        switch repeatMode {
        case .off: "none"
        case .one: "track"
        case .all: "playlist"
        }
    }
}

extension PluginPlayer.Entry {
    fileprivate var metadata: JSONValue {
        var members = [JSONValue.Member("trackId", .string(identifier)), .init("title", .string(title))]
        func list(_ name: String, _ values: [String]) {
            if !values.isEmpty { members.append(.init(name, .array(values.prefix(20).map(JSONValue.string)))) }
        }
        list("artist", artists)
        list("albumArtist", albumArtists)
        list("genre", genres)
        if let album { members.append(.init("album", .string(album))) }
        if let trackNumber { members.append(.init("trackNumber", .int(trackNumber))) }
        if let discNumber { members.append(.init("discNumber", .int(discNumber))) }
        if let date { members.append(.init("contentCreated", .string(date))) }
        if let duration { members.append(.init("duration", .double(duration / .seconds(1)))) }
        if let cover {
            members.append(.init("artData", ["data": .string(cover.data), "extension": .string(cover.kind)]))
        }
        return .object(members)
    }
}
