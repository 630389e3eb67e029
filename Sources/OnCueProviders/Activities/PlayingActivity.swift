// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// The activity of listening: the item that plays, the position in it, and the source of the queue. It is current from
/// the start of playback until it stops, unless the user turns to something else. Its position is only read when it is
/// needed.
@MediaActor
package final class PlayingActivity {
    package nonisolated static let name = Activity.Name(ServiceNames.busName, "playing")

    private let center: ActivityCenter
    private let controller: PlaybackController
    private let clock = ContinuousClock()
    private var shown: Activity?

    package init(center: ActivityCenter, controller: PlaybackController) {
        (self.center, self.controller) = (center, controller)
        center.ownState = { [weak self] name in name == Self.name ? self?.state : nil }
        controller.changes.listen { [weak self] in self?.update($0) }
        update(controller.snapshot)
    }

    private func update(_ snapshot: PlaybackSnapshot) {
        guard snapshot.status != .stopped, let activity = Self.activity(snapshot) else {
            shown = nil
            return center.endOwn(Self.name)
        }
        guard activity != shown else { return }
        shown = activity
        center.putOwn(activity)
    }

    private var state: Activity? {
        let snapshot = controller.snapshot
        guard var activity = Self.activity(snapshot) else { return nil }
        let position = snapshot.position.position(at: clock.now, duration: snapshot.duration)
        activity.info.values["position"] = .number(position / .seconds(1))
        return activity
    }

    /// Returns the activity without its position; `nil` if there is nothing to continue.
    private static func activity(_ snapshot: PlaybackSnapshot) -> Activity? {
        guard let track = snapshot.entry?.track else { return nil }
        var activity = Activity(
            name, type: ServiceNames.busName + ".playing",
            title: Self.line(track.title), eligibility: .handoff)
        activity.item = track.identifier.description
        activity.summary = track.artists.isEmpty ? nil : Self.line(track.artists.joined(separator: ", "))
        activity.keywords = ([track.album].compactMap(\.self)).map {
            $0.shortened(toBytes: ActivityLimits.keywordBytes)
        }
        .filter { !$0.isEmpty }
        guard let context = snapshot.context else { return activity }
        activity.info.values["contextTitle"] = .text(context.title.shortened(toBytes: ActivityLimits.titleBytes))
        if let identifier = context.identifier { activity.info.values["context"] = .text(identifier.description) }
        return activity
    }

    private static func line(_ text: String) -> String {
        let printable = String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0 })
        return printable.shortened(toBytes: ActivityLimits.titleBytes)
    }
}
