// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore

/// The way to decode a file, determined by its first bytes.
///
/// GStreamer finds that out by itself for nearly everything. The exceptions are formats that it decodes but does not
/// recognise without loading FFmpeg first, and containers of plain sound for which it has no demuxer or a faulty one.
/// For the most common formats it need not look, since trying all of its type finders takes longer than opening the
/// file.
struct FileDecoding: Equatable {
    enum Way: Equatable {
        /// GStreamer finds a decoder.
        case found
        /// GStreamer decodes this format, but does not recognise it.
        case typed(String)
        /// These elements, one after the other, take the sound out of the file.
        case elements([String])
        /// A stretch of the file is plain sound, to be read behind another header.
        case plain(PlainSound)
        /// Several files in one.
        case chain(OggChain)
    }

    var way = Way.found
    /// Whether it is frames of sound without a container, for which GStreamer only estimates lengths.
    var isBare = false
    /// The exact amount of sound in frames at a rate, for formats whose decoders round up.
    var end: OggEnd?
    /// The size of the file when it was examined, in bytes.
    var size = 0

    /// Examines a file. Blocks.
    init(path: [UInt8]) {
        guard let file = FileBytes(path: path) else { return }
        size = file.size
        let head = file.bytes(at: 0, 16)
        if head.starts(with: "OggS".utf8) {
            if let chain = OggChain(file) { way = .chain(chain) } else { end = OggEnd(file) }
        } else if head.starts(with: "DSD ".utf8) {
            way = .typed("application/x-gst-av-dsf")
        } else if head.starts(with: "FRM8".utf8), file.bytes(at: 12, 4).elementsEqual("DSD ".utf8) {
            way = .typed("application/x-gst-av-iff")
        } else if head.starts(with: "FORM".utf8), Self.isPlainAIFF(file) {
            way = .elements(["aiffparse"])
        } else if head.starts(with: "fLaC".utf8) {
            way = .elements(["flacparse", "flacdec"])
        } else if let elements = Self.wave(file) ?? Self.layerThree(file) {
            way = .elements(elements)
        } else if let plain = PlainSound(file) {
            way = .plain(plain)
        }
        switch way {
        case .found, .elements: isBare = Self.isBare(head)
        case .typed, .plain, .chain: break
        }
    }

    var chain: OggChain? { if case .chain(let chain) = way { chain } else { nil } }

    /// The elements that extract the sound; empty to leave that to a decoder that finds them.
    var elements: [String] {
        switch way {
        case .elements(let names): names
        case .plain(let sound) where sound.parser == "aiffparse": [sound.parser]
        case .found, .typed, .plain, .chain: []
        }
    }

    /// Returns whether the data is frames of MPEG sound, AC-3 or DTS, or a tag in front of them.
    private static func isBare(_ head: [UInt8]) -> Bool {
        guard head.count > 4 else { return false }
        if head.starts(with: "ID3".utf8) { return true }
        return head[0] == 0xFF && head[1] & 0xE0 == 0xE0 || head.starts(with: [0x0B, 0x77])
            || head.starts(with: [0x7F, 0xFE, 0x80, 0x01])
    }

    /// AIFF, and AIFF-C with nothing but samples in it. libav's demuxer does not know all of them (GStreamer 1.22).
    private static func isPlainAIFF(_ file: FileBytes) -> Bool {
        let form = file.bytes(at: 8, 4)
        if form.elementsEqual("AIFF".utf8) { return true }
        guard form.elementsEqual("AIFC".utf8) else { return false }
        var offset = 12
        for _ in 0..<64 {
            let chunk = file.bytes(at: offset, 30)
            guard chunk.count == 30 else { return false }
            if chunk.starts(with: "COMM".utf8) {
                let coding = String(decoding: chunk[26...], as: UTF8.self)
                return ["NONE", "sowt", "twos", "FL32", "fl32", "FL64", "fl64"].contains(coding)
            }
            let size = Int(FileBytes.big(chunk[4..<8]))
            offset += 8 + size + size % 2
        }
        return false
    }
}
