// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import Synchronization

/// Counts the changes of the saved queries, and notifies observers.
package final class ForYouState: Sendable {
    let hub = ContentChangeHub()
    private let counter: Mutex<UInt64>
    /// The known numbers of items, by query.
    private let counts = Mutex<[String: (revision: ContentTree.Revision, count: Int)]>([:])
    /// The maximum number of queries, which is more than anyone has; the results of further ones are counted again.
    private static let countLimit = 1000

    /// Starts counting at the current time, so that no run of the service repeats the numbers of the previous one.
    package init() {
        counter = Mutex(UInt64(max(0, FileSystem.secondsSince1970())))
    }

    deinit {
        hub.finish()
    }

    var edits: UInt64 { counter.withLock { $0 } }

    /// Returns the number of items of a list at a revision, if it was counted.
    func count(of list: ForYouList, at revision: ContentTree.Revision) -> Int? {
        counts.withLock { $0[list.query] }.flatMap { $0.revision == revision ? $0.count : nil }
    }

    func note(_ count: Int, of list: ForYouList, at revision: ContentTree.Revision) {
        counts.withLock { counts in
            if counts.count >= Self.countLimit { counts = [:] }
            counts[list.query] = (revision, count)
        }
    }

    /// Announces that any list may have changed.
    package func tell() {
        let number = counter.withLock { counter in
            counter += 1
            return counter
        }
        hub.tell(ContentChange(revision: ContentTree.Revision(number)))
    }
}
