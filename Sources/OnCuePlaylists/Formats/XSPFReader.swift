// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import PlaylistFormats
internal import XMLReading

/// Reads XSPF, versions 0 and 1.
struct XSPFReader {
    private let base: PlaylistBase
    private var document = PlaylistDocument()
    private var path: [String] = []
    private var text = ""
    /// The kind of the `meta` element that is open.
    private var relation: String?
    private var track = Track()

    private struct Track {
        var candidates: [MediaLocation] = []
        var values: [String: String] = [:]
        var picture: MediaLocation?
        var start: Duration?
        var end: Duration?
    }

    /// Parses as much as possible; returns `nil` for text that is not XML.
    static func read(_ bytes: [UInt8], list: MediaLocation) -> PlaylistDocument? {
        var reader = XSPFReader(base: PlaylistBase(list: list))
        let limits = XMLLimits(bytes: PlaylistFormat.sizeLimit)
        do throws(XMLReadError) {
            try XMLReader.read(bytes, limits: limits) { event in reader.take(event) }
        } catch {
            guard error.code == .tooDeep else { return nil }
        }
        return reader.document
    }

    private init(base: PlaylistBase) {
        self.base = base
    }

    private mutating func take(_ event: XMLEvent) -> Bool {
        switch event {
        case .start(let element):
            path.append(element.name.local)
            text = ""
            relation = element.name.local == "meta" ? element.value("rel") : nil
            if path == ["playlist", "trackList", "track"] { track = Track() }
        case .text(let some): text += some
        case .end:
            end()
            path.removeLast()
            text = ""
        }
        return document.entries.count < PlaylistFormat.entryLimit
    }

    private mutating func end() {
        let value = PlaylistWords.trimmed(text)
        switch path.count {
        case 2 where path[1] == "title": document.title = value.isEmpty ? nil : value
        case 2 where path[1] == "date": document.created = PlaylistTime.moment(value)
        case 2 where path[1] == "meta" && relation == XSPFWriter.identityRelation:
            document.identity = PlaylistDocument.Identity(value)
        case 3 where path[2] == "track": finishTrack()
        case 4 where path[2] == "track": takeValue(path[3], value)
        case 5 where path[3] == "extension" && path[4] == "option": takeOption(value)
        default: break
        }
    }

    private mutating func takeValue(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        switch name {
        case "location": if track.candidates.count < 8 { track.candidates += locations(value) }
        case "image": track.picture = locations(value).first
        default: track.values[name] = value
        }
    }

    /// Returns the locations that a URI reference may mean: it should be percent-encoded, but not all programs do that.
    private func locations(_ reference: String) -> [MediaLocation] {
        guard !reference.contains("://") else { return base.candidates(reference) }
        let decoded = PercentEncoding.decode(reference.utf8)
        let plain = base.candidates(reference)
        let first = base.candidates(bytes: decoded[...], text: String(decoding: decoded, as: UTF8.self))
        return first + plain.filter { !first.contains($0) }
    }

    private mutating func takeOption(_ value: String) {
        if value.hasPrefix("start-time=") { track.start = PlaylistTime.duration(value.dropFirst(11)) }
        if value.hasPrefix("stop-time=") { track.end = PlaylistTime.duration(value.dropFirst(10)) }
    }

    private mutating func finishTrack() {
        guard !track.candidates.isEmpty else { return }
        let values = track.values
        var entry = PlaylistEntry(
            candidates: track.candidates, title: values["title"], artist: values["creator"], album: values["album"],
            duration: values["duration"].flatMap { Double($0) }.flatMap {
                PlaylistTime.duration(seconds: $0 / 1000)
            })
        entry.trackNumber = values["trackNum"].flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
        entry.picture = track.picture
        if track.start != nil || track.end != nil {
            let start = track.start ?? .zero
            let end = track.end.flatMap { $0 > start ? $0 : nil }
            if start > .zero || end != nil { entry.segment = MediaSegment(start: start, end: end) }
        }
        document.entries.append(entry)
    }
}

/// Text between tags.
enum PlaylistWords {
    static func trimmed(_ text: String) -> String {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
