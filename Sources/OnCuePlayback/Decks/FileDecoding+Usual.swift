// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The elements for files whose first bytes are enough to choose them.
extension FileDecoding {
    private static let mostChunks = 16

    /// Returns the elements for plain samples in WAV; `nil` for any other content and any other file.
    static func wave(_ file: FileBytes) -> [String]? {
        let head = file.bytes(at: 0, 12)
        guard head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WAVE".utf8) else { return nil }
        var offset = 12
        for _ in 0..<mostChunks {
            let chunk = file.bytes(at: offset, 8 + 26)
            guard chunk.count >= 8 + 16 else { return nil }
            let size = Int(FileBytes.little(chunk[4..<8]))
            if chunk.starts(with: "fmt ".utf8) {
                var format = FileBytes.little(chunk[8..<10])
                // The real format is the beginning of a longer number.
                if format == 0xFFFE, size >= 26, chunk.count == 8 + 26 { format = FileBytes.little(chunk[32..<34]) }
                let bits = FileBytes.little(chunk[22..<24])
                let isPlain = format == 1 && [8, 16, 24, 32].contains(bits) || format == 3 && [32, 64].contains(bits)
                return isPlain ? ["wavparse"] : nil
            }
            offset += 8 + size + size % 2
        }
        return nil
    }

    /// Returns the elements for MPEG Layer III, with or without ID3 tags; `nil` for any other file, and with other
    /// tags.
    static func layerThree(_ file: FileBytes) -> [String]? {
        let tag = id3Length(file)
        guard let length = frameLength(file.bytes(at: tag, 4)), frameLength(file.bytes(at: tag + length, 4)) != nil
        else { return nil }
        let tail = file.bytes(at: max(0, file.size - 160), 160)
        guard !tail.suffix(32).starts(with: "APETAGEX".utf8), !tail.starts(with: "APETAGEX".utf8) else { return nil }
        let isTagged = tag > 0 || tail.suffix(128).starts(with: "TAG".utf8)
        return (isTagged ? ["id3demux"] : []) + ["mpegaudioparse", "mpg123audiodec"]
    }

    /// Returns the number of bytes of an ID3 tag in front of the sound; 0 for none.
    private static func id3Length(_ file: FileBytes) -> Int {
        let head = file.bytes(at: 0, 10)
        guard head.count == 10, head.starts(with: "ID3".utf8) else { return 0 }
        let size = head[6...].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        return size + (head[5] & 0x10 != 0 ? 20 : 10)
    }

    /// Returns the number of bytes of a frame of Layer III by its head; `nil` for anything else.
    private static func frameLength(_ head: [UInt8]) -> Int? {
        let rates = [44_100, 48_000, 32_000]
        let large = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        let small = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        guard head.count == 4, head[0] == 0xFF, head[1] & 0xE6 == 0xE2 else { return nil }
        let (version, place, number) = (Int(head[1] >> 3 & 3), Int(head[2] >> 4), Int(head[2] >> 2 & 3))
        guard version != 1, (1...14).contains(place), number < 3 else { return nil }
        let padding = Int(head[2] >> 1 & 1)
        guard version != 3 else { return 144_000 * large[place - 1] / rates[number] + padding }
        let rate = rates[number] / (version == 2 ? 2 : 4)
        return 72_000 * small[place - 1] / rate + padding
    }
}
