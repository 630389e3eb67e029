// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Changes that have not been reported yet.
struct PendingChanges: Sendable, Equatable {
    /// A notice to send.
    enum Notice: Sendable, Equatable {
        /// The children of a container have changed.
        case children(of: String)
        /// Everything may have changed.
        case everything
        /// The nominated items have changed.
        case nominations
    }

    /// The number of containers above which one change of everything is reported.
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

    /// Returns and removes the notices to send now: none while they are delayed.
    mutating func takeDue() -> [Notice] {
        guard depth == 0 else { return [] }
        // Not by `defer`: an optimised build may free the returned value too early (Swift 6.3).
        var due: [Notice] = []
        swap(&due, &notices)
        return due
    }
}
