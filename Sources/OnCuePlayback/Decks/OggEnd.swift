// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The exact end of the sound in an Ogg stream of Vorbis or Opus.
///
/// Decoders of GStreamer 1.22 count in nanoseconds and return a frame too many because of rounding.
struct OggEnd: Equatable {
    /// From the beginning of the sound.
    var frames: Int
    /// Frames a second.
    var rate: Int
    /// The largest number of frames in a packet.
    let longestPacket: Int
    /// Its decoder gives the right number of frames.
    private var isFLAC = false

    private static let longestPage = 65_307

    /// `nil` for any other file.
    init?(_ file: FileBytes) {
        let tail = file.bytes(at: max(0, file.size - Self.longestPage), Self.longestPage)
        guard let last = Self.lastPage(in: tail), tail[(last + 14)..<(last + 18)] == file.bytes(at: 14, 4)[...] else {
            return nil
        }
        let position = FileBytes.little(tail[(last + 6)..<(last + 14)])
        guard position < 1 << 50 else { return nil }
        self.init(file, from: 0, to: Int(position))
        if isFLAC { return nil }
    }

    /// The sound of a stream that begins at an offset, of FLAC too, and whose last page has this position.
    init?(_ file: FileBytes, from offset: Int, to position: Int) {
        let head = file.bytes(at: offset, 27 + 255 + 64)
        guard head.count > 60, head[5] & 2 != 0 else { return nil }
        let packet = head.dropFirst(27 + Int(head[26]))
        var skipped = 0
        if packet.starts(with: "OpusHead".utf8), packet.count >= 19 {
            (rate, longestPacket) = (48_000, 5_760)
            skipped = Int(FileBytes.little(packet.dropFirst(10).prefix(2)))
        } else if packet.starts(with: [1] + Array("vorbis".utf8)), packet.count >= 30 {
            rate = Int(FileBytes.little(packet.dropFirst(12).prefix(4)))
            longestPacket = 1 << (Int(packet[packet.startIndex + 28]) >> 4) / 2
        } else if packet.starts(with: [0x7F] + Array("FLAC".utf8)), packet.count >= 30 {
            rate = Int(FileBytes.big(packet.dropFirst(27).prefix(3)) >> 4)
            (longestPacket, isFLAC) = (65_535, true)
        } else {
            return nil
        }
        guard rate > 0, position > skipped else { return nil }
        frames = position - skipped
    }

    private static func lastPage(in bytes: [UInt8]) -> Int? {
        guard bytes.count >= 27 else { return nil }
        return (0...(bytes.count - 27)).last { bytes[$0] == 0x4F && bytes[$0...].starts(with: "OggS".utf8) }
    }

    var length: Duration { .seconds(frames / rate) + .nanoseconds(frames % rate * 1_000_000_000 / rate) }

    /// Returns the number of frames at another rate.
    func frames(at rate: Int) -> Int { Int((Double(frames) * Double(rate) / Double(self.rate)).rounded()) }

    /// Returns whether a length found by a demuxer is that of all this sound, which shows that positions are counted
    /// from its beginning.
    func fits(_ found: Duration?) -> Bool {
        guard let found else { return false }
        return abs((found - length) / .milliseconds(1)) < 2
    }
}
