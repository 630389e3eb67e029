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
internal import OnCueSuggestions
internal import WebPush

/// Push messages: the inbox, and what it leads to.
@MediaActor
final class PushParts {
    private let inbox: PushInbox

    /// - Throws: ``BusError`` if an object cannot be exported.
    init(
        _ parts: ServiceParts, _ suggestions: SuggestionCenter, _ notifications: UserNotificationCenter,
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
    private let notifications: UserNotificationCenter
    /// More suggestions with identifiers are not replaced by later ones.
    private static let remembered = 100
    /// The items that messages have pinned and the user had not, by their identifiers, the newest last.
    private var suggested: [(identifier: String, item: ContentItem)] = []

    init(parts: ServiceParts, suggestions: SuggestionCenter, notifications: UserNotificationCenter) {
        (self.parts, self.suggestions, self.notifications) = (parts, suggestions, notifications)
    }

    func refresh(_ part: PushRequest.Refreshed) async throws {
        switch part {
        case .library: await parts.library.scan()
        case .podcasts:
            // Nobody at the machine has asked for it.
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
        // A kind of notices is a thread of their own.
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
        let item = try await parts.manager.item(at: try ContentPlace(place)).item
        if let earlier = suggested.first(where: { $0.identifier == identifier }),
            earlier.item.identifier != item.identifier
        {
            try await suggestions.setPinned(earlier.item, false)
        }
        let wasPinned = suggestions.memory.state.said.pinned.contains(item.identifier.description)
        try await suggestions.setPinned(item, true)
        guard let identifier else { return }
        suggested.removeAll { $0.identifier == identifier }
        // What the user has pinned stays.
        if !wasPinned { suggested = suggested.suffix(Self.remembered - 1) + [(identifier, item)] }
    }
}
