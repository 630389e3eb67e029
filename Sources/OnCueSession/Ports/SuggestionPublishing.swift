// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import OnCueSuggestions

/// Shows what is offered, somewhere.
@MediaActor
package protocol SuggestionPublishing: AnyObject {
    /// Something is offered, or what was offered looks different; `nil` when nothing is offered any more.
    func offerChanged(to offer: ShownOffer?)

    /// An offer is over; told before the change to nothing.
    func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending)
}
