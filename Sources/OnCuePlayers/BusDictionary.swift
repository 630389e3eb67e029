// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

/// Builds an `a{sv}` from optional values; missing and empty ones are left out.
struct BusDictionary {
    private(set) var values: [String: BusValue] = [:]

    mutating func set(_ key: String, _ value: BusValue) {
        values[key] = value
    }

    mutating func set(_ key: String, _ text: String?) {
        if let text, !text.isEmpty { values[key] = .string(text) }
    }

    mutating func set(_ key: String, _ texts: [String]) {
        if !texts.isEmpty { values[key] = .strings(texts) }
    }

    mutating func set(_ key: String, _ number: Int?) {
        if let number { values[key] = .uint32(UInt32(clamping: number)) }
    }

    mutating func set(_ key: String, _ time: Duration?) {
        if let time { values[key] = .int64(time.wholeMicroseconds) }
    }
}
