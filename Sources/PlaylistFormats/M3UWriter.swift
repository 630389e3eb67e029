// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Writes M3U8.
package enum M3UWriter {
    /// Returns the text of a list, in UTF-8 without a byte order mark; reading it gives the same places, titles,
    /// artists, times and parts (an artist with ` - ` in the name is divided there).
    ///
    /// - Parameter list: The future location of the list; entries below its folder are named relative to it. `nil` if it
    ///   may be anywhere.
    package static func write(_ document: PlaylistDocument, list: MediaLocation?) -> [UInt8] {
        let paths = PlaylistPaths(list: list)
        var text = "#EXTM3U\n"
        if let title = document.title { text += "#PLAYLIST:\(oneLine(title))\n" }
        if let created = document.created { text += "#CREATED:\(PlaylistTime.text(moment: created))\n" }
        if let identity = document.identity { text += "#ONCUE-PLAYLIST:\(oneLine(identity.text))\n" }
        var album: String?
        var albumArtist: String?
        for entry in document.entries {
            // These apply until the next of their kind.
            if entry.album != album {
                text += "#EXTALB:\(oneLine(entry.album ?? ""))\n"
                album = entry.album
            }
            if entry.albumArtist != albumArtist {
                text += "#EXTART:\(oneLine(entry.albumArtist ?? ""))\n"
                albumArtist = entry.albumArtist
            }
            text += lines(of: entry, paths)
        }
        return Array(text.utf8)
    }

    private static func lines(of entry: PlaylistEntry, _ paths: PlaylistPaths) -> String {
        var text = ""
        if let info = info(entry) { text += "#EXTINF:\(info)\n" }
        if let picture = entry.picture { text += "#EXTIMG:\(paths.line(picture))\n" }
        if let segment = entry.segment {
            text += "#EXTVLCOPT:start-time=\(PlaylistTime.text(segment.start))\n"
            if let end = segment.end { text += "#EXTVLCOPT:stop-time=\(PlaylistTime.text(end))\n" }
        }
        return text + paths.line(entry.location) + "\n"
    }

    private static func info(_ entry: PlaylistEntry) -> String? {
        let seconds = entry.isLive ? "-1" : entry.duration.map { PlaylistTime.text($0) }
        guard let title = entry.title else { return seconds.map { $0 + "," } }
        let isAmbiguous = title.contains(" - ")
        let name =
            entry.artist.map { oneLine($0) + " - " + oneLine(title) } ?? (isAmbiguous ? " - " : "") + oneLine(title)
        return (seconds ?? "0") + "," + name
    }

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
