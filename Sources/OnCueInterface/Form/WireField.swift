// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore

/// A type that a field may have.
package protocol WireField: Sendable {
    /// Its D-Bus signature.
    static var signature: String { get }
    /// Whether ``Presence/ifSet`` leaves it out.
    var isUnset: Bool { get }
    /// Whether ``Presence/ifGiven`` leaves it out.
    var isNil: Bool { get }
    var wire: BusValue { get }
    /// The values of the type, as part of a sentence: "true or false".
    static var expectation: String { get }
    /// The words of an enumeration whose words are all known; empty for other types.
    static var words: [String] { get }
    /// `nil` for a value of another type, or one that is not valid for this type.
    init?(wire: BusValue)
}

extension WireField {
    package var isUnset: Bool { false }
    package var isNil: Bool { false }
    package static var words: [String] { [] }

    package static var expectation: String {
        if !words.isEmpty {
            return words.count == 1
                ? words[0] : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
        }
        return switch signature {
        case "b": "true or false"
        case "s": "a text"
        case "as": "a list of texts"
        case "a{sv}": "a dictionary"
        case "d": "a number"
        case "u": "a whole number from 0 on"
        default: signature.hasPrefix("a") ? "a list" : "a whole number"
        }
    }
}

extension Bool: WireField, Blank {
    package static var blank: Bool { false }
    package static var signature: String { "b" }
    package var isUnset: Bool { !self }
    package var wire: BusValue { .bool(self) }

    package init?(wire: BusValue) {
        guard let value = wire.boolValue else { return nil }
        self = value
    }
}

/// A count: `u`, clamped to its range when it is written or read; negative ones are not accepted.
extension Int: WireField, Blank {
    package static var blank: Int { 0 }
    package static var signature: String { "u" }
    package var wire: BusValue { .uint32(UInt32(clamping: self)) }

    package init?(wire: BusValue) {
        guard let value = wire.intValue, value >= 0 else { return nil }
        self = Int(UInt32(clamping: value))
    }
}

/// A position, or -1 for none.
extension Int32: WireField, Blank {
    package static var blank: Int32 { 0 }
    package static var signature: String { "i" }
    package var wire: BusValue { .int32(self) }

    package init?(wire: BusValue) {
        guard let value = wire.intValue else { return nil }
        self = Int32(clamping: value)
    }
}

extension Int64: WireField, Blank {
    package static var blank: Int64 { 0 }
    package static var signature: String { "x" }
    package var wire: BusValue { .int64(self) }

    package init?(wire: BusValue) {
        guard let value = wire.intValue else { return nil }
        self = Int64(value)
    }
}

/// A revision, a token, or the number of an entry.
extension UInt64: WireField, Blank {
    package static var blank: UInt64 { 0 }
    package static var signature: String { "t" }
    package var wire: BusValue { .uint64(self) }

    package init?(wire: BusValue) {
        if case .uint64(let value) = wire.unwrapped {
            self = value
        } else if let value = wire.intValue.flatMap({ UInt64(exactly: $0) }) {
            self = value
        } else {
            return nil
        }
    }
}

/// Only finite numbers are accepted.
extension Double: WireField, Blank {
    package static var blank: Double { 0 }
    package static var signature: String { "d" }
    package var wire: BusValue { .double(self) }

    package init?(wire: BusValue) {
        guard let value = wire.doubleValue, value.isFinite else { return nil }
        self = value
    }
}

extension String: WireField, Blank {
    package static var blank: String { "" }
    package static var signature: String { "s" }
    package var isUnset: Bool { isEmpty }
    package var wire: BusValue { .string(self) }

    package init?(wire: BusValue) {
        guard let value = wire.stringValue else { return nil }
        self = value
    }
}

/// Microseconds; negative times are not accepted.
extension Duration: WireField, Blank {
    package static var expectation: String { "a time in microseconds, from 0 on" }
    package static var blank: Duration { .zero }
    package static var signature: String { "x" }
    package var wire: BusValue { .int64(wholeMicroseconds) }

    package init?(wire: BusValue) {
        guard let value = wire.intValue, value >= 0 else { return nil }
        self = .microseconds(value)
    }
}

extension ContentIdentifier: WireField {
    package static var signature: String { "s" }
    package var wire: BusValue { .string(description) }

    package init?(wire: BusValue) {
        guard let text = wire.stringValue, let value = ContentIdentifier(text) else { return nil }
        self = value
    }
}

/// An address; written with a mark in place of a password.
extension MediaLocation: WireField, Blank {
    package static var blank: MediaLocation { MediaLocation(filePath: []) }
    package static var signature: String { "s" }
    package var wire: BusValue { .string(shownURI) }

    package init?(wire: BusValue) {
        guard let text = wire.stringValue, let value = MediaLocation(uri: text) else { return nil }
        self = value
    }
}

extension ContentTree.Revision: WireField, Blank {
    package static var blank: ContentTree.Revision { ContentTree.Revision(0) }
    package static var signature: String { "t" }
    package var wire: BusValue { .uint64(number) }

    package init?(wire: BusValue) {
        guard let number = UInt64(wire: wire) else { return nil }
        self.init(number)
    }
}

/// The words of an enumeration; a word added by a later version is not accepted.
extension WireField where Self: RawRepresentable, RawValue == String {
    package static var signature: String { "s" }
    package var wire: BusValue { .string(rawValue) }

    package init?(wire: BusValue) {
        guard let text = wire.stringValue, let value = Self(rawValue: text) else { return nil }
        self = value
    }
}

extension WireField where Self: RawRepresentable & CaseIterable, RawValue == String {
    package static var words: [String] { allCases.map(\.rawValue) }
}

extension Optional: WireField where Wrapped: WireField {
    package static var expectation: String { Wrapped.expectation }
    package static var signature: String { Wrapped.signature }
    package static var words: [String] { Wrapped.words }
    /// An optional flag that is off is a choice, unlike a flag that need not be written.
    package var isUnset: Bool {
        guard let self else { return true }
        return !(self is Bool) && self.isUnset
    }
    package var isNil: Bool { self == nil }
    /// Only a set value is written.
    package var wire: BusValue { self?.wire ?? .unsupported(Self.signature) }

    package init?(wire: BusValue) {
        guard let value = Wrapped(wire: wire) else { return nil }
        self = value
    }
}

/// Elements that cannot be read are left out.
extension Array: WireField, Blank where Element: WireField {
    package static var blank: [Element] { [] }
    package static var signature: String { "a" + Element.signature }
    package var isUnset: Bool { isEmpty }
    package var wire: BusValue { .array(map { $0.wire }, of: Element.signature) }

    package init?(wire: BusValue) {
        guard let values = wire.arrayValue else { return nil }
        self = values.compactMap(Element.init(wire:))
    }
}

/// A list that is accepted only as a whole, since a part of it would mean something else.
struct WholeList<Element: WireField>: WireField, Blank {
    var elements: [Element]

    init(_ elements: [Element]) { self.elements = elements }

    init?(wire: BusValue) {
        guard let values = wire.arrayValue, let elements = [Element](wire: wire), elements.count == values.count
        else { return nil }
        self.elements = elements
    }

    static var blank: WholeList { WholeList([]) }
    static var signature: String { [Element].signature }
    var isUnset: Bool { elements.isEmpty }
    var wire: BusValue { elements.wire }
}

extension DictionaryForm {
    package static var signature: String { "a{sv}" }
    package var wire: BusValue { .dictionary(FormWriter.dictionary(self)) }

    package init?(wire: BusValue) {
        guard let values = wire.dictionaryValue, let value = FormReader.value(Self.self, in: values) else { return nil }
        self = value
    }
}

extension StructureForm {
    package static var signature: String { "(" + FormList.signature(of: Self.self) + ")" }
    package var wire: BusValue { .structure(FormWriter.members(self)) }

    package init?(wire: BusValue) {
        guard let members = wire.arrayValue, let value = MemberReader.value(Self.self, in: members) else { return nil }
        self = value
    }
}
