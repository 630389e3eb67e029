// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// Shows suggestions that the user requested from the desktop as one notification, whatever the settings of suggestions
/// are, with buttons to play one and to show the next.
@MediaActor
package final class AskedSuggestions {
    package nonisolated static let name = "suggestions"
    package nonisolated static var category: NotificationCategory { NotificationCategory(name) }
    private static let request = NotificationRequest.Name(ServiceNames.busName, name)
    /// The most suggestions that can be stepped through.
    private static let count = 5
    /// In seconds.
    private static let lifetime: Int64 = 60

    private let notices: NotificationCoordinator
    private let center: SuggestionCenter
    private let log = Logger("suggestions")
    private var shown: [ShownSuggestion] = []

    /// - Parameters:
    ///   - notices: Shows them.
    ///   - center: The center whose suggestions these are.
    package init(notices: NotificationCoordinator, center: SuggestionCenter) {
        (self.notices, self.center) = (notices, center)
        notices.handle(Self.name) { [weak self] in self?.answered($0) }
        notices.whenLapsed(Self.name) { [weak self] _ in self?.shown = [] }
    }

    /// Shows the current suggestions, if there are any.
    ///
    /// - Returns: The number of suggestions.
    @discardableResult
    package func show() async -> Int {
        shown = await center.suggestions(limit: Self.count)
        if shown.isEmpty { log.info("nothing to suggest yet") } else { display() }
        return shown.count
    }

    /// Removes the notification.
    package func close() {
        guard !shown.isEmpty else { return }
        shown = []
        notices.retract(Self.request)
    }

    private func display() {
        var content = OfferText.content(shown, Self.name, expires: notices.now + Self.lifetime, takesText: false)
        content.manner?.isTransient = true
        notices.post(NotificationRequest(Self.request, content))
    }

    private func answered(_ response: NotificationResponse) {
        guard let first = shown.first else { return }
        switch response.answer.action {
        case .main, .custom(OfferText.play):
            let id = response.content.manner?.subject ?? first.id
            close()
            Task { @MediaActor [center, log] in
                do {
                    try await center.acceptShown(id)
                } catch {
                    log.warning("cannot play a suggestion", ["error": "\(error)"])
                }
            }
        case .custom(OfferText.next):
            shown.append(shown.removeFirst())
            display()
        case .custom, .dismiss: close()
        }
    }
}
