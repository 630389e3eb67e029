// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore

/// Makes the format shown to users from GStreamer's description of a stream.
extension MediaFormat {
    /// The names of codecs for types that GStreamer names differently; the rest are its types without `audio/` and
    /// `x-`.
    private static let words = [
        "audio/x-ffmpeg-parsed-ape": "ape", "audio/x-ttafile": "tta", "audio/x-mod": "module", "audio/AMR-WB": "amrwb",
        "audio/x-midi-event": "midi", "audio/x-true-hd": "truehd", "audio/x-private1-ac3": "ac3",
        "audio/x-private1-dts": "dts", "audio/x-private1-lpcm": "pcm",
    ]
    /// Codecs whose number of bits per sample is the same after decoding.
    private static let lossless: Set = [
        "pcm", "flac", "alac", "wavpack", "ape", "tta", "shorten", "wmalossless", "truehd", "mlp",
    ]
    /// Formats of notes, which have neither frames nor channels until they are played.
    private static let notes: Set = ["midi", "module"]

    /// - Parameter bitRate: Bits per second, as tags state it; of plain samples it is known without that.
    init(_ stream: StreamFormat, bitRate: Int? = nil) {
        let codec = Self.codec(stream)
        self.init(codec: codec, bitRate: bitRate)
        guard !Self.notes.contains(codec) else { return }
        let isDSD = codec == "dsd"
        sampleRate = Self.sampleRate(stream, codec)
        // AAC may extend one channel to two with additional data, which only its decoder knows.
        channelCount = codec == "aac" ? stream.channelCount : stream.numbers["channels"] ?? stream.channelCount
        bitDepth = isDSD ? 1 : Self.lossless.contains(codec) ? Self.bitDepth(stream) : nil
        guard bitRate == nil, stream.type == nil || isDSD else { return }
        if let sampleRate, let channelCount, let bitDepth {
            self.bitRate = BitRate.rounded(sampleRate * channelCount * bitDepth)
        }
    }

    private static func codec(_ stream: StreamFormat) -> String {
        guard let type = stream.type else { return "pcm" }
        if let word = words[type] { return word }
        switch type {
        case "audio/mpeg" where stream.numbers["mpegversion"] == 1: return "mp\(stream.numbers["layer"] ?? 3)"
        case "audio/mpeg": return "aac"
        case "audio/x-wma": return stream.numbers["wmaversion"] == 4 ? "wmalossless" : "wma"
        default: break
        }
        if type.contains("dsd") { return "dsd" }
        let name = type.split(separator: "/").last.map(String.init) ?? type
        let plain = ["x-gst-av-", "x-"].first { name.hasPrefix($0) }.map { String(name.dropFirst($0.count)) } ?? name
        return plain.lowercased()
    }

    /// Returns the sample rate of the medium. It is that of the decoder, which also knows of an extension by which AAC
    /// exceeds its own rate. Opus always has the same rate, whatever the original had, and a sample of DSD is one bit
    /// of the eight in a byte.
    private static func sampleRate(_ stream: StreamFormat, _ codec: String) -> Int {
        switch codec {
        case "opus": 48_000
        case "dsd": stream.sampleRate * 8
        default: stream.sampleRate
        }
    }

    /// Decoders of libav output 24 bits in 32 without stating it, so 32 bits are believed only of plain samples.
    private static func bitDepth(_ stream: StreamFormat) -> Int? {
        let stated = stream.numbers["depth"] ?? stream.numbers["samplesize"]
        if let stated, stated > 0 { return stated }
        let isSure = stream.type == nil || stream.sampleDepth < 32
        return isSure && stream.sampleDepth > 0 ? stream.sampleDepth : nil
    }
}
