// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import OnCueCore

/// A part of the children of a container, or of the results of a search, at one revision.
package struct ContentListing: Sendable, Equatable {
    package var revision: ContentTree.Revision
    /// The container of the items; `nil` for a search.
    package var container: ContentRecord?
    /// The position of the first item among all.
    package var offset: Int
    /// The number of all items.
    package var total: Int
    package var items: [ContentRecord]
    /// Whether remote items are being fetched; a notice announces them.
    package var isLoading: Bool
    /// Whether the items show how much of each has been played.
    package var showsProgress: Bool
    /// The number of children where a view limits ``total``.
    package var all: Int?
    /// In search results, the branches that failed.
    package var unanswered: [UnansweredBranch] = []

    package init(
        revision: ContentTree.Revision, container: ContentRecord? = nil, offset: Int = 0, total: Int,
        items: [ContentRecord], isLoading: Bool = false, showsProgress: Bool = false
    ) {
        self.revision = revision
        self.container = container
        self.offset = offset
        self.total = total
        self.items = items
        self.isLoading = isLoading
        self.showsProgress = showsProgress
    }

    /// Sets the index path of each item, if the container has one.
    package mutating func placeItems() {
        guard let path = container?.path else { return }
        let start = path == "/" ? path : path + "/"
        for index in items.indices { items[index].path = start + String(offset + index) }
    }
}

/// The reply to `GetChildren`.
package struct ChildrenPage: WireForm {
    private var listing: ContentListing

    /// The paths of the items are not sent: they follow from that of the container.
    package init(_ listing: ContentListing) {
        self.listing = listing
        for index in listing.items.indices { self.listing.items[index].path = nil }
    }

    /// - Parameter offset: The requested position.
    package func listing(from offset: Int) -> ContentListing {
        var listing = listing
        listing.offset = offset
        listing.placeItems()
        return listing
    }

    package static var blank: ChildrenPage {
        ChildrenPage(ContentListing(revision: .blank, container: .blank, total: 0, items: []))
    }

    package mutating func form(_ fields: inout some FieldCoder) {
        var container = listing.container ?? .blank
        var state = State(
            isLoading: listing.isLoading, showsProgress: listing.showsProgress, all: listing.all)
        fields("revision", &listing.revision)
        fields("container", &container)
        fields("total", &listing.total)
        fields("items", &listing.items, .always)
        fields("state", &state)
        listing.container = container
        (listing.isLoading, listing.showsProgress, listing.all) = (state.isLoading, state.showsProgress, state.all)
    }

    /// The keys of `state`.
    package struct State: DictionaryForm {
        fileprivate var isLoading: Bool
        fileprivate var showsProgress: Bool
        fileprivate var all: Int?

        package static var blank: State { State(isLoading: false, showsProgress: false, all: nil) }

        package mutating func form(_ fields: inout some FieldCoder) {
            fields("loading", &isLoading)
            fields("progress", &showsProgress)
            fields("all", &all)
        }
    }
}

/// The reply to `Search`.
package struct FoundPage: WireForm {
    private var listing: ContentListing

    package init(_ listing: ContentListing) { self.listing = listing }

    /// - Parameter offset: The requested position.
    package func listing(from offset: Int) -> ContentListing {
        var listing = listing
        listing.offset = offset
        return listing
    }

    package static var blank: FoundPage { FoundPage(ContentListing(revision: .blank, total: 0, items: [])) }

    package mutating func form(_ fields: inout some FieldCoder) {
        var state = State(unanswered: UnansweredBranches(branches: listing.unanswered))
        fields("revision", &listing.revision)
        fields("total", &listing.total)
        fields("items", &listing.items, .always)
        fields("state", &state)
        listing.unanswered = state.unanswered.branches
    }

    /// The keys of `state`.
    package struct State: DictionaryForm {
        fileprivate var unanswered: UnansweredBranches

        package static var blank: State { State(unanswered: UnansweredBranches(branches: [])) }

        package mutating func form(_ fields: inout some FieldCoder) { fields("unavailable", &unanswered, .ifSet) }
    }
}

/// The titles of branches, with the reasons why they did not answer.
private struct UnansweredBranches: WireField {
    /// In the order of the titles.
    var branches: [UnansweredBranch]

    init(branches: [UnansweredBranch]) { self.branches = branches }

    init?(wire: BusValue) {
        guard let values = wire.dictionaryValue else { return nil }
        branches = values.map { UnansweredBranch(title: $0, message: $1.stringValue ?? "") }
            .sorted { $0.title < $1.title }
    }

    static var signature: String { "a{sv}" }
    var isUnset: Bool { branches.isEmpty }

    var wire: BusValue {
        .dictionary(Dictionary(branches.map { ($0.title, BusValue.string($0.message)) }) { first, _ in first })
    }
}
