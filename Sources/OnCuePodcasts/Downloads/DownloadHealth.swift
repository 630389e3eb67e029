// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
internal import OnCueSession

/// Checks for downloaded files that belong to no known episode.
@MediaActor
package struct DownloadHealth: HealthProbing {
    package let name = "podcasts.downloads"
    private let store: PodcastStore
    private let files: DownloadedFiles
    private let executor = BlockingExecutor(label: "oncue.health.downloads")

    /// - Parameter folder: The folder of all downloads.
    package init(_ podcasts: PodcastCenter, folder: String) {
        (store, files) = (podcasts.store, DownloadedFiles(folder: folder))
    }

    package func checks() async -> [HealthCheck] {
        guard let known = try? await store.downloadedFiles() else {
            return [HealthCheck(name, .failed, "the podcasts cannot be read", advice: "look at databases.podcasts")]
        }
        let left = await executor.run { [files] in files.unknown(besides: Set(known)) }
        guard left.count > 0 else { return [HealthCheck(name, .ok, files.folder)] }
        return [
            HealthCheck(
                name, .warning,
                "\(left.count) downloaded files (\(left.bytes >> 20) MB) in \(files.folder) belong to no podcast",
                advice: "subscribe to their podcast again, and they are its downloads; or delete them there")
        ]
    }
}
