// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a request to play or to enqueue came to.
package struct PlayedContent: Sendable, Equatable {
    package var title: String
    package var subtitle: String
    /// Usually the name of a `ContentKind`.
    package var kind: String
    /// Number of entries that the queue got.
    package var count: Int
    /// Index of the first of them in the queue.
    package var position: Int

    package init(title: String, subtitle: String = "", kind: String = "", count: Int, position: Int = 0) {
        self.title = title
        self.subtitle = subtitle
        self.kind = kind
        self.count = count
        self.position = position
    }
}

extension PlayedContent {
    init(_ wire: WireDictionary) {
        self.init(
            title: wire.text("title") ?? "", subtitle: wire.text("subtitle") ?? "", kind: wire.text("kind") ?? "",
            count: wire.count("count") ?? 0, position: wire.count("position") ?? 0)
    }
}
