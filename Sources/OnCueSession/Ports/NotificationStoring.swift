// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueNotifications

/// Keeps notifications; a returned call is on disk.
package protocol NotificationStoring: Sendable {
    /// Returns everything that is kept; nothing if it cannot be read.
    func load() async -> KeptNotifications

    /// Carries out the saving that effects require, all or none. Deleted notifications are gone from the file.
    ///
    /// - Throws: `storage`.
    func apply(_ effects: [NotificationBook.Effect]) async throws(ContentError)

    /// Notes that an answer is on its way to its program, so that it is not sent again.
    ///
    /// - Throws: `storage`.
    func remove(response number: Int64) async throws(ContentError)
}

/// The notifications that are kept, with their programs and answers.
package struct KeptNotifications: Sendable, Equatable {
    package var records: [NotificationRecord]
    package var clients: [NotificationClient]
    /// Answers that have not reached their program yet, in order.
    package var responses: [NotificationResponse]

    package init(
        records: [NotificationRecord] = [], clients: [NotificationClient] = [], responses: [NotificationResponse] = []
    ) {
        (self.records, self.clients, self.responses) = (records, clients, responses)
    }
}
