// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueNotifications

/// The notification centre: `org.oncue.UserNotifications1`.
package protocol UserNotificationService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    // MARK: For everyone

    /// Returns the updates from now on. They do not start the service.
    func notificationUpdates() async -> AsyncStream<UserNotificationUpdate>

    /// Returns the notifications that are due and not answered, the newest first.
    func deliveredNotifications() async throws(Failure) -> [NotificationRow]

    /// Returns the notifications that wait for their triggers, the next one due first.
    func pendingNotifications() async throws(Failure) -> [NotificationRow]

    /// Answers a delivered notification: `default`, `dismiss` or the name of an action, with a text if the action takes
    /// one.
    ///
    /// - Throws: `notFound`, `invalidValue`, `refused` while the screen is locked, `storage`.
    func answerNotification(
        _ name: NotificationRequest.Name, action: String, text: String?
    ) async throws(Failure)

    /// Removes the selected notifications, without an answer.
    ///
    /// - Returns: The number of notifications removed.
    /// - Throws: `storage`.
    func removeNotifications(_ selection: NotificationSelection) async throws(Failure) -> Int

    /// Returns the programs that send notifications, with their permissions.
    func notificationClients() async throws(Failure) -> [NotificationClientRecord]

    /// Changes the permissions of a program; notifications that were waiting for them are shown.
    ///
    /// - Throws: `notFound`, `invalidValue`, `storage`.
    func setNotificationClient(
        _ name: String, _ changes: NotificationClientChanges
    ) async throws(Failure) -> NotificationClientRecord

    /// Forgets a program with all its notifications.
    ///
    /// - Throws: `notFound`, `storage`.
    func forgetNotificationClient(_ name: String) async throws(Failure)

    /// Sets whether the caller shows notifications itself, while it is on the bus.
    func watchNotifications(_ isWatching: Bool) async throws(Failure)

    /// Announces that the caller shows the notification with a number, so that no other screen does.
    func takeNotification(_ number: Int64) async throws(Failure)

    // MARK: For programs

    /// Adds a request of the program whose name the caller has, or changes the one with its identifier, pending or
    /// delivered. It is on the disk when this returns.
    ///
    /// - Parameter client: Empty for a message of the user.
    /// - Returns: The identifier; a new one if none is given.
    /// - Throws: `refused` (not the caller's name; too many), `invalidValue`, `storage`.
    func addNotification(_ request: NotificationWish, for client: String) async throws(Failure) -> String

    /// Describes the possible answers to the program's notifications, and the object that receives them.
    ///
    /// - Throws: `refused`, `invalidValue`, `storage`.
    func setNotificationProgram(
        _ program: NotificationProgram, for client: String
    ) async throws(Failure) -> NotificationClientRecord
}

/// A request as a program sends it.
package struct NotificationWish: Sendable, Equatable {
    package var identifier: String
    package var content: NotificationContent
    package var trigger: NotificationTrigger?

    package init(_ identifier: String, _ content: NotificationContent, trigger: NotificationTrigger? = nil) {
        (self.identifier, self.content, self.trigger) = (identifier, content, trigger)
    }
}

/// A notification in a list.
package struct NotificationRow: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case pending
        case due
        case presented
        case delivered
        case missed
    }

    package var client: String
    /// The name of its program, for people.
    package var program: String
    package var wish: NotificationWish
    package var state: State
    /// The number of its delivery; 0 while it is pending.
    package var number: Int64
    /// The time when it is or was due, in seconds since 1970; `nil` while it waits for an event.
    package var due: Int64?
    /// The time when it was shown; `nil` if it was not.
    package var shown: Int64?
    /// The screen that shows it: `desktop` or `watcher`.
    package var screen: String?
    package var actions: [NotificationAction]

    package init(
        client: String, program: String, _ wish: NotificationWish, _ state: State, due: Int64? = nil,
        actions: [NotificationAction] = []
    ) {
        (self.client, self.program, self.wish, self.state) = (client, program, wish, state)
        (self.due, self.actions, number) = (due, actions, 0)
    }

    package var name: NotificationRequest.Name { .init(client, wish.identifier) }
}

/// A selection of notifications; criteria that are not given do not restrict it.
package struct NotificationSelection: Sendable, Equatable {
    package var client: String?
    package var identifiers: [String]
    package var thread: String?
    package var part: NotificationBook.Part

    package init(
        client: String? = nil, identifiers: [String] = [], thread: String? = nil, part: NotificationBook.Part = .all
    ) {
        (self.client, self.identifiers, self.thread, self.part) = (client, identifiers, thread, part)
    }
}

/// A program as the user sees it.
package struct NotificationClientRecord: Sendable, Equatable {
    package var name: String
    package var title: String
    package var alert: NotificationClient.Permission
    package var sound: NotificationClient.Permission
    package var badge: NotificationClient.Permission
    /// The names of its categories.
    package var categories: [String]
    /// The categories that are not shown.
    package var silenced: [String]
    package var pending: Int
    package var delivered: Int

    package init(_ client: NotificationClient, pending: Int, delivered: Int) {
        (name, title) = (client.name, client.title)
        (alert, sound, badge) = (client.alert, client.sound, client.badge)
        (categories, silenced) = (client.categories.map(\.name), client.silenced)
        (self.pending, self.delivered) = (pending, delivered)
    }
}

/// Changes to the settings of a program.
package struct NotificationClientChanges: Sendable, Equatable {
    package var alert: NotificationClient.Permission?
    package var sound: NotificationClient.Permission?
    package var badge: NotificationClient.Permission?
    /// The category to show, or to show no longer.
    package var shown: String?
    package var silenced: String?

    package init(
        alert: NotificationClient.Permission? = nil, sound: NotificationClient.Permission? = nil,
        badge: NotificationClient.Permission? = nil, shown: String? = nil, silenced: String? = nil
    ) {
        (self.alert, self.sound, self.badge, self.shown, self.silenced) = (alert, sound, badge, shown, silenced)
    }
}

/// A program's description of itself.
package struct NotificationProgram: Sendable, Equatable {
    package var title: String
    package var categories: [NotificationCategory]
    /// The object with `org.oncue.NotificationHandler1`; empty for none.
    package var handler: String
    /// The object with `org.oncue.NotificationExtension1`; empty for none.
    package var completer: String

    package init(
        title: String = "", categories: [NotificationCategory] = [], handler: String = "", completer: String = ""
    ) {
        (self.title, self.categories, self.handler, self.completer) = (title, categories, handler, completer)
    }
}

extension ServiceError {
    package init(_ refusal: NotificationRefusal) {
        let code: Code =
            switch refusal.code {
            case .invalid: .invalidValue
            case .unknown: .notFound
            case .full, .locked: .refused
            }
        self.init(code, refusal.message)
    }
}
