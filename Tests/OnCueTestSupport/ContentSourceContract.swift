// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueSession

/// What every `ContentSource` promises, checked on the tree that one holds.
///
/// The tree is walked from its root, up to a bounded number of items; it must not change meanwhile, but by what the test
/// hands in.
package struct ContentSourceContract {
    let source: any ContentSource
    /// How many items are looked at in all.
    private let limit: Int
    /// Positions of so many levels hold at every revision.
    private let fixedDepth: Int
    private var looked = 0
    private var broken: [String] = []

    private init(_ source: any ContentSource, limit: Int, fixedDepth: Int) {
        self.source = source
        self.limit = limit
        self.fixedDepth = fixedDepth
    }

    /// Checks a source.
    ///
    /// - Parameters:
    ///   - fixedDepth: The levels whose positions never move, such as that of the sections.
    ///   - change: A change that the source must tell; without one that is not checked.
    /// - Returns: A sentence for each promise that is broken; empty for a good source.
    package static func violations(
        in source: any ContentSource, limit: Int = 300, fixedDepth: Int = 1, change: Change? = nil
    ) async -> [String] {
        var contract = ContentSourceContract(source, limit: limit, fixedDepth: fixedDepth)
        do {
            try await contract.check()
            if let change {
                try await contract.check(change)
                contract.looked = 0
                try await contract.check()
            }
        } catch let error as ContentError {
            contract.broken.append("something failed: \(error.message)")
        } catch {
            contract.broken.append("something failed: \(error)")
        }
        return contract.broken
    }

    mutating func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) {
        if !isKept { broken.append(promise()) }
    }

    private mutating func check() async throws(ContentError) {
        _ = try await pageAtHand(of: .root, "the root")
        let root = try await source.item(for: .root)
        expect(root.identifier == .root && root.isContainer, "the root is a container that is called root")
        expect(try await source.revision() == source.revision(), "a revision stays while nothing changes")
        await expectFailure(.notFound, "an unknown item is not found") { source throws(ContentError) in
            _ = try await source.item(for: ContentIdentifier(kind: .track, key: "no-such-item"))
        }
        await expectFailure(.notFound, "a position out of range is not found") { source throws(ContentError) in
            _ = try await source.identifier(at: [100_000], revision: nil)
        }
        await expectFailure(.notFound, "a title that does not exist is not found") { source throws(ContentError) in
            _ = try await source.identifier(named: ["no such title anywhere"])
        }
        await expectFailure(.notFound, "a title that does not exist has no place") { source throws(ContentError) in
            _ = try await source.place(named: ["no such title anywhere"])
        }
        let nothing = try await source.children(named: ["no such title anywhere"], offset: 0, limit: 1)
        expect(nothing == nil, "a title that does not exist has no children")
        try await walk(root, at: [], titles: [])
    }

    private mutating func walk(
        _ container: ContentNode, at path: IndexPath, titles: [String]
    ) async throws(ContentError) {
        guard looked < limit, path.count < 6 else { return }
        let place = container.title
        let children = try await pages(of: container, place)
        for (index, child) in children.enumerated() {
            guard looked < limit else { return }
            looked += 1
            try await check(child, at: path.appending(index), titles: titles + [child.title])
            if child.isContainer {
                try await walk(child, at: path.appending(index), titles: titles + [child.title])
            }
        }
    }

    // MARK: Pages

    private mutating func pages(of container: ContentNode, _ place: String) async throws(ContentError)
        -> [ContentNode]
    {
        let identifier = container.identifier
        let whole = try await source.children(of: identifier, offset: 0, limit: 1000, at: nil)
        expect(whole.container == container, "the page of \(place) tells the item that it belongs to")
        expect(
            whole.items.count == min(whole.total, 1000) || whole.isLoading, "a page of \(place) is as long as it may be"
        )
        for child in Set([0, whole.items.count / 2, whole.items.count - 1]).compactMap({ whole.items[safe: $0] }) {
            let found = try await source.index(of: child.identifier, in: identifier, at: whole.revision)
            expect(
                found.flatMap { whole.items[safe: $0.index] }?.identifier == child.identifier,
                "\(place) tells where \(child.identifier) stands")
        }
        if let count = container.childCount {
            expect(count == whole.total, "\(place) says how many children it has: \(count), not \(whole.total)")
        }
        let atHand = try await pageAtHand(of: identifier, place)
        expect(atHand == whole || whole.isLoading, "the page of \(place) at hand is that which was waited for")
        let identifiers = whole.items.map(\.identifier)
        for size in [1, 3] where !whole.items.isEmpty {
            let offset = whole.items.count / 2
            let page = try await source.children(of: identifier, offset: offset, limit: size, at: whole.revision)
            expect(
                page.items.map(\.identifier) == Array(identifiers.dropFirst(offset).prefix(size))
                    && page.offset == offset && page.total == whole.total,
                "a page of \(size) in \(place) is a part of the whole")
        }
        let beyond = try await source.children(of: identifier, offset: whole.total + 5, limit: 10, at: nil)
        expect(beyond.items.isEmpty && beyond.total == whole.total, "behind the end of \(place) nothing is left")
        return whole.items
    }

    // MARK: Items

    private mutating func check(
        _ item: ContentNode, at path: IndexPath, titles: [String]
    ) async throws(ContentError) {
        let name = "\(item.identifier) (\(item.title))"
        expect(
            ContentIdentifier(item.identifier.description) == item.identifier, "the name of \(name) can be read back")
        expect(!item.title.isEmpty, "\(name) has a title")
        expect(item.isContainer || item.isPlayable || item.isUnavailable, "\(name) can be opened or played")
        expect(item.playbackProgress.map { (0...1).contains($0) } ?? true, "the progress of \(name) is a fraction")
        let alone = try await source.item(for: item.identifier)
        expect(alone == item, "\(name) is the same in a list and alone: \(item) and \(alone)")
        let revision = try await source.revision(at: path)
        let identifier = try await source.identifier(at: path, revision: revision)
        expect(identifier == item.identifier, "\(name) is where the list shows it")
        if let position = await source.indexPath(of: item.identifier) {
            let there = try await source.identifier(at: position, revision: nil)
            expect(there == item.identifier, "\(name) is where it is said to be")
        }
        try await checkTitles(titles, item, name)
        try await checkTracks(of: item, name)
        if !item.isContainer {
            await expectFailure(.notContainer, "\(name) has no children") { source throws(ContentError) in
                _ = try await source.children(of: item.identifier, offset: 0, limit: 1, at: nil)
            }
        }
        guard path.count > fixedDepth else { return }
        let other = ContentTree.Revision(revision.number + 1_000_000)
        await expectFailure(.staleIndexPath(current: revision), "a position of \(name) at another revision is stale") {
            source throws(ContentError) in
            _ = try await source.identifier(at: path, revision: other)
        }
    }

    /// Titles need not be unique, so that something of this title is found is all that is promised.
    private mutating func checkTitles(
        _ titles: [String], _ item: ContentNode, _ name: String
    ) async throws(ContentError) {
        guard titles.allSatisfy({ !$0.contains("/") }) else { return }
        let found = try await source.item(for: try await source.identifier(named: titles))
        expect(found.title.lowercased() == item.title.lowercased(), "\(name) is reached by its titles")
        let place = try await source.place(named: titles)
        expect(place.identifier == found.identifier, "\(name) is in the place that its titles lead to")
        if let path = place.path {
            let there = try await source.identifier(at: path, revision: place.revision)
            expect(there == found.identifier, "\(name) is at the position that its titles lead to")
        }
        guard found.isContainer else { return }
        let page = try await source.children(of: found.identifier, offset: 1, limit: 2, at: nil)
        let named = try await source.children(named: titles, offset: 1, limit: 2)
        expect(named?.page.items == page.items, "the children of \(name) are listed by its titles")
        expect(named?.page.container == page.container && named?.path == place.path, "\(name) is what its titles list")
    }

    private mutating func checkTracks(of item: ContentNode, _ name: String) async throws(ContentError) {
        guard !item.isUnavailable else { return }
        let tracks = try await source.tracks(under: item.identifier)
        expect(
            !item.isPlayable || !tracks.isEmpty || item.childCount == 0,
            "\(name) is playable, so there is something to play")
        if !item.isContainer { expect(tracks.count == 1, "\(name) is one thing that plays") }
        expect(tracks.allSatisfy { !$0.title.isEmpty }, "what plays of \(name) has titles")
    }

    private mutating func expectFailure(
        _ code: ContentError.Code, _ promise: String,
        _ body: (any ContentSource) async throws(ContentError) -> Void
    ) async {
        do throws(ContentError) {
            try await body(source)
            broken.append("\(promise), but it was answered")
        } catch {
            expect(error.code == code, "\(promise), but the answer is \(error.code): \(error.message)")
        }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
