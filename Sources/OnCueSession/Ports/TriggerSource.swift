// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import OnCueSuggestions

/// Observes one technology for events that may trigger a suggestion.
///
/// A source is optional: if its technology is missing, its health reports that, and it starts by itself when the
/// technology becomes available. While nothing happens it causes no wake-ups.
@MediaActor
package protocol TriggerSource: AnyObject {
    /// The kind of source.
    var source: TriggerEvent.Source { get }

    /// Receives the reports of the source, in order; set before `start`.
    var onReport: (@MediaActor (TriggerReport) -> Void)? { get set }

    /// Called when `health` has changed.
    var onHealthChange: (@MediaActor () -> Void)? { get set }

    var health: SourceHealth { get }

    /// Starts the source. The first report of a source that knows devices is `listed`, as it is each time that it comes
    /// back after `lost`.
    func start()

    /// Ends the source, and its reports.
    func stop()
}
