// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Writes XSPF version 1.
package enum XSPFWriter {
    /// Returns the text of a list, in UTF-8; reading it gives the same entries.
    ///
    /// - Parameter list: The future location of the list; entries below its folder are named relative to it. `nil` if it
    ///   may be anywhere.
    package static func write(_ document: PlaylistDocument, list: MediaLocation?) -> [UInt8] {
        let paths = PlaylistPaths(list: list)
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/" \
            xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/">

            """
        if let title = document.title { text += line(1, "title", title) }
        if let created = document.created { text += line(1, "date", PlaylistTime.text(moment: created)) }
        if let identity = document.identity {
            text += "  <meta rel=\"\(identityRelation)\">\(escaped(identity.text))</meta>\n"
        }
        text += "  <trackList>\n"
        for entry in document.entries { text += track(entry, paths) }
        return Array((text + "  </trackList>\n</playlist>\n").utf8)
    }

    /// Names the ``PlaylistDocument/Identity`` in a list.
    package static let identityRelation = "urn:oncue:playlist"

    private static func track(_ entry: PlaylistEntry, _ paths: PlaylistPaths) -> String {
        var text = "    <track>\n" + line(3, "location", paths.reference(entry.location))
        if let title = entry.title { text += line(3, "title", title) }
        if let artist = entry.artist { text += line(3, "creator", artist) }
        if let album = entry.album { text += line(3, "album", album) }
        if let number = entry.trackNumber, number > 0 { text += line(3, "trackNum", String(number)) }
        if let duration = entry.duration { text += line(3, "duration", String(duration.wholeMicroseconds / 1000)) }
        if let picture = entry.picture { text += line(3, "image", paths.reference(picture)) }
        if let segment = entry.segment { text += part(segment) }
        return text + "    </track>\n"
    }

    /// Parts of media are written as VLC writes them.
    private static func part(_ segment: MediaSegment) -> String {
        var text = "      <extension application=\"http://www.videolan.org/vlc/playlist/0\">\n"
        text += line(4, "vlc:option", "start-time=" + PlaylistTime.text(segment.start))
        if let end = segment.end { text += line(4, "vlc:option", "stop-time=" + PlaylistTime.text(end)) }
        return text + "      </extension>\n"
    }

    private static func line(_ depth: Int, _ name: String, _ value: String) -> String {
        String(repeating: "  ", count: depth) + "<\(name)>" + escaped(value) + "</\(name)>\n"
    }

    /// Characters that XML 1.0 does not allow become spaces.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "\t", "\n", "\r": out += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
