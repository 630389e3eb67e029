// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueNotifications
package import OnCueRuntime
package import OnCueSession

/// Shows the item that was chosen in the search of a desktop and now plays, with an action that brings the queue back.
/// Only where buttons can be shown; without a sound, and not kept in a list.
@MediaActor
package final class UndoNotifier {
    package nonisolated static let name = "undo"
    package nonisolated static var category: NotificationCategory { NotificationCategory(name) }
    private static let request = NotificationRequest.Name(ServiceNames.busName, name)
    private static let key = "undo"
    /// In seconds.
    private static let lifetime: Int64 = 10

    /// Whether anything is shown.
    package var isOn = true {
        didSet { if !isOn { close() } }
    }

    private let notices: NotificationCoordinator
    private let playback: any PlaybackService
    private let log = Logger("desktop")
    /// The edits that could be undone when it was shown; `nil` while nothing is shown.
    private var offered: [ListEdit]?

    /// - Parameters:
    ///   - notices: Shows the notification.
    ///   - playback: The playback whose edits are undone.
    package init(notices: NotificationCoordinator, playback: any PlaybackService) {
        (self.notices, self.playback) = (notices, playback)
        notices.handle(Self.name) { [weak self] response in
            if response.answer.action == .custom(Self.key) { self?.undo() } else { self?.offered = nil }
        }
        notices.whenLapsed(Self.name) { [weak self] _ in self?.offered = nil }
    }

    /// Offers to undo the choice that was just made, if it has changed the queue.
    ///
    /// - Parameter title: The title of the playing item.
    package func offer(_ title: String) async {
        guard isOn, let edits = try? await playback.undoableEdits(), let last = edits.first,
            [.play, .add].contains(last.kind), last.playlist == nil
        else { return }
        offered = edits
        var content = NotificationContent(
            title: NotificationContent.line("Playing \(title)"), category: Self.name, urgency: .low)
        content.expires = notices.now + Self.lifetime
        content.manner = NotificationManner(
            actions: [NotificationAction(Self.key, "Undo")], isTransient: true, isLasting: true, needsButtons: true)
        notices.post(NotificationRequest(Self.request, content))
    }

    /// Removes the notification.
    package func close() {
        guard offered != nil else { return }
        offered = nil
        notices.retract(Self.request)
    }

    private func undo() {
        guard let offered else { return }
        self.offered = nil
        Task { @MediaActor [playback, log] in
            do {
                // A later change is not undone instead.
                guard try await playback.undoableEdits() == offered else { return }
                _ = try await playback.undoEdit()
            } catch {
                log.warning("cannot undo a result of a search", ["error": ServiceError(error).message])
            }
        }
    }
}
