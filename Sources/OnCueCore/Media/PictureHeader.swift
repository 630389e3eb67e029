// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The format and size of a picture file, read from its structure without decoding any pixel.
///
/// Other programs decode the pictures that they are given, so a few bytes that claim a billion pixels cost them their
/// memory. This is how such a file is recognised.
///
/// - Complexity: O(*n*) in the bytes, most of which are only skipped.
package struct PictureHeader: Sendable, Equatable {
    /// The maximum width and height, in pixels, of a picture that may be passed to other programs unchanged.
    package static let sideLimit = 2048

    package let format: PictureFormat
    /// The width in pixels; the largest that any part of the file claims.
    package private(set) var width = 0
    /// The height in pixels; the largest that any part of the file claims.
    package private(set) var height = 0
    /// Whether there is one picture, and nothing else that takes much memory or time to unpack.
    package private(set) var isPlain = true

    /// - Returns: `nil` for another format, or if the file ends before the size.
    package init?(_ bytes: [UInt8]) {
        guard let format = PictureFormat(bytes) else { return nil }
        self.format = format
        let file = PictureBytes(bytes)
        switch format {
        case .png: readPNG(file)
        case .jpeg: readJPEG(file)
        case .gif: readGIF(file)
        case .webp: readWebP(file)
        }
        guard width > 0, height > 0 else { return nil }
    }

    /// Whether the file can be passed to any program unchanged.
    package var isHarmless: Bool { isPlain && width <= Self.sideLimit && height <= Self.sideLimit }

    private mutating func claim(_ width: Int?, _ height: Int?) {
        guard let width, let height else {
            isPlain = false
            return
        }
        self.width = max(self.width, width)
        self.height = max(self.height, height)
    }

    // MARK: PNG (W3C Portable Network Graphics, third edition)

    /// The maximum size of a compressed colour profile in bytes, which expands to at most 16 MB; that of a display
    /// takes 10 kB.
    private static let profileLimit = 16_384

    private mutating func readPNG(_ file: PictureBytes) {
        var (at, hasProfile) = (8, false)
        while let length = file.big(at, 4), let kind = file.text(at + 4), let next = file.end(of: at + 8, length + 4) {
            switch kind {
            case "IHDR":
                // Programs treat a header elsewhere differently.
                if at != 8 || length != 13 { isPlain = false }
                claim(file.big(at + 8, 4), file.big(at + 12, 4))
            case "iCCP":
                if hasProfile || length > Self.profileLimit { isPlain = false }
                hasProfile = true
            // Compressed text, and further pictures.
            case "zTXt", "acTL": isPlain = false
            case "iTXt": if file.isCompressedText(at + 8, length) { isPlain = false }
            case "IEND": return
            default: break
            }
            at = next
        }
        isPlain = false
    }

    // MARK: JPEG (ITU T.81, annex B)

    /// The maximum number of passes, more than any encoder makes: each takes as much time as the whole picture.
    private static let scanLimit = 64

    private mutating func readJPEG(_ file: PictureBytes) {
        var (at, scans) = (2, 0)
        while let marker = file.marker(at), let length = file.big(at + 2, 2), length >= 2 {
            var next: Int? = at + 2 + length
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                if width > 0 { isPlain = false }
                claim(file.big(at + 7, 2), file.big(at + 5, 2))
            case 0xDA:
                scans += 1
                next = file.markerBehindScan(at + 2 + length)
            case 0xC4, 0xCC, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: break
            // A marker without a length, the number of lines that was left open, or an unknown marker: programs
            // continue in different places.
            default: next = nil
            }
            guard let next else { break }
            // The end of the picture has no length.
            if file.marker(next) == 0xD9 || scans > 0 && next >= file.count {
                if scans == 0 || scans > Self.scanLimit { isPlain = false }
                return
            }
            at = next
        }
        isPlain = false
    }

    // MARK: GIF (89a)

    private mutating func readGIF(_ file: PictureBytes) {
        claim(file.little(6, 2), file.little(8, 2))
        var (at, frames) = (13 + file.colorTable(10), 0)
        while let kind = file.big(at, 1) {
            var blocks = at + 2
            switch kind {
            case 0x21: break
            case 0x2C:
                frames += 1
                claim(file.sum(at + 1, at + 5), file.sum(at + 3, at + 7))
                blocks = at + 11 + file.colorTable(at + 9)
            case 0x3B:
                if frames != 1 { isPlain = false }
                return
            default:
                isPlain = false
                return
            }
            guard let end = file.endOfBlocks(blocks) else { break }
            at = end
        }
        isPlain = false
    }

    // MARK: WebP (RFC 9649)

    private mutating func readWebP(_ file: PictureBytes) {
        var at = 12
        while let kind = file.text(at), let length = file.little(at + 4, 4) {
            let data = at + 8
            switch kind {
            case "VP8X":
                claim(file.little(data + 4, 3).map { $0 + 1 }, file.little(data + 7, 3).map { $0 + 1 })
                if let flags = file.big(data, 1), flags & 2 != 0 { isPlain = false }
            case "VP8 ":
                claim(file.little(data + 6, 2).map { $0 & 0x3FFF }, file.little(data + 8, 2).map { $0 & 0x3FFF })
            case "VP8L":
                let bits = file.little(data + 1, 4)
                claim(bits.map { $0 & 0x3FFF + 1 }, bits.map { $0 >> 14 & 0x3FFF + 1 })
            case "ANIM", "ANMF": isPlain = false
            default: break
            }
            guard let next = file.end(of: data, length) else {
                isPlain = false
                return
            }
            at = next + length % 2
        }
    }
}

/// The bytes of a picture file; reads beyond the end return `nil`.
private struct PictureBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// Returns a number of at most 4 bytes, highest byte first.
    func big(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, count <= bytes.count - offset else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns a number of at most 4 bytes, lowest byte first.
    func little(_ offset: Int, _ count: Int) -> Int? {
        guard offset >= 0, count <= bytes.count - offset else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the sum of two numbers of two bytes each, lowest bytes first.
    func sum(_ first: Int, _ second: Int) -> Int? {
        guard let first = little(first, 2), let second = little(second, 2) else { return nil }
        return first + second
    }

    /// Returns four letters.
    func text(_ offset: Int) -> String? {
        guard offset >= 0, 4 <= bytes.count - offset else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }

    /// Returns the end of `length` bytes from an offset on; `nil` if the file ends earlier.
    func end(of offset: Int, _ length: Int) -> Int? {
        length <= bytes.count - offset ? offset + length : nil
    }

    /// Returns whether the text of a PNG's iTXt chunk is compressed; `true` if that cannot be determined.
    func isCompressedText(_ offset: Int, _ length: Int) -> Bool {
        guard let zero = bytes[offset..<offset + length].prefix(80).firstIndex(of: 0) else { return true }
        return big(zero + 1, 1) != 0
    }

    /// Returns the kind of a JPEG segment.
    func marker(_ offset: Int) -> Int? {
        guard let pair = big(offset, 2), pair >> 8 == 0xFF else { return nil }
        return pair & 0xFF
    }

    /// Returns the offset of the first marker after the compressed pixels of a JPEG that begin at an offset; the end of
    /// the file if it was cut off there.
    func markerBehindScan(_ offset: Int) -> Int? {
        guard offset <= bytes.count else { return nil }
        var at = offset
        // In the image data, 0xFF is followed by 0 or by a restart marker.
        while let found = bytes[at...].firstIndex(of: 0xFF), found < bytes.count - 1 {
            guard bytes[found + 1] == 0 || (0xD0...0xD7).contains(bytes[found + 1]) else { return found }
            at = found + 2
        }
        return bytes.count
    }

    /// Returns the length of a GIF's colour table, from the flags byte at an offset.
    func colorTable(_ offset: Int) -> Int {
        guard let flags = big(offset, 1), flags & 0x80 != 0 else { return 0 }
        return 3 << (flags & 7 + 1)
    }

    /// Returns the end of the blocks of a GIF that begin at an offset.
    func endOfBlocks(_ offset: Int) -> Int? {
        var at = offset
        while let length = big(at, 1) {
            if length == 0 { return at + 1 }
            at += 1 + length
        }
        return nil
    }
}
