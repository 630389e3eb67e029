// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueDesktop
internal import OnCuePlayback
internal import OnCuePodcasts
internal import OnCueProviders
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState

/// The checks of the service's health.
@MediaActor
enum ServiceHealth {
    /// - Parameters:
    ///   - former: The end of the daemon before this one, if that was unexpected.
    ///   - bus: The session bus.
    static func make(
        _ parts: ServiceParts, _ configuration: ServiceConfiguration, _ recent: RecentKeeper,
        after former: FormerEnd?, on bus: MessageBus
    ) -> HealthCenter {
        let databases = ServiceDatabases.all(configuration.directories)
        return HealthCenter(
            [
                FormerEndHealth(former, log: configuration.directories.state + "/oncued.log"),
                OutputHealth(parts.outputs, fixed: configuration.settings.text(.output), controller: parts.controller),
                DecoderHealth(), LibraryHealth(parts.library), NotificationHealth(bus: bus), recent,
            ] + databases.map { DatabaseHealth($0) }
                + [DownloadHealth(parts.podcasts, folder: configuration.directories.data + "/podcasts")]
                + [ActivityFileHealth(folders: ActivityParts.folders(configuration.directories))]
                + [BacklogHealth(parts.listening.recorder, parts.suggestions.learning)])
    }
}
