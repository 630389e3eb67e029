// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// Says what was chosen in the search of a desktop and now plays in the place of the queue, with an action that brings
/// the queue back. Only where the notification server takes actions; without a sound, and not kept.
@MediaActor
package final class UndoNotifier {
    private static let key = "undo"
    private static let lifetime: Duration = .seconds(10)

    /// Whether anything is shown.
    package var isOn = true {
        didSet { if !isOn { close() } }
    }

    private let playback: any PlaybackService
    private let server: NotificationServer
    private let log = Logger("desktop")
    /// What could be undone when it was shown; `nil` while nothing is shown.
    private var offered: [ListEdit]?

    /// - Parameters:
    ///   - bus: The session bus.
    ///   - patience: How long the server may take for a call.
    package init(bus: MessageBus, playback: any PlaybackService, patience: Duration = .seconds(10)) {
        self.playback = playback
        server = NotificationServer(bus: bus, patience: patience)
        server.onButton = { [weak self] key, isOurs in if isOurs, key == Self.key { self?.undo() } }
        server.onClosed = { [weak self] _ in self?.close() }
        server.onServer = { [weak self] _ in self?.offered = nil }
    }

    /// Offers to undo what was just chosen, if it has taken the place of the queue.
    ///
    /// - Parameter title: What plays now.
    package func offer(_ title: String) async {
        guard isOn, let edits = try? await playback.undoableEdits(), let last = edits.first, last.kind == .play,
            last.playlist == nil
        else { return }
        offered = edits
        server.show { Self.arguments(title, replacing: $0, $1) }
    }

    /// Takes the notification away.
    package func close() {
        guard offered != nil else { return }
        offered = nil
        server.close()
    }

    private func undo() {
        guard let offered else { return }
        close()
        Task { @MediaActor [playback, log] in
            do {
                // What was changed since then is not undone in its place.
                guard try await playback.undoableEdits() == offered else { return }
                _ = try await playback.undoEdit()
            } catch {
                log.warning("cannot undo a result of a search", ["error": ServiceError(error).message])
            }
        }
    }

    /// The arguments of `Notify`; `nil` for a server without actions.
    private static func arguments(
        _ title: String, replacing id: UInt32, _ capabilities: Set<String>
    ) -> [BusValue]? {
        guard capabilities.contains("actions") else { return nil }
        let hints: [String: BusValue] = [
            "urgency": .byte(0), "desktop-entry": .string(ServiceNames.desktopEntry),
            "category": .string("x-oncue.undo"), "suppress-sound": .bool(true), "transient": .bool(true),
        ]
        return [
            .string("OnCue"), .uint32(id), .string(ServiceNames.desktopEntry),
            .string(NotificationText.plain("Playing \(title)")), .string(""), .strings([key, "Undo"]),
            .dictionary(hints), .int32(Int32(lifetime.components.seconds) * 1_000),
        ]
    }
}
