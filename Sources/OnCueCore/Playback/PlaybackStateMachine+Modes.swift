// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The modes in which entries leave the queue when they have been played, and playback ends with each of them.
extension PlaybackStateMachine {
    mutating func setConsuming(_ isWanted: Bool) -> [Action] {
        guard isWanted != isConsuming else { return [] }
        isConsuming = isWanted
        return [.savePosition]
    }

    mutating func setSingle(_ isWanted: Bool) -> [Action] {
        guard isWanted != isSingle else { return [] }
        isSingle = isWanted
        return recue() + [.savePosition]
    }

    /// Removes an entry that was played or skipped, if that mode is on. This cannot be undone, so changes that were
    /// undone can no longer be repeated. Another entry must already be current, unless all have been heard.
    mutating func consume(_ id: PlaybackQueue.EntryID?) {
        guard isConsuming, let id else { return }
        editQueue { queue, _ in _ = queue.remove(id) }
        unplayable.remove(id)
        isOrderUnsaved = true
        history.forgetUndone()
    }
}
