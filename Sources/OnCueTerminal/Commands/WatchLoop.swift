// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// `oncue browse --watch`: shows a container and then every change of it until the program is ended.
struct WatchLoop {
    /// The most items whose titles are looked up after one change.
    private static let mostLookups = 200

    let listing: BrowseListing
    private var context: CommandContext { listing.context }

    init(listing: BrowseListing) {
        self.listing = listing
    }

    func run() async throws {
        // Starts the daemon if none is running, and reports a bad place. By its identifier the container is followed
        // wherever it moves.
        let first = try await listing.fetch(offset: 0, limit: 1)
        let container = first.container.map(\.identifier).flatMap { $0.isEmpty ? nil : $0 } ?? listing.place
        context.console.endWhenUnread()
        // A daemon that the user ends meanwhile must not be restarted.
        try await DaemonStart.$isAllowed.withValue(false) { try await follow(container) }
    }

    /// The shown part of the container.
    private struct Shown {
        /// `nil` until there are any.
        var items: WatchedItems?
        /// Whether the last requested list did not arrive.
        var isMissed = false
    }

    private func follow(_ container: String) async throws {
        var shown = Shown()
        while try await follow(container, &shown) {}
    }

    /// - Returns: Whether to start again: a daemon has ended before it sent the list that it had announced.
    private func follow(_ container: String, _ shown: inout Shown) async throws -> Bool {
        let watched = BrowseListing(context: context, place: container, words: listing.words, isJSON: listing.isJSON)
        for await update in await context.service.contentUpdates(of: container) {
            switch update {
            case .subscribed, .reloaded:
                let list: ContentListing
                do {
                    list = try await (shown.items == nil ? listing : watched)
                        .fetch(offset: 0, limit: WatchedItems.limit)
                } catch let error as ServiceError where error.code == .unavailable && !shown.isMissed {
                    // A second failure in a row is thrown: a daemon is there and does not answer.
                    shown.isMissed = true
                    return true
                }
                shown.isMissed = false
                if let events = shown.items?.replace(with: list) {
                    show(events)
                } else {
                    var items = WatchedItems()
                    items.begin(list)
                    shown.items = items
                    show(list)
                }
            case .changed(let difference):
                let fresh = await records(of: difference, in: container)
                if let events = shown.items?.apply(difference, fresh: fresh) { show(events) }
            case .failed(let error): throw error
            case .serviceLost: context.console.tell("oncued has quit; changes are shown once it runs again")
            }
        }
        return false
    }

    private func show(_ list: ContentListing) {
        context.memory.write(list.items)
        if listing.isJSON { return context.console.write(list.json.text(.compact) + "\n") }
        context.console.write(lines: ContentTable.lines(list.items, screen: context.console.dataScreen))
        if list.total > list.items.count { context.console.tell("\(list.items.count) of \(list.total)") }
        context.console.tell("Watching; press Ctrl-C to stop")
    }

    private func show(_ events: [WatchedItems.Event]) {
        let style = context.console.style
        context.console.write(
            lines: events.map { listing.isJSON ? $0.json.text(.compact) : $0.line(style) })
    }

    /// Returns the records of new and changed items: neighbours with one call, others by their identifiers.
    private func records(
        of difference: ContainerDifference, in container: String
    ) async -> [String: ContentRecord] {
        var records: [String: ContentRecord] = [:]
        for run in Self.runs(difference.added.map(\.index)).prefix(Self.mostLookups) {
            let page = try? await context.service.children(
                of: container, offset: run.lowerBound, limit: min(run.count, PageLimit.largest))
            for item in page?.items ?? [] { records[item.identifier] = item }
        }
        for identifier in difference.changed.prefix(Self.mostLookups) where records[identifier] == nil {
            records[identifier] = try? await context.service.item(at: identifier).item
        }
        return records
    }

    /// Returns ascending indices as ranges without gaps.
    static func runs(_ indices: [Int]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in indices {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }
}
