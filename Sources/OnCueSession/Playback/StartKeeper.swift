// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Knows whether there is something to play while nothing is in the queue, and plays it when somebody asks.
///
/// Every way to say "play" without saying what goes through ``perform(_:by:)``, so that all of them mean the same.
///
/// It looks when it starts, when the queue has become empty, and while it is empty whenever the content changes; then it
/// looks only whether what it had found is still there.
@MediaActor
package final class StartKeeper {
    private let controller: PlaybackController
    private let manager: PlayableContentManager
    private let log = Logger("start")
    private var found: Beginning?
    private var isEmpty = false
    private var isDue = false
    private var looking: Task<Void, Never>?
    private var follower: Task<Void, Never>?

    package init(controller: PlaybackController, manager: PlayableContentManager) {
        self.controller = controller
        self.manager = manager
    }

    isolated deinit { follower?.cancel() }

    /// Begins to follow the content.
    package func start() {
        guard follower == nil else { return }
        controller.noteStart(.unknown)
        let changes = manager.source.changes()
        follower = Task { @MediaActor [weak self] in
            for await _ in changes { self?.contentChanged() }
        }
        look()
    }

    /// Takes playback as it is now.
    package func update(_ snapshot: PlaybackSnapshot) {
        let wasEmpty = isEmpty
        isEmpty = snapshot.isEmpty
        if isEmpty, !wasEmpty { look() }
    }

    /// Carries out a command; where it asks to play and nothing is in the queue, playing begins as ``begin(by:)`` has it.
    ///
    /// - Returns: What is still under way, and may fail, when this returns; `nil` where all is done.
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

    /// Plays what was played last, or what else there is.
    ///
    /// - Parameter cause: Who asks for it.
    /// - Returns: What is under way: looking it up, until it has begun. It throws ``PlaybackCommandError`` (with
    ///   `overtaken` when something else was asked for meanwhile, with `nothingPlaying` when nothing is left) and
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

    /// Of changes that come while it looks, one more look takes account.
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
