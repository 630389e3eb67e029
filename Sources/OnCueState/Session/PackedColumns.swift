// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import SQLite

/// A sink for the values of columns. A column that is not bound again keeps its value for the next row.
protocol ColumnSink {
    func bind(_ parameter: Int32, _ value: Int64)
    func bind(_ parameter: Int32, _ value: Int64?)
    func bind(_ parameter: Int32, _ value: Int?)
    func bind(_ parameter: Int32, _ value: Bool)
    func bind(_ parameter: Int32, _ value: Double?)
    func bind(_ parameter: Int32, _ value: String)
    func bind(_ parameter: Int32, _ value: String?)
}

/// A source of the values of columns.
protocol ColumnSource {
    func text(_ column: Int32) -> String
    func optionalText(_ column: Int32) -> String?
    func integer(_ column: Int32) -> Int64
    func optionalInteger(_ column: Int32) -> Int64?
    func optionalInt(_ column: Int32) -> Int?
    func optionalDouble(_ column: Int32) -> Double?
}

extension Statement: ColumnSink, ColumnSource {}

private enum PackedValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
}

/// The bytes that precede values.
private enum PackedMark {
    static let endOfRow: UInt8 = 0xFF
    static let null: UInt8 = 0
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    /// A text that shares its beginning with the last text in its column.
    static let text: UInt8 = 3
}

/// Writes rows into bytes, each with only the values that differ from the row before.
final class ColumnPacker: ColumnSink {
    private(set) var bytes: [UInt8] = []
    private var last: [PackedValue?]

    init(columns: Int) { last = Array(repeating: nil, count: columns) }

    func endRow() { bytes.append(PackedMark.endOfRow) }

    func bind(_ parameter: Int32, _ value: Int64) { add(.integer(value), parameter) }
    func bind(_ parameter: Int32, _ value: Int64?) { add(value.map { .integer($0) } ?? .null, parameter) }
    func bind(_ parameter: Int32, _ value: Int?) { add(value.map { .integer(Int64($0)) } ?? .null, parameter) }
    func bind(_ parameter: Int32, _ value: Bool) { add(.integer(value ? 1 : 0), parameter) }
    /// Binds a number; a value that is not a number becomes NULL, as in SQLite.
    func bind(_ parameter: Int32, _ value: Double?) {
        add(value.flatMap { $0.isNaN ? nil : .real($0) } ?? .null, parameter)
    }
    func bind(_ parameter: Int32, _ value: String) { add(.text(value), parameter) }
    func bind(_ parameter: Int32, _ value: String?) { add(value.map { .text($0) } ?? .null, parameter) }

    private func add(_ value: PackedValue, _ parameter: Int32) {
        let column = Int(parameter) - 1
        let former = last[column]
        guard former != value else { return }
        bytes.append(UInt8(column))
        switch value {
        case .null: bytes.append(PackedMark.null)
        case .integer(let number):
            bytes.append(PackedMark.integer)
            add(UInt64(bitPattern: number << 1 ^ number >> 63))
        case .real(let number):
            bytes.append(PackedMark.real)
            withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        case .text(let text):
            bytes.append(PackedMark.text)
            let shared = if case .text(let former) = former { Self.sharedLength(text, former) } else { 0 }
            add(UInt64(shared))
            add(UInt64(text.utf8.count - shared))
            bytes.append(contentsOf: text.utf8.dropFirst(shared))
        }
        last[column] = value
    }

    private static func sharedLength(_ text: String, _ former: String) -> Int {
        var (text, former) = (text, former)
        return text.withUTF8 { bytes in
            former.withUTF8 { others in
                let most = min(bytes.count, others.count)
                var length = 0
                while length < most, bytes[length] == others[length] { length += 1 }
                return length
            }
        }
    }

    /// Adds a number in as few bytes as possible, with seven bits in each.
    private func add(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads rows written by a packer.
final class ColumnUnpacker: ColumnSource {
    private let bytes: [UInt8]
    private var place = 0
    private var values: [PackedValue]
    /// The bytes of the last text of each column.
    private var texts: [[UInt8]]

    init(_ bytes: [UInt8], columns: Int) {
        self.bytes = bytes
        values = Array(repeating: .null, count: columns)
        texts = Array(repeating: [], count: columns)
    }

    /// Continues with the next row.
    ///
    /// - Returns: `false` at the end.
    /// - Throws: `corrupt` if no packer can have written these bytes.
    func next() throws(SQLiteError) -> Bool {
        guard place < bytes.count else { return false }
        while let column = byte() {
            if column == PackedMark.endOfRow { return true }
            guard Int(column) < values.count, let value = value(of: Int(column)) else { break }
            values[Int(column)] = value
        }
        throw Self.damage
    }

    static let damage = SQLiteError(code: .corrupt, message: "packed entries cannot be read", sql: "")

    private func byte() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    private func number() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard let byte = byte() else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    private func length() -> Int? { number().flatMap { $0 <= UInt64(bytes.count) ? Int($0) : nil } }

    private func value(of column: Int) -> PackedValue? {
        switch byte() {
        case PackedMark.null: return .null
        case PackedMark.integer:
            return number().map { .integer(Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1)) }
        case PackedMark.real:
            guard place + 8 <= bytes.count else { return nil }
            let bits = bytes[place..<place + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            place += 8
            return .real(Double(bitPattern: bits))
        case PackedMark.text:
            guard let shared = length(), let count = length(), shared <= texts[column].count,
                count <= bytes.count - place
            else { return nil }
            texts[column].removeSubrange(shared...)
            texts[column] += bytes[place..<place + count]
            place += count
            return .text(String(decoding: texts[column], as: UTF8.self))
        default: return nil
        }
    }

    // MARK: The row

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    func optionalText(_ column: Int32) -> String? {
        if case .text(let text) = values[Int(column)] { text } else { nil }
    }

    func integer(_ column: Int32) -> Int64 { optionalInteger(column) ?? 0 }

    func optionalInteger(_ column: Int32) -> Int64? {
        if case .integer(let number) = values[Int(column)] { number } else { nil }
    }

    func optionalInt(_ column: Int32) -> Int? { optionalInteger(column).map { Int($0) } }

    func optionalDouble(_ column: Int32) -> Double? {
        switch values[Int(column)] {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}
