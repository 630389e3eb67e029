// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

/// A change of playback.
package enum NowPlayingUpdate: Sendable, Equatable {
    case report(NowPlayingReport)
    /// The daemon has ended; a report follows when one runs again.
    case serviceLost
}

/// A change of the queue.
package enum QueueUpdate: Sendable, Equatable {
    /// The queue has changed, or may have; the changes must be requested.
    case changed
    /// The queue was edited. If changes are missing, this one does not begin where the one before it ended.
    case edited(QueueChange)
    /// The daemon has ended; a change follows when one runs again.
    case serviceLost
}

/// An update of suggestions.
package enum SuggestionUpdate: Sendable, Equatable {
    /// Something is offered.
    case raised(SuggestionOffer)
    /// The offer with this number is over: `accepted`, `dismissed`, `expired`, …; a newer service may have other
    /// reasons.
    case ended(UInt64, reason: String)
    /// The daemon has ended, and its offer before it.
    case serviceLost
}

/// An update of trigger sources.
package enum TriggerUpdate: Sendable, Equatable {
    case event(TriggerEventRecord)
    /// The health of a source has changed, or may have.
    case sourcesChanged
    /// The daemon has ended; events follow when one runs again.
    case serviceLost
}

/// An update of a library during a scan.
package enum LibraryUpdate: Sendable, Equatable {
    case progressed(LibraryScanProgress)
    case finished(ScanReport)
    /// The daemon has ended, and the scan with it.
    case serviceLost
}
