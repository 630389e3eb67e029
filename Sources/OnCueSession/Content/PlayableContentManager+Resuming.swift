// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

extension PlayableContentManager {
    /// The selection, beginning where its first track was left, if that is one that goes on there.
    ///
    /// What cannot be looked up begins at its beginning.
    package func resumed(_ selection: ContentSelection) async -> ContentSelection {
        guard let listening, selection.tracks.indices.contains(selection.startIndex) else { return selection }
        let track = selection.tracks[selection.startIndex]
        guard ListeningRules.remembersPosition(track) else { return selection }
        let records = try? await listening.records(for: [track.identifier])
        var resumed = selection
        if let position = records?[track.identifier]?.position { resumed.startPosition = position }
        return resumed
    }
}
