// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import Glibc
internal import OnCueActivities
internal import OnCueBus
internal import OnCueCore
internal import OnCueDesk
internal import OnCueDesktop
internal import OnCueInterface
internal import OnCueProviders
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState

/// The parts that know what the user is doing in programs.
@MediaActor
final class ActivityParts {
    let center: ActivityCenter
    private let playing: PlayingActivity

    /// Returns the folders in which programs declare their activities, the first having precedence.
    static func folders(_ directories: UserDirectories) -> [String] {
        ([directories.data] + directories.sharedData).map { $0 + "/activities" }
    }

    /// Reads what is kept, and exports the interface.
    ///
    /// - Throws: ``BusError`` if it cannot be exported.
    static func open(
        _ parts: ServiceParts, _ directories: UserDirectories, playback: PlaybackDesk, _ exports: ServiceExports,
        on bus: MessageBus
    ) async throws(BusError) -> ActivityParts {
        let pages = PageOpener(bus: bus)
        let center = ActivityCenter(
            bus: bus, store: parts.activities,
            folders: folders(directories),
            ways: ActivityCenter.Ways(
                play: { try await Self.play($0, playback) }, open: { try await pages.open($0) }),
            now: { Int64(time(nil)) })
        await center.begin()
        parts.manager.foreign = center
        try exports.add(activities: { center.session(of: $0) }, changes: center.changes)
        return ActivityParts(center, PlayingActivity(center: center, controller: parts.controller))
    }

    private init(_ center: ActivityCenter, _ playing: PlayingActivity) {
        (self.center, self.playing) = (center, playing)
    }

    /// Plays the item of an activity, at its position if it has one. An item that is already playing continues.
    private static func play(_ activity: Activity, _ playback: PlaybackDesk) async throws -> String {
        if activity.name == PlayingActivity.name {
            try await playback.perform(.resume)
            return activity.title
        }
        let played = try await playback.play([activity.item ?? ""], PlayOptions())
        if case .number(let position)? = activity.info.values["position"], position > 0, position < 1_000_000 {
            try await playback.perform(.seek(to: .milliseconds(Int(position * 1000))))
        }
        return played.title
    }
}
