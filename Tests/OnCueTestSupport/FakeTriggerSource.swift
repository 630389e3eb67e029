// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
internal import OnCueSession
package import OnCueSuggestions

/// Tells what a test has it tell.
@MediaActor
package final class FakeTriggerSource: TriggerSource {
    package let source: TriggerEvent.Source
    package var onReport: (@MediaActor (TriggerReport) -> Void)?
    package var onHealthChange: (@MediaActor () -> Void)?
    package private(set) var health = SourceHealth(.off)

    package init(_ source: TriggerEvent.Source) {
        self.source = source
    }

    package func start() {
        health = SourceHealth(.working)
        onHealthChange?()
    }

    package func stop() { health = SourceHealth(.off) }

    package func tell(_ report: TriggerReport) { onReport?(report) }
}
