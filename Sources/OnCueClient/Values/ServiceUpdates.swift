// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A change of what plays.
package enum NowPlayingUpdate: Sendable, Equatable {
    case report(NowPlayingReport)
    /// The daemon has ended; a report follows when one runs again.
    case serviceLost
}

/// A change of the queue.
package enum QueueUpdate: Sendable, Equatable {
    /// It is another than before, or may be; what has changed is to be asked for.
    case changed
    /// It was edited. Changes may be left out; then this one does not begin where the one before it has ended.
    case edited(QueueChange)
    /// The daemon has ended; a change follows when one runs again.
    case serviceLost
}

/// What becomes of suggestions.
package enum SuggestionUpdate: Sendable, Equatable {
    /// Something is offered.
    case raised(SuggestionOffer)
    /// The offer with this number is over: `accepted`, `dismissed`, `expired`, …; a newer service may have other reasons.
    case ended(UInt64, reason: String)
    /// The daemon has ended, and what it offered before it.
    case serviceLost
}

/// What sources of triggers tell.
package enum TriggerUpdate: Sendable, Equatable {
    case event(TriggerEventRecord)
    /// The health of a source has changed, or may have.
    case sourcesChanged
    /// The daemon has ended; events follow when one runs again.
    case serviceLost
}

/// What a library tells while it is scanned.
package enum LibraryUpdate: Sendable, Equatable {
    case progressed(LibraryScanProgress)
    case finished(ScanReport)
    /// The daemon has ended, and the scan with it.
    case serviceLost
}

/// Who answers on the bus.
package struct ServiceIdentity: Sendable, Equatable {
    package var version: String
    package var processIdentifier: Int?
    /// The person's screen is locked.
    package var isLocked: Bool
    /// What is wrong with the configuration file.
    package var problems: [ConfigurationProblem]

    package init(
        version: String, processIdentifier: Int? = nil, isLocked: Bool = false, problems: [ConfigurationProblem] = []
    ) {
        self.version = version
        self.processIdentifier = processIdentifier
        self.isLocked = isLocked
        self.problems = problems
    }
}
