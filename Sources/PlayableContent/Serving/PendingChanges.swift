// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Changes that are not told yet.
struct PendingChanges: Sendable, Equatable {
    /// What is told.
    enum Notice: Sendable, Equatable {
        /// The children of a container are others.
        case children(of: String)
        /// Everything may have changed.
        case everything
        /// Other items are nominated.
        case nominations
    }

    /// More containers than this are told as one change of everything.
    static let most = 100

    private var depth = 0
    private var notices: [Notice] = []

    mutating func begin() { depth += 1 }

    mutating func end() { depth = max(0, depth - 1) }

    mutating func reload() { notices = [.everything] }

    mutating func nominate() { add(.nominations) }

    mutating func changed(_ container: String) { add(.children(of: container)) }

    private mutating func add(_ notice: Notice) {
        guard !notices.contains(.everything), !notices.contains(notice) else { return }
        notices.append(notice)
        if notices.count > Self.most { reload() }
    }

    /// Takes what is to be told now: nothing while changes are held back.
    mutating func takeDue() -> [Notice] {
        guard depth == 0 else { return [] }
        // Not by `defer`: an optimised build may free what is returned before it is kept (Swift 6.3).
        var due: [Notice] = []
        swap(&due, &notices)
        return due
    }
}
