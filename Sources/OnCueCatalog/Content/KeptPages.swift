// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Recently requested pages, kept as long as nothing in the catalog changes: a list that is shown again does not have
/// to wait for the thread that reads the file.
///
/// The writer notes each change after its transaction and before it is announced, so a caller that knows of a change
/// never gets a page from before it.
final class KeptPages: Sendable {
    /// The maximum number of rows of all pages, which limits the memory; if there would be more, all are dropped.
    static let rowLimit = 2000

    enum Request: Hashable {
        case children(ContentIdentifier, offset: Int, limit: Int)
        case named([String], offset: Int, limit: Int)
    }

    private struct State {
        var changes: UInt64 = 0
        var pages: [Request: NamedPage] = [:]
        var rows = 0
    }

    private let state = Mutex(State())

    /// The number of changes so far.
    var changes: UInt64 { state.withLock { $0.changes } }

    func page(_ request: Request) -> NamedPage? { state.withLock { $0.pages[request] } }

    /// - Parameter changes: The number of changes before the page was read; if there has been another, the page is not
    ///   kept.
    func keep(_ page: NamedPage, for request: Request, asOf changes: UInt64) {
        // The container is a row as well, so that empty pages count.
        let rows = page.page.items.count + 1
        guard rows <= Self.rowLimit else { return }
        state.withLock { state in
            guard state.changes == changes, state.pages[request] == nil else { return }
            if state.rows + rows > Self.rowLimit { (state.pages, state.rows) = ([:], 0) }
            state.pages[request] = page
            state.rows += rows
        }
    }

    /// Notes that the catalog has changed, or may have.
    func change() {
        state.withLock { state in
            state.changes += 1
            (state.pages, state.rows) = ([:], 0)
        }
    }
}
