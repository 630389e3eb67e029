// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface

extension ContextMark {
    /// Reads the context of what is playing; `nil` without one.
    init?(nowPlaying wire: WireDictionary) {
        guard let title = wire.text("contextTitle") ?? wire.text("contextIdentifier") else { return nil }
        self.init(
            title: title, identifier: wire.text("contextIdentifier"), kind: wire.text("contextKind"),
            number: wire.count("contextNumber"), count: wire.count("contextCount"))
    }
}
