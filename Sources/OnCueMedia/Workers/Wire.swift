// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Builds a message between the daemon and its workers. Numbers are little-endian.
struct WireWriter {
    /// The size, in bytes, to which texts are cut; no real tag comes near it, and a message stays small.
    static let textLimit = 8192

    private(set) var bytes: [UInt8] = []

    mutating func put(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func put<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(blob: some Collection<UInt8>) {
        put(UInt32(clamping: blob.count))
        bytes.append(contentsOf: blob)
    }

    mutating func put(text: String) {
        var text = text
        text.withUTF8 { put(blob: $0.prefix(Self.textLimit)) }
    }

    /// Appends one whole message: the output of `body`, preceded by its length.
    mutating func putFrame(_ body: (inout WireWriter) -> Void) {
        let start = bytes.count
        put(UInt32(0))
        body(&self)
        let length = UInt32(clamping: bytes.count - start - 4)
        for offset in 0..<4 { bytes[start + offset] = UInt8(truncatingIfNeeded: length >> UInt32(8 * offset)) }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }
}

/// Parses a message from an untrusted source.
///
/// Reads beyond the end return zero or empty values, and mark the message as broken.
struct WireReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private(set) var isBroken = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func byte() -> UInt8 {
        take(1).first ?? 0
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        let size = Number.bitWidth / 8
        var result: Number = 0
        for (index, byte) in take(size).enumerated() {
            result |= Number(truncatingIfNeeded: byte) << Number(truncatingIfNeeded: 8 * index)
        }
        return result
    }

    mutating func blob() -> ArraySlice<UInt8> {
        take(Int(number(UInt32.self)))
    }

    mutating func text() -> String {
        String(decoding: blob(), as: UTF8.self)
    }

    /// Marks the message as invalid.
    mutating func markBroken() {
        isBroken = true
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        guard !isBroken, count <= bytes.endIndex - position else {
            isBroken = true
            return []
        }
        defer { position += count }
        return bytes[position..<(position + count)]
    }
}

/// Collects bytes as they arrive and gives out whole messages.
struct WireInbox {
    private var bytes: [UInt8] = []
    private var start = 0
    private let limit: Int

    /// - Parameter limit: The size of the largest message that is accepted, in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ new: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    enum Next {
        case message(WireReader)
        case incomplete
        /// The length in the message exceeds the limit.
        case tooLarge
    }

    mutating func next() -> Next {
        guard bytes.count - start >= 4 else { return .incomplete }
        var header = WireReader(bytes[start..<(start + 4)])
        let length = Int(header.number(UInt32.self))
        guard length <= limit else { return .tooLarge }
        guard bytes.count - start - 4 >= length else { return .incomplete }
        let body = bytes[(start + 4)..<(start + 4 + length)]
        start += 4 + length
        return .message(WireReader(body))
    }
}
