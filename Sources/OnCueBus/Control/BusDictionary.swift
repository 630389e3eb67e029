// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension [String: BusValue] {
    /// The dictionary with texts and lists of bounded length: tags and streams can contain anything, and every client
    /// gets all of it with every change. An address that is too long is left out, as a part of it is useless.
    var bounded: [String: BusValue] {
        var result = self
        for (key, value) in self {
            if let text = value.stringValue, text.utf8.count > Self.textLimit {
                result[key] = Self.addresses.contains(key) ? nil : .string(text.shortened(toBytes: Self.textLimit))
            } else if let texts = value.stringsValue {
                result[key] = .strings(texts.bounded(toBytes: Self.listLimit, each: Self.textLimit, count: 256))
            }
        }
        return result
    }

    private static var textLimit: Int { 2048 }
    private static var listLimit: Int { 4096 }
    private static var addresses: Set<String> { ["url", "artUrl", "artUrlSmall", "artUrlMedium", "artUrlLarge"] }
}

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
