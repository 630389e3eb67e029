// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Samples in a container that GStreamer 1.22 has no demuxer for (CAF), or one that adds to them (Wave64), as a stretch
/// of the file and the header of WAV or AU that says the same of it.
struct PlainSound: Equatable {
    var header: [UInt8]
    var stretch: Range<Int>

    /// No honest file has more chunks in front of its sound.
    private static let mostChunks = 256

    private init(header: [UInt8], stretch: Range<Int>) {
        (self.header, self.stretch) = (header, stretch)
    }

    /// `nil` for any other file, and for sound that is coded.
    init?(_ file: FileBytes) {
        let head = file.bytes(at: 0, 8)
        if head.starts(with: "caff".utf8) {
            self.init(caf: file)
        } else if head.starts(with: Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11]) {
            self.init(wave64: file)
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

    /// What a `fmt ` chunk describes.
    private init?(format: [UInt8], stretch start: Int, _ count: Int) {
        guard count > 0 else { return nil }
        let (size, length) = (format.count + format.count % 2, UInt32(clamping: count))
        let header =
            Array("RIFF".utf8) + Self.little(UInt32(clamping: count + 20 + size)) + Array("WAVEfmt ".utf8)
            + Self.little(UInt32(size)) + format + [UInt8](repeating: 0, count: size - format.count)
            + Array("data".utf8) + Self.little(length)
        self.init(header: header, stretch: start..<(start + count))
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

    /// What a `desc` chunk describes, where it is plain samples of 8 bits and more, or those of telephones.
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
        let codes = ["ulaw": 1, "alaw": 27]
        let samples = isReal ? [32: 6, 64: 7] : [8: 2, 16: 3, 24: 4, 32: 5]
        guard let code = codes[coding] ?? samples[bits] else { return nil }
        let header =
            Array(".snd".utf8)
            + [24, Int(UInt32(clamping: count)), code, Int(rate), channels].flatMap { Self.big(UInt32($0)) }
        self.init(header: header, stretch: start..<(start + count))
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] { Array(big(value).reversed()) }

    private static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        (0..<(Value.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
