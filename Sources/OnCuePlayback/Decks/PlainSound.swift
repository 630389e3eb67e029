// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Samples in a container for which GStreamer 1.22 has no demuxer (CAF), or one that adds to them (Wave64) or falls
/// silent at a jump (AU), as a stretch of the file and an equivalent header of WAV or AIFF-C.
struct PlainSound: Equatable {
    var header: [UInt8]
    var stretch: Range<Int>
    /// The parser for the header and the samples.
    var parser: String

    /// No honest file has more chunks in front of its sound.
    private static let mostChunks = 256

    private init(header: [UInt8], stretch: Range<Int>, parser: String) {
        (self.header, self.stretch, self.parser) = (header, stretch, parser)
    }

    /// Samples with the most significant byte first.
    private init?(isReal: Bool, bits: Int, channels: Int, rate: Int, stretch start: Int, _ count: Int) {
        let width = bits / 8 * channels
        guard count >= width, isReal ? [32, 64].contains(bits) : [8, 16, 24, 32].contains(bits),
            (1...10_000_000).contains(rate), (1...64).contains(channels)
        else { return nil }
        let shift = UInt64(rate).leadingZeroBitCount
        let extended = Self.big(UInt16(16_383 + 63 - shift)) + Self.big(UInt64(rate) << UInt64(shift))
        let coding = Array((isReal ? bits == 32 ? "fl32" : "fl64" : "NONE").utf8) + [0, 0]
        let common =
            Self.big(UInt16(channels)) + Self.big(UInt32(clamping: count / width)) + Self.big(UInt16(bits)) + extended
            + coding
        let sound = UInt32(clamping: count + 8)
        let header =
            Array("FORM".utf8) + Self.big(UInt32(clamping: count + 52)) + Array("AIFCCOMM".utf8)
            + Self.big(UInt32(common.count)) + common + Array("SSND".utf8) + Self.big(sound)
            + [UInt8](repeating: 0, count: 8)
        self.init(header: header, stretch: start..<(start + count), parser: "aiffparse")
    }

    /// Logarithmic samples of telephones, by the number of their format in WAV.
    private init?(telephone format: Int, channels: Int, rate: Int, stretch start: Int, _ count: Int) {
        guard (1...10_000_000).contains(rate), (1...64).contains(channels) else { return nil }
        let fields =
            Self.little(UInt16(format)) + Self.little(UInt16(channels)) + Self.little(UInt32(rate))
            + Self.little(UInt32(channels * rate)) + Self.little(UInt16(channels)) + Self.little(UInt16(8))
        self.init(format: fields, stretch: start, count)
    }

    private init?(au file: FileBytes) {
        let head = file.bytes(at: 0, 24)
        guard head.count == 24 else { return nil }
        let fields = (1...5).map { Int(FileBytes.big(head[($0 * 4)..<($0 * 4 + 4)])) }
        let (start, coding, rate, channels) = (fields[0], fields[2], fields[3], fields[4])
        let room = file.size - start
        guard start >= 24, room > 0 else { return nil }
        let count = fields[1] == 0 ? room : min(fields[1], room)
        if let format = [1: 7, 27: 6][coding] {
            self.init(telephone: format, channels: channels, rate: rate, stretch: start, count)
        } else if let bits = [2: 8, 3: 16, 4: 24, 5: 32, 6: 32, 7: 64][coding] {
            self.init(isReal: coding > 5, bits: bits, channels: channels, rate: rate, stretch: start, count)
        } else {
            return nil
        }
    }

    /// `nil` for any other file, and for sound that is coded.
    init?(_ file: FileBytes) {
        let head = file.bytes(at: 0, 8)
        if head.starts(with: "caff".utf8) {
            self.init(caf: file)
        } else if head.starts(with: Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11]) {
            self.init(wave64: file)
        } else if head.starts(with: ".snd".utf8) {
            self.init(au: file)
        } else {
            return nil
        }
    }

    private init?(wave64 file: FileBytes) {
        var format: [UInt8] = []
        var offset = 40
        for _ in 0..<Self.mostChunks {
            let chunk = file.bytes(at: offset, 24)
            guard chunk.count == 24 else { return nil }
            let size = FileBytes.little(chunk[16...])
            if chunk.starts(with: "data".utf8), format.count >= 16 {
                let room = file.size - offset - 24
                let isUnknown = size <= 24 || size > UInt64(max(0, room)) + 24
                self.init(format: format, stretch: offset + 24, isUnknown ? room : Int(size) - 24)
                return
            }
            guard (24..<(1 << 50)).contains(size) else { return nil }
            if chunk.starts(with: "fmt ".utf8) { format = file.bytes(at: offset + 24, min(Int(size) - 24, 64)) }
            offset += (Int(size) + 7) / 8 * 8
        }
        return nil
    }

    /// Creates the sound described by a `fmt ` chunk.
    private init?(format: [UInt8], stretch start: Int, _ count: Int) {
        guard count > 0 else { return nil }
        let (size, length) = (format.count + format.count % 2, UInt32(clamping: count))
        let header =
            Array("RIFF".utf8) + Self.little(UInt32(clamping: count + 20 + size)) + Array("WAVEfmt ".utf8)
            + Self.little(UInt32(size)) + format + [UInt8](repeating: 0, count: size - format.count)
            + Array("data".utf8) + Self.little(length)
        self.init(header: header, stretch: start..<(start + count), parser: "wavparse")
    }

    private init?(caf file: FileBytes) {
        var format: [UInt8] = []
        var offset = 8
        for _ in 0..<Self.mostChunks {
            let chunk = file.bytes(at: offset, 12)
            guard chunk.count == 12 else { return nil }
            let size = FileBytes.big(chunk[4...])
            if chunk.starts(with: "data".utf8), format.count == 32 {
                let room = file.size - offset - 16
                let isUnknown = size < 4 || size > UInt64(max(0, room)) + 4
                self.init(description: format, stretch: offset + 16, isUnknown ? room : Int(size) - 4)
                return
            }
            guard size < 1 << 50 else { return nil }
            if chunk.starts(with: "desc".utf8) { format = file.bytes(at: offset + 12, 32) }
            offset += 12 + Int(size)
        }
        return nil
    }

    /// Creates the sound described by a `desc` chunk, if it is plain samples of 8 bits or more, or telephone encodings.
    private init?(description: [UInt8], stretch start: Int, _ count: Int) {
        let rate = Double(bitPattern: FileBytes.big(description[0..<8]))
        let coding = String(decoding: description[8..<12], as: UTF8.self)
        let flags = FileBytes.big(description[12..<16])
        let packet = Int(FileBytes.big(description[16..<20]))
        let channels = Int(FileBytes.big(description[24..<28]))
        let bits = Int(FileBytes.big(description[28..<32]))
        let (isReal, isLittle) = (flags & 1 != 0, flags & 2 != 0)
        guard count > 0, (1...10_000_000).contains(rate), (1...64).contains(channels),
            coding == "lpcm"
                ? [8, 16, 24, 32, 64].contains(bits) && packet == channels * bits / 8
                : ["ulaw", "alaw"].contains(coding)
        else { return nil }
        if isLittle, coding == "lpcm" {
            let format =
                Self.little(UInt16(isReal ? 3 : 1)) + Self.little(UInt16(channels)) + Self.little(UInt32(rate))
                + Self.little(UInt32(clamping: packet * Int(rate))) + Self.little(UInt16(clamping: packet))
                + Self.little(UInt16(bits))
            self.init(format: format, stretch: start, count)
            return
        }
        if let format = ["ulaw": 7, "alaw": 6][coding] {
            self.init(telephone: format, channels: channels, rate: Int(rate), stretch: start, count)
            return
        }
        self.init(isReal: isReal, bits: bits, channels: channels, rate: Int(rate), stretch: start, count)
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] { Array(big(value).reversed()) }

    private static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        (0..<(Value.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
