// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Picture files of any size that are whole and take few bytes.
package enum PictureFile {
    /// A black PNG with one bit for each pixel, which takes a byte for about 1,300 of them.
    ///
    /// - Parameter chunks: Further chunks that stand in front of the pixels.
    package static func png(_ width: Int, _ height: Int, with chunks: [(String, [UInt8])] = []) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", big(width, 4) + big(height, 4) + [1, 0, 0, 0, 0])
        for (kind, data) in chunks { file += chunk(kind, data) }
        return file + chunk("IDAT", zeros(height * ((width + 7) / 8 + 1))) + chunk("IEND", [])
    }

    /// A grey JPEG, which takes a byte for 256 pixels.
    ///
    /// - Parameter scans: How often the pixels are told; more than once is no JPEG that anybody makes.
    package static func jpeg(_ width: Int, _ height: Int, scans: Int = 1) -> [UInt8] {
        var file: [UInt8] = [0xFF, 0xD8]
        file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        file += segment(0xC0, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
        // One code of one bit in each table: no difference, and the end of a block.
        for table: UInt8 in [0x00, 0x10] { file += segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0]) }
        let blocks = ((width + 7) / 8) * ((height + 7) / 8)
        for _ in 0..<scans {
            file += segment(0xDA, [1, 1, 0, 0, 63, 0])
            file += [UInt8](repeating: 0, count: (blocks + 3) / 4)
        }
        return file + [0xFF, 0xD9]
    }

    /// A GIF of black pictures without pixels; no program shows more of it than its size.
    package static func gif(_ width: Int, _ height: Int, frames: [(width: Int, height: Int)]) -> [UInt8] {
        var file = Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        for frame in frames {
            file += [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
            file += [0x2C, 0, 0, 0, 0] + little(frame.width, 2) + little(frame.height, 2) + [0]
            file += [2, 2, 0x4C, 0x01, 0]
        }
        return file + [0x3B]
    }

    /// The head of a WebP file; there are no pixels in it.
    package static func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for (kind, data) in chunks {
            body += Array(kind.utf8) + little(data.count, 4) + data
            if data.count % 2 == 1 { body.append(0) }
        }
        return Array("RIFF".utf8) + little(body.count + 4, 4) + Array("WEBP".utf8) + body
    }

    /// A FLAC file with a picture in front of what else it has.
    package static func flac(_ bytes: [UInt8], with picture: [UInt8], _ type: String) -> [UInt8] {
        let streamInfo = 4 + 4 + 34
        let block =
            big(3, 4) + big(type.utf8.count, 4) + Array(type.utf8) + big(0, 4) + [UInt8](repeating: 0, count: 16)
            + big(picture.count, 4) + picture
        return Array(bytes[..<streamInfo]) + [6] + big(block.count, 3) + block + Array(bytes[streamInfo...])
    }

    /// A number with its highest byte first.
    package static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    /// A number with its lowest byte first.
    package static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

    /// A chunk of a PNG with its checksum.
    private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(kind.utf8) + data
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in checked { crc = crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
        return big(data.count, 4) + checked + big(Int(~crc), 4)
    }

    private static let crcTable: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(data.count + 2, 2) + data
    }

    /// So many zeros as a zlib stream: one, and copies of 258 of it with the fixed codes (RFC 1951).
    package static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0b011, 3)
        var left = count
        while left > 0 {
            if left == count || left < 258 {
                bits.writeReversed(0b0011_0000, 8)
                left -= 1
            } else {
                bits.writeReversed(0b1100_0101, 8)
                bits.writeReversed(0, 5)
                left -= 258
            }
        }
        bits.writeReversed(0, 7)
        return [0x78, 0x9C] + bits.bytes + big(count % 65_521, 2) + [0, 1]
    }

    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var used = 8

        mutating func write(_ value: Int, _ count: Int) {
            for bit in 0..<count {
                if used == 8 {
                    bytes.append(0)
                    used = 0
                }
                bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used)
                used += 1
            }
        }

        /// Codes have their highest bit first.
        mutating func writeReversed(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { write(value >> bit & 1, 1) }
        }
    }
}
