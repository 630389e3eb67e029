// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCatalog
internal import OnCueCore
internal import OnCuePodcasts
internal import OnCueRuntime
internal import OnCueSession

/// The podcasts of the service.
@MediaActor
enum ServicePodcasts {
    static func make(
        _ configuration: ServiceConfiguration, in folder: DatabaseFolder, _ web: ServiceWeb,
        listening: any ListeningStoring
    ) -> PodcastCenter {
        let directories = configuration.directories
        var schedule = RefreshSchedule()
        schedule.interval = configuration.settings.refreshInterval.components.seconds
        return PodcastCenter(
            path: folder.path + "/podcasts.sqlite", isLasting: folder.isLasting,
            downloads: directories.data + "/podcasts",
            listening: listening,
            client: web.makeClient(), schedule: schedule,
            seed: UInt64.random(in: 0 ... .max),
            now: { Int64(time(nil)) })
    }
}
