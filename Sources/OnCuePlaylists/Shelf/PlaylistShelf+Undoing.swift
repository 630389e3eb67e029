// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueRuntime
internal import PlaylistFormats

/// Changes are undone by restoring the former content of the file, and only if the file is as the change left it.
extension PlaylistShelf {
    package func undoableEdits() -> [NotedEdit] { history.done.reversed().map { NotedEdit($0.edit, at: $0.made) } }

    package func redoableEdits() -> [NotedEdit] {
        history.undone.reversed().map { NotedEdit($0.edit, at: $0.undone ?? $0.made) }
    }

    package func undoEdit() async throws(ContentError) -> (edit: ListEdit, playlist: ContentIdentifier)? {
        await readRules()
        guard var step = history.done.last else { return nil }
        try carryOut(&step, from: step.after, to: step.before)
        step.undone = .now
        history.noteUndone(step)
        return (step.edit, step.playlist)
    }

    package func redoEdit() async throws(ContentError) -> (edit: ListEdit, playlist: ContentIdentifier)? {
        await readRules()
        guard var step = history.undone.last else { return nil }
        try carryOut(&step, from: step.before, to: step.after)
        history.noteRedone(step)
        return (step.edit, step.playlist)
    }

    /// Replaces the file of a playlist by another state of it.
    ///
    /// - Throws: `refused` if the playlist is no longer as in `old`, or its former place is taken; its changes are then
    ///   forgotten. `storage`; the playlist is then unchanged.
    private func carryOut(
        _ step: inout PlaylistHistory.Step, from old: PlaylistHistory.File?, to new: PlaylistHistory.File?
    ) throws(ContentError) {
        let list = list(step.playlist)
        do throws(ContentError) {
            try checkUnchanged(list, old, step.edit)
            if let new { try checkPlace(of: new, instead: list) }
        } catch {
            history.forget(step.playlist)
            throw error
        }
        if let new, let old {
            try write(new.content, to: new.path, from: old.path)
        } else if let new {
            try write(new.content, to: new.path, "restore")
            if let key = step.trashKey { trash?.remove(key) }
            step.trashKey = nil
        } else if let list {
            step.trashKey = try discard(list).key
        }
        if let new { try take(new.path) }
        if let old, old.path != new?.path { FileAccess.removeEmptyFolders(from: old.path, upTo: folder) }
    }

    /// Checks that a playlist is as the history has it.
    private func checkUnchanged(
        _ list: ShelvedList?, _ known: PlaylistHistory.File?, _ edit: ListEdit
    ) throws(ContentError) {
        let isUnchanged =
            if let known {
                list?.path == known.path
                    && (try? FileAccess.read(known.path, limit: PlaylistFormat.sizeLimit))?.bytes == known.content
            } else { list == nil }
        guard isUnchanged else {
            throw ContentError(
                .refused, "cannot change \"\(edit.playlist ?? "")\" back: something else has changed it since")
        }
    }

    /// Checks that a playlist can have its other name and file again.
    private func checkPlace(of new: PlaylistHistory.File, instead list: ShelvedList?) throws(ContentError) {
        let location = MediaLocation(filePath: new.path)
        guard let document = PlaylistFile.read(new.content, list: location) else {
            throw ContentError(.storage, "the former state of \(location) cannot be read")
        }
        let place = ShelvedList.place(document, new.path, own: folder)
        if place.title != list?.title || place.folder != list?.folder { try check(place, except: list?.identifier) }
        guard new.path == list?.path || FileAccess.fingerprint(new.path) == nil else {
            throw ContentError(.refused, "there is already a file \(location); rename it first")
        }
    }
}
