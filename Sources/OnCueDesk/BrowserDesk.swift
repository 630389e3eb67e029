// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Pages in browsers that play the queue, for the program that serves them.
@MediaActor
package final class BrowserDesk: nonisolated BrowserService {
    package typealias Failure = any Error

    /// Called at most once per turn of the main loop after the instructions of pages may have changed.
    package let changes = Broadcast<Void>()

    private let outputs: BrowserOutputs?
    private let engine: BrowserEngine
    private let fixed: String
    private var isAnnouncing = false
    private let updates = StreamHub<BrowserUpdate>(.newest(BrowserUpdate.room))

    /// - Parameters:
    ///   - outputs: `nil` if the outputs are fixed.
    ///   - fixed: The fixed outputs, as on the command line.
    package init(outputs: BrowserOutputs?, engine: BrowserEngine, fixed: String) {
        (self.outputs, self.engine, self.fixed) = (outputs, engine, fixed)
        changes.listen { [updates] in updates.tell(.changed) }
        engine.changes.listen { [weak self] in self?.announce() }
    }

    /// Lets alarms sound on another output when a browser keeps its page silent.
    package func watch(_ ringer: AlarmRinger) {
        outputs?.isUrgent = { [weak ringer] in ringer?.isRinging == true }
    }

    private func announce() {
        guard !isAnnouncing else { return }
        isAnnouncing = true
        Task { @MediaActor in
            isAnnouncing = false
            changes.send(())
        }
    }

    @MediaActor
    package func followBrowser(_ page: BrowserPage) async throws -> BrowserWish {
        guard let outputs else {
            throw ContentError(
                .refused,
                "oncued was started with --output \(fixed); start it without --output to play in a browser")
        }
        return try outputs.follow(page)
    }

    @MediaActor
    package func browserMedium(_ part: BrowserPart) async throws -> MediaPiece {
        do throws(PlaybackError) {
            if let piece = try await engine.piece(part) { return piece }
        } catch {
            throw ContentError(.unreadable, error.message)
        }
        throw ContentError(.notFound, "this page is not to play that; it asks for what it is to play first")
    }

    @MediaActor
    package func browserUpdates() async -> AsyncStream<BrowserUpdate> { updates.listen(beginningWith: .changed) }
}
