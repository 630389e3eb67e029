// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

extension Location {
    /// The object of a location wherever one is written as JSON: null for what is unknown.
    var json: JSONValue {
        [
            "name": .string(name), "street": .string(filled: address.street),
            "postalCode": .string(filled: address.postalCode), "city": .string(filled: address.city),
            "region": .string(filled: address.region), "country": .string(filled: address.country),
            "latitude": .double(orNull: coordinates?.latitude), "longitude": .double(orNull: coordinates?.longitude),
            "telephones": .strings(telephones), "navigation": .bool(supportsNavigation),
            "calls": .bool(supportsCalls),
        ]
    }
}
