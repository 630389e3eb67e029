// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// The output between a stop and what is chosen next.
///
/// Logging in to a sound server takes longer than opening a file, so the connection is kept for a moment, without a
/// stream: mixers show nothing any more, and a device that nobody else uses is free to be suspended.
extension DeckEngine {
    /// How long an output that nothing uses is kept.
    private static let keepingTime: Duration = .seconds(5)

    /// Ends what the output holds, and gives it back unless something begins soon.
    func keepOutput() {
        submit(within: Operation.endingLimit) {
            await self.discardBrokenOutput()
            let graph = self.graph
            let isKept = await graph.rest()
            guard graph === self.graph else { return }
            if isKept { self.beginKeeping() } else { self.forgetPipeline() }
        }
    }

    private func beginKeeping() {
        guard release == nil else { return }
        release = Task { [weak self] in
            do { try await MediaActor.sleep(for: Self.keepingTime) } catch { return }
            self?.releaseOutput()
        }
    }

    /// To be told when something has begun at the output, and when there is none any more.
    func endKeeping() {
        release?.cancel()
        release = nil
    }

    private func releaseOutput() {
        submit(within: Operation.endingLimit, isLasting: true) {
            // Something may have begun while this waited for its turn.
            guard self.release != nil else { return }
            self.forgetPipeline()
            await self.graph.close()
        }
    }
}
