// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The decision on a phrase that was heard.
package enum SpeechVerdict: String, Sendable, CaseIterable {
    /// Done without asking, if it can be undone.
    case sure
    /// The user is asked whether it was meant.
    case unsure
    /// Nothing is done: something else was spoken, or nothing.
    case none

    /// The thresholds for acting and for asking.
    ///
    /// They were chosen with other voices, and mostly with other phrases and sentences, than those of the corpus whose
    /// figures are in `Documentation/voice.md`, which also lists what was used for both.
    package enum Bounds {
        package static let sureFit = 0.0
        package static let sureCoverage = 0.85
        package static let sureLead = 600.0
        package static let askedFit = -15.0
        package static let askedCoverage = 0.75
    }

    package init(_ evidence: SpeechEvidence) {
        let (fit, coverage) = (evidence.fit, evidence.coverage)
        guard !evidence.phrase.isEmpty else {
            self = .none
            return
        }
        if fit >= Bounds.sureFit, coverage >= Bounds.sureCoverage, evidence.lead >= Bounds.sureLead {
            self = .sure
        } else if fit >= Bounds.askedFit, coverage >= Bounds.askedCoverage {
            self = .unsure
        } else {
            self = .none
        }
    }
}
