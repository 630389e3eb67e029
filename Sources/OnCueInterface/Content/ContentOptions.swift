// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The options for reading the children of a container.
package struct ChildrenOptions: Sendable, Equatable, DictionaryForm {
    /// Whether to wait for children that are slow to arrive; otherwise they are fetched, and announced later.
    package var waits: Bool
    /// The view in which they are shown; 0 for none.
    package var view: Int

    package init(waits: Bool = true, view: Int = 0) {
        self.waits = waits
        self.view = view
    }

    package static var blank: ChildrenOptions { ChildrenOptions() }

    package mutating func form(_ fields: inout some FieldCoder) {
        var (wait, view): (Bool?, Int?) = (waits ? nil : false, self.view == 0 ? nil : self.view)
        fields("wait", &wait)
        fields("view", &view)
        (waits, self.view) = (wait ?? true, view ?? 0)
    }
}

/// The options for searching every branch.
package struct SearchOptions: Sendable, Equatable, DictionaryForm {
    /// The most items of each kind, 1 to 50.
    package var limit: Int
    /// Whether only content of other programs is searched.
    package var isOnlyProvided: Bool

    package init(limit: Int = 5, isOnlyProvided: Bool = false) {
        self.limit = limit
        self.isOnlyProvided = isOnlyProvided
    }

    package static var blank: SearchOptions { SearchOptions() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("limit", &limit)
        fields("provided", &isOnlyProvided, .ifSet)
        limit = min(max(1, limit), 50)
    }
}

/// The options of `Resolve`.
package struct ResolveOptions: Sendable, DictionaryForm {
    /// See ``ContentService/resolve(_:opens:)``.
    package var opens = false

    package init(opens: Bool = false) { self.opens = opens }

    package static var blank: ResolveOptions { ResolveOptions() }

    package mutating func form(_ fields: inout some FieldCoder) { fields("opens", &opens, .ifSet) }
}

/// The arguments of `GetChildren`.
package struct ChildrenRequest: WireForm {
    package var place: String
    package var offset: Int
    package var limit: Int
    package var options: ChildrenOptions

    package init(_ place: String, offset: Int, limit: Int, _ options: ChildrenOptions) {
        (self.place, self.offset, self.limit, self.options) = (place, offset, limit, options)
    }

    package static var blank: ChildrenRequest { ChildrenRequest("", offset: 0, limit: 0, ChildrenOptions()) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("place", &place)
        fields("offset", &offset)
        fields("limit", &limit)
        fields("options", &options)
    }
}

/// The arguments of `Search`.
package struct SearchRequest: WireForm {
    package var words: String
    package var offset: Int
    package var limit: Int

    package init(_ words: String, offset: Int, limit: Int) {
        (self.words, self.offset, self.limit) = (words, offset, limit)
    }

    package static var blank: SearchRequest { SearchRequest("", offset: 0, limit: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("words", &words)
        fields("offset", &offset)
        fields("limit", &limit)
    }
}

/// Numbers in which 0 means no limit.
extension ContentLimits: DictionaryForm {
    package static var blank: ContentLimits { ContentLimits() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("items", &items)
        fields("depth", &depth)
        self = ContentLimits(items: items ?? 0, depth: depth ?? 0)
    }
}

extension ContentContext: DictionaryForm {
    package static var blank: ContentContext { ContentContext() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("contentLimitsEnforced", &contentLimitsEnforced)
        fields("enforcedItemsCount", &enforcedItemsCount)
        fields("enforcedTreeDepth", &enforcedTreeDepth)
        fields("endpointAvailable", &endpointAvailable)
    }
}

/// The properties of the interface.
package struct ContentProperties: Sendable, Equatable, WireForm {
    package var revision: ContentTree.Revision
    /// The playing item, and the containers through which it was started.
    package var nowPlayingIdentifiers: [ContentIdentifier]
    /// The limits that apply to every open view.
    package var context: ContentContext

    package init(
        revision: ContentTree.Revision, nowPlayingIdentifiers: [ContentIdentifier] = [],
        context: ContentContext = ContentContext()
    ) {
        self.revision = revision
        self.nowPlayingIdentifiers = nowPlayingIdentifiers
        self.context = context
    }

    package static var blank: ContentProperties { ContentProperties(revision: .blank) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("Revision", &revision)
        fields("NowPlayingIdentifiers", &nowPlayingIdentifiers, .always)
        fields("Context", &context)
    }
}
