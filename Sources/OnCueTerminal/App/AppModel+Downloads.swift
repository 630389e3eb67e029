// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// Downloads of episodes, whose progress is shown in the rows of the episodes.
extension AppModel {
    mutating func take(_ update: PodcastUpdate) -> [AppEffect] {
        guard case .event(let event) = update else {
            downloads = [:]
            return []
        }
        guard case .downloadProgressed(let progress) = event else { return [] }
        let episode = progress.episode.description
        switch progress.state {
        case .waiting, .loading:
            downloads[episode] = progress
            return []
        case .finished, .cancelled, .failed:
            downloads[episode] = nil
        }
        guard tab == .podcasts else { return [] }
        if progress.state == .failed {
            let title = TextLayout.printable(progress.title)
            message = "! \(title): " + TextLayout.printable(progress.failure ?? "the download failed")
        }
        return with(.podcasts) { $0.renew() }
    }

    /// Returns a row with the progress of its download.
    func withDownload(_ row: ListRow?) -> ListRow? {
        guard var row, let progress = downloads[row.identifier] else { return row }
        row.note = progress.state == .waiting ? "waiting" : "↓ " + PodcastView.text(progress)
        return row
    }
}
