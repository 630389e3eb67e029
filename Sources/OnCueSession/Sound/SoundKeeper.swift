// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Saves changes one after the other, in the background; of several waiting changes of the same value, only the last is
/// saved.
@MediaActor
final class SoundKeeper {
    private let store: any SoundStoring
    private let log = Logger("sound")
    private var waiting: [SavedSound.Change] = []
    /// Changes that could not be saved; they are retried with the next change.
    private var unkept: [SavedSound.Change] = []
    private var failure: ContentError?
    private var writer: Task<Void, Never>?

    init(store: any SoundStoring) {
        self.store = store
    }

    func keep(_ change: SavedSound.Change) {
        for other in unkept where !waiting.contains(where: { $0.isSameThing(as: other) }) { waiting.append(other) }
        unkept = []
        waiting.removeAll { $0.isSameThing(as: change) }
        waiting.append(change)
        write()
    }

    /// Returns when everything is on disk, or cannot be saved. Earlier failures are retried.
    ///
    /// - Returns: The reason of a failure.
    @discardableResult
    func finish() async -> ContentError? {
        if writer == nil, let last = unkept.popLast() { keep(last) }
        await writer?.value
        return failure
    }

    private func write() {
        guard writer == nil else { return }
        failure = nil
        writer = Task { @MediaActor [store, log] in
            while !self.waiting.isEmpty {
                let change = self.waiting.removeFirst()
                do throws(ContentError) {
                    try await store.keep(change)
                } catch {
                    log.warning("cannot save the sound settings", ["error": error.message])
                    self.failure = error
                    if !self.waiting.contains(where: { $0.isSameThing(as: change) }) { self.unkept.append(change) }
                }
            }
            self.writer = nil
        }
    }
}

extension SavedSound.Change {
    fileprivate func isSameThing(as other: Self) -> Bool {
        switch (self, other) {
        case (.preferences, .preferences), (.sleep, .sleep): true
        case (.rate(let item, _), .rate(let otherItem, _)): item == otherItem
        case (.volume(let output, _), .volume(let otherOutput, _)): output == otherOutput
        default: false
        }
    }
}
