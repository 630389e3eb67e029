// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import OnCueCore
package import OnCueInterface

/// A value some of whose fields `--json` writes in a way that differs from the default.
package protocol ShownInWays: WireForm {
    var shownWays: KeyValuePairs<String, FormJSON.Way> { get }
}

extension MediaFormat: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> { ["gain": .places(2)] }
}

extension Location: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> {
        ["navigation": .value(.bool(supportsNavigation)), "calls": .value(.bool(supportsCalls))]
    }
}

extension LocationMatch: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> { ["named": .leftOut] }
}

extension LibraryScanProgress: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> { ["rate": .places(1)] }
}

extension JournalEntry: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> {
        ["recording": .leftOut, "log": .leftOut, "number": .leftOut, "private": .leftOut]
    }
}

extension PodcastSummary: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> { ["author": .text] }
}

extension PodcastSettings: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> {
        ["notifyLoudly": .value(.bool(notifies && notifiesLoudly))]
    }
}

extension FoundPodcast: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> {
        ["author": .text, "genre": .text, "newest": .text, "summary": .text]
    }
}

extension FoundStation: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> {
        ["country": .text, "language": .text, "codec": .text]
    }
}

extension CompletionWord: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> { ["identifier": .filled] }
}

extension ScrobblingAccountStatus: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> {
        ["wait": .value(.int(orNull: wait.map { Int($0.components.seconds) }))]
    }
}

extension TriggerSourceRecord: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> { ["detail": .filled] }
}

extension TriggerEventRecord: ShownInWays {
    package var shownWays: KeyValuePairs<String, FormJSON.Way> { ["source": .text, "text": .text] }
}
