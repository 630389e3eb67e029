// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueActivities
internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// The programs on the bus that own the notifications: checks their identity, sends them answers, and lets them
/// complete notifications.
@MediaActor
package final class NotificationLink {
    /// The time that a program may take to handle an answer, which includes starting it.
    private static let answerTime: Duration = .seconds(20)
    /// The time that it may take to complete a notification, even if it is then late.
    private static let completionTime: Duration = .seconds(10)
    /// The category of the question whether a program may send notifications.
    package nonisolated static let permission = "permission"
    private static let programKey = "program"
    private nonisolated static let allow = "allow"

    /// The category with the possible answers to that question.
    package nonisolated static var permissionCategory: NotificationCategory {
        NotificationCategory(
            permission,
            actions: [NotificationAction(allow, "Allow"), NotificationAction("refuse", "Do not allow")])
    }

    /// Sent when something in the lists has changed.
    package let changes = Broadcast<Void>()
    package let presentations = Broadcast<NotificationRow>()
    package let responses = Broadcast<NotificationResponseRecord>()
    let updates = StreamHub<UserNotificationUpdate>(.newest(UserNotificationUpdate.room))

    private let bus: MessageBus
    private let center: NotificationCoordinator
    private var owners: [String: BusSubscription] = [:]
    private var watchers: [String: BusSubscription] = [:]

    package init(bus: MessageBus, center: NotificationCoordinator) {
        (self.bus, self.center) = (bus, center)
        center.programs = self
        tellUpdates()
        center.handle(Self.permission) { [weak center] response in
            guard let name = response.content.info.text(Self.programKey), let center else { return }
            // A click on the question itself has no effect.
            guard case .custom(let word) = response.answer.action else { return }
            let isAllowed = word == Self.allow
            do {
                try await center.changeClient(name) { client in
                    let permission: NotificationClient.Permission = isAllowed ? .allowed : .refused
                    (client.alert, client.sound, client.badge) = (permission, permission, permission)
                }
            } catch {
                Logger("notifications").warning("a permission cannot be kept", ["error": "\(error)"])
            }
        }
    }

    /// Returns the notification centre as seen by a client with a unique name.
    package func session(of client: String) -> NotificationSession {
        NotificationSession(center: center, programs: self, client: client)
    }

    private func tellUpdates() {
        center.changes.listen { [changes, updates] in
            changes.send(())
            updates.tell(.changed)
        }
        center.presentations.listen { [weak center, presentations, updates] record in
            guard let row = NotificationRow(delivered: record, center?.book.clients[record.name.client]) else { return }
            presentations.send(row)
            updates.tell(.presented(row))
        }
        center.responses.listen { [responses, updates] in
            let record = NotificationResponseRecord($0)
            responses.send(record)
            updates.tell(.responded(record))
        }
    }

    /// Checks that a client owns a name on the bus.
    ///
    /// - Throws: `refused`.
    func check(_ name: String, of client: String) async throws(ServiceError) {
        guard name != ServiceNames.busName, name.contains("."), !name.hasPrefix(":"),
            (try? await bus.owner(of: name)) == client
        else {
            throw ServiceError(.refused, "\"\(name.cut(to: 200))\" is not the caller's name on the bus")
        }
    }

    /// Refuses changes that a program may not make for itself.
    func checkIsOther(_ name: String, than client: String) async throws(ServiceError) {
        guard await isName(name, of: client) else { return }
        throw ServiceError(.refused, "a program cannot allow itself anything; the user is asked, and decides")
    }

    /// Returns whether a client is the program with a name.
    func isName(_ name: String, of client: String) async -> Bool {
        guard name != ServiceNames.busName, name.contains(".") else { return false }
        return (try? await bus.owner(of: name)) == client
    }

    /// Returns the program that a question is about, or `nil` if the notification is not such a question.
    static func program(askedAboutIn record: NotificationRecord?) -> String? {
        guard let content = record?.delivery?.content, content.category == permission else { return nil }
        return content.info.text(programKey)
    }

    static func isObjectPath(_ path: String) -> Bool { BusValue.isObjectPath(path) }

    private static func question(about client: String) -> NotificationRequest.Name {
        NotificationRequest.Name(ServiceNames.busName, "permission " + client)
    }

    /// Withdraws the question whether a program may send notifications.
    static func withdrawQuestion(about client: String, _ center: NotificationCoordinator) async {
        let question = question(about: client)
        do throws(ContentError) { _ = try await center.remove(.all) { $0.name == question } } catch {
            Logger("notifications").warning("a question cannot be taken back", ["error": error.message])
        }
    }

    /// Asks the user, once, whether a program may send notifications.
    func askPermission(of name: String) async {
        guard let client = center.book.clients[name], client.alert == .undecided, client.isAsked != true else { return }
        let question = Self.question(about: name)
        var content = NotificationContent(
            title: "May \(client.title.cut(to: 200)) notify you?",
            body: "It is \(name) on the bus. Change it at any time with oncue notifications settings.",
            category: Self.permission)
        content.info.values[Self.programKey] = .text(name)
        await center.tell(NotificationRequest(question, content))
        do {
            try await center.changeClient(name) { $0.isAsked = true }
        } catch {
            Logger("notifications").warning("a permission cannot be asked for", ["error": "\(error)"])
        }
    }

    /// Notes whether a client shows notifications itself, until it leaves the bus.
    func setWatching(_ client: String, _ isWatching: Bool) {
        center.setWatching(client, isWatching)
        guard isWatching else {
            watchers[client] = nil
            return
        }
        guard watchers[client] == nil else { return }
        watchers[client] = bus.watchDeparture(of: client) { [weak self] in self?.setWatching(client, false) }
    }

    /// Sends the waiting answers when a program that cannot be started appears.
    private func follow(_ name: String) {
        guard owners[name] == nil else { return }
        owners[name] = bus.watchOwner(of: name) { [weak self] owner in
            guard owner != nil, let self else { return }
            owners[name] = nil
            center.send(to: name)
        }
    }
}

extension NotificationLink: NotificationPrograms {
    package func canReach(_ client: NotificationClient) async -> Bool {
        // Watch before looking, since it may appear in between.
        follow(client.name)
        var isThere = (try? await bus.owner(of: client.name)) != nil
        if !isThere { isThere = await bus.canStart(client.name) }
        if isThere { owners[client.name] = nil }
        return isThere
    }

    package func respond(_ response: NotificationResponse, to client: NotificationClient) async throws {
        guard let path = client.handler else { return }
        _ = try await bus.call(
            "Respond", of: ServiceNames.notificationHandler, at: path, on: client.name,
            [NotificationResponseRecord(response).wire], timeout: Self.answerTime)
    }

    package func complete(
        _ request: NotificationRequest, by client: NotificationClient
    ) async -> NotificationContent? {
        guard let path = client.completer else { return nil }
        let wish = NotificationWish(request.name.identifier, request.content)
        let answer = try? await bus.call(
            "Complete", of: ServiceNames.notificationExtension, at: path, on: client.name, [wish.wire],
            timeout: Self.completionTime)
        guard let values = answer?.first?.dictionaryValue, !values.isEmpty,
            let old = wish.wire.dictionaryValue,
            let new = NotificationWish(wire: .dictionary(old.merging(values) { $1 }))
        else { return nil }
        return new.content
    }
}
