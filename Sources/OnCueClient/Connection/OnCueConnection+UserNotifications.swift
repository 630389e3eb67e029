// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
internal import OnCueRuntime

extension OnCueConnection: UserNotificationService {
    package func notificationUpdates() -> AsyncStream<UserNotificationUpdate> {
        link.updates(
            of: ServiceNames.userNotifications, room: UserNotificationUpdate.room, present: .changed, lost: .serviceLost
        ) { signal in
            if let row = signal.content(of: UserNotificationMethods.presented) { return .presented(row.value) }
            if let response = signal.content(of: UserNotificationMethods.responded) {
                return .responded(response.value)
            }
            return signal.content(of: UserNotificationMethods.changed).map { _ in UserNotificationUpdate.changed }
        }
    }

    package func deliveredNotifications() async throws(ServiceError) -> [NotificationRow] {
        try await all(UserNotificationMethods.delivered)
    }

    package func pendingNotifications() async throws(ServiceError) -> [NotificationRow] {
        try await all(UserNotificationMethods.pending)
    }

    package func answerNotification(
        _ name: NotificationRequest.Name, action: String, text: String?
    ) async throws(ServiceError) {
        try await call(UserNotificationMethods.answer, NotificationAnswerCall(name, action: action, text: text))
    }

    package func removeNotifications(_ selection: NotificationSelection) async throws(ServiceError) -> Int {
        try await call(UserNotificationMethods.remove, Only(Strict(selection))).value
    }

    package func notificationClients() async throws(ServiceError) -> [NotificationClientRecord] {
        try await read(UserNotificationMethods.clients)
    }

    package func setNotificationClient(
        _ name: String, _ changes: NotificationClientChanges
    ) async throws(ServiceError) -> NotificationClientRecord {
        try await call(UserNotificationMethods.setClient, Pair(name, Strict(changes))).value
    }

    package func forgetNotificationClient(_ name: String) async throws(ServiceError) {
        try await call(UserNotificationMethods.forgetClient, Only(name))
    }

    package func watchNotifications(_ isWatching: Bool) async throws(ServiceError) {
        try await call(UserNotificationMethods.watch, Only(isWatching))
    }

    package func takeNotification(_ number: Int64) async throws(ServiceError) {
        try await call(UserNotificationMethods.take, Only(number))
    }

    package func addNotification(_ request: NotificationWish, for client: String) async throws(ServiceError) -> String {
        try await call(UserNotificationMethods.add, Pair(client, Strict(request))).value
    }

    package func setNotificationProgram(
        _ program: NotificationProgram, for client: String
    ) async throws(ServiceError) -> NotificationClientRecord {
        try await call(UserNotificationMethods.setProgram, Pair(client, Strict(program))).value
    }
}
