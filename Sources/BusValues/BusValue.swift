// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A D-Bus value as plain Swift data; it may cross isolation domains, which a GVariant may not.
package enum BusValue: Sendable, Equatable {
    case bool(Bool)
    case byte(UInt8)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    /// `ay`
    case bytes([UInt8])
    /// Elements of one type, which is not that of bytes; `of` is its signature, needed when there are no elements. The
    /// entries of a dictionary, as of `{ss}`, are structures of a key and a value.
    case array([BusValue], of: String)
    /// `a{sv}`: the values are written as variants.
    case dictionary([String: BusValue])
    case structure([BusValue])
    indirect case variant(BusValue)
    /// A value of a type that nothing here uses; the text is its signature.
    case unsupported(String)

    /// `as`
    package static func strings(_ strings: [String]) -> BusValue { .array(strings.map(BusValue.string), of: "s") }

    /// `a{ss}`
    package static func texts(_ texts: [String: String]) -> BusValue {
        .array(
            texts.sorted { $0.key < $1.key }.map { .structure([.string($0.key), .string($0.value)]) }, of: "{ss}")
    }

    /// The D-Bus signature of the value.
    package var signature: String {
        switch self {
        case .bool: "b"
        case .byte: "y"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .bytes: "ay"
        case .array(_, let element): "a" + element
        case .dictionary: "a{sv}"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .variant: "v"
        case .unsupported(let signature): signature
        }
    }
}

extension BusValue {
    /// The value inside variants.
    package var unwrapped: BusValue {
        if case .variant(let inner) = self { inner.unwrapped } else { self }
    }

    package var boolValue: Bool? {
        if case .bool(let value) = unwrapped { value } else { nil }
    }

    package var stringValue: String? {
        switch unwrapped {
        case .string(let value), .objectPath(let value): value
        default: nil
        }
    }

    /// Any integer that fits.
    package var intValue: Int? {
        switch unwrapped {
        case .byte(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    /// Any number.
    package var doubleValue: Double? {
        if case .double(let value) = unwrapped { value } else { intValue.map(Double.init) }
    }

    package var bytesValue: [UInt8]? {
        if case .bytes(let value) = unwrapped { value } else { nil }
    }

    package var dictionaryValue: [String: BusValue]? {
        if case .dictionary(let value) = unwrapped { value } else { nil }
    }

    package var arrayValue: [BusValue]? {
        switch unwrapped {
        case .array(let value, _), .structure(let value): value
        default: nil
        }
    }

    package var stringsValue: [String]? {
        guard case .array(let value, "s") = unwrapped else { return nil }
        return value.compactMap(\.stringValue)
    }
}
