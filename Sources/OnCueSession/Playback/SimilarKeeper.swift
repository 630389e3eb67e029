// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueRuntime

/// Looks up similar tracks during the last entry of the queue, and passes them on.
@MediaActor
package final class SimilarKeeper {
    private let controller: PlaybackController
    private let finder: any SimilarFinding
    private let log = Logger("similar")
    private var task: Task<Void, Never>?

    package init(controller: PlaybackController, finder: any SimilarFinding) {
        self.controller = controller
        self.finder = finder
        controller.onSimilarWanted = { [weak self] in self?.find($0) }
    }

    package func close() {
        controller.onSimilarWanted = nil
        task?.cancel()
    }

    private func find(_ request: SimilarRequest) {
        task?.cancel()
        task = Task { @MediaActor [weak self, finder] in
            let tracks = await finder.tracks(for: request)
            guard !Task.isCancelled, let self else { return }
            log.debug("similar tracks", ["tracks": "\(tracks.count)"])
            controller.goOn(with: tracks, for: request)
        }
    }
}
