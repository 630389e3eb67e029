// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueRuntime

/// Keeps changes one after the other, in the background; of several of the same thing that wait only the last is kept.
@MediaActor
final class SoundKeeper {
    private let store: any SoundStoring
    private let log = Logger("sound")
    private var waiting: [SavedSound.Change] = []
    private var writer: Task<Void, Never>?

    init(store: any SoundStoring) {
        self.store = store
    }

    func keep(_ change: SavedSound.Change) {
        waiting.removeAll { $0.isSameThing(as: change) }
        waiting.append(change)
        guard writer == nil else { return }
        writer = Task { @MediaActor [store, log] in
            while !self.waiting.isEmpty {
                do throws(ContentError) {
                    try await store.keep(self.waiting.removeFirst())
                } catch {
                    log.warning("cannot save the sound settings", ["error": error.message])
                }
            }
            self.writer = nil
        }
    }

    /// Returns when everything is on disk.
    func finish() async {
        await writer?.value
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
