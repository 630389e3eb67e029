// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
package import OnCueRuntime
internal import OnCueSession

/// The notification centre as seen by one client on the bus, which may change its own notifications.
@MediaActor
package struct NotificationSession {
    package typealias Failure = any Error

    /// The category of a message that the user creates, which has no program to receive answers.
    package static let messageCategory = "message"

    private let center: NotificationCoordinator
    private let programs: NotificationLink
    /// The unique name of the client on the bus.
    private let client: String

    init(center: NotificationCoordinator, programs: NotificationLink, client: String) {
        (self.center, self.programs, self.client) = (center, programs, client)
    }

    private func refusable<T>(_ body: () async throws -> T) async throws -> T {
        do { return try await body() } catch let error as NotificationRefusal { throw ServiceError(error) }
    }

    private func known(_ name: String) throws(ServiceError) -> NotificationClient {
        guard let client = center.book.clients[name] else {
            throw ServiceError(.notFound, "no program \"\(name.cut(to: 200))\" has notifications")
        }
        return client
    }

    private func record(_ client: NotificationClient) -> NotificationClientRecord {
        let records = center.book.records.values.filter { $0.name.client == client.name && !$0.isTransient }
        return NotificationClientRecord(
            client, pending: records.count(where: \.isPending), delivered: records.count { $0.delivery != nil })
    }
}

extension NotificationSession: nonisolated UserNotificationService {
    @MediaActor
    package func notificationUpdates() async -> AsyncStream<UserNotificationUpdate> { programs.updates.listen() }

    @MediaActor
    package func deliveredNotifications() async throws -> [NotificationRow] {
        await center.ready()
        return center.book.delivered.compactMap { NotificationRow(delivered: $0, center.book.clients[$0.name.client]) }
    }

    @MediaActor
    package func pendingNotifications() async throws -> [NotificationRow] {
        await center.ready()
        return center.book.pending.map { NotificationRow(pending: $0, center.book.clients[$0.name.client]) }
    }

    @MediaActor
    package func answerNotification(_ name: NotificationRequest.Name, action: String, text: String?) async throws {
        if name.client == ServiceNames.busName,
            let asked = NotificationLink.program(askedAboutIn: center.book.records[name])
        {
            try await programs.checkIsOther(asked, than: client)
        }
        try await refusable {
            try await center.answer(name, NotificationAnswer(.init(name: action), text: text))
        }
    }

    @MediaActor
    package func removeNotifications(_ selection: NotificationSelection) async throws -> Int {
        let identifiers = Set(selection.identifiers)
        return try await center.remove(selection.part) { record in
            let threads = [record.request.content.thread, record.delivery?.content.thread]
            return (selection.client.map { $0 == record.name.client } ?? true)
                && (identifiers.isEmpty || identifiers.contains(record.name.identifier))
                && (selection.thread.map { threads.contains($0) } ?? true)
        }
    }

    @MediaActor
    package func notificationClients() async throws -> [NotificationClientRecord] {
        await center.ready()
        return center.book.clients.values.sorted { ($0.title, $0.name) < ($1.title, $1.name) }.map(record)
    }

    @MediaActor
    package func setNotificationClient(
        _ name: String, _ changes: NotificationClientChanges
    ) async throws -> NotificationClientRecord {
        await center.ready()
        _ = try known(name)
        try await programs.checkIsOther(name, than: client)
        try await refusable {
            try await center.changeClient(name) { client in
                client.alert = changes.alert ?? client.alert
                client.sound = changes.sound ?? client.sound
                client.badge = changes.badge ?? client.badge
                if let shown = changes.shown { client.silenced.removeAll { $0 == shown } }
                if let silenced = changes.silenced, !client.silenced.contains(silenced) {
                    client.silenced.append(silenced)
                }
            }
        }
        // The question is no longer needed after a decision.
        if changes.alert != nil { await NotificationLink.withdrawQuestion(about: name, center) }
        return record(try known(name))
    }

    @MediaActor
    package func forgetNotificationClient(_ name: String) async throws {
        await center.ready()
        _ = try known(name)
        guard name != ServiceNames.busName else {
            throw ServiceError(
                .refused, "OnCue itself cannot be forgotten; remove its notifications, or change what it may")
        }
        try await center.forgetClient(name, keepsDecision: await programs.isName(name, of: client))
    }

    @MediaActor
    package func watchNotifications(_ isWatching: Bool) async throws { programs.setWatching(client, isWatching) }

    @MediaActor
    package func takeNotification(_ number: Int64) async throws { center.take(number) }

    @MediaActor
    package func addNotification(_ wish: NotificationWish, for name: String) async throws -> String {
        await center.ready()
        var wish = wish
        if name.isEmpty {
            wish.content.category = Self.messageCategory
        } else {
            try await programs.check(name, of: client)
            if center.book.clients[name] == nil { try await refusable { try await center.changeClient(name) { _ in } } }
        }
        if wish.identifier.isEmpty { wish.identifier = center.makeIdentifier() }
        let owner = name.isEmpty ? ServiceNames.busName : name
        if name.isEmpty, let own = center.book.records[.init(owner, wish.identifier)],
            own.request.content.category != Self.messageCategory
        {
            throw ServiceError(
                .refused, "\"\(wish.identifier.cut(to: 100))\" is one of OnCue's own; choose another identifier")
        }
        let request = NotificationRequest(.init(owner, wish.identifier), wish.content, trigger: wish.trigger)
        try await refusable { try await center.add(request) }
        await programs.askPermission(of: owner)
        return wish.identifier
    }

    @MediaActor
    package func setNotificationProgram(
        _ program: NotificationProgram, for name: String
    ) async throws -> NotificationClientRecord {
        try await programs.check(name, of: client)
        let own = center.book.clients[ServiceNames.busName]?.title ?? ""
        guard own.isEmpty || TextFolding.fold(program.title) != TextFolding.fold(own) else {
            throw ServiceError(.refused, "\"\(own)\" is the service itself; choose another programName")
        }
        for path in [program.handler, program.completer] where !path.isEmpty {
            guard NotificationLink.isObjectPath(path) else {
                throw ServiceError(.invalidValue, "\"\(path.cut(to: 200))\" is not the path of an object")
            }
        }
        try await refusable {
            try await center.changeClient(name) { client in
                client.title = program.title.isEmpty ? name : program.title
                client.categories = program.categories
                client.handler = program.handler.isEmpty ? nil : program.handler
                client.completer = program.completer.isEmpty ? nil : program.completer
            }
        }
        await programs.askPermission(of: name)
        center.send(to: name)
        return record(try known(name))
    }
}

extension NotificationRow {
    init(pending record: NotificationRecord, _ client: NotificationClient?) {
        self.init(
            client: record.name.client, program: client?.title ?? record.name.client,
            NotificationWish(record.name.identifier, record.request.content, trigger: record.request.trigger), .pending,
            due: record.next)
    }

    /// Creates a row; `nil` for a notification that was not delivered.
    package init?(delivered record: NotificationRecord, _ client: NotificationClient?) {
        guard let delivery = record.delivery else { return nil }
        let state: State =
            switch delivery.phase {
            case .due: .due
            case .presented: .presented
            case .delivered: .delivered
            case .missed: .missed
            }
        self.init(
            client: record.name.client, program: client?.title ?? record.name.client,
            NotificationWish(record.name.identifier, delivery.content, trigger: record.request.trigger), state,
            due: delivery.due, actions: delivery.content.actions(of: client))
        (number, shown, screen) = (delivery.number, delivery.shown, delivery.screen)
    }
}
