// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSuggestions
internal import SQLite
package import SharedListening

/// A donation that is to be entered in the log for paired machines.
struct DonationToEnter {
    /// Its name there: 16 digits.
    var register: String
    /// `nil` for one that means nothing here.
    var donation: Donation?
}

extension SuggestionStore {
    /// The most donations that are taken at a time.
    private static let most = 2_000

    /// Takes what was learnt on this machine, or has changed, since the last time, in parts; a part is kept until `keep`
    /// returns without an error. One call at a time.
    ///
    /// - Throws: `storage`, and what `keep` throws.
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

    /// Which donations are here, by their registers.
    ///
    /// - Throws: `storage`.
    package func known(_ registers: [String]) async throws(ContentError) -> Set<String> {
        guard !registers.isEmpty else { return [] }
        return try write { (rows) throws(SQLiteError) in try rows.known(registers) }
    }

    /// `nil` for what means nothing on another machine, such as activities of programs and folders.
    private static func learnt(_ found: DonationToEnter) -> LearntHere? {
        guard let donation = found.donation, let item = ContentIdentifier(donation.item),
            ToldItem.told.contains(item.kind)
        else { return nil }
        // A track is described when it is told.
        let entry = ToldItem.common.contains(item.kind) ? nil : HandedEntry(title: "")
        return LearntHere(
            ToldItem(item, entry), at: max(0, Int64(donation.moment.time)), SharedDonation(found.register, donation))
    }
}
