// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Determines whether there is something to play while the queue is empty, and plays it on request.
///
/// Every way to request playback without an item uses ``perform(_:by:)``, so that all of them have the same effect.
///
/// It searches at the start and when the queue has become empty; while that is empty, every change of the content makes
/// it check whether the item found still exists.
@MediaActor
package final class StartKeeper {
    private let controller: PlaybackController
    private let manager: ContentManager
    private let log = Logger("start")
    private var found: Beginning?
    private var isEmpty = false
    private var isDue = false
    private var looking: Task<Void, Never>?
    private var follower: Task<Void, Never>?

    package init(controller: PlaybackController, manager: ContentManager) {
        self.controller = controller
        self.manager = manager
    }

    isolated deinit { follower?.cancel() }

    /// Starts to follow the content.
    package func start() {
        guard follower == nil else { return }
        controller.noteStart(.unknown)
        let changes = manager.source.changes()
        follower = Task { @MediaActor [weak self] in
            for await _ in changes { self?.contentChanged() }
        }
        look()
    }

    /// Processes the present state of playback.
    package func update(_ snapshot: PlaybackSnapshot) {
        let wasEmpty = isEmpty
        isEmpty = snapshot.isEmpty
        if isEmpty, !wasEmpty { look() }
    }

    /// Carries out a command; if it requests playback and the queue is empty, playback begins as in ``begin(by:)``.
    ///
    /// - Returns: The operation in progress, which may fail; `nil` if it is complete.
    /// - Throws: ``PlaybackCommandError``; nothing has changed then.
    package func perform(
        _ command: PlaybackCommand, by cause: PlaybackCause
    ) throws(PlaybackCommandError) -> Task<Void, any Error>? {
        switch command {
        case .resume where controller.snapshot.isEmpty, .toggle where controller.snapshot.isEmpty:
            return begin(by: cause)
        default:
            try controller.perform(command, by: cause)
            return nil
        }
    }

    /// Plays the last played item, or another one.
    ///
    /// - Parameter cause: The origin of the request.
    /// - Returns: The operation in progress: the lookup, until playback has begun. It throws ``PlaybackCommandError``
    ///   (with `overtaken` if something else was requested meanwhile, with `nothingPlaying` if nothing is left) and
    ///   ``ContentError``.
    package func begin(by cause: PlaybackCause) -> Task<Void, any Error> {
        var options = PlaybackOptions(controller.beginSelection())
        options.cause = cause
        return Task { @MediaActor [manager, log, options] in
            do {
                guard let beginning = await manager.beginning() else { throw RemoteCommandCenter.nothingToBegin }
                try await manager.begin(beginning, with: options)
            } catch {
                log.debug("nothing begins", ["error": "\(error)"])
                throw error
            }
        }
    }

    private func contentChanged() {
        if isEmpty { look() }
    }

    /// Checks once; changes in the meantime cause one more check.
    private func look() {
        isDue = true
        guard looking == nil else { return }
        looking = Task { @MediaActor [weak self, manager] in
            while let self, isDue {
                isDue = false
                if let found, await manager.isThere(found) { continue }
                found = await manager.beginning()
                controller.noteStart(found == nil ? .nothing : .found)
            }
            self?.looking = nil
        }
    }
}
