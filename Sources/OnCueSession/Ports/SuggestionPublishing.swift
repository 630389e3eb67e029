// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import OnCueSuggestions

/// Displays offers of suggestions.
@MediaActor
package protocol SuggestionPublishing: AnyObject {
    /// Reports a new or changed offer; `nil` if there is none any longer.
    func offerChanged(to offer: ShownOffer?)

    /// Reports the end of an offer; called before the change to `nil`.
    func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending)

    /// Reports that other suggestions may fit this moment now, since the user has answered one, or has changed the
    /// preferences about an item.
    func listChanged()
}

extension SuggestionPublishing {
    package func listChanged() {}
}
