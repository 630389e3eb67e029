// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import CGLib
package import OnCueRuntime

/// Values of properties that were converted once to the form used on the bus, for any number of answers.
@MediaActor
@safe
package final class PreparedProperties {
    /// The entries `{sv}`, each with a reference of its own.
    private let entries: [String: OpaquePointer]
    /// The same values in the form of an answer to `GetAll`.
    private let list: [OpaquePointer?]

    package init(_ values: [String: BusValue]) {
        var entries: [String: OpaquePointer] = unsafe [:]
        for (name, value) in values {
            unsafe entries[name] = unsafe g_variant_ref_sink(BusValue.makeEntry(name, value))
        }
        unsafe self.entries = unsafe entries
        unsafe list = unsafe entries.values.map { unsafe Optional($0) }
    }

    isolated deinit {
        var rest = unsafe entries
        while let entry = unsafe rest.popFirst() { unsafe g_variant_unref(entry.value) }
    }

    /// Returns the floating body of an answer to `Get`; `nil` for a property that is not prepared.
    func body(of name: String) -> OpaquePointer? {
        guard let entry = unsafe entries[name], let value = unsafe g_variant_get_child_value(entry, 1) else {
            return nil
        }
        defer { unsafe g_variant_unref(value) }
        var children: [OpaquePointer?] = unsafe [value]
        return unsafe g_variant_new_tuple(&children, 1)
    }

    /// Returns the floating body of an answer to `GetAll`.
    ///
    /// - Parameter others: The properties that are not prepared.
    func body(with others: [String: BusValue]) -> OpaquePointer {
        var children = unsafe list
        for (name, value) in others { unsafe children.append(BusValue.makeEntry(name, value)) }
        let type = unsafe g_variant_type_new("{sv}")
        defer { unsafe g_variant_type_free(type) }
        var body: [OpaquePointer?] = unsafe [g_variant_new_array(type, &children, gsize(children.count))]
        return unsafe g_variant_new_tuple(&body, 1)
    }
}
