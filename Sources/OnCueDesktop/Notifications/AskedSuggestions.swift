// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import GLib
package import OnCueRuntime
package import OnCueSession
internal import OnCueSuggestions

/// Shows suggestions that somebody asked for from the desktop as one notification, whatever the settings for
/// notifications are, with buttons to play one and to see the next.
@MediaActor
package final class AskedSuggestions {
    /// How many can be stepped through.
    private static let count = 5
    private static let lifetime: Duration = .seconds(60)

    private let center: SuggestionCenter
    private let server: NotificationServer
    private let log = Logger("suggestions")
    private var shown: [ShownSuggestion] = []

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - patience: How long the server may take for a call.
    package init(bus: MessageBus, center: SuggestionCenter, patience: Duration = .seconds(10)) {
        self.center = center
        server = NotificationServer(bus: bus, patience: patience)
        server.onButton = { [weak self] key, isOurs in if isOurs { self?.press(key) } }
        server.onClosed = { [weak self] _ in self?.shown = [] }
        server.onServer = { [weak self] _ in self?.shown = [] }
    }

    /// Shows what is suggested now; nothing where there is nothing.
    ///
    /// - Returns: How many suggestions that are.
    @discardableResult
    package func show() async -> Int {
        shown = await center.suggestions(limit: Self.count)
        if shown.isEmpty { log.info("nothing to suggest yet") } else { display() }
        return shown.count
    }

    /// Takes the notification away.
    package func close() {
        guard !shown.isEmpty else { return }
        shown = []
        server.close()
    }

    private func display() {
        let time = center.parts.clock.now()
        let offer = ShownOffer(
            Trigger(id: 0, kind: .unlock), sentence: "", raisedAt: time,
            expiresAt: time + Self.lifetime.components.seconds, shown)
        server.show { SuggestionMessage.arguments(offer, lifetime: Self.lifetime, replacing: $0, $1) }
    }

    private func press(_ key: String) {
        guard let first = shown.first else { return }
        switch key == SuggestionMessage.bodyKey ? .play(first.id) : SuggestionMessage.Button(key: key) {
        case .play(let id):
            close()
            Task { @MediaActor [center, log] in
                do {
                    try await center.acceptShown(id)
                } catch {
                    log.warning("cannot play a suggestion", ["error": "\(error)"])
                }
            }
        case .next:
            shown.append(shown.removeFirst())
            display()
        case .dismiss: close()
        case nil: break
        }
    }
}
