// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: NotificationService {
    package typealias Failure = ServiceError

    package func notifications() async throws(ServiceError) -> NotificationSettings {
        try await read(NotificationMethods.get)
    }

    package func setNotifications(
        _ changes: NotificationChanges
    ) async throws(ServiceError) -> NotificationSettings {
        try await call(NotificationMethods.set, Only(Strict(changes))).value
    }
}
