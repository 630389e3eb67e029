// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What the queue was filled from, and which of its tracks is current.
package struct ContextMark: Sendable, Equatable {
    package var title: String
    /// `nil` for what is not in the content tree.
    package var identifier: String?
    /// Usually the name of a `ContentKind`; `nil` for what is not in the content tree.
    package var kind: String?
    /// The number of the current entry in it, counted from 1; `nil` for one that was added.
    package var number: Int?
    /// How many tracks of it came into the queue, where that was all of it.
    package var count: Int?

    package init(
        title: String, identifier: String? = nil, kind: String? = nil, number: Int? = nil, count: Int? = nil
    ) {
        self.title = title
        self.identifier = identifier
        self.kind = kind
        self.number = number
        self.count = count
    }
}

extension ContextMark {
    /// Reads what the queue tells of itself; `nil` without a context.
    init?(queue wire: WireDictionary) {
        guard let title = wire.text("title") ?? wire.text("identifier") else { return nil }
        self.init(
            title: title, identifier: wire.text("identifier"), kind: wire.text("kind"), count: wire.count("count"))
    }

    /// Reads what is told of what plays; `nil` without a context.
    init?(nowPlaying wire: WireDictionary) {
        guard let title = wire.text("contextTitle") ?? wire.text("contextIdentifier") else { return nil }
        self.init(
            title: title, identifier: wire.text("contextIdentifier"), kind: wire.text("contextKind"),
            number: wire.count("contextNumber"), count: wire.count("contextCount"))
    }
}
