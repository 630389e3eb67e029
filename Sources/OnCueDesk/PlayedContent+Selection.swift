// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueSession

extension PlayedContent {
    /// Creates the selection as front ends see it.
    init(_ selection: ContentSelection) {
        self.init(
            title: selection.title, subtitle: selection.subtitle,
            kind: selection.kind?.rawValue ?? (selection.naming == .query ? "query" : "file"),
            count: selection.tracks.count)
        naming = selection.naming
        runnerUp = selection.runnerUp.map { ContentRecord($0) }
    }
}
