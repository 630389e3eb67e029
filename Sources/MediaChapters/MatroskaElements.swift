// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The elements of a Matroska file.
struct MatroskaElements {
    /// One element: its name and where its content is.
    struct Element {
        var name: UInt64
        var content: Range<Int>
    }

    /// More at one level are mistakes; the sound itself is a few thousand.
    private static let elementLimit = 20_000

    let bytes: MediaBytes

    /// Returns the elements in a part of the file, in order, up to the first for which `isLast` is true.
    func elements(in range: Range<Int>, until isLast: (Element) -> Bool = { _ in false }) -> [Element] {
        var found: [Element] = []
        var offset = range.lowerBound
        while found.count < Self.elementLimit, let element = element(at: offset, before: range.upperBound) {
            found.append(element)
            if isLast(element) { break }
            offset = element.content.upperBound
        }
        return found
    }

    func element(at offset: Int, before end: Int) -> Element? {
        guard offset < end else { return nil }
        let header = bytes.bytes(at: offset, min(12, end - offset))
        guard let name = Self.number(header[...], keepsMark: true), name.size <= 4,
            let length = Self.number(header.dropFirst(name.size), keepsMark: false)
        else { return nil }
        let start = offset + name.size + length.size
        // All ones: it extends to the end of its parent.
        let isOpen = length.value == (1 << UInt64(7 * length.size)) - 1
        guard start <= end, isOpen || length.value <= UInt64(end - start) else { return nil }
        return Element(name: name.value, content: start..<(isOpen ? end : start + Int(length.value)))
    }

    /// A number of at most 8 bytes; 0 for a longer one.
    func number(_ element: Element) -> UInt64 {
        bytes.bytes(at: element.content.lowerBound, min(9, element.content.count))
            .bigEndian(at: 0, element.content.count)
    }

    func text(_ element: Element) -> String {
        ChapterText.utf8(
            bytes.bytes(at: element.content.lowerBound, min(ChapterText.byteLimit, element.content.count))[...])
    }

    /// Parses a number whose first byte states its length by the number of leading zeros.
    private static func number(_ bytes: ArraySlice<UInt8>, keepsMark: Bool) -> (value: UInt64, size: Int)? {
        guard let first = bytes.first, first != 0 else { return nil }
        let size = first.leadingZeroBitCount + 1
        guard bytes.count >= size else { return nil }
        let value = bytes.bigEndian(at: 0, size)
        return (keepsMark ? value : value & ((1 << UInt64(7 * size)) - 1), size)
    }
}
