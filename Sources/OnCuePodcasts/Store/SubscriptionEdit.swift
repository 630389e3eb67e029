// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import SQLite

/// A podcast that the user subscribed to, or removed, which other machines have not received yet.
package struct SubscriptionEdit: Sendable, Equatable {
    /// Grows with each edit.
    package var number: Int64
    package var podcast: ContentIdentifier
    package var title: String
    /// The address of its feed.
    package var address: String
    /// Whether it is subscribed to; `false` if it was removed.
    package var isOn: Bool
    /// Seconds since 1970.
    package var time: Int64
}

/// The user's changes to subscriptions, each noted in the transaction that makes it. They cannot be derived from the
/// present subscriptions, since a file may be lost, and other machines subscribe as well.
extension PodcastStore {
    /// Returns the last edit of each podcast, in the order in which they were made.
    package func subscriptionEdits() throws(ContentError) -> [SubscriptionEdit] {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached(
                "SELECT number, podcast, title, address, is_on, time FROM subscription_edits ORDER BY number")
            return try statement.all { row in
                SubscriptionEdit(
                    number: row.integer(0), podcast: StableKey(number: row.integer(1)).identifier(.podcast),
                    title: row.text(2), address: row.text(3), isOn: row.integer(4) != 0, time: row.integer(5))
            }
        }
    }

    /// Forgets an edit, unless a later one of the same podcast has replaced it.
    package func forget(_ edit: SubscriptionEdit) throws(ContentError) {
        try perform { (connection) throws(SQLiteError) in
            let statement = try connection.cached("DELETE FROM subscription_edits WHERE number = ?")
            statement.bind(1, edit.number)
            try statement.run()
        }
    }

    /// Notes an edit; must be called in the transaction that makes it, while the podcast exists.
    ///
    /// - Parameter time: Seconds since 1970; `nil` for a change that follows another machine, and replaces the user's.
    static func note(
        _ key: StableKey, isOn: Bool, at time: Int64?, _ connection: Connection
    ) throws(SQLiteError) {
        let former = try connection.cached("DELETE FROM subscription_edits WHERE podcast = ?")
        former.bind(1, key.number)
        try former.run()
        guard let time else { return }
        let statement = try connection.cached(
            """
            INSERT INTO subscription_edits (podcast, title, address, is_on, time)
            SELECT key, title, address, ?, ? FROM podcasts WHERE key = ?
            """)
        statement.bind(1, isOn)
        statement.bind(2, time)
        statement.bind(3, key.number)
        try statement.run()
    }
}
