// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueRuntime
import Synchronization

/// The parts of a deck that are the same for all media: from decoded sound to the sink from which the mixer fetches it.
struct DeckParts: Sendable {
    /// The number of blocks decoded ahead.
    private static let capacity = 16

    let pipeline: Element
    let bus: PipelineBus
    /// The first element of the chain.
    let converter: Element
    /// Sets the format that comes out.
    let filter: Element
    let line: SampleSink
    let chain: Element

    /// `nil` where elements of GStreamer are not installed.
    init?() {
        guard let pipeline = Element.pipeline(name: "oncue-deck"), let bus = PipelineBus(of: pipeline),
            let converter = Element("audioconvert"), let tempo = Element("scaletempo"),
            let resampler = Element("audioresample"), let filter = Element("capsfilter"),
            let line = SampleSink(capacity: Self.capacity),
            let chain = Element(
                chain: [converter, tempo, resampler, filter, line.element], name: "oncue-deck-chain")
        else { return nil }
        pipeline.add(chain)
        (self.pipeline, self.bus, self.converter, self.filter) = (pipeline, bus, converter, filter)
        (self.line, self.chain) = (line, chain)
    }
}

/// The parts of one deck, made ahead: a third of the time in which a file is opened goes into making them.
final class SpareParts: Sendable {
    private let executor = BlockingExecutor(label: "oncue.playback.spare")
    private let parts = Mutex<DeckParts?>(nil)

    /// Returns the parts for one deck, or `nil` if none are ready.
    func take() -> DeckParts? {
        parts.withLock { parts in
            defer { parts = nil }
            return parts
        }
    }

    /// Makes the parts for the next deck, unless they are there. Returns at once.
    func replace() {
        guard parts.withLock({ $0 == nil }) else { return }
        Task {
            guard let made = await executor.run({ DeckParts() }) else { return }
            parts.withLock { $0 = made }
        }
    }
}
