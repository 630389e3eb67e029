// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The source of the queue, and the position of the current track in it.
package struct ContextMark: Sendable, Equatable {
    package var title: String
    /// `nil` for a source that is not in the content tree.
    package var identifier: String?
    /// Usually the name of a `ContentKind`; `nil` for a source that is not in the content tree.
    package var kind: String?
    /// The number of the current entry in it, counted from 1; `nil` for an entry that was added.
    package var number: Int?
    /// The number of its tracks, if all of them are in the queue.
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

extension ContextMark: DictionaryForm {
    /// No context.
    package static var blank: ContextMark { ContextMark(title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title, .ifSet)
        fields("identifier", &identifier)
        fields("kind", &kind)
        fields("count", &count)
        if title.isEmpty, let identifier { title = identifier }
    }
}
