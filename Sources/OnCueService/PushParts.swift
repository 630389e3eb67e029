// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueBus
internal import OnCueCore
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCuePodcasts
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession
internal import WebPush

/// Push messages: the inbox, and what it leads to.
@MediaActor
final class PushParts {
    private let inbox: PushInbox

    /// - Throws: ``BusError`` if an object cannot be exported.
    init(
        _ parts: ServiceParts, _ suggestions: SuggestionCenter, _ directories: UserDirectories,
        _ exports: ServiceExports, on bus: MessageBus
    ) throws(BusError) {
        let actions = PushActions(
            parts: parts, suggestions: suggestions, notices: PushNotifier(bus: bus))
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
    private let parts: ServiceParts
    private let suggestions: SuggestionCenter
    private let notices: any PushNoticeShowing
    /// The items that were suggested, by the identifiers of messages.
    private var suggested: [String: ContentItem] = [:]

    init(parts: ServiceParts, suggestions: SuggestionCenter, notices: any PushNoticeShowing) {
        (self.parts, self.suggestions, self.notices) = (parts, suggestions, notices)
    }

    func refresh(_ part: PushRequest.Refreshed) async {
        switch part {
        case .library: await parts.library.scan()
        case .podcasts:
            // Nobody at the machine has asked for it.
            guard await parts.podcasts.obstacle() == nil else { return }
            try? await parts.podcasts.refresh(nil)
        }
    }

    func notify(_ notice: PushRequest.Notice, identifier: String) async {
        await notices.show(
            title: notice.title, body: notice.body, identifier: identifier, category: notice.category)
    }

    func suggest(_ place: String, identifier: String) async throws {
        let item = try await parts.manager.item(at: try ContentPlace(place)).item
        try await suggestions.setPinned(item, true)
        guard !identifier.isEmpty else { return }
        if let earlier = suggested[identifier], earlier.identifier != item.identifier {
            try await suggestions.setPinned(earlier, false)
        }
        suggested[identifier] = item
    }
}
