// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import CommandLineParsing
internal import OnCueCore
package import OnCueInterface

/// The values of the interface as JSON: the fields of their forms, under their names.
package enum FormJSON {
    /// Whole numbers beyond this are not exact in a browser, and are written as texts.
    private static let largestExact = 1 << 53

    /// The fields of a value.
    package static func object(_ value: some WireForm) -> JSONValue {
        var (value, writer) = (value, FormJSONWriter())
        value.form(&writer)
        return .object(writer.members)
    }

    static func value(_ value: some WireField) -> JSONValue {
        switch value {
        case let record as ContentRecord: return self.record(record)
        case let list as any JSONList: return .array(list.jsonElements)
        case let form as any WireForm: return object(form)
        default: return scalar(value.wire)
        }
    }

    /// An item, described by hand as on the bus.
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
        // What is absent has no place in an object, as in a dictionary on the bus.
        if presence == .ifSet && value.isUnset || value.isNil { return }
        members.append(.init(name, FormJSON.value(value)))
    }
}

/// A list of fields, whose elements are written one by one.
package protocol JSONList {
    var jsonElements: [JSONValue] { get }
    static var elementType: any WireField.Type { get }
}

extension Array: JSONList where Element: WireField {
    package var jsonElements: [JSONValue] { map { FormJSON.value($0) } }
    package static var elementType: any WireField.Type { Element.self }
}

/// A field that may be absent.
package protocol OptionalField {
    static var wrappedType: any WireField.Type { get }
}

extension Optional: OptionalField where Wrapped: WireField {
    package static var wrappedType: any WireField.Type { Wrapped.self }
}
