// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Plays selected content on a playback controller.
@MediaActor
package final class ControllerSelectionPlayer: SelectionPlayer {
    private let controller: PlaybackController
    private let locator: (any MediaLocating)?
    private let warmer = MediaWarmer()
    private let log = Logger("content")

    /// - Parameter locator: Resolves the addresses of named items, to warm them up.
    package init(_ controller: PlaybackController, locator: (any MediaLocating)? = nil) {
        self.controller = controller
        self.locator = locator
    }
}

extension ControllerSelectionPlayer {
    package func willInitiatePlayback(in manager: ContentManager) -> PlaybackController.Selection {
        controller.beginSelection()
    }

    package func contentManager(
        _ manager: ContentManager, initiatePlaybackOf item: ContentSelection, with options: PlaybackOptions
    ) async throws -> InitiatedPlayback {
        try controller.play(
            item, shuffled: options.shuffleMode, interrupting: options.isInterrupting, for: options.selection,
            by: options.cause)
        manager.noteStart(of: item)
        let begun = InitiatedPlayback(token: controller.snapshot.token, entry: controller.snapshot.entry?.id)
        if let patience = options.patience, let error = await controller.outcome(within: patience) { throw error }
        return begun
    }

    package func contentManager(
        _ manager: ContentManager, initiatePlaybackOfCollection collection: ContentSelection,
        from index: Int, with options: PlaybackOptions
    ) async throws -> InitiatedPlayback {
        var content = collection
        content.startIndex = index
        return try await contentManager(manager, initiatePlaybackOf: content, with: options)
    }

    package func contentManager(_ manager: ContentManager, prepare track: Track, at position: Duration) {
        controller.prepare(track, at: position)
        warmer.warm(track.location, with: locator)
    }

    package func contentManager(_ manager: ContentManager, choose location: MediaLocation) {
        controller.choose(location)
    }

    package func contentManager(
        _ manager: ContentManager, didUpdate context: ContentContext
    ) {
        log.debug(
            "endpoints",
            [
                "endpoint.available": "\(context.endpointAvailable)", "limits.items": "\(context.enforcedItemsCount)",
                "limits.depth": "\(context.enforcedTreeDepth)",
            ])
    }
}
