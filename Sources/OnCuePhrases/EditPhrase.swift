// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import TextOutput

/// Changes of lists that can be undone, in sentences.
package enum EditPhrase {
    /// Returns a description of the edit, such as `added So What and 4 more`.
    package static func text(_ edit: ListEdit) -> String {
        let entries = TextLayout.printable(edit.title) + (edit.count > 1 ? " and \(edit.count - 1) more" : "")
        guard let playlist = edit.playlist.map({ "\"" + TextLayout.printable($0) + "\"" }) else {
            return ofQueue(edit, entries)
        }
        return switch edit.kind {
        case .add: "added \(entries) to \(playlist)"
        case .remove: "removed \(entries) from \(playlist)"
        case .move: "moved \(entries) in \(playlist)"
        case .sort: "sorted \(playlist)"
        case .shuffle: "shuffled \(playlist)"
        case .create: "created \(playlist)"
        case .delete: "deleted \(playlist)"
        case .rename: "renamed \"\(TextLayout.printable(edit.title))\" to \(playlist)"
        case .play, .clear, .back, .takeOver, .handOver: "changed \(playlist)"
        }
    }

    /// Returns a description of an edit of the queue.
    private static func ofQueue(_ edit: ListEdit, _ entries: String) -> String {
        switch edit.kind {
        case .play: "replaced \(entries)"
        case .add: "added \(entries)"
        case .remove: "removed \(entries)"
        case .move: "moved \(entries)"
        case .sort: "sorted \(entries)"
        case .shuffle: "shuffled \(entries)"
        case .clear: "cleared \(entries)"
        case .back: "returned from \(entries)"
        case .takeOver: "took over \(entries)"
        case .handOver: "handed over \(entries)"
        case .create, .delete, .rename: "changed the queue"
        }
    }
}
