// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Playback in another program.
package struct DonatedPlayback: Sendable, Equatable {
    /// The most donations in one call.
    package static let limit = 100

    /// A place of the content tree.
    package var item: String
    /// The name of the program, such as `org.example.Player`.
    package var program: String
    /// The name by which the program can delete it.
    package var identifier: String
    /// `played`, `skipped` or `dismissed`; `nil` for `played`.
    package var kind: String?
    /// Seconds since 1970; 0 for now.
    package var time: Int64
    /// The circumstances; `nil` if they are unknown. Without a time, `nil` stands for those of the machine.
    package var trigger: String?
    package var device: String?
    package var place: String?

    package init(item: String, program: String, identifier: String, kind: String? = nil, time: Int64 = 0) {
        (self.item, self.program, self.identifier) = (item, program, identifier)
        (self.kind, self.time) = (kind, time)
    }
}

extension DonatedPlayback: DictionaryForm {
    package static var blank: DonatedPlayback { DonatedPlayback(item: "", program: "", identifier: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("item", &item)
        fields("kind", &kind)
        fields("time", &time)
        fields("program", &program)
        fields("identifier", &identifier)
        fields("trigger", &trigger)
        fields("device", &device)
        fields("place", &place)
    }
}

extension DonatedPlayback {
    /// - Throws: `invalidValue` for more donations than a call accepts.
    package static func check(count: Int) throws(ServiceError) {
        guard count <= limit else {
            throw ServiceError(.invalidValue, "too many donations: \(count), with a limit of \(limit)")
        }
    }

    /// Returns the donations of a call.
    ///
    /// - Throws: `invalidValue` for too many, or for one with an unknown key or value.
    static func understood(_ rows: [Strict<DonatedPlayback>]) throws(ServiceError) -> [DonatedPlayback] {
        try check(count: rows.count)
        var donations: [DonatedPlayback] = []
        for row in rows { donations.append(try row.understood()) }
        return donations
    }
}
