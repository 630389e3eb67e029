// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime

/// The output between the end of one medium and the choice of the next.
///
/// Logging in to a sound server takes longer than opening a file, so the connection is kept for a while, without a
/// stream: mixers show nothing, and the server suspends a device that no other program uses.
extension DeckEngine {
    /// Opens the output while a file is being opened, if none is open.
    func openOutputAhead() {
        guard outputTime == nil else { return }
        let generation = generation
        submit {
            await self.discardBrokenOutput()
            let graph = self.graph
            guard generation == self.generation, self.outputTime == nil, let new = await graph.openAhead() else {
                return
            }
            guard graph === self.graph else { return await graph.close() }
            self.follow(new.time, new.bus)
        }
    }

    /// Ends the sound, and releases the output later unless something begins before.
    func keepOutput() {
        submit(within: Operation.endingLimit) {
            await self.discardBrokenOutput()
            let graph = self.graph
            let isKept = await graph.rest()
            if !isKept, graph === self.graph { self.forgetPipeline() }
        }
        releaseLater()
    }

    /// Releases an output that nothing uses, unless something begins before.
    func releaseLater() {
        schedule(.releasing, after: keepingTime) { $0.closeOutput() }
    }
}
