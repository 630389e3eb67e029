// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import CGLib

extension BusValue {
    /// Returns a floating GVariant with this value.
    func makeVariant() -> OpaquePointer {
        switch self {
        case .bool(let value): unsafe g_variant_new_boolean(value ? 1 : 0)
        case .byte(let value): unsafe g_variant_new_byte(value)
        case .uint16(let value): unsafe g_variant_new_uint16(value)
        case .int32(let value): unsafe g_variant_new_int32(value)
        case .uint32(let value): unsafe g_variant_new_uint32(value)
        case .int64(let value): unsafe g_variant_new_int64(Int(value))
        case .uint64(let value): unsafe g_variant_new_uint64(UInt(value))
        case .double(let value): unsafe g_variant_new_double(value)
        case .string(let value): unsafe g_variant_new_string(Self.withoutNul(value))
        case .objectPath(let value): unsafe Self.makeObjectPath(value)
        case .bytes(let bytes): unsafe Self.makeBytes(bytes)
        case .array(let elements, let element): unsafe Self.makeArray(elements, of: element)
        case .dictionary(let values): unsafe Self.makeDictionary(values)
        case .structure(let members): unsafe Self.makeTuple(members)
        case .variant(let inner): unsafe g_variant_new_variant(inner.makeVariant())
        case .unsupported(let signature): preconditionFailure("a value of type \(signature) cannot be sent")
        }
    }

    /// Returns a floating tuple, which is the form of all message bodies.
    static func makeTuple(_ members: [BusValue]) -> OpaquePointer {
        var children = unsafe members.map { unsafe Optional($0.makeVariant()) }
        return unsafe g_variant_new_tuple(&children, gsize(children.count))
    }

    /// Copies a GVariant, which the caller continues to own.
    init(_ variant: OpaquePointer) {
        switch unsafe g_variant_classify(variant) {
        case G_VARIANT_CLASS_BOOLEAN: self = unsafe .bool(g_variant_get_boolean(variant) != 0)
        case G_VARIANT_CLASS_BYTE: self = unsafe .byte(g_variant_get_byte(variant))
        case G_VARIANT_CLASS_UINT16: self = unsafe .uint16(g_variant_get_uint16(variant))
        case G_VARIANT_CLASS_INT32: self = unsafe .int32(g_variant_get_int32(variant))
        case G_VARIANT_CLASS_UINT32: self = unsafe .uint32(g_variant_get_uint32(variant))
        case G_VARIANT_CLASS_INT64: self = unsafe .int64(Int64(g_variant_get_int64(variant)))
        case G_VARIANT_CLASS_UINT64: self = unsafe .uint64(UInt64(g_variant_get_uint64(variant)))
        case G_VARIANT_CLASS_DOUBLE: self = unsafe .double(g_variant_get_double(variant))
        case G_VARIANT_CLASS_STRING: self = unsafe .string(String(cString: g_variant_get_string(variant, nil)))
        case G_VARIANT_CLASS_OBJECT_PATH: self = unsafe .objectPath(String(cString: g_variant_get_string(variant, nil)))
        case G_VARIANT_CLASS_VARIANT: self = unsafe .variant(Self.child(variant, 0))
        // A dictionary entry outside a{sv} becomes a structure of its key and its value.
        case G_VARIANT_CLASS_TUPLE, G_VARIANT_CLASS_DICT_ENTRY: self = unsafe .structure(Self.children(variant))
        case G_VARIANT_CLASS_ARRAY: self = unsafe Self.array(variant)
        default: self = unsafe .unsupported(String(cString: g_variant_get_type_string(variant)))
        }
    }

    /// Returns the members of a message body.
    static func children(_ variant: OpaquePointer) -> [BusValue] {
        (0..<(unsafe g_variant_n_children(variant))).map { unsafe child(variant, $0) }
    }

    private static func child(_ variant: OpaquePointer, _ index: gsize) -> BusValue {
        let child = unsafe g_variant_get_child_value(variant, index)
        guard let child = unsafe child else { preconditionFailure("GLib gave no child") }
        defer { unsafe g_variant_unref(child) }
        return unsafe BusValue(child)
    }

    private static func array(_ variant: OpaquePointer) -> BusValue {
        let signature = unsafe String(cString: g_variant_get_type_string(variant))
        if signature == "ay" { return unsafe .bytes(bytes(variant)) }
        guard signature == "a{sv}" else {
            return unsafe .array(children(variant), of: String(signature.dropFirst()))
        }
        var values: [String: BusValue] = [:]
        for index in 0..<(unsafe g_variant_n_children(variant)) {
            guard let entry = unsafe g_variant_get_child_value(variant, index) else { continue }
            defer { unsafe g_variant_unref(entry) }
            if let key = unsafe child(entry, 0).stringValue { values[key] = unsafe child(entry, 1).unwrapped }
        }
        return .dictionary(values)
    }

    private static func bytes(_ variant: OpaquePointer) -> [UInt8] {
        var count: gsize = 0
        let start = unsafe g_variant_get_fixed_array(variant, &count, 1)
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    private static func makeBytes(_ bytes: [UInt8]) -> OpaquePointer {
        let type = unsafe g_variant_type_new("y")
        defer { unsafe g_variant_type_free(type) }
        return unsafe bytes.withUnsafeBytes { buffer in
            unsafe g_variant_new_fixed_array(type, buffer.baseAddress, gsize(buffer.count), 1)
        }
    }

    /// Returns whether a text is a valid object path.
    package static func isObjectPath(_ text: String) -> Bool { unsafe g_variant_is_object_path(text) != 0 }

    private static func makeObjectPath(_ path: String) -> OpaquePointer {
        precondition(unsafe g_variant_is_object_path(path) != 0, "“\(path)” is not an object path")
        return unsafe g_variant_new_object_path(path)
    }

    private static func makeArray(_ elements: [BusValue], of signature: String) -> OpaquePointer {
        var children = unsafe elements.map { element in
            // The entries of a dictionary that is not a{sv} are pairs of key and value, as when reading.
            guard signature.hasPrefix("{"), case .structure(let members) = element, members.count == 2 else {
                return unsafe Optional(element.makeVariant())
            }
            return unsafe g_variant_new_dict_entry(members[0].makeVariant(), members[1].makeVariant())
        }
        let type = unsafe g_variant_type_new(signature)
        defer { unsafe g_variant_type_free(type) }
        return unsafe g_variant_new_array(type, &children, gsize(children.count))
    }

    /// Returns a floating entry `{sv}`.
    static func makeEntry(_ key: String, _ value: BusValue) -> OpaquePointer {
        let wrapped = unsafe g_variant_new_variant(value.unwrapped.makeVariant())
        return unsafe g_variant_new_dict_entry(g_variant_new_string(withoutNul(key)), wrapped)
    }

    private static func makeDictionary(_ values: [String: BusValue]) -> OpaquePointer {
        var entries: [OpaquePointer?] = unsafe values.sorted { $0.key < $1.key }.map { key, value in
            unsafe makeEntry(key, value)
        }
        let type = unsafe g_variant_type_new("{sv}")
        defer { unsafe g_variant_type_free(type) }
        return unsafe g_variant_new_array(type, &entries, gsize(entries.count))
    }

    /// Replaces U+0000, which D-Bus strings cannot contain, by U+FFFD.
    private static func withoutNul(_ text: String) -> String {
        text.utf8.contains(0)
            ? String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })) : text
    }
}
