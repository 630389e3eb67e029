// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import OnCueCore

extension [String: BusValue] {
    /// The dictionary with shortened texts and lists, so that it can be sent repeatedly. An address that is too long is
    /// left out, since a part of one leads nowhere.
    package var bounded: [String: BusValue] {
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
