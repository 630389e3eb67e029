// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import HTTPClient
import OnCueCore
import Synchronization

/// The elements that decode one medium, and the thread on which they are opened and closed.
final class DeckPipeline: Sendable {
    /// Posted when the medium turns out to have no sound.
    static let noSoundMarker: UInt64 = 1 << 62
    /// Posted to check for messages before the end.
    static let endMarker: UInt64 = noSoundMarker + 1
    /// Posted when the decoded sound has a new format.
    static let formatMarker: UInt64 = noSoundMarker + 2
    let element: Element
    let bus: PipelineBus
    let line: SampleSink
    private let chosenRate = Mutex<Int?>(nil)
    /// The file on a web server; `nil` for a local file.
    let web: RemoteFile?
    private let webBytes: WebBytes?
    private let video = Mutex(false)
    private let list = Mutex(false)
    private let foundFormat = Mutex<StreamFormat?>(nil)
    private let grown = Mutex(false)
    private let location: MediaLocation
    /// Of a file.
    let decoding: FileDecoding?
    /// The link of a chain with which it begins; `nil` for anything else, and where links are not known.
    let link: OggChain.Link?
    /// Whether it reads only this link, because of a jump.
    let isOneLink: Bool
    /// Whether its elements were chosen by the first bytes of the file; GStreamer may find others.
    let isDirect: Bool
    /// The position in the medium at which its data begins.
    var origin: Duration { link?.start ?? .zero }

    /// The frames a second that it gives; `nil` before the first of them.
    var rate: Int? { chosenRate.withLock { $0 } }

    /// Whether any data has been read from the web server.
    var hasData: Bool { web.map { $0.place > 0 } ?? false }

    /// Whether the number of bytes is known, so that an end before the last of them is an error.
    var knowsSize: Bool { web == nil || web?.size != nil && !isList }

    /// Whether the web server answers like one of a station.
    var saysStation: Bool { web?.facts?.isStation == true }

    /// Whether the data is a list, whose parts GStreamer requests.
    var isList: Bool { list.withLock { $0 } }

    /// Whether there is video in addition to the sound, which is not decoded; known before the first sound.
    var hasVideo: Bool { video.withLock { $0 } }

    /// The format of the sound; `nil` before the first of it.
    var format: StreamFormat? { foundFormat.withLock { $0 } }

    /// - Parameters:
    ///   - web: The file to read, if it is on a web server.
    ///   - start: The position of the first jump, with which it begins.
    ///   - pace: The speed at which it will play.
    ///   - findsDecoder: Whether GStreamer finds the elements, because those chosen by the first bytes did not work.
    ///   - parts: The parts made ahead; `nil` to make them.
    ///   - chooseRate: Returns the sample rate to output for that of the medium.
    init(
        _ location: MediaLocation, web: RemoteFile?, at start: Duration, pace: Double, findsDecoder: Bool = false,
        parts: DeckParts? = nil, chooseRate: @escaping @Sendable (Int) -> Int
    ) throws(PlaybackError) {
        let decoding = location.filePath.map(FileDecoding.init)
        let link = decoding?.chain?.link(at: start)
        let isOneLink = link.map { pace != 1 || decoding?.chain?.isBeginning(start, of: $0) == false } ?? false
        let webBytes = web.map { WebBytes($0) }
        let direct = findsDecoder ? [] : Self.elements(decoding)
        isDirect = !direct.isEmpty
        guard let parts = parts ?? DeckParts(),
            let source = Self.source(of: location, webBytes, decoding, link, isOneLink)
        else { throw .noPlayer() }
        let (element, bus, line) = (parts.pipeline, parts.bus, parts.line)
        (self.element, self.bus, self.line, self.web) = (element, bus, line, web)
        (self.location, self.decoding, self.link) = (location, decoding, link)
        self.webBytes = webBytes
        self.isOneLink = isOneLink
        let decoder = isDirect ? nil : Self.decoder(decoding)
        let first = [source] + direct + [decoder].compactMap(\.self)
        for part in first { element.add(part) }
        for (part, next) in zip(first, first.dropFirst()) { part.link(to: next) }
        source.endsReading()
        if web == nil { line.element.onEnd { [weak self] in self?.lookForGrowth() } }
        parts.converter.onFormat { [weak self, filter = parts.filter] format in
            self?.note(format)
            self?.choose(format.sampleRate, chooseRate, filter)
        }
        guard let decoder else {
            guard let last = direct.last else { throw .noPlayer() }
            last.link(to: parts.chain)
            return
        }
        decoder.onStreamFound { [weak self] type in
            if Self.isVideo(type) { self?.video.withLock { $0 = true } }
            if Element.listTypes.contains(type) { self?.list.withLock { $0 = true } }
        }
        decoder.linkFirstPad(to: parts.chain) { hasSound in
            if !hasSound { bus.post(marker: Self.noSoundMarker) }
        }
    }

    deinit {
        element.setState(.null)
    }

    /// Returns the elements that the first bytes of a file call for; none if one of them is not installed, or switched
    /// off.
    private static func elements(_ decoding: FileDecoding?) -> [Element] {
        let names = decoding?.elements ?? []
        // Only decoders that find their elements pass over `aiffparse`; it may be used here.
        guard names.allSatisfy({ $0 == "aiffparse" || Element.isChosen($0) }) else { return [] }
        let elements = names.compactMap { Element($0) }
        return elements.count == names.count ? elements : []
    }

    private static func decoder(_ decoding: FileDecoding?) -> Element? {
        let decoder = Element("decodebin")
        if case .typed(let format) = decoding?.way { decoder?.set("sink-caps", parsing: format) }
        decoder?.set("caps", parsing: "audio/x-raw(ANY)")
        decoder?.set("expose-all-streams", parsing: "false")
        return decoder
    }

    private static func source(
        of location: MediaLocation, _ web: WebBytes?, _ decoding: FileDecoding?, _ link: OggChain.Link?,
        _ isOneLink: Bool
    ) -> Element? {
        if let web { return Element(reading: web, uri: web.redirection ?? location.uri) }
        let file = location.filePath.flatMap { FileBytes(path: $0) }
        switch decoding?.way {
        case .plain(let sound):
            guard let file else { return nil }
            return StretchSource(header: sound.header, stretch: sound.stretch) { file.bytes(at: $0, $1) }?.element
        case .chain(let chain):
            guard let file else { return nil }
            let end = isOneLink ? link?.endOffset : nil
            return StretchSource(header: [], stretch: (link?.offset ?? 0)..<(end ?? file.size)) { offset, count in
                chain.apply(to: file.bytes(at: offset, count), at: offset)
            }?.element
        case .found, .typed, .elements, nil: return Element(readingFile: location.uri)
        }
    }

    /// Whether it is a chain of Ogg files on a web server, in which no jump works.
    var isChainOnWeb: Bool { webBytes?.isOggChain == true }

    /// Whether there is more of the file than it reads: another link, or data that was added after it was opened, which
    /// is looked for when all of it has been decoded, and later.
    var hasMore: Bool { hasNextLink || grown.withLock { $0 } }

    private var hasNextLink: Bool { nextLinkStart != nil }

    /// The place of the link behind the only one that it reads; `nil` where there is none.
    var nextLinkStart: Duration? {
        guard isOneLink, let link, let last = decoding?.chain?.links.last, link != last else { return nil }
        return link.end
    }

    /// Checks whether a file has grown since it was opened. Blocks.
    func lookForGrowth() {
        guard let path = location.filePath, let size = decoding?.size, let now = FileBytes.size(ofFileAt: path),
            now > size
        else { return }
        grown.withLock { $0 = true }
    }

    /// Jumps. May block; returns false if the medium does not support it.
    ///
    /// In a local file the position is exact to the sample, if necessary by reading up to it. For media from the web it
    /// is found by the tables, the bit rate or the time stamps in the file.
    func seek(to position: Duration, rate: Double) -> Bool {
        element.seek(to: max(.zero, position - origin), rate: rate, readsUpTo: web == nil)
    }

    private func note(_ format: StreamFormat) {
        let isNew = foundFormat.withLock { found in
            defer { found = format }
            return found != format
        }
        if isNew { bus.post(marker: Self.formatMarker) }
    }

    /// Chooses the output's sample rate for the first format; a medium that changes its own is converted.
    private func choose(_ native: Int, _ chooseRate: (Int) -> Int, _ filter: Element) {
        chosenRate.withLock { rate in
            guard rate == nil else { return }
            let chosen = chooseRate(native)
            rate = chosen
            filter.set("caps", parsing: "audio/x-raw,format=F32LE,layout=interleaved,channels=2,rate=\(chosen)")
        }
    }

    /// Pictures of chapters in audiobooks are `image/jpeg`, too, so video in that format is not detected.
    private static func isVideo(_ type: String) -> Bool { type.hasPrefix("video/") }
}
