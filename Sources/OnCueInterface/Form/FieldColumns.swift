// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// Many values of one form, field by field: each field is one text with the values of all rows, whatever their number.
///
/// A dictionary for each row would have a name, a variant and a type for each value, all of which are made and parsed
/// one by one on both sides of the bus. Values are written as texts, those of a list separated by U+001F, and each row
/// ends with U+001E. Fields that no row has are left out.
package struct FieldColumns: WireField, Equatable {
    static let endOfRow: UInt8 = 0x1E
    static let divider: UInt8 = 0x1F

    private var texts: [String: String]

    package init(_ rows: [some WireForm]) {
        var writer = ColumnWriter()
        for var row in rows {
            writer.place = 0
            row.form(&writer)
        }
        texts = writer.texts
    }

    package init?(wire: BusValue) {
        guard let values = wire.dictionaryValue else { return nil }
        texts = values.compactMapValues(\.stringValue)
    }

    package static var signature: String { "a{sv}" }
    package var wire: BusValue { .dictionary(texts.mapValues(BusValue.string)) }

    /// Returns the rows; one that lacks a required field is left out.
    package func rows<Row: WireForm>(_ type: Row.Type) -> [Row] {
        var reader = ColumnReader(texts)
        var rows: [Row] = []
        rows.reserveCapacity(reader.count)
        for _ in 0..<reader.count {
            var row = Row.blank
            reader.begin()
            row.form(&reader)
            if reader.isComplete { rows.append(row) }
        }
        return rows
    }
}

private struct ColumnWriter: FieldCoder {
    /// The number of the next field.
    var place = 0
    private var columns: [(name: String, bytes: [UInt8], isEmpty: Bool)] = []

    var texts: [String: String] {
        var texts: [String: String] = [:]
        for column in columns where !column.isEmpty {
            texts[column.name] = String(decoding: column.bytes, as: UTF8.self)
        }
        return texts
    }

    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence) {
        derived(name, value, presence)
    }

    mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        if place == columns.count { columns.append((name, [], true)) }
        let start = columns[place].bytes.count
        Self.add(value.wire, to: &columns[place].bytes)
        if columns[place].bytes.count > start { columns[place].isEmpty = false }
        columns[place].bytes.append(FieldColumns.endOfRow)
        place += 1
    }

    private static func add(_ value: BusValue, to bytes: inout [UInt8]) {
        switch value {
        case .string(let text), .objectPath(let text):
            // Separators cannot be part of a value.
            for byte in text.utf8 {
                bytes.append(byte == FieldColumns.endOfRow || byte == FieldColumns.divider ? 0x20 : byte)
            }
        case .bool(let isTrue): bytes.append(isTrue ? 0x31 : 0x30)
        case .array(let elements, _):
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(FieldColumns.divider) }
                add(element, to: &bytes)
            }
        case .uint64(let number): bytes += String(number).utf8
        case .double(let number): bytes += String(number).utf8
        default: if let number = value.intValue { bytes += String(number).utf8 }
        }
    }
}

private struct ColumnReader: FieldCoder {
    /// The number of rows.
    let count: Int
    private(set) var isComplete = true
    /// The values that have not been read yet, by field.
    private var columns: [(name: String, rest: Substring.UTF8View)] = []
    private let texts: [String: String]
    private var place = 0

    init(_ texts: [String: String]) {
        self.texts = texts
        count = texts.values.lazy.map { $0.utf8.count { $0 == FieldColumns.endOfRow } }.max() ?? 0
    }

    /// Begins with the next row.
    mutating func begin() { (place, isComplete) = (0, true) }

    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence) {
        let text = next(name)
        if !text.isEmpty, let read = Value(wire: Self.value(text, Value.signature)) {
            value = read
        } else if presence == .required {
            isComplete = false
        }
    }

    mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) { _ = next(name) }

    /// Returns the text of the next field of the row.
    private mutating func next(_ name: String) -> Substring.UTF8View {
        if place == columns.count { columns.append((name, (texts[name] ?? "")[...].utf8)) }
        defer { place += 1 }
        let rest = columns[place].rest
        guard let end = rest.firstIndex(of: FieldColumns.endOfRow) else { return rest[rest.endIndex...] }
        columns[place].rest = rest[rest.index(after: end)...]
        return rest[..<end]
    }

    private static func value(_ text: Substring.UTF8View, _ signature: String) -> BusValue {
        switch signature {
        case "s": .string(String(Substring(text)))
        case "b": .bool(text.first == 0x31)
        case "d": .double(Double(Substring(text)) ?? .nan)
        case "t": .uint64(UInt64(Substring(text)) ?? 0)
        case _ where signature.hasPrefix("a"):
            .array(
                text.split(separator: FieldColumns.divider, omittingEmptySubsequences: false).map {
                    value($0, String(signature.dropFirst()))
                }, of: String(signature.dropFirst()))
        default: .int64(Int64(Substring(text)) ?? 0)
        }
    }
}
