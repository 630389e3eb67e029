// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import JSON
internal import OnCueCore
package import OnCueInterface

/// The values of the interface as JSON: the fields of their forms, under their names.
///
/// Programs that use the interface get an ``object(_:)``, with the units of the bus and without absent fields. Commands
/// print ``shown(_:_:)``, which has every field, with null for unknown values and times in seconds.
package enum FormJSON {
    /// Whole numbers above this are not exact in a browser, and are written as texts.
    private static let largestExact = 1 << 53

    /// The fields of a value.
    package static func object(_ value: some WireForm) -> JSONValue {
        var (value, writer) = (value, FormJSONWriter())
        value.form(&writer)
        return .object(writer.members)
    }

    /// The way in which `--json` writes a field, if it differs from the default.
    package enum Way: Sendable {
        /// Rounded to decimal places.
        case places(Int)
        /// A fraction as a percentage, with two decimal places.
        case percent
        /// An index from 0 as a number from 1.
        case ordinal
        /// A text that is null if it is empty, although the bus contains it.
        case filled
        /// A text that may be empty, although the bus leaves an empty one out.
        case text
        /// Left out.
        case leftOut
        /// Another value; at the end if the form has no such field.
        case value(JSONValue)

        func applied(to value: JSONValue) -> JSONValue {
            switch self {
            case .places(let places): value.doubleValue.map { JSONQuantity.rounded($0, places: places) } ?? .null
            case .percent: value.doubleValue.map { JSONQuantity.rounded($0 * 100, places: 2) } ?? .null
            case .ordinal: .int(orNull: value.intValue.map { $0 + 1 })
            case .filled: JSONQuantity.string(filled: value.stringValue)
            case .text, .leftOut: value
            case .value(let other): other
            }
        }
    }

    /// Returns an object of `--json`: every field of a value in the order of its form, null for unknown values, times
    /// in seconds.
    ///
    /// - Parameter ways: The fields that are written in another way, in addition to those of the type
    ///   (``ShownInWays``).
    package static func shown(_ value: some WireForm, _ ways: KeyValuePairs<String, Way> = [:]) -> JSONValue {
        .object(shownMembers(value, ways))
    }

    /// The members of ``shown(_:_:)``.
    package static func shownMembers(
        _ value: some WireForm, _ ways: KeyValuePairs<String, Way> = [:]
    ) -> [JSONValue.Member] {
        let writer = shownFields(value)
        var all = Array(ways)
        if let own = (value as? any ShownInWays)?.shownWays { all += Array(own) }
        var members: [JSONValue.Member] = []
        for member in writer.members {
            switch all.first(where: { $0.key == member.name })?.value {
            case nil where writer.unset.contains(member.name): members.append(.init(member.name, .null))
            case nil: members.append(member)
            case .leftOut?: break
            case let way?: members.append(.init(member.name, way.applied(to: member.value)))
            }
        }
        for (name, way) in all {
            guard case .value(let value) = way, !members.contains(where: { $0.name == name }) else { continue }
            members.append(.init(name, value))
        }
        return members
    }

    /// Every field of a value, by its name.
    static func shownValues(_ value: some WireForm) -> [String: JSONValue] {
        Dictionary(shownFields(value).members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private static func shownFields(_ value: some WireForm) -> ShownWriter {
        var (value, writer) = (value, ShownWriter())
        value.form(&writer)
        return writer
    }

    fileprivate static func shownValue<Value: WireField>(_ value: Value) -> JSONValue {
        // Casts take long, and most fields are texts and numbers.
        switch Value.signature {
        case "s", "b", "u", "i", "d": scalar(value.wire)
        case "t": JSONQuantity.number(UInt64(wire: value.wire))
        case "x": (value as? Duration).map { JSONQuantity.seconds($0) } ?? scalar(value.wire)
        default:
            switch value {
            case let list as any JSONList: .array(list.shownElements)
            case let form as any WireForm: shown(form)
            default: scalar(value.wire)
            }
        }
    }

    static func value(_ value: some WireField) -> JSONValue {
        switch value {
        case let record as ContentRecord: return self.record(record)
        case let list as any JSONList: return .array(list.jsonElements)
        case let form as any WireForm: return object(form)
        default: return scalar(value.wire)
        }
    }

    /// Returns an item, whose fields are listed by hand as on the bus.
    private static func record(_ record: ContentRecord) -> JSONValue {
        let flags: [(String, Bool)] = [
            ("container", record.isContainer), ("playable", record.isPlayable), ("explicit", record.isExplicit),
            ("streaming", record.isStreaming), ("unavailable", record.isUnavailable), ("chapters", record.hasChapters),
        ]
        var members: [JSONValue.Member] = [
            .init("identifier", .string(record.identifier)), .init("kind", .string(record.kind)),
            .init("title", .string(record.title)),
        ]
        if !record.subtitle.isEmpty { members.append(.init("subtitle", .string(record.subtitle))) }
        members += flags.filter(\.1).map { .init($0.0, true) }
        if let duration = record.duration { members.append(.init("duration", .int(Int(duration.wholeMicroseconds)))) }
        if let progress = record.playbackProgress { members.append(.init("progress", .double(progress))) }
        if let count = record.childCount { members.append(.init("childCount", .int(count))) }
        if let stars = record.stars { members.append(.init("stars", .double(stars.number))) }
        return .object(members)
    }

    private static func scalar(_ value: BusValue) -> JSONValue {
        switch value {
        case .bool(let truth): return .bool(truth)
        case .double(let number): return .double(number)
        case .string(let text), .objectPath(let text): return .string(text)
        case .uint64(let number):
            return number <= UInt64(largestExact) ? .int(Int(number)) : .string(String(number))
        case .array(let elements, _), .structure(let elements): return .array(elements.map(scalar))
        case .dictionary(let values):
            return .object(values.sorted { $0.key < $1.key }.map { .init($0.key, scalar($0.value)) })
        case .variant(let inner): return scalar(inner)
        case .bytes, .unsupported: return .null
        case .byte, .uint16, .int32, .uint32, .int64: return .int(orNull: value.intValue)
        }
    }
}

private struct FormJSONWriter: FieldCoder {
    var members: [JSONValue.Member] = []

    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence) {
        derived(name, value, presence)
    }

    mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        // Absent values are left out of an object, as of a dictionary on the bus.
        if presence == .ifSet && value.isUnset || value.isNil { return }
        members.append(.init(name, FormJSON.value(value)))
    }
}

private struct ShownWriter: FieldCoder {
    var members: [JSONValue.Member] = []
    /// The names of empty texts, which the bus leaves out.
    var unset: Set<String> = []
    /// Whether the value that the fields belong to is absent.
    var isUnknown = false

    mutating func callAsFunction<Value: WireField>(_ name: String, _ value: inout Value, _ presence: Presence) {
        derived(name, value, presence)
    }

    mutating func group<Value: WireForm>(_ value: inout Value?) {
        guard value == nil else {
            value?.form(&self)
            return
        }
        var (blank, rest) = (Value.blank, ShownWriter())
        rest.isUnknown = true
        blank.form(&rest)
        members += rest.members
    }

    mutating func derived<Value: WireField>(_ name: String, _ value: Value, _ presence: Presence) {
        members.append(.init(name, isUnknown ? .null : FormJSON.shownValue(value)))
        if presence == .ifSet, (value as? String)?.isEmpty == true { unset.insert(name) }
    }
}

/// A list of fields, whose elements are written one by one.
package protocol JSONList {
    var jsonElements: [JSONValue] { get }
    var shownElements: [JSONValue] { get }
    static var elementType: any WireField.Type { get }
}

extension Array: JSONList where Element: WireField {
    package var jsonElements: [JSONValue] { map { FormJSON.value($0) } }
    package var shownElements: [JSONValue] { map { FormJSON.shownValue($0) } }
    package static var elementType: any WireField.Type { Element.self }
}

/// A field that may be absent.
package protocol OptionalField {
    static var wrappedType: any WireField.Type { get }
}

extension Optional: OptionalField where Wrapped: WireField {
    package static var wrappedType: any WireField.Type { Wrapped.self }
}
