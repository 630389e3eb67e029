// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSuggestions
internal import SQLite
package import SharedListening

/// A donation to be entered in the log for paired machines.
struct DonationToEnter {
    /// Its name in that log: 16 digits.
    var register: String
    /// The donation; `nil` if this program cannot interpret it.
    var donation: Donation?
}

extension SuggestionStore {
    /// The largest number of donations taken at a time.
    private static let most = 2_000

    /// Takes the data that was learnt on this machine or has changed since the last time, in parts. A part remains
    /// until `keep` returns without an error. Must not be called again before it has returned.
    ///
    /// - Throws: `storage`, and the errors of `keep`.
    package func takeLearnt(
        _ keep: @Sendable ([LearntHere]) async throws(ContentError) -> Void
    ) async throws(ContentError) {
        while true {
            let found = try write { (rows) throws(SQLiteError) in
                try rows.connection.transaction { () throws(SQLiteError) in try rows.toEnter(limit: Self.most) }
            }
            guard !found.isEmpty else { return }
            try await keep(found.compactMap(Self.learnt))
            try write { (rows) throws(SQLiteError) in
                try rows.connection.transaction { () throws(SQLiteError) in try rows.noteEntered(found) }
            }
        }
    }

    /// Returns those of some registers that belong to donations here.
    ///
    /// - Throws: `storage`.
    package func known(_ registers: [String]) async throws(ContentError) -> Set<String> {
        guard !registers.isEmpty else { return [] }
        return try write { (rows) throws(SQLiteError) in try rows.known(registers) }
    }

    /// Returns a donation in the form for other machines; `nil` if it means nothing there, such as one for a program's
    /// activity or a folder.
    private static func learnt(_ found: DonationToEnter) -> LearntHere? {
        guard let donation = found.donation, let item = ContentIdentifier(donation.item),
            ToldItem.told.contains(item.kind)
        else { return nil }
        // A track is described when it is sent.
        let entry = ToldItem.common.contains(item.kind) ? nil : HandedEntry(title: "")
        return LearntHere(
            ToldItem(item, entry), at: max(0, Int64(donation.moment.time)), SharedDonation(found.register, donation))
    }
}
