// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An Ogg file whose comment packet can be replaced (RFC 3533).
struct OggSeed {
    private struct Page {
        var header: [UInt8]
        var lacing: [UInt8]
        var content: [UInt8]

        static let headerSize = 27

        init?(_ file: ArraySlice<UInt8>) {
            guard file.starts(with: "OggS".utf8), file.count >= Self.headerSize else { return nil }
            header = Array(file.prefix(Self.headerSize))
            let rest = file.dropFirst(Self.headerSize)
            lacing = Array(rest.prefix(Int(header[26])))
            let length = lacing.reduce(0) { $0 + Int($1) }
            content = Array(rest.dropFirst(lacing.count).prefix(length))
            guard lacing.count == Int(header[26]), content.count == length else { return nil }
        }

        var size: Int { header.count + lacing.count + content.count }

        /// The page with this number and a checksum that fits.
        func bytes(number: UInt32) -> [UInt8] {
            var page = header + lacing + content
            withUnsafeBytes(of: number.littleEndian) { page.replaceSubrange(18..<22, with: $0) }
            page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
            let sum = OggChecksum.of(page)
            withUnsafeBytes(of: sum.littleEndian) { page.replaceSubrange(22..<26, with: $0) }
            return page
        }
    }

    private let first: [UInt8]
    private let comments: Page
    /// Header packets behind the comments.
    private let setup: [[UInt8]]
    /// The sound, numbered as behind one page of headers.
    private let sound: [UInt8]

    /// - Parameter headerCount: The number of packets before the sound, the comments being the second.
    init(_ file: [UInt8], headerCount: Int) throws(BenchError) {
        var pages: [Page] = []
        var rest = file[...]
        while let page = Page(rest) {
            pages.append(page)
            rest = rest.dropFirst(page.size)
        }
        guard pages.count > 2, rest.isEmpty else { throw BenchError("the seed is no whole Ogg file") }
        let (packets, pageCount) = try Self.headers(pages.dropFirst(), count: headerCount - 1)
        first = pages[0].bytes(number: 0)
        comments = pages[1]
        setup = Array(packets.dropFirst())
        sound = pages.dropFirst(1 + pageCount).enumerated().flatMap { $1.bytes(number: UInt32($0 + 2)) }
    }

    /// The file with another comment packet.
    func file(comment: [UInt8]) throws(BenchError) -> [UInt8] {
        var page = comments
        let packets = [comment] + setup
        page.lacing = packets.flatMap(Self.lacing)
        guard page.lacing.count <= 255 else { throw BenchError("the comments do not fit into one Ogg page") }
        page.header[26] = UInt8(page.lacing.count)
        page.content = packets.flatMap { $0 }
        return first + page.bytes(number: 1) + sound
    }

    /// The first packets, and the number of pages that they fill.
    private static func headers(
        _ pages: ArraySlice<Page>, count: Int
    ) throws(BenchError) -> (packets: [[UInt8]], pageCount: Int) {
        var packets: [[UInt8]] = []
        var packet: [UInt8] = []
        for (index, page) in pages.enumerated() {
            var content = page.content[...]
            for length in page.lacing {
                packet += content.prefix(Int(length))
                content = content.dropFirst(Int(length))
                guard length < 255 else { continue }
                packets.append(packet)
                packet = []
            }
            if packets.count == count { return (packets, index + 1) }
        }
        throw BenchError("the seed has no \(count) Ogg header packets that end with a page")
    }

    /// A packet of any length ends with a value below 255.
    private static func lacing(_ packet: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
}

/// The checksum of Ogg pages: CRC-32 with the highest bit first and no inversion.
enum OggChecksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum & 0x8000_0000 != 0 ? 0x04C1_1DB7 : 0) }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        let table = table
        return bytes.reduce(0) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
    }
}
