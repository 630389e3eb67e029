// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
internal import OnCueCore

extension KeptEvent: DictionaryForm {
    package static var blank: KeptEvent { KeptEvent() }

    package mutating func form(_ fields: inout some FieldCoder) {
        var identifier = identifier.description
        fields("identifier", &identifier)
        fields("title", &title, .required)
        fields("performers", &performers, .ifSet)
        fields("artists", &artists, .ifSet)
        fields("start", &start, .ifSet)
        fields("end", &end, .ifSet)
        fields("status", &status)
        fields("location", &location)
        fields("tickets", &tickets)
        fields("page", &page)
        // This changes nothing if the identifier follows from the other fields.
        if let key = ContentIdentifier(identifier).flatMap({ StableKey(text: $0.key) }) { become(key) }
    }
}
