// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCueNotifications
internal import OnCuePodcasts
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession
internal import WebPush

/// Push messages: the inbox, and the actions that they cause.
@MediaActor
final class PushParts {
    private let inbox: PushInbox

    /// - Throws: ``BusError`` if an object cannot be exported.
    init(
        _ parts: ServiceParts, _ suggestions: SuggestionCenter, _ notifications: NotificationCoordinator,
        _ directories: UserDirectories,
        _ exports: ServiceExports, on bus: MessageBus
    ) throws(BusError) {
        let actions = PushActions(parts: parts, suggestions: suggestions, notifications: notifications)
        inbox = try PushInbox(
            bus: bus, secret: directories.state + "/push-secret",
            connectors: [Introspection.pushConnector1, Introspection.pushConnector2], actions)
        try exports.add(inbox)
    }

    func begin() { Task { await inbox.begin() } }

    func close() { inbox.close() }
}

/// Carries out push messages with the parts of the service.
@MediaActor
private final class PushActions: PushActing {
    private static let category = "push"

    private let parts: ServiceParts
    private let suggestions: SuggestionCenter
    private let notifications: NotificationCoordinator

    init(parts: ServiceParts, suggestions: SuggestionCenter, notifications: NotificationCoordinator) {
        (self.parts, self.suggestions, self.notifications) = (parts, suggestions, notifications)
    }

    func refresh(_ part: PushRequest.Refreshed) async throws {
        switch part {
        case .library: await parts.library.scan()
        case .podcasts:
            // No one at the machine has asked for it.
            if let reason = await parts.podcasts.obstacle() {
                throw ContentError(
                    .unavailable,
                    reason == .metered ? "podcasts wait for a connection that is not metered" : "there is no connection"
                )
            }
            try await parts.podcasts.refresh(nil)
        }
    }

    func notify(_ notice: PushRequest.Notice, identifier: String) async throws {
        // Notices of one kind form a thread of their own.
        var content = NotificationContent(
            title: notice.title, body: notice.body, category: Self.category, thread: notice.category)
        content.sound = "default"
        let name = NotificationRequest.Name(
            ServiceNames.busName, identifier.isEmpty ? notifications.makeIdentifier() : "push " + identifier)
        do { try await notifications.add(NotificationRequest(name, content)) } catch let error as NotificationRefusal {
            throw ContentError(.refused, error.message)
        }
    }

    func suggest(_ place: String, identifier: String?) async throws {
        try await suggestions.propose(try await parts.manager.item(at: try ContentPlace(place)).item, identifier)
    }
}
