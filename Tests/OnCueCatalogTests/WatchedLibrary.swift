// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import Testing

@testable import OnCueCatalog

/// A library that watches, and everything that it tells.
struct WatchedLibrary {
    let test: TestLibrary
    let library: CatalogLibrary
    let watch: FolderWatch
    let events: AsyncStream<LibraryEvent>

    /// Waits until the titles are these.
    func expect(_ titles: [String], _ path: String..., within limit: Duration = .seconds(20)) async throws {
        let places = path.isEmpty ? ["Tracks"] : path
        let end = ContinuousClock.now + limit
        while true {
            let found = try await self.titles(places)
            if found == titles { return }
            try #require(ContinuousClock.now < end, "\(found) is not \(titles)")
            for await event in events {
                if case .contentChanged = event { break }
            }
        }
    }

    private func titles(_ places: [String]) async throws -> [String] {
        let identifier = try? await test.source.identifier(named: places)
        guard let identifier else { return [] }
        return try await test.source.tracks(under: identifier).map(\.title)
    }

    private static var hasInstance: Bool {
        let descriptor = inotify_init1(0)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    /// A library that has been scanned once.
    ///
    /// - Parameters:
    ///   - limit: How many folders can be watched.
    ///   - fill: Puts files into it before.
    static func make(
        limit: Int = .max, _ log: LogLines = LogLines(), clock: LibraryClock = .system,
        fill: (TestLibrary) async throws -> Void = { _ in }
    ) async throws -> WatchedLibrary {
        let test = try await TestLibrary()
        try await fill(test)
        // A user has 128 instances of inotify, and message buses of other tests have some.
        let end = ContinuousClock.now + .seconds(30)
        while !hasInstance, ContinuousClock.now < end { await Task.yield() }
        let watch = FolderWatch(limit: limit, log: { log.append($0) })
        let scanner = LibraryScanner(catalog: test.catalog, tags: test.tags, workerCount: 2, watch: watch)
        let library = CatalogLibrary(
            catalog: test.catalog, scanner: scanner, watch: watch, clock: clock, log: { log.append($0) })
        let events = await library.events()
        await library.scan()
        for await event in events {
            if case .scanFinished = event { break }
        }
        return WatchedLibrary(test: test, library: library, watch: watch, events: await library.events())
    }
}
