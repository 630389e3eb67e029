// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueCore
package import OnCueRuntime
package import OnCueSession
package import OnCueSuggestions

/// `org.oncue.Suggestions1`: the suggestions, exported as long as this lives.
@MediaActor
package final class SuggestionsObject: SuggestionPublishing {
    private let export: BusExport
    private let interface: SuggestionsInterface
    private var told: Trigger.ID?

    /// - Throws: ``BusError`` when something is exported at the path already.
    package init(
        on bus: MessageBus, center: SuggestionCenter, manager: PlayableContentManager
    ) throws(BusError) {
        interface = SuggestionsInterface(center: center, manager: manager)
        export = try bus.export(interface, at: ServiceNames.objectPath)
    }

    package func offerChanged(to offer: ShownOffer?) {
        let values = offer?.busValues ?? [:]
        export.emitPropertiesChanged(["Offer": .dictionary(values)])
        if let offer, told != offer.id { export.emit("Raised", [.dictionary(values)]) }
        told = offer?.id
    }

    package func offerEnded(_ id: Trigger.ID, _ ending: SuggestionBoard.Ending) {
        export.emit("Ended", [.uint64(id), .string(ending.rawValue)])
    }
}
