// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: ReminderService {
    package func addReminder(_ wish: ReminderWish) async throws(ServiceError) -> NotificationRow {
        try await call(ReminderMethods.add, Only(Strict(wish))).value
    }
}
