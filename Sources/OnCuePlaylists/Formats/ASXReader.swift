// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import PlaylistFormats
internal import XMLReading

/// Reads ASX, which looks like XML but takes names in either case.
struct ASXReader {
    private var base: PlaylistBase
    private var document = PlaylistDocument()
    private var text = ""
    private var isInEntry = false
    private var candidates: [MediaLocation] = []
    private var title: String?
    private var author: String?
    private var duration: Duration?

    /// Parses as much as possible; returns `nil` for text that does not resemble XML.
    static func read(_ bytes: [UInt8], list: MediaLocation) -> PlaylistDocument? {
        var reader = ASXReader(base: PlaylistBase(list: list))
        let limits = XMLLimits(bytes: PlaylistFormat.sizeLimit)
        do throws(XMLReadError) {
            try XMLReader.read(bytes, limits: limits) { event in reader.take(event) }
        } catch {
            guard error.code == .tooDeep else { return nil }
        }
        // The last entry may have been cut off.
        reader.finishEntry()
        return reader.document
    }

    private init(base: PlaylistBase) {
        self.base = base
    }

    private mutating func take(_ event: XMLEvent) -> Bool {
        switch event {
        case .start(let element): start(element)
        case .text(let some): text += some
        case .end(let name): end(name.local.lowercased())
        }
        return document.entries.count < PlaylistFormat.entryLimit
    }

    private mutating func start(_ element: XMLElement) {
        text = ""
        switch element.name.local.lowercased() {
        case "entry":
            finishEntry()
            isInEntry = true
        case "ref": takeReference(element)
        case "entryref":
            finishEntry()
            takeReference(element)
            finishEntry()
        case "duration": duration = Self.value("value", element).flatMap(Self.time)
        default: break
        }
    }

    private mutating func takeReference(_ element: XMLElement) {
        guard let reference = Self.value("href", element), candidates.count < 8 else { return }
        candidates += base.candidates(PlaylistWords.trimmed(reference))
    }

    private mutating func end(_ name: String) {
        let value = PlaylistWords.trimmed(text)
        text = ""
        switch name {
        case "entry": finishEntry()
        case "title" where !value.isEmpty: if isInEntry { title = value } else { document.title = value }
        case "author" where isInEntry && !value.isEmpty: author = value
        default: break
        }
    }

    private mutating func finishEntry() {
        if !candidates.isEmpty {
            document.entries.append(
                PlaylistEntry(candidates: candidates, title: title, artist: author, duration: duration))
        }
        isInEntry = false
        candidates = []
        title = nil
        author = nil
        duration = nil
    }

    private static func value(_ name: String, _ element: XMLElement) -> String? {
        element.attributes.first { $0.name.local.lowercased() == name }?.value
    }

    /// `hh:mm:ss.fract`, from the end.
    private static func time(_ text: String) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let part, part >= 0 else { return nil }
            seconds = seconds * 60 + part
        }
        return PlaylistTime.duration(seconds: seconds)
    }
}
