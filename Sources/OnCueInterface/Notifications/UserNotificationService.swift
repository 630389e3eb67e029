// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueNotifications

/// The notification centre: `org.oncue.UserNotifications1`.
package protocol UserNotificationService<Failure>: Sendable {
    /// Any error in the process of the service; its own errors elsewhere.
    associatedtype Failure: Error

    // MARK: For everyone

    /// Updates from now on. They do not start the service.
    func notificationUpdates() async -> AsyncStream<UserNotificationUpdate>

    /// Returns the notifications that were due and are not answered, the newest first.
    func deliveredNotifications() async throws(Failure) -> [NotificationRow]

    /// Returns the notifications that wait for their triggers, the next one due first.
    func pendingNotifications() async throws(Failure) -> [NotificationRow]

    /// Answers a delivered one: `default`, `dismiss` or the name of an action, with a text if that takes one.
    ///
    /// - Throws: `notFound`, `invalidValue`, `refused` while the screen is locked, `storage`.
    func answerNotification(
        _ name: NotificationRequest.Name, action: String, text: String?
    ) async throws(Failure)

    /// Removes what a selection names, without an answer.
    ///
    /// - Returns: How many.
    /// - Throws: `storage`.
    func removeNotifications(_ selection: NotificationSelection) async throws(Failure) -> Int

    /// The programs that notify, and what they may.
    func notificationClients() async throws(Failure) -> [NotificationClientRecord]

    /// Changes what a program may; what had to wait for the permission is shown.
    ///
    /// - Throws: `notFound`, `invalidValue`, `storage`.
    func setNotificationClient(
        _ name: String, _ changes: NotificationClientChanges
    ) async throws(Failure) -> NotificationClientRecord

    /// Forgets a program with all its notifications.
    ///
    /// - Throws: `notFound`, `storage`.
    func forgetNotificationClient(_ name: String) async throws(Failure)

    /// Says whether the caller shows notifications itself, while it is on the bus.
    func watchNotifications(_ isWatching: Bool) async throws(Failure)

    /// Says that the caller shows the notification with a number, so that no other screen does.
    func takeNotification(_ number: Int64) async throws(Failure)

    // MARK: For programs

    /// Adds a request of the program whose name the caller has, or changes the one with its identifier, pending or
    /// delivered. It is on the disk when this returns.
    ///
    /// - Parameter client: Empty for a message of the user's own.
    /// - Returns: The identifier; a new one if none is given.
    /// - Throws: `refused` (not the caller's name; too many), `invalidValue`, `storage`.
    func addNotification(_ request: NotificationWish, for client: String) async throws(Failure) -> String

    /// Says how the program's notifications can be answered, and who takes the answers.
    ///
    /// - Throws: `refused`, `invalidValue`, `storage`.
    func setNotificationProgram(
        _ program: NotificationProgram, for client: String
    ) async throws(Failure) -> NotificationClientRecord
}

/// A request as a program makes it.
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
    /// When it is due, or was, in seconds since 1970; `nil` while it waits for an event.
    package var due: Int64?
    /// When it was shown; `nil` if it was not.
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

/// Which notifications are meant; what is not given does not matter.
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
    /// Those that are not shown.
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
    /// The category that is shown, or not shown any longer.
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
