// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Ogg files with one stream each, concatenated, as after `cat a.ogg b.ogg`.
///
/// RFC 3533 requires a separate serial number for each link of such a chain, and GStreamer finds the links by them. If
/// links have the same number, readers get the later ones with other numbers. GStreamer 1.22 plays from one link into
/// the next, but its decodebin jumps only within the first, and then does not reach the second. Therefore a jump opens
/// its link separately, and the next link is opened when that one ends.
struct OggChain: Equatable {
    /// One of the files.
    struct Link: Equatable {
        /// Of its first byte.
        var offset: Int
        /// Of its first frame, in the whole chain.
        var start: Duration
        /// The offset of the next link, or the size of the file.
        var endOffset: Int
        /// The end of its last frame, in the whole chain.
        var end: Duration
    }

    /// A patch of the file: a serial number and the checksum of its page.
    private struct Patch: Equatable {
        var offset: Int
        var serial: [UInt8]
        var checksum: [UInt8]
    }

    private struct Page {
        var offset: Int
        var head: [UInt8]
        var size: Int
        /// The number of packets that end in it.
        var packets: Int

        var begins: Bool { head[5] & 2 != 0 }
        var serial: UInt32 { UInt32(truncatingIfNeeded: FileBytes.little(head[14..<18])) }
        var number: Int { Int(FileBytes.little(head[18..<22])) }
        /// The end of its last frame; `nil` if none ends in it.
        var granule: Int? {
            let value = FileBytes.little(head[6..<14])
            return value < 1 << 50 ? Int(value) : nil
        }
    }

    /// A link before its place in the chain is known.
    private struct Stretch {
        var offset: Int
        /// Of the last page in which a frame ends.
        var granule: Int?
    }

    private static let longestPage = 65_307
    private static let serialOffset = 14
    private static let checksumOffset = 22
    /// The fractions of the file at which pages are examined to see whether their numbers rise as in a single stream.
    private static let samples = [0.02, 0.05, 0.12, 0.27, 0.5, 0.61, 0.83]
    /// The accepted ratio of the number of pages to the bytes before a file is suspected.
    private static let slack = 0.85...1.18
    /// Larger files are not searched for links.
    private static let sizeLimit = 1 << 30
    /// In chains of more links no jump is possible.
    private static let linkLimit = 2_000
    /// The largest number of pages with headers and pictures before the sound of a link.
    private static let headerLimit = 2_000
    /// As near as this to a link is its beginning.
    private static let nearness: Duration = .milliseconds(1)
    /// Shorter stretches are read page by page.
    private static let shortStretch = 1 << 17

    /// In ascending order.
    private var patches: [Patch] = []
    /// The links in ascending order; empty if the length of one of them is unknown.
    private(set) var links: [Link] = []
    /// The length of all links; zero if unknown.
    private(set) var length: Duration = .zero

    /// `nil` for any other file. Blocks.
    init?(_ file: FileBytes) {
        guard let first = Self.page(in: file, at: 0), first.begins, let last = Self.lastPage(in: file),
            Self.page(in: file, at: first.size)?.begins == false
        else { return nil }
        guard last.serial == first.serial else {
            place(Self.stretches(of: file), in: file)
            return
        }
        guard Self.looksChained(file, first, last) else { return nil }
        var serials: Set<UInt32> = []
        var (offset, serial, began) = (0, UInt32(0), false)
        var stretches: [Stretch] = []
        while let page = Self.page(in: file, from: offset) {
            if page.begins {
                // Several streams side by side are another matter.
                guard !began else { return nil }
                stretches.append(Stretch(offset: page.offset))
                serial = page.serial
                while !serials.insert(serial).inserted { serial &+= 0x9E37_79B9 }
            }
            began = page.begins
            if let granule = page.granule, !stretches.isEmpty { stretches[stretches.count - 1].granule = granule }
            if serial != page.serial { patches.append(Self.patch(page, in: file, serial)) }
            offset = page.offset + page.size
        }
        guard !patches.isEmpty else { return nil }
        place(stretches, in: file)
    }

    /// Returns the link that contains a position of the chain; `nil` if unknown.
    func link(at position: Duration) -> Link? { links.last { $0.start - Self.nearness <= position } ?? links.first }

    /// Returns whether a jump to a position skips nothing of a link.
    func isBeginning(_ position: Duration, of link: Link) -> Bool { position <= link.start + Self.nearness }

    private mutating func place(_ stretches: [Stretch], in file: FileBytes) {
        var (links, start) = ([Link](), Duration.zero)
        for (number, stretch) in stretches.enumerated() {
            guard let granule = stretch.granule, let sound = OggEnd(file, from: stretch.offset, to: granule),
                !Self.beginsLate(stretch, sound, in: file)
            else { return }
            let length = sound.length
            let endOffset = number + 1 < stretches.count ? stretches[number + 1].offset : file.size
            links.append(Link(offset: stretch.offset, start: start, endOffset: endOffset, end: start + length))
            start += length
        }
        (self.links, length) = (links, start)
    }

    /// Returns whether the frames of a link are not counted from its first one, as in a file that was cut out of a
    /// longer one. Then the end of its first page is later than its packets can last, and its length cannot be
    /// determined.
    private static func beginsLate(_ stretch: Stretch, _ sound: OggEnd, in file: FileBytes) -> Bool {
        var next = page(in: file, at: stretch.offset)
        for _ in 0..<headerLimit {
            guard let page = next else { return false }
            if let granule = page.granule, granule > 0 { return granule > page.packets * sound.longestPacket }
            next = self.page(in: file, at: page.offset + page.size)
        }
        return false
    }

    // MARK: Links

    /// Returns the links of a chain whose serial numbers differ; none where there are too many, or streams side by
    /// side.
    private static func stretches(of file: FileBytes) -> [Stretch] {
        var stretches: [Stretch] = []
        var next = page(in: file, at: 0)
        while let first = next {
            guard stretches.count < linkLimit, first.begins,
                page(in: file, at: first.offset + first.size)?.begins != true
            else { return [] }
            // The range in between contains pages with both serial numbers, those of the link up to its end.
            var (low, high) = (first, file.size)
            while high - low.offset > shortStretch {
                let middle = (low.offset + high) / 2
                if let page = page(in: file, from: middle), page.offset < high, page.serial == first.serial {
                    low = page
                } else {
                    high = middle
                }
            }
            var stretch = Stretch(offset: first.offset)
            next = low
            while let page = next, page.serial == first.serial {
                stretch.granule = page.granule ?? stretch.granule
                next = self.page(in: file, from: page.offset + page.size)
            }
            stretches.append(stretch)
        }
        return stretches
    }

    /// Returns bytes of the file, read from an offset on, with the patches.
    func apply(to bytes: [UInt8], at offset: Int) -> [UInt8] {
        var bytes = bytes
        // A page may begin before the bytes.
        var (low, high) = (0, patches.count)
        while low < high {
            let middle = (low + high) / 2
            if patches[middle].offset + Self.longestPage < offset { low = middle + 1 } else { high = middle }
        }
        for patch in patches[low...].prefix(while: { $0.offset < offset + bytes.count }) {
            for (place, field) in [(Self.serialOffset, patch.serial), (Self.checksumOffset, patch.checksum)] {
                for (index, byte) in field.enumerated() {
                    let target = patch.offset + place + index - offset
                    if bytes.indices.contains(target) { bytes[target] = byte }
                }
            }
        }
        return bytes
    }

    // MARK: Looking

    /// Returns whether a few pages, and the last one, cannot all be of the stream with which the file begins, although
    /// they have its serial number.
    private static func looksChained(_ file: FileBytes, _ first: Page, _ last: Page) -> Bool {
        guard file.size <= sizeLimit, last.offset > 0 else { return false }
        let rate = Double(last.number + 1) / Double(file.size)
        if rate * Double(longestPage) < 1 { return true }
        var number = 0
        for sample in samples {
            guard let page = page(in: file, from: Int(Double(file.size) * sample)), page.offset < last.offset
            else { continue }
            guard page.serial == first.serial, page.number >= number, page.number < last.number else { return true }
            number = page.number
            // The first pages are short.
            let expected = Double(page.offset) * rate
            if page.number > 20, !slack.contains(Double(page.number) / expected) { return true }
        }
        return false
    }

    /// Returns the first page at an offset or behind it.
    private static func page(in file: FileBytes, from offset: Int) -> Page? {
        var start = offset
        while start < file.size {
            let bytes = file.bytes(at: start, start == offset ? 4096 : longestPage)
            guard bytes.count >= 27 else { return nil }
            for index in 0...(bytes.count - 27) where bytes[index] == 0x4F {
                guard bytes[index...].starts(with: "OggS".utf8) else { continue }
                if let page = page(in: file, at: start + index) { return page }
            }
            start += bytes.count - 26
        }
        return nil
    }

    private static func page(in file: FileBytes, at offset: Int) -> Page? {
        let head = file.bytes(at: offset, 27 + 255)
        guard head.count > 27, head.starts(with: "OggS\0".utf8) else { return nil }
        let lengths = head.dropFirst(27).prefix(Int(head[26]))
        let size = 27 + lengths.count + lengths.reduce(0) { $0 + Int($1) }
        return Page(
            offset: offset, head: Array(head.prefix(27)), size: size, packets: lengths.count { $0 < 255 })
    }

    private static func lastPage(in file: FileBytes) -> Page? {
        let start = max(0, file.size - longestPage)
        let tail = file.bytes(at: start, longestPage)
        guard tail.count >= 27 else { return nil }
        for index in (0...(tail.count - 27)).reversed() where tail[index] == 0x4F {
            guard tail[index...].starts(with: "OggS".utf8) else { continue }
            if let page = page(in: file, at: start + index) { return page }
        }
        return nil
    }

    // MARK: Writing over

    private static func patch(_ page: Page, in file: FileBytes, _ serial: UInt32) -> Patch {
        var bytes = file.bytes(at: page.offset, page.size)
        let number = (0..<4).map { UInt8(truncatingIfNeeded: serial >> (8 * $0)) }
        bytes.replaceSubrange(serialOffset..<serialOffset + 4, with: number)
        bytes.replaceSubrange(checksumOffset..<checksumOffset + 4, with: [0, 0, 0, 0])
        let sum = bytes.reduce(UInt32(0)) { $0 << 8 ^ checksums[Int($0 >> 24 ^ UInt32($1))] }
        let checksum = (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
        return Patch(offset: page.offset, serial: number, checksum: checksum)
    }

    /// The polynomial of RFC 3533, not reflected.
    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
}
