// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases

/// Edits of the queue.
enum QueueErrand {
    /// Performs an edit, and returns a message about its result, which is empty if the list shows it.
    static func run(_ action: QueueAction, _ service: any MediaServiceClient) async -> String {
        do throws(ClientError) {
            switch action {
            case .remove(let entries, let title):
                let entries = entries.map(number)
                try await service.perform(entries.count == 1 ? .removeEntry(entries[0]) : .removeEntries(entries))
                return "Removed \(title); press u to undo"
            case .move(let entry, let index):
                try await service.perform(.moveEntry(number(entry), to: index))
                return ""
            case .moveSeveral(let entries, let index):
                try await service.perform(.moveEntries(entries.map(number), to: index))
                return ""
            case .undo: return "Undone: " + EditPhrase.text(try await service.undoEdit())
            case .redo: return "Redone: " + EditPhrase.text(try await service.redoEdit())
            case .clear:
                try await service.perform(.clearQueue)
                return "The queue is empty; press u to undo"
            }
        } catch {
            return "! " + error.message
        }
    }

    private static func number(_ entry: String) -> PlaybackQueue.EntryID { PlaybackQueue.EntryID(UInt64(entry) ?? 0) }
}
