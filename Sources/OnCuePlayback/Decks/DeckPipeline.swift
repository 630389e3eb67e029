// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import Synchronization

/// The elements that decode one medium, and the thread on which they are opened and closed.
final class DeckPipeline: Sendable {
    /// Posted when the medium turns out to have no sound.
    static let noSoundMarker: UInt64 = 1 << 62
    /// Posted to see whether anything was told before the end.
    static let endMarker: UInt64 = noSoundMarker + 1
    /// How many blocks are decoded ahead.
    private static let capacity = 16

    let element: Element
    let bus: PipelineBus
    let line: SampleSink
    private let chosenRate = Mutex<Int?>(nil)
    private let source = Mutex<Element?>(nil)
    private let station = Mutex(false)
    private let video = Mutex(false)
    private let grown = Mutex(false)
    private let location: MediaLocation
    /// Of a file.
    let decoding: FileDecoding?

    /// The frames a second that it gives; `nil` before the first of them.
    var rate: Int? { chosenRate.withLock { $0 } }

    /// Something has come from the source.
    var hasData: Bool { source.withLock { $0 }?.bytePosition ?? 0 > 0 }

    /// The source knows how many bytes there are, so that it tells an end before the last of them as an error.
    var knowsSize: Bool { source.withLock { $0 }?.byteCount != nil }

    /// The server answers as that of a station does.
    var saysStation: Bool { station.withLock { $0 } }

    /// There are moving pictures beside the sound, which nobody decodes; known before the first sound.
    var hasVideo: Bool { video.withLock { $0 } }

    /// - Parameter chooseRate: From the frames a second of the medium those that it is to give.
    init(_ location: MediaLocation, chooseRate: @escaping @Sendable (Int) -> Int) throws(PlaybackError) {
        let decoding = location.filePath.map(FileDecoding.init)
        guard let element = Element.pipeline(name: "oncue-deck"), let bus = PipelineBus(of: element),
            let decoder = Self.decoder(of: location, decoding), let converter = Element("audioconvert"),
            let tempo = Element("scaletempo"), let resampler = Element("audioresample"),
            let filter = Element("capsfilter"), let line = SampleSink(capacity: Self.capacity),
            let chain = Element(
                chain: [converter, tempo, resampler, filter, line.element], name: "oncue-deck-chain")
        else { throw .noPlayer() }
        (self.element, self.bus, self.line) = (element, bus, line)
        (self.location, self.decoding) = (location, decoding)
        element.add(decoder)
        element.add(chain)
        if let path = location.filePath {
            guard let file = Self.source(of: location, path, decoding) else { throw .noPlayer() }
            element.add(file)
            file.link(to: decoder)
            source.withLock { $0 = file }
            line.element.onEnd { [weak self] in self?.lookForGrowth() }
        } else {
            decoder.set("use-buffering", parsing: "true")
            decoder.onSourceSetup { [weak self] source in self?.take(source) }
        }
        if case .parser = decoding?.way {
            converter.onSampleRate { [weak self] native in self?.choose(native, chooseRate, filter) }
            decoder.link(to: chain)
            return
        }
        decoder.onStreamFound { [weak self] type in
            if Self.isVideo(type) { self?.video.withLock { $0 = true } }
        }
        decoder.linkFirstPad(to: chain) { hasSound in
            if !hasSound { bus.post(marker: Self.noSoundMarker) }
        }
        converter.onSampleRate { [weak self] native in self?.choose(native, chooseRate, filter) }
    }

    deinit {
        element.setState(.null)
    }

    /// What decodes a file stands behind its source; what decodes an address makes its own.
    private static func decoder(of location: MediaLocation, _ decoding: FileDecoding?) -> Element? {
        if case .parser(let name) = decoding?.way { return Element(name) }
        let decoder = decoding == nil ? Element.webDecoder(of: location.uri) : Element("decodebin")
        if case .typed(let format) = decoding?.way { decoder?.set("sink-caps", parsing: format) }
        decoder?.set("caps", parsing: "audio/x-raw(ANY)")
        decoder?.set("expose-all-streams", parsing: "false")
        return decoder
    }

    private static func source(of location: MediaLocation, _ path: [UInt8], _ decoding: FileDecoding?) -> Element? {
        guard case .plain(let header, let stretch) = decoding?.way else { return Element(readingFile: location.uri) }
        guard let file = FileBytes(path: path) else { return nil }
        return StretchSource(header: header, stretch: stretch) { file.bytes(at: $0, $1) }?.element
    }

    /// The file was longer when all of it had been decoded, or later, than when it was opened.
    var hasGrown: Bool { grown.withLock { $0 } }

    /// Looks whether a file has grown since it was opened. Blocks.
    func lookForGrowth() {
        guard let path = location.filePath, let size = decoding?.size, let now = FileBytes.size(ofFileAt: path),
            now > size
        else { return }
        grown.withLock { $0 = true }
    }

    private func take(_ source: Element) {
        self.source.withLock { $0 = source }
        if source.has("user-agent") { source.set("user-agent", to: "OnCue") }
        if source.has("timeout"), source.has("retries") { source.set("timeout", parsing: "10") }
        source.onResponse { [weak self] fields in
            self?.station.withLock { $0 = LiveEvidence.saysStation(fields) }
        }
    }

    /// The first format decides; a medium that changes its own is converted.
    private func choose(_ native: Int, _ chooseRate: (Int) -> Int, _ filter: Element) {
        chosenRate.withLock { rate in
            guard rate == nil else { return }
            let chosen = chooseRate(native)
            rate = chosen
            filter.set("caps", parsing: "audio/x-raw,format=F32LE,layout=interleaved,channels=2,rate=\(chosen)")
        }
    }

    /// The pictures of chapters in audiobooks are `image/jpeg`, too, so what moves as such pictures is not told from them.
    private static func isVideo(_ type: String) -> Bool { type.hasPrefix("video/") }
}
