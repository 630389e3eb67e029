// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import OnCueSuggestions

/// Hears from one technology what may be a reason to suggest something.
///
/// A source is optional: where its technology is missing it says so in its health, and begins by itself when that
/// comes. While nothing happens it wakes nobody up.
@MediaActor
package protocol TriggerSource: AnyObject {
    /// Which one it is.
    var source: TriggerEvent.Source { get }

    /// Receives what it tells, in order; set before `start`.
    var onReport: (@MediaActor (TriggerReport) -> Void)? { get set }

    /// Called when `health` has changed.
    var onHealthChange: (@MediaActor () -> Void)? { get set }

    var health: SourceHealth { get }

    /// Begins. The first report of a source that knows devices is `listed`, again each time it comes back after
    /// `lost`.
    func start()

    /// Ends; nothing is reported any more.
    func stop()
}
