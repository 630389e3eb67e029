// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Reads M3U and M3U8: one name a line, with `#EXT…` lines that describe the next one.
package struct M3UReader {
    private let base: PlaylistBase
    private var document = PlaylistDocument()
    private var pending = Description()
    private var album: String?
    private var albumArtist: String?
    private var genre: String?

    /// The attributes of the next entry.
    private struct Description {
        var title: String?
        var artist: String?
        var duration: Duration?
        var isLive = false
        var picture: MediaLocation?
        var start: Duration?
        var end: Duration?
    }

    /// Reads any bytes; lines that are not understood are left out.
    ///
    /// - Parameter list: The location of the list, to which names in it are relative.
    package static func read(_ bytes: [UInt8], list: MediaLocation) -> PlaylistDocument {
        var reader = M3UReader(base: PlaylistBase(list: list))
        for line in EncodedText(bytes).lines {
            guard reader.document.entries.count < PlaylistFormat.entryLimit else { break }
            if line.bytes.first == UInt8(ascii: "#") { reader.take(directive: line.text) } else { reader.take(line) }
        }
        return reader.document
    }

    private init(base: PlaylistBase) {
        self.base = base
    }

    private mutating func take(_ line: EncodedText.Line) {
        defer { pending = Description() }
        let candidates = base.candidates(line)
        guard !candidates.isEmpty else { return }
        var entry = PlaylistEntry(
            candidates: candidates, title: pending.title, artist: pending.artist, album: album,
            duration: pending.duration)
        entry.albumArtist = albumArtist
        entry.genre = genre
        entry.picture = pending.picture
        entry.isLive = pending.isLive
        if pending.start != nil || pending.end != nil {
            let start = pending.start ?? .zero
            // An end before its start is meaningless.
            let end = pending.end.flatMap { $0 > start ? $0 : nil }
            if start > .zero || end != nil { entry.segment = MediaSegment(start: start, end: end) }
        }
        document.entries.append(entry)
    }

    private mutating func take(directive line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = String(line[line.index(after: colon)...].drop { $0 == " " })
        switch line[..<colon].uppercased() {
        case "#EXTINF": takeInfo(value)
        case "#PLAYLIST": document.title = value.isEmpty ? nil : value
        case "#CREATED": document.created = PlaylistTime.moment(value)
        case "#ONCUE-PLAYLIST": document.identity = PlaylistDocument.Identity(value)
        case "#EXTALB": album = value.isEmpty ? nil : value
        case "#EXTART": albumArtist = value.isEmpty ? nil : value
        case "#EXTGENRE": genre = value.isEmpty ? nil : value
        case "#EXTIMG", "#EXTALBUMARTURL": takePicture(value)
        case "#EXTVLCOPT": takeOption(value)
        default: break
        }
    }

    /// Parses `123,Artist - Title`, where attributes may follow the number.
    private mutating func takeInfo(_ value: String) {
        let number = value.prefix { $0 == "-" || $0 == "." || $0.isASCII && $0.isNumber }
        if let seconds = Double(number) {
            pending.duration = PlaylistTime.duration(seconds: seconds)
            pending.isLive = seconds < 0
        }
        var rest = value.dropFirst(number.count)
        var isQuoted = false
        // A comma within quotation marks belongs to an attribute.
        while let character = rest.first, isQuoted || character != "," {
            if character == "\"" { isQuoted.toggle() }
            rest.removeFirst()
        }
        let text = rest.dropFirst()
        let name = text.drop { $0 == " " }
        guard !name.isEmpty else { return }
        // A title that looks like two things is written without the first.
        if text.hasPrefix(" - ") {
            pending.title = String(text.dropFirst(3))
            return
        }
        if let divider = name.firstRange(of: " - "), divider.lowerBound > name.startIndex,
            divider.upperBound < name.endIndex
        {
            pending.artist = String(name[..<divider.lowerBound])
            pending.title = String(name[divider.upperBound...])
        } else {
            pending.title = String(name)
        }
    }

    /// `front.jpg`, or `front cover,front.jpg`.
    private mutating func takePicture(_ value: String) {
        guard let name = value.split(separator: ",").last.map(String.init) else { return }
        pending.picture = base.candidates(name.trimmingSpaces).first
    }

    private mutating func takeOption(_ value: String) {
        if value.hasPrefix("start-time=") { pending.start = PlaylistTime.duration(value.dropFirst(11)) }
        if value.hasPrefix("stop-time=") { pending.end = PlaylistTime.duration(value.dropFirst(10)) }
    }
}
