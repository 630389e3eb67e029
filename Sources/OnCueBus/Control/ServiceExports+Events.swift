// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface

extension ServiceExports {
    /// Announces an event of podcasts.
    package func announce(_ event: PodcastEvent) {
        switch event {
        case .refreshProgressed(let progress): emit(PodcastMethods.refreshProgressed, Only(progress))
        case .refreshFinished(let report): emit(PodcastMethods.refreshFinished, Only(report))
        case .downloadProgressed(let progress): emit(PodcastMethods.downloadProgressed, Only(progress))
        }
    }
}
